package command

// Shell is the interpreter that a pack's commands are written for.
type Shell string

// The shells: Sh runs as `sh -ec`, Bash as `bash -eo pipefail -c`.
const (
	Sh   Shell = "sh"
	Bash Shell = "bash"
)

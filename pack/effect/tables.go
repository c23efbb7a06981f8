package effect

import (
	_ "embed" // the tables

	"rtut/pack/table"
)

// The tables. A line that begins with `#` is a comment.
var (
	//go:embed reads.txt
	readsText string
	//go:embed harms.txt
	harmsText string
	//go:embed variables.txt
	variablesText string

	// ShellVariables are those that a shell or the system sets.
	ShellVariables = table.Set(variablesText)
)

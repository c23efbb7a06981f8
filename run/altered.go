package run

import "fmt"

// AlteredError says that a record can be read, and is not as rtut wrote it, so that it counts for nothing.
type AlteredError struct {
	Path    string // of the file; filled in by the store
	Finding Finding
}

func (e *AlteredError) Error() string {
	return fmt.Sprintf("record %s is not as rtut wrote it: %s. It is left as it is; rtut run audit judges it", e.Path, e.Finding)
}

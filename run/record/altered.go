package record

import "fmt"

// AlteredError says that a record can be read, and is not as rtut wrote it, so that it counts for nothing.
type AlteredError struct {
	Path    string // of the file; filled in by the store
	Finding Finding
}

func (e *AlteredError) Error() string {
	return fmt.Sprintf("record %s is not intact: %s. rtut did not modify it; check it with rtut run audit", e.Path, e.Finding)
}

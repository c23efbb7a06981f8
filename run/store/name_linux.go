package store

import (
	"os"

	"golang.org/x/sys/unix"
)

// renameNew renames a file in one step that fails where the name is taken.
func renameNew(from, to string) error {
	if err := unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_NOREPLACE); err != nil {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
	}
	return nil
}

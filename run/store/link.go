package store

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// DanglingError says that a symbolic link on the way to a directory leads to nothing: what is there when its disk is mounted is
// not seen, and nothing may be begun in its place.
type DanglingError struct{ Link, To string }

func (e *DanglingError) Error() string {
	return fmt.Sprintf("%s is a symbolic link to %s, which does not exist. Mount its target, or fix the link", e.Link, e.To)
}

// absent says why a directory is not there: a *DanglingError, or nil where nothing is in its place.
func absent(dir string) error {
	for at := dir; ; at = filepath.Dir(at) {
		info, err := os.Lstat(at)
		switch {
		case err == nil && info.Mode().Type() == fs.ModeSymlink:
			to, _ := os.Readlink(at)
			return &DanglingError{Link: at, To: to}
		case err == nil, at == filepath.Dir(at):
			return nil
		}
	}
}

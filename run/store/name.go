package store

import (
	"errors"
	"os"
	"syscall"
)

// ways are those of renaming a file to what nothing may be called yet. Not every file system knows each: the later ones are for
// where those before are not known.
var ways = []func(from, to string) error{renameNew, linkNew, claim}

// Name renames a file, unless something has that name.
func (disk) Name(from, to string) (err error) {
	for _, way := range ways {
		if err = way(from, to); !isUnknown(err) {
			return err
		}
	}
	return err
}

// isUnknown reports whether a file system said that it does not know a way.
func isUnknown(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EMLINK)
}

// linkNew gives the file a second name, and takes the first away. A second name is never one that is taken.
func linkNew(from, to string) error {
	if err := os.Link(from, to); err != nil {
		return err
	}
	_ = os.Remove(from) // the next document sweeps it
	return nil
}

// claim takes the name with an empty file first, so that nothing there is overwritten. Who is killed in between leaves that.
func claim(from, to string) error {
	empty, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err == nil {
		err = empty.Close()
	}
	if err != nil {
		return err
	}
	if err := os.Rename(from, to); err != nil {
		_ = os.Remove(to)
		return err
	}
	return nil
}

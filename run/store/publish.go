package store

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// InTheWayError says that a file can't be written where it was wanted, since something else is there. That was left alone.
type InTheWayError struct {
	Path string
	Is   string // what it is, in words
}

func (e *InTheWayError) Error() string { return e.Path + " is " + e.Is }

// Publish writes a document of its own, such as a report, whole or not at all, and returns when it would survive a power
// cut. A new file has the permissions that the umask leaves. What is there already is left alone, and the error then is
// fs.ErrExist; with overwrite a regular file gets new content instead, and keeps its permissions. A directory, a symbolic
// link and a device are never written to: the error is an *InTheWayError.
func Publish(path string, data []byte, overwrite bool) error {
	return publish(outside{}, os.Link, path, data, overwrite)
}

// Publishable returns the error that Publish would return as things are, but for a lack of room, and leaves no trace. It is
// for what is to be done only if it can be told of.
func Publishable(path string, overwrite bool) error {
	if _, err := free(path, overwrite); err != nil {
		return err
	}
	tmp, err := outside{}.Create(filepath.Dir(path), ".rtut.*.tmp")
	if err != nil {
		return err
	}
	return errors.Join(tmp.Close(), os.Remove(tmp.Name()))
}

// free says what is at path, nil for nothing, or why it may not be written to.
func free(path string, overwrite bool) (fs.FileInfo, error) {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, &InTheWayError{path, kindOf(path, info)}
	case !overwrite:
		return nil, &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	return info, nil
}

func publish(d Disk, link func(from, to string) error, path string, data []byte, overwrite bool) error {
	info, err := free(path, overwrite)
	switch {
	case err != nil:
		return err
	case info == nil:
		return publishNew(d, link, path, data)
	}
	return rewrite(d, path, data, info)
}

// publishNew writes a temporary file beside path and gives it a second name, path, which fails where that is taken.
func publishNew(d Disk, link func(from, to string) error, path string, data []byte) error {
	dir := filepath.Dir(path)
	tmp, err := d.Create(dir, ".rtut.*.tmp")
	if err != nil {
		return err
	}
	defer d.Remove(tmp.Name()) //nolint:errcheck // what is renamed is not there any more
	if err := fill(d, tmp, data, func(*os.File) error { return nil }); err != nil {
		return err
	}
	err = link(tmp.Name(), path)
	if noLinks(err) {
		err = claim(d, tmp.Name(), path)
	}
	if err != nil {
		return err
	}
	if err := syncDir(d, dir); err != nil {
		return &UnknownOutcomeError{Path: path, Err: err}
	}
	return nil
}

// noLinks reports whether a file system that knows no second names said so.
func noLinks(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EMLINK)
}

// claim renames a file to a name that it has taken with an empty one, so that nothing there is overwritten.
func claim(d Disk, from, to string) error {
	empty, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err == nil {
		err = empty.Close()
	}
	if err != nil {
		return err
	}
	if err := d.Rename(from, to); err != nil {
		_ = d.Remove(to)
		return err
	}
	return nil
}

func kindOf(path string, info fs.FileInfo) string {
	switch {
	case info.IsDir():
		return "a directory"
	case info.Mode()&fs.ModeSymlink == 0:
		return "no regular file"
	}
	to, err := os.Readlink(path)
	if err != nil {
		return "a symbolic link"
	}
	return "a symbolic link to " + to
}

// outside is the disk for files that are no records: the umask decides who may read them.
type outside struct{ disk }

func (outside) Create(dir, pattern string) (*os.File, error) {
	name := filepath.Join(dir, strings.Replace(pattern, "*", rand.Text(), 1))
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

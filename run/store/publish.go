package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// InTheWayError says that a file can't be written where it was wanted, since something else is there. That was left unchanged.
type InTheWayError struct {
	Path string
	Is   string // what it is, in words
}

func (e *InTheWayError) Error() string { return e.Path + " is " + e.Is }

// Publish writes a document of its own, such as a report, whole or not at all, and returns when it would survive a power
// cut. A new file has the permissions that the umask leaves. What is there already is left unchanged, and the error then is
// fs.ErrExist; with overwrite a regular file gets new content instead, and keeps its permissions. A directory, a symbolic
// link and a device are never written to: the error is an *InTheWayError.
func Publish(path string, data []byte, overwrite bool) error {
	return PublishOn(real(filepath.Dir(path)), path, data, overwrite)
}

// PublishOn is Publish on another disk.
func PublishOn(d Disk, path string, data []byte, overwrite bool) error {
	info, err := free(path, overwrite)
	if err != nil {
		return err
	}
	sweepDocuments(d, filepath.Dir(path))
	if info == nil {
		return about(path, publishNew(d, path, data))
	}
	p, err := rewrite(d, path, data, info)
	if err != nil {
		return err
	}
	return p.Commit()
}

// Publishable returns the error that Publish would return as things are, except for a lack of space, and leaves no trace. It is
// for what is to be done only if it can be told of.
func Publishable(path string, overwrite bool) error {
	if _, err := free(path, overwrite); err != nil {
		return err
	}
	d := real(filepath.Dir(path))
	tmp, err := d.Create(filepath.Dir(path), ofDocument, 0o600)
	if err != nil {
		return about(path, err)
	}
	return errors.Join(tmp.Close(), d.Remove(tmp.Name()))
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

// publishNew writes a temporary file beside path and gives it that name, unless it is taken.
func publishNew(d Disk, path string, data []byte) error {
	dir := filepath.Dir(path)
	tmp, err := d.Create(dir, ofDocument, 0o666)
	if err != nil {
		return err
	}
	if err = fill(d, tmp, data, func(*os.File) error { return nil }); err == nil {
		err = d.Name(tmp.Name(), path)
	}
	if err != nil {
		_ = d.Remove(tmp.Name()) // the next document sweeps what stays
		return err
	}
	if err := syncDir(d, dir); err != nil {
		return &UnknownOutcomeError{Path: path, Err: err}
	}
	return nil
}

func kindOf(path string, info fs.FileInfo) string {
	switch mode := info.Mode(); {
	case mode.IsDir():
		return "a directory"
	case mode.IsRegular():
		return "a file"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeDevice != 0:
		return "a device"
	case mode&fs.ModeSymlink == 0:
		return "no regular file"
	}
	to, err := os.Readlink(path)
	if err != nil {
		return "a symbolic link"
	}
	return "a symbolic link to " + to
}

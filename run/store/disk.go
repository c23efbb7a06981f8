package store

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Disk is what a write does to the file system, one step at a time. Tests of faults put another one in its place, which
// fails at a step, ends there, or forgets what was not synced.
type Disk interface {
	Mkdir(path string) error
	Create(dir, pattern string, mode fs.FileMode) (*os.File, error) // a new file; what makes its name new is where the * is
	Write(file *os.File, data []byte) error
	Sync(file *os.File) error // of a file or of a directory
	Rename(from, to string) error
	Name(from, to string) error // renames to what nothing may be called yet
	Remove(path string) error
}

// disk is the real one.
type disk struct{}

func (disk) Mkdir(path string) error      { return os.Mkdir(path, 0o777) }
func (disk) Sync(file *os.File) error     { return file.Sync() }
func (disk) Rename(from, to string) error { return os.Rename(from, to) }
func (disk) Remove(path string) error     { return os.Remove(path) }

func (disk) Create(dir, pattern string, mode fs.FileMode) (*os.File, error) {
	name := filepath.Join(dir, strings.Replace(pattern, "*", rand.Text(), 1))
	return os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
}

func (disk) Write(file *os.File, data []byte) error {
	_, err := file.Write(data)
	return err
}

// On returns the store with another disk to write records to.
func (f *File) On(d Disk) *File {
	other := *f
	other.disk = d
	return &other
}

// replace writes data into a temporary file beside path, lets own give it its mode and owner, and renames it. Errors are about
// path.
func replace(d Disk, path string, data []byte, place temporary, own func(*os.File) error) error {
	tmp, err := d.Create(place.dir, place.pattern, 0o600)
	if err != nil {
		return about(path, err)
	}
	if err = fill(d, tmp, data, own); err == nil {
		err = d.Rename(tmp.Name(), path)
	}
	if err != nil {
		_ = d.Remove(tmp.Name()) // the next write sweeps what stays
		return about(path, err)
	}
	if err := syncDir(d, place.dir); err != nil {
		return &UnknownOutcomeError{Path: path, Err: err}
	}
	return nil
}

// about names a file in an error that names its temporary file, of which nobody has heard.
func about(path string, err error) error {
	var (
		file *fs.PathError
		link *os.LinkError
	)
	switch unsure := (*UnknownOutcomeError)(nil); {
	case errors.As(err, &unsure):
		return err
	case errors.As(err, &link):
		return &fs.PathError{Op: "write", Path: path, Err: link.Err}
	case errors.As(err, &file):
		return &fs.PathError{Op: "write", Path: path, Err: file.Err}
	}
	return err
}

// temporary is where a temporary file is made, and how it is called.
type temporary struct{ dir, pattern string }

// fill writes, syncs and closes a file, and lets own give it its mode and owner.
func fill(d Disk, file *os.File, data []byte, own func(*os.File) error) error {
	err := d.Write(file, data)
	if err == nil {
		err = own(file)
	}
	if err == nil {
		err = d.Sync(file)
	}
	return errors.Join(err, file.Close())
}

// syncDir makes a rename in a directory durable.
func syncDir(d Disk, dir string) error {
	file, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(file), file.Close())
}

package store

import (
	"errors"
	"os"
)

// Disk is what a write does to the file system, one step at a time. Tests of faults put another one in its place, which
// fails at a step, ends there, or forgets what was not synced.
type Disk interface {
	Mkdir(path string) error
	Create(dir, pattern string) (*os.File, error) // a new temporary file
	Write(file *os.File, data []byte) error
	Sync(file *os.File) error // of a file or of a directory
	Rename(from, to string) error
	Remove(path string) error
}

// disk is the real one.
type disk struct{}

func (disk) Mkdir(path string) error                      { return os.Mkdir(path, 0o777) }
func (disk) Create(dir, pattern string) (*os.File, error) { return os.CreateTemp(dir, pattern) }
func (disk) Sync(file *os.File) error                     { return file.Sync() }
func (disk) Rename(from, to string) error                 { return os.Rename(from, to) }
func (disk) Remove(path string) error                     { return os.Remove(path) }

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

// replace writes data into a temporary file beside path, lets own give it its mode and owner, and renames it.
func replace(d Disk, path string, data []byte, place temporary, own func(*os.File) error) error {
	tmp, err := d.Create(place.dir, place.pattern)
	if err != nil {
		return err
	}
	if err := fill(d, tmp, data, own); err != nil {
		_ = d.Remove(tmp.Name()) // the next write sweeps what stays
		return err
	}
	if err := d.Rename(tmp.Name(), path); err != nil {
		_ = d.Remove(tmp.Name())
		return err
	}
	if err := syncDir(d, place.dir); err != nil {
		return &UnknownOutcomeError{Path: path, Err: err}
	}
	return nil
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

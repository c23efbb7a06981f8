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

// disk is the real one. What is below a directory is reached from there: a symbolic link on the way that leads out of it is an error.
type disk struct{ below string } // "" for none

// in calls inside with the directory and the name as it is seen from there, or outside where a path is not below it.
func (d disk) in(path string, inside func(root *os.Root, name string) error, outside func() error) error {
	name, err := filepath.Rel(d.below, path)
	if d.below == "" || err != nil || name == "." || !filepath.IsLocal(name) {
		return outside()
	}
	root, err := openRoot(d.below)
	if err != nil {
		return err
	}
	defer root.Close()
	return inside(root, name)
}

func (d disk) Mkdir(path string) error {
	return d.in(path, func(root *os.Root, name string) error { return root.Mkdir(name, 0o777) }, func() error { return os.Mkdir(path, 0o777) })
}

func (disk) Sync(file *os.File) error { return file.Sync() }

func (d disk) Rename(from, to string) error {
	return d.in(from, func(root *os.Root, name string) error {
		target, err := filepath.Rel(d.below, to)
		if err != nil {
			return err
		}
		return root.Rename(name, target)
	}, func() error { return os.Rename(from, to) })
}

func (d disk) Remove(path string) error {
	return d.in(path, (*os.Root).Remove, func() error { return os.Remove(path) })
}

func (d disk) Create(dir, pattern string, mode fs.FileMode) (file *os.File, err error) {
	path := filepath.Join(dir, strings.Replace(pattern, "*", rand.Text(), 1))
	const flags = os.O_RDWR | os.O_CREATE | os.O_EXCL
	err = d.in(path, func(root *os.Root, name string) error {
		file, err = root.OpenFile(name, flags, mode)
		return err
	}, func() error {
		file, err = os.OpenFile(path, flags, mode)
		return err
	})
	return file, err
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
	p, err := prepare(d, path, data, place, own)
	if err != nil {
		return err
	}
	return p.Commit()
}

// Prepared is the new content of a file, durable in a temporary file beside it, and not in its place yet. One of its methods
// must be called, once.
type Prepared struct {
	disk      Disk
	tmp, path string
}

func prepare(d Disk, path string, data []byte, place temporary, own func(*os.File) error) (*Prepared, error) {
	tmp, err := d.Create(place.dir, place.pattern, 0o600)
	if err != nil {
		return nil, about(path, err)
	}
	p := &Prepared{disk: d, tmp: tmp.Name(), path: path}
	if err := fill(d, tmp, data, own); err != nil {
		p.Discard()
		return nil, about(path, err)
	}
	return p, nil
}

// Commit puts the content in its place, and returns when it would survive a power cut there.
func (p *Prepared) Commit() error {
	if err := p.disk.Rename(p.tmp, p.path); err != nil {
		p.Discard()
		return about(p.path, err)
	}
	if err := syncDir(p.disk, filepath.Dir(p.tmp)); err != nil {
		return &UnknownOutcomeError{Path: p.path, Err: err}
	}
	return nil
}

// Discard removes the temporary file; where that fails the next write sweeps it.
func (p *Prepared) Discard() { _ = p.disk.Remove(p.tmp) }

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
	file, err := openDir(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(file), file.Close())
}

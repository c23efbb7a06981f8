// Package inside opens the files of a repo as far as they may be read for somebody who only looks: regular files that are in the
// repo. A link is followed as long as it stays in the repo. A pipe, a device, or a link that leads out is refused and not opened,
// and one that gets into the place of a file meanwhile does not make the reader wait.
package inside

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// OutsideError says that a file is outside of the repo that a link to it is in.
type OutsideError struct {
	Path string // of the link
	Repo string // absolute
}

func (e *OutsideError) Error() string {
	return fmt.Sprintf("%s is a link that leads out of %s, and only files in there are read", e.Path, e.Repo)
}

// IrregularError says that something else than a file is in the place of one.
type IrregularError struct{ Path string }

func (e *IrregularError) Error() string { return e.Path + " is not a regular file" }

// dir is the files of a directory in a repo.
type dir struct{ repo, path string }

// Of returns the files in and below a directory, which must be in the repo. Both are absolute, and no symbolic links are left in
// them. What Open returns is a regular file or a directory.
func Of(repo, path string) fs.FS { return dir{repo, path} }

// Open opens a file or a directory.
func (d dir) Open(name string) (fs.File, error) {
	if _, err := d.Stat(name); err != nil {
		return nil, err
	}
	root, inner, err := d.root(name)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	file, err := root.OpenFile(inner, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, d.about("open", name, err)
	}
	if info, err := file.Stat(); err != nil || !readable(info) {
		return nil, errors.Join(err, &IrregularError{name}, file.Close())
	}
	return file, nil
}

// Stat says what is there, without opening it.
func (d dir) Stat(name string) (fs.FileInfo, error) {
	root, inner, err := d.root(name)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Stat(inner)
	if err != nil {
		return nil, d.about("open", name, err)
	}
	if !readable(info) {
		return nil, &IrregularError{name}
	}
	return info, nil
}

func readable(info fs.FileInfo) bool { return info.Mode().IsRegular() || info.IsDir() }

// root opens the repo, and returns the name as it is seen from there.
func (d dir) root(name string) (*os.Root, string, error) {
	inner, err := filepath.Rel(d.repo, filepath.Join(d.path, filepath.FromSlash(name)))
	if err != nil || !filepath.IsLocal(inner) {
		return nil, "", &OutsideError{filepath.Join(d.path, name), d.repo}
	}
	root, err := os.OpenRoot(d.repo)
	return root, inner, err
}

// about gives an error the name by which the caller knows the file.
func (d dir) about(op, name string, err error) error {
	full := filepath.Join(d.path, filepath.FromSlash(name))
	if to, linked := filepath.EvalSymlinks(full); linked == nil && !Holds(d.repo, to) {
		return &OutsideError{name, d.repo}
	}
	var of *fs.PathError
	if errors.As(err, &of) {
		return &fs.PathError{Op: op, Path: name, Err: of.Err}
	}
	return err
}

// Holds reports whether a path is in a directory, or is that directory. Both are absolute and without symbolic links.
func Holds(dir, path string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
}

// ReadFile reads a file of a directory, and refuses one that is larger than limit bytes.
func ReadFile(fsys fs.FS, name string, limit int64) ([]byte, error) {
	file, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var data bytes.Buffer
	n, err := data.ReadFrom(io.LimitReader(file, limit+1))
	if err == nil && n > limit {
		err = &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("it is larger than %d bytes", limit)}
	}
	return data.Bytes(), err
}

package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"rtut/pack"
	"rtut/pack/inside"
)

// packTarget is where a draft becomes a pack: a directory of the repo, without a symbolic link on its way.
type packTarget struct {
	repo string
	dir  string
	file string
	path string // from the repo, with slashes
	name string // of the directory
}

// target finds the directory of a pack, which may be missing. It refuses one outside of the repo, and one behind a symbolic link: what
// is written there would stand somewhere else than where it was meant to.
func (p draftPlace) target(arg string) (packTarget, error) {
	root, err := p.app.getwd()
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		return packTarget{}, err
	}
	dir := filepath.Clean(arg)
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(root, dir)
	}
	real, err := reached(dir)
	if err != nil {
		return packTarget{}, misuse("bad_output", "%s cannot be the directory of a pack: %s", arg, cause(err))
	}
	relative, err := filepath.Rel(p.repo, real)
	switch {
	case err != nil || !inside.Holds(p.repo, real):
		return packTarget{}, misuse("bad_output", "%s is outside of the repo %s; name a directory in it", arg, p.app.shown(p.repo))
	case real != dir && inside.Holds(p.repo, dir):
		return packTarget{}, misuse("bad_output", "%s leads through a symbolic link to %s; name that directory", arg, p.app.shown(real))
	}
	return packTarget{
		repo: p.repo, dir: real, file: filepath.Join(real, pack.FileName), name: filepath.Base(real),
		path: filepath.ToSlash(filepath.Join(relative, pack.FileName)),
	}, nil
}

// reached resolves the symbolic links of a path of which the end may be missing.
func reached(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if !errors.Is(err, fs.ErrNotExist) || filepath.Dir(path) == path {
		return real, err
	}
	if _, err := os.Lstat(path); err == nil {
		return "", errors.New("it is a symbolic link to nothing")
	}
	above, err := reached(filepath.Dir(path))
	return filepath.Join(above, filepath.Base(path)), err
}

// read returns the pack that is there; nil where none is.
func (t packTarget) read() ([]byte, error) {
	info, err := os.Lstat(t.file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, misuse("bad_output", "%s is not a regular file and was not modified", t.path)
	}
	return inside.ReadFile(inside.Of(t.repo, t.dir), pack.FileName, mostPack)
}

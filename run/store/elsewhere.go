package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Elsewhere is a directory that has the records of a repo in place of the one in the repo; "" for none. It has those of one repo, whose
// path is written in it.
type Elsewhere string

// repoMark is the file in a directory elsewhere that has the path of its repo.
const repoMark = "repo"

// longestMark is how many bytes a mark may have.
const longestMark = 1 << 14

// Of returns where the records of a repo are. Where the directory elsewhere has those of another repo, nothing is read from it or written
// to it: the error is an *OtherRepoError then.
func (e Elsewhere) Of(repo string) *File {
	if e == "" {
		return NewFile(filepath.Join(repo, RunsDir))
	}
	f := NewFile(string(e))
	f.repo = repo
	return f
}

// OtherRepoError says that a directory has the records of another repo.
type OtherRepoError struct {
	Dir  string
	Of   string // whose they are
	Repo string // whose were wanted
}

func (e *OtherRepoError) Error() string {
	return fmt.Sprintf("%s has the runs of %s, and this is %s. Give each repo a directory of its own; if the repo was moved, write its path into %s",
		e.Dir, e.Of, e.Repo, filepath.Join(e.Dir, repoMark))
}

// UnmarkedError says that a directory has records, and does not say of which repo.
type UnmarkedError struct{ Dir, Repo string }

func (e *UnmarkedError) Error() string {
	return fmt.Sprintf("%s does not say of which repo its records are. If they are of %s, write that path into %s",
		e.Dir, e.Repo, filepath.Join(e.Dir, repoMark))
}

// repo returns the repo whose records are in the directory; "" where that is not written there.
func (e Elsewhere) repo() (string, error) {
	file, err := open(filepath.Join(string(e), repoMark))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer file.Close()
	data := make([]byte, longestMark)
	n, _ := file.Read(data) // what can't be read is of no repo
	return strings.TrimSuffix(string(data[:n]), "\n"), nil
}

// Usable returns nil where the records of the repo are, or may be, in the directory; else a *MisplacedError, *OtherRepoError or
// *UnmarkedError.
func (f *File) Usable() error {
	if f.repo == "" {
		return placed(f.dir)
	}
	of, err := Elsewhere(f.dir).repo()
	switch {
	case err != nil:
		return err
	case of == f.repo:
		return nil
	case of != "":
		return &OtherRepoError{Dir: f.dir, Of: of, Repo: f.repo}
	}
	if entries, _ := list(f.dir); containsRecord(entries) {
		return &UnmarkedError{Dir: f.dir, Repo: f.repo}
	}
	return nil
}

// mark writes into the directory which repo it is of, unless that is written there. Of two repos that do so at once one is refused: what
// counts is what the directory says afterwards.
func (f *File) mark() error {
	if err := f.Usable(); err != nil || f.repo == "" {
		return err
	}
	path := filepath.Join(f.dir, repoMark)
	if _, err := os.Lstat(path); err != nil {
		if err := f.writeMark(path); err != nil {
			return err
		}
	}
	switch of, err := Elsewhere(f.dir).repo(); {
	case err != nil:
		return err
	case of == "":
		return &UnmarkedError{Dir: f.dir, Repo: f.repo}
	}
	return f.Usable()
}

// writeMark writes the mark, or leaves that of a repo that was quicker.
func (f *File) writeMark(path string) error {
	p, err := prepare(f.disk, path, []byte(f.repo+"\n"), temporary{f.dir, "." + repoMark + ".*.tmp"}, f.ownNew)
	if err != nil {
		return err
	}
	if err := f.disk.Name(p.tmp, path); err != nil {
		p.Discard()
		if !errors.Is(err, fs.ErrExist) {
			return about(path, err)
		}
		return nil
	}
	return syncDir(f.disk, f.dir)
}

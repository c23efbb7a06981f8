package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"rtut/pack"
	"rtut/run/record"
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

// DryOf returns where the dry runs of a repo are: beside the records.
func (e Elsewhere) DryOf(repo string) *File {
	if e == "" {
		return NewFile(filepath.Join(repo, DryRunsDir))
	}
	return (e + "-dry").Of(repo)
}

// OtherRepoError says that a directory has the records of another repo.
type OtherRepoError struct {
	Dir  string
	Of   string // whose they are
	Repo string // whose were wanted
}

func (e *OtherRepoError) Error() string {
	return fmt.Sprintf("%s belongs to the repo %s, but this is %s. Use another directory for this repo; if the repo was moved, write its new path into %s",
		e.Dir, e.Of, e.Repo, filepath.Join(e.Dir, repoMark))
}

// UnmarkedError says that a directory has records, and does not say of which repo.
type UnmarkedError struct{ Dir, Repo string }

func (e *UnmarkedError) Error() string {
	return fmt.Sprintf("%s does not say of which repo its records are. If they are of %s, write that path into %s",
		e.Dir, e.Repo, filepath.Join(e.Dir, repoMark))
}

// UnfitError says that a directory can't have the records of a repo.
type UnfitError struct{ Dir, Why string }

func (e *UnfitError) Error() string {
	return fmt.Sprintf("RTUT_RUNS_DIR=%s %s. Name a directory that is empty or does not exist yet, outside of packs and of .git", e.Dir, e.Why)
}

// repo returns the repo whose records are in the directory; "" where it has no mark.
func (e Elsewhere) repo() (string, error) {
	file, err := open(filepath.Join(string(e), repoMark))
	var irregular *record.DamagedError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case errors.As(err, &irregular):
		return "", &UnfitError{Dir: string(e), Why: "has something else than a regular file as " + repoMark + ", where the path of its repo would be"}
	case errors.Is(err, syscall.ENOTDIR):
		return "", &UnfitError{Dir: string(e), Why: "is no directory"}
	case err != nil:
		return "", err
	}
	defer file.Close()
	data := make([]byte, longestMark)
	n, _ := file.Read(data) // what can't be read is of no repo
	return strings.TrimSuffix(string(data[:n]), "\n"), nil
}

// Usable returns nil where the records of the repo are, or may be, in the directory; else a *MisplacedError, *UnfitError, *OtherRepoError
// or *UnmarkedError.
func (f *File) Usable() error {
	if f.repo == "" {
		return placed(f.dir)
	}
	if err := f.fit(); err != nil {
		return err
	}
	if marked, err := f.marked(); marked {
		return err
	}
	return f.free()
}

// marked reports whether the directory says of which repo its records are, and the error where that is another.
func (f *File) marked() (bool, error) {
	of, err := Elsewhere(f.dir).repo()
	if err == nil && of != "" && of != f.repo {
		err = &OtherRepoError{Dir: f.dir, Of: of, Repo: f.repo}
	}
	return err != nil || of != "", err
}

// fit refuses places where what is kept among the records would become part of something else: git's own directory, the repo, a pack.
func (f *File) fit() error {
	dir := f.dir
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	switch {
	case dir == f.repo:
		return &UnfitError{Dir: f.dir, Why: "is the repo itself"}
	case slices.Contains(strings.Split(dir, string(filepath.Separator)), ".git"):
		return &UnfitError{Dir: f.dir, Why: "is inside of .git"}
	}
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, pack.FileName)); err == nil {
			return &UnfitError{Dir: f.dir, Why: "is inside of the pack in " + at}
		}
		if at == filepath.Dir(at) || at == f.repo {
			return nil
		}
	}
}

// free refuses a directory without a mark that has something in it: an *UnmarkedError where that are records.
func (f *File) free() error {
	entries, err := list(f.dir)
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return markBeingWritten(e.Name()) })
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(entries) == 0:
		return nil
	case err != nil:
		return err
	case containsRecord(entries), isMarked(entries):
		if marked, err := f.marked(); marked {
			return err // meanwhile
		}
		return &UnmarkedError{Dir: f.dir, Repo: f.repo}
	}
	return &UnfitError{Dir: f.dir, Why: "is not empty, and has no runs: it has " + entries[0].Name()}
}

func isMarked(entries []fs.DirEntry) bool {
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == repoMark })
}

// markPattern is that of the temporary files of a mark.
const markPattern = "." + repoMark + ".*.tmp"

func markBeingWritten(name string) bool {
	is, _ := filepath.Match(markPattern, name)
	return is
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
	p, err := prepare(f.disk, path, []byte(f.repo+"\n"), temporary{f.dir, markPattern}, f.ownNew)
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

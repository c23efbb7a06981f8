package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"rtut/pack"
	"rtut/pack/inside"
)

// notWalked are directories that hold neither packs nor runs of anybody's, and often very many files.
var notWalked = map[string]bool{".git": true, "node_modules": true}

// treeWalk fills a tree.
type treeWalk struct {
	tree *Tree
	seen map[string]bool // directories of records, by their real path

	elsewhere string // where the records of a repo are that are not in it; "" for none
	repo      string // which repo that is
}

// around adds the runs of the repo that the root is in.
func (w *treeWalk) around(dir string) {
	if repo, isRepo, err := OwningRepo(dir); err == nil && isRepo && repo != dir {
		w.runs(repo)
	}
}

func (w *treeWalk) visit(path string, entry fs.DirEntry, err error) error {
	switch {
	case err != nil:
		w.skip(path, err)
		return nil
	case !entry.IsDir():
		return nil
	case notWalked[entry.Name()] && path != w.tree.Root, path == w.elsewhere, strings.HasSuffix(path, string(filepath.Separator)+filepath.FromSlash(RunsDir)):
		return fs.SkipDir
	}
	w.pack(path)
	w.runs(path)
	return nil
}

// runs adds the records that a repo keeps, if it keeps any.
func (w *treeWalk) runs(repo string) {
	if w.elsewhere != "" && repo == w.repo {
		w.add(w.elsewhere, repo)
		return
	}
	if _, err := os.Lstat(filepath.Join(repo, ".local")); err != nil {
		return // none, or the repo can't be read, which the walk reports
	}
	dir := filepath.Join(repo, filepath.FromSlash(RunsDir))
	err := placed(dir)
	if err == nil {
		_, err = os.Lstat(dir)
	}
	switch {
	case err == nil:
		w.add(dir, repo)
	case !errors.Is(err, fs.ErrNotExist):
		w.skip(dir, err)
	}
}

// add adds a directory of records, once.
func (w *treeWalk) add(dir, repo string) {
	if !w.seen[dir] {
		w.seen[dir] = true
		w.tree.Runs = append(w.tree.Runs, Runs{Dir: dir, Repo: repo})
	}
}

// pack adds the pack that a directory holds, if it holds one.
func (w *treeWalk) pack(dir string) {
	path := filepath.Join(dir, pack.FileName)
	if info, err := os.Lstat(path); err != nil || info.IsDir() {
		return // none, or the directory can't be read, which the walk reports
	}
	repo, _, err := OwningRepo(dir)
	if err != nil {
		w.skip(path, err)
		return
	}
	header, err := pack.Peek(inside.Of(repo, dir), pack.FileName)
	if err != nil {
		w.skip(path, err)
		return
	}
	w.tree.Packs = append(w.tree.Packs, PackDir{Header: header, Path: w.tree.Rel(path), Repo: repo})
}

func (w *treeWalk) skip(path string, err error) {
	w.tree.Skipped = append(w.tree.Skipped, Damaged{Path: path, Err: bare(err)})
}

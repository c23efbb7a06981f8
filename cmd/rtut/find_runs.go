package main

import (
	"errors"
	"os"
	"path/filepath"

	"rtut/run/store"
)

// runsDirVariable names the directory that has the records in place of the one in the repo.
const runsDirVariable = "RTUT_RUNS_DIR"

// elsewhere is the directory that $RTUT_RUNS_DIR names; "" where it names none.
func (a *app) elsewhere() (store.Elsewhere, error) {
	dir := a.getenv(runsDirVariable)
	if dir != "" && !filepath.IsAbs(dir) {
		return "", misuse("bad_runs_dir", "$RTUT_RUNS_DIR must be an absolute path")
	}
	if dir != "" {
		dir = filepath.Clean(dir)
	}
	return store.Elsewhere(dir), nil
}

// treeAt finds what there is of packs and runs below a path. A path in a repo whose runs are not in $RTUT_RUNS_DIR is refused.
func (a *app) treeAt(path string) (*store.Tree, error) {
	elsewhere, err := a.elsewhere()
	if err != nil {
		return nil, err
	}
	dir := path
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		dir = filepath.Dir(path)
	}
	if repo, isRepo, err := store.OwningRepo(dir); elsewhere != "" && err == nil && isRepo {
		if err := elsewhere.Of(repo).Usable(); err != nil {
			return nil, err
		}
	}
	return store.FindAt(path, elsewhere)
}

// isRefusedDir reports whether $RTUT_RUNS_DIR is why something was not found.
func isRefusedDir(err error) bool {
	var (
		usage *usageError
		other *store.OtherRepoError
		mark  *store.UnmarkedError
		unfit *store.UnfitError
	)
	return errors.As(err, &usage) || errors.As(err, &other) || errors.As(err, &mark) || errors.As(err, &unfit)
}

// runsWouldBe is where the runs of the repo around a directory would be.
func (a *app) runsWouldBe(dir string) string {
	repo, _, err := store.OwningRepo(dir)
	if err != nil {
		repo = dir
	}
	elsewhere, _ := a.elsewhere() // which was asked for before
	return elsewhere.Of(repo).Dir()
}

package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// RunsDir is where the runs of a repo live, below its root.
const RunsDir = ".local/runbook-runs"

// DryRunsDir is where the dry runs of a repo live, below its root. Nothing counts them.
const DryRunsDir = ".local/runbook-dry-runs"

// DraftsDir is where the drafts of a repo live, below its root.
const DraftsDir = ".local/runbook-drafts"

// Checkout says what a directory is to git.
type Checkout string

// The kinds of checkout.
const (
	NoRepo   Checkout = "none"     // it has no `.git`
	MainRepo Checkout = "repo"     // its `.git` is a directory, or leads to a submodule's
	Worktree Checkout = "worktree" // linked to a repo by `git worktree add`
)

// mostLink bounds what is read of a `.git` that is a file, in bytes.
const mostLink = 4096

// KindOf says what kind of checkout a directory is that OwningRepo has returned.
func KindOf(root string) Checkout {
	path := filepath.Join(root, ".git")
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return NoRepo
	case !info.Mode().IsRegular() || info.Size() > mostLink:
		return MainRepo
	}
	text, err := os.ReadFile(path)
	if err == nil && strings.Contains(filepath.ToSlash(string(text)), "/worktrees/") {
		return Worktree
	}
	return MainRepo
}

// OwningRepo returns the nearest directory, from dir upwards, that holds a `.git`: a folder, or the file that a worktree
// or a submodule has. Without one it is dir itself, and isRepo is false. Symbolic links in dir are resolved.
func OwningRepo(dir string) (root string, isRepo bool, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return "", false, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return "", false, err
	}
	for at := dir; ; at = filepath.Dir(at) {
		_, err := os.Lstat(filepath.Join(at, ".git"))
		if err == nil {
			return at, true, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", false, err
		}
		if at == filepath.Dir(at) {
			return dir, false, nil
		}
	}
}

package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// RunsDir is where the runs of a repo live, below its root.
const RunsDir = ".local/runbook-runs"

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

package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// localDir is the directory of a repo that what rtut keeps in it is below.
var localDir = filepath.Dir(filepath.FromSlash(RunsDir))

// MisplacedError says that something else than a directory is where rtut keeps its files. Anyone who committed it would choose what is read
// and written there.
type MisplacedError struct {
	Path string
	Is   string // what it is, in words
}

func (e *MisplacedError) Error() string {
	return fmt.Sprintf("%s is %s, and rtut keeps its files only in a directory of the repo itself. Remove it; to keep the runs elsewhere, set RTUT_RUNS_DIR to an absolute path", e.Path, e.Is)
}

// placed returns a *MisplacedError where something else than a directory is in the place of a directory in a repo, or of the `.local` that
// it is in. What is not there is fine.
func placed(dir string) error {
	ways := []string{dir}
	if above := filepath.Dir(dir); filepath.Base(above) == localDir {
		ways = []string{above, dir}
	}
	for _, path := range ways {
		info, err := os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		if !info.IsDir() {
			return &MisplacedError{Path: path, Is: kindOf(path, info)}
		}
	}
	return nil
}

// openDir opens a directory. What is none is an error; it is not opened, so that a pipe does not make us wait and a device does nothing.
func openDir(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NONBLOCK, 0)
}

// openRoot is os.OpenRoot for directories alone, as openDir is os.Open.
func openRoot(path string) (*os.Root, error) {
	root, err := os.OpenRoot(path + string(filepath.Separator) + ".") // nothing but a directory has such a name
	return root, nameless(err, path)
}

// nameless names a path in an error as it was given.
func nameless(err error, path string) error {
	var file *fs.PathError
	if errors.As(err, &file) {
		return &fs.PathError{Op: file.Op, Path: path, Err: file.Err}
	}
	return err
}

// list lists a directory, in the order of the names.
func list(path string) ([]fs.DirEntry, error) {
	dir, err := openDir(path)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

package revision

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"rtut/pack"
	"rtut/pack/gitignore"
)

const (
	// reviews is the directory of review records, which are about a revision and no part of it.
	reviews = "reviews"
	// ignoreFile is the name of a file that says what of a directory is no part of it.
	ignoreFile = ".gitignore"
	// mostRules bounds an ignore file, in bytes. A larger one leaves out nothing.
	mostRules = 64 << 10
)

// neverPart reports whether something with a name is never part of a pack: what is hidden, what editors leave behind, and what
// programs put beside scripts as they run.
func neverPart(name string) bool {
	switch name {
	case "__pycache__", "node_modules", // of Python and Node
		"4913",                     // of vim, as it tries whether it may write
		"Thumbs.db", "desktop.ini": // of a file manager
		return true
	}
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") ||
		strings.HasPrefix(name, "#") && strings.HasSuffix(name, "#") && len(name) > 1 || // of Emacs
		strings.HasSuffix(name, "___jb_tmp___") || strings.HasSuffix(name, "___jb_old___") // of JetBrains' editors
}

// walk lists the files that count for a digest.
type walk struct {
	root  *os.Root
	named func() (*names, bool) // what commands name; false: nobody knows
	found []string
}

// files returns the files that count, sorted.
func (w *walk) files() ([]string, error) {
	err := w.directory(".", gitignore.Stack{}, false)
	slices.Sort(w.found)
	return w.found, err
}

// directory goes through a directory; ignored says that an ignore file leaves it out.
func (w *walk) directory(dir string, rules gitignore.Stack, ignored bool) error {
	entries, err := readDir(w.root, dir)
	if err != nil {
		return err
	}
	if !ignored {
		rules = rules.With(dir, rulesIn(w.root, dir, entries))
	}
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		isDir := entry.IsDir()
		left := ignored || rules.Ignores(name, isDir)
		isFile := entry.Type().IsRegular() || entry.Type()&fs.ModeSymlink != 0
		switch {
		case entry.Name() == ignoreFile && isFile && !ignored:
			err = w.add(name)
		case neverPart(entry.Name()), name == reviews && isDir, !isDir && !isFile:
		case isDir:
			err = w.directory(name, rules, left)
		case !left || name == pack.FileName || w.isNamed(name):
			err = w.add(name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// isNamed reports whether a command names a file. Of a pack that is invalid nobody knows what it names, so any file may be named.
func (w *walk) isNamed(name string) bool {
	named, known := w.named()
	return !known || named.has(name)
}

func (w *walk) add(name string) error {
	if len(w.found) == mostFiles {
		return fmt.Errorf("it holds more than %d files, which is too many for a pack: move files that do not belong to it elsewhere", mostFiles)
	}
	w.found = append(w.found, name)
	return nil
}

func readDir(root *os.Root, dir string) ([]fs.DirEntry, error) {
	opened, err := root.Open(dir)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	entries, err := opened.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// rulesIn reads the ignore file of a directory. A link in its place, which git does not follow either, has no rules.
func rulesIn(root *os.Root, dir string, entries []fs.DirEntry) gitignore.File {
	has := slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == ignoreFile && e.Type().IsRegular() })
	if !has {
		return gitignore.File{}
	}
	return gitignore.Parse(smallFile(root, path.Join(dir, ignoreFile)))
}

// smallFile returns the text of a regular file; "" where there is none that can be read, or a large one.
func smallFile(root *os.Root, name string) string {
	if info, err := root.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	file, err := openFile(root, name)
	if err != nil {
		return ""
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, mostRules+1))
	if err != nil || len(text) > mostRules {
		return ""
	}
	return string(text)
}

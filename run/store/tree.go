package store

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"rtut/pack"
)

// Tree is what there is of packs and runs below a directory.
type Tree struct {
	Root    string    // absolute, symbolic links resolved
	Packs   []PackDir // in the order of their paths
	Runs    []Runs
	Skipped []Damaged // what could not be read: directories, and pack.yaml files that give no id

	Uncached bool // Summaries and Records read every record, whatever is remembered
}

// PackDir is a pack that was found.
type PackDir struct {
	pack.Header
	Path string // of its pack.yaml, relative to the root
	Repo string // its owning repo, absolute
}

// Runs is a directory of records that was found.
type Runs struct {
	Dir  string // absolute, symbolic links resolved
	Repo string // whose runs they are, absolute
}

// Find walks the tree below root, a directory or a pack.yaml. Symbolic links to directories are not followed, except for
// root itself. Where root is inside a repo, that repo's runs belong to the tree too. What can't be read is skipped and reported; the
// error is for a root that is no directory.
func Find(root string) (*Tree, error) { return FindAt(root, "") }

// FindAt is Find where the records of a repo may be elsewhere.
func FindAt(root string, elsewhere Elsewhere) (*Tree, error) {
	dir, err := filepath.Abs(root)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return nil, err
	case info.Mode().IsRegular() && filepath.Base(dir) == pack.FileName:
		dir = filepath.Dir(dir)
	case !info.IsDir():
		return nil, fmt.Errorf("%s is not a directory", root)
	}
	w := &treeWalk{tree: &Tree{Root: dir}, seen: map[string]bool{}}
	if elsewhere != "" {
		if w.repo, err = elsewhere.repo(); err != nil {
			return nil, err
		}
		w.elsewhere = string(elsewhere)
		if real, err := filepath.EvalSymlinks(w.elsewhere); err == nil {
			w.elsewhere = real
		}
	}
	w.around(dir)
	if err := filepath.WalkDir(dir, w.visit); err != nil {
		return nil, err
	}
	return w.tree, nil
}

// Rel gives a path below the root as a person reads it, relative to the root; any other as it is.
func (t *Tree) Rel(path string) string {
	if rel, err := filepath.Rel(t.Root, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// Holds reports whether the root holds the pack at a slash-separated path of a repo. What a repo below the root says
// of its packs always counts: the pack may have been moved or removed.
func (t *Tree) Holds(repo, packPath string) bool {
	if t.below(repo) {
		return true
	}
	return t.below(filepath.Join(repo, filepath.FromSlash(packPath)))
}

func (t *Tree) below(path string) bool {
	rel, err := filepath.Rel(t.Root, path)
	return err == nil && filepath.IsLocal(rel)
}

// Doubles returns the paths of packs that share their id with another pack of the same repo, by id.
func (t *Tree) Doubles() map[string][]string {
	type key struct{ repo, id string }
	paths := map[key][]string{}
	for _, p := range t.Packs {
		k := key{p.Repo, p.ID}
		paths[k] = append(paths[k], p.Path)
	}
	doubles := map[string][]string{}
	for k, found := range paths {
		if len(found) > 1 {
			doubles[k.id] = append(doubles[k.id], found...)
		}
	}
	for _, found := range doubles {
		slices.Sort(found)
	}
	return doubles
}

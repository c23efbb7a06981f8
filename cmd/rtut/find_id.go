package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"rtut/pack"
	"rtut/run/store"
)

// packByID returns the directory of the pack that has an id, as a person in the working directory would name it. It looks through the
// repo of the working directory, or through the working directory where that is in none. "" means that no pack has the id.
func (a *app) packByID(id string) (string, error) {
	if !pack.IsPackID(id) {
		return "", nil
	}
	found, err := a.packsByID(id)
	switch {
	case err != nil || len(found) == 0:
		return "", err
	case len(found) > 1:
		return "", &usageError{"ambiguous_pack", "several packs have the id " + id + "; name one by its path:", found}
	}
	return found[0], nil
}

// packsByID returns the directories of all packs that have an id.
func (a *app) packsByID(id string) ([]string, error) {
	dir, err := a.getwd()
	if err != nil {
		return nil, err
	}
	root, _, err := store.OwningRepo(dir)
	if err != nil {
		return nil, err
	}
	tree, err := store.Find(root)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, p := range tree.Packs {
		if p.ID == id {
			found = append(found, a.shown(filepath.Dir(filepath.Join(tree.Root, p.Path))))
		}
	}
	slices.Sort(found)
	return found, nil
}

// pathOf returns the path that an argument means which may name a pack, a file or a directory: the argument itself if there is
// something at that path, else the directory of the pack that has it as its id.
func (a *app) pathOf(arg string) (string, error) {
	if _, err := os.Lstat(a.abs(arg)); err == nil {
		return arg, nil
	}
	path, err := a.packByID(arg)
	return orElse(path, arg), err
}

// noPack is the error for an argument that names no pack.
func noPack(arg string) error {
	return misuse("unknown_pack", "%s is not a pack: pass a pack.yaml, its directory, or the id of a pack in this repo", arg)
}

// findItemRun is findRun for commands that take [pack] [item]. One word alone is an item if the run has that item, else the id of a
// pack: then args is changed to say so.
func (a *app) findItemRun(ctx context.Context, flags runFlags, args *itemArgs, l look) (*target, error) {
	t, err := a.findRun(ctx, flags, args.packArg, l)
	if args.packArg != "" || args.item == "" || err == nil && t.pack.Item(args.item) != nil {
		return t, err
	}
	path, byID := a.packByID(args.item)
	switch {
	case byID != nil:
		return nil, byID
	case path == "":
		return t, err
	}
	args.packArg, args.item = path, ""
	return a.findRun(ctx, flags, args.packArg, l)
}

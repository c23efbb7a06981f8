package main

import (
	"context"
	"path/filepath"

	"rtut/run"
	"rtut/run/shell"
	"rtut/run/store"
)

// runs reads every record, and returns the one that was changed last.
func (d *doctor) runs(ctx context.Context) run.Summary {
	damaged := map[string][]store.Damaged{} // by directory
	var newest run.Summary
	for r, broken := range d.tree.Fresh() {
		switch {
		case broken != nil:
			damaged[filepath.Dir(broken.Path)] = append(damaged[filepath.Dir(broken.Path)], *broken)
		case r.Touched.After(newest.Touched.Time):
			newest = r
		}
	}
	for _, runs := range d.tree.Runs {
		for _, broken := range d.app.reported(damaged[runs.Dir]) {
			d.say(broken.Path, trouble, broken.Error, "")
		}
		d.ignored(ctx, d.app.shown(runs.Dir), runs)
	}
	return newest
}

// ignored says whether git leaves records alone, which are of one machine.
func (d *doctor) ignored(ctx context.Context, about string, runs store.Runs) {
	record := filepath.ToSlash(filepath.Join(store.RunsDir, "x.json"))
	_, isRepo, err := store.OwningRepo(runs.Repo)
	if err == nil && isRepo {
		ignored, err := shell.Ignored(ctx, runs.Repo, []string{record})
		if err == nil && !ignored[record] {
			d.say(about, worry, "git does not ignore the records in it", "put a .gitignore with the line * into it")
		}
	}
}

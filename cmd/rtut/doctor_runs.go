package main

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"rtut/run/record"
	"rtut/run/shell"
	"rtut/run/store"
)

// runs reads every record, and returns the one that was changed last.
func (d *doctor) runs(ctx context.Context) record.Summary {
	damaged := map[string][]store.Damaged{} // by directory
	var newest record.Summary
	for r, broken := range d.tree.Fresh() {
		switch {
		case broken != nil:
			damaged[filepath.Dir(broken.Path)] = append(damaged[filepath.Dir(broken.Path)], *broken)
		case r.Touched.After(newest.Touched.Time):
			newest = r
		}
	}
	for _, runs := range d.tree.Runs {
		slices.SortFunc(damaged[runs.Dir], func(a, b store.Damaged) int { return strings.Compare(a.Path, b.Path) })
		for _, broken := range damaged[runs.Dir] {
			shown := d.app.reported([]store.Damaged{broken})[0]
			d.say(shown.Path, trouble, shown.Error, remedy(broken.Path, shown.Path, broken.Err))
		}
		d.ignored(ctx, d.app.shown(runs.Dir), runs)
	}
	for _, m := range d.tree.Missing() {
		d.say(d.app.shown(m.Path), trouble, "the record is missing; run "+m.RunID+" was begun here", "put it back from a copy, or note who removed it and why")
	}
	for _, differs := range d.tree.CheckCache() {
		about := d.app.shown(filepath.Join(differs.Dir, store.CacheDir))
		d.say(about, trouble, "it remembers something else of run "+differs.RunID+" than its record contains, so score, list and maturity may be wrong", "rm -r "+word(about))
	}
	return newest
}

// ignored says whether git leaves records alone, which are of one machine.
func (d *doctor) ignored(ctx context.Context, about string, runs store.Runs) {
	repo, isRepo, err := store.OwningRepo(runs.Repo)
	if err != nil || !isRepo || d.mute {
		return
	}
	record, err := filepath.Rel(repo, filepath.Join(d.elsewhere.Of(runs.Repo).Dir(), "x.json"))
	if err != nil || !filepath.IsLocal(record) {
		return
	}
	ignored, err := shell.Ignored(ctx, repo, []string{record})
	var missing *shell.MissingToolError
	switch {
	case errors.As(err, &missing): // which is said of git itself
	case err != nil:
		d.mute = errors.Is(err, shell.ErrNoAnswer)
		d.say(about, worry, "whether git ignores the records in it is not known: "+err.Error(), "run git status there")
	case !ignored[record]:
		d.say(about, worry, "git does not ignore the records in it", "put a .gitignore with the line * into it")
	}
}

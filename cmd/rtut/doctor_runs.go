package main

import (
	"context"
	"path/filepath"
	"syscall"

	"rtut/run/shell"
	"rtut/run/store"
)

// runs looks at the directories of records.
func (d *doctor) runs(ctx context.Context) {
	damaged := map[string][]store.Damaged{} // by directory
	for _, broken := range d.tree.Heads() {
		if broken != nil {
			damaged[filepath.Dir(broken.Path)] = append(damaged[filepath.Dir(broken.Path)], *broken)
		}
	}
	for _, runs := range d.tree.Runs {
		about := d.app.shown(runs.Dir)
		for _, broken := range d.app.reported(damaged[runs.Dir]) {
			d.say(broken.Path, trouble, broken.Error, "")
		}
		if err := syscall.Access(runs.Dir, 0x2); err != nil { // W_OK
			d.say(about, trouble, "records can't be written: "+err.Error(), "ask whoever owns the directory")
			continue
		}
		d.ignored(ctx, about, runs)
	}
}

// ignored says whether git leaves records alone, which are of one machine.
func (d *doctor) ignored(ctx context.Context, about string, runs store.Runs) {
	record := filepath.ToSlash(filepath.Join(store.RunsDir, "x.json"))
	_, isRepo, err := store.OwningRepo(runs.Repo)
	if err == nil && isRepo {
		ignored, err := shell.Ignored(ctx, runs.Repo, []string{record})
		if err == nil && !ignored[record] {
			d.say(about, worry, "git does not ignore the records in it", "put a .gitignore with the line * into it")
			return
		}
	}
	d.say(about, healthy, "records can be written", "")
}

package main

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"

	"rtut/run/store"
)

// drafts reads every draft of the repos below the root.
func (d *doctor) drafts() {
	for _, repo := range d.repos() {
		dir := filepath.Join(repo, filepath.FromSlash(store.DraftsDir))
		drafts, damaged, err := store.NewDrafts(dir).List()
		if err != nil {
			d.say(d.app.shown(dir), trouble, "drafts can't be read: "+err.Error(), remedy(dir, d.app.shown(dir), err))
			continue
		}
		for _, broken := range damaged {
			about, message := d.app.shown(broken.Path), broken.Err.Error()
			var why *store.DamagedDraftError
			if errors.As(broken.Err, &why) {
				message = why.Why
			}
			d.say(about, trouble, "this draft can't be read: "+message, "put a copy of it back, or move it away")
		}
		if len(drafts) > 0 {
			d.say(d.app.shown(dir), healthy, counted(len(drafts), "draft")+" can be read", "")
		}
	}
}

// repos are the repos of the packs and runs below the root, and the one that the root is in, each once.
func (d *doctor) repos() []string {
	repos := map[string]bool{}
	for _, p := range d.tree.Packs {
		repos[p.Repo] = true
	}
	for _, runs := range d.tree.Runs {
		repos[runs.Repo] = true
	}
	if repo, _, err := store.OwningRepo(d.tree.Root); err == nil {
		repos[repo] = true
	}
	return slices.Sorted(maps.Keys(repos))
}

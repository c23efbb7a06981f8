package tui

import (
	"slices"
	"testing"
)

// Whatever is looked at while a run is watched and whichever key is pressed, nothing is written and nothing runs.
func TestNoKeyActsWhereARunIsOnlyWatched(t *testing.T) {
	for _, item := range truthItems {
		tr := newTruth(t, Start{Pack: "packs/it/pack.yaml", Run: truthRun})
		tr.world.WatchOnly = true
		to := []string{"/"}
		for _, r := range item {
			to = append(to, string(r))
		}
		tr.press(append(to, "enter")...)
		before := tr.look()
		for _, key := range slices.DeleteFunc(truthKeys(), func(k string) bool { return k == "esc" || k == "q" || k == "ctrl+c" }) {
			tr.press(key)
			if d := tr.m.dialog; d != nil {
				if _, help := d.(*helpDialog); !help {
					t.Fatalf("%s opened %T", key, d)
				}
				tr.press("esc")
			}
			tr.press("1")
		}
		if tr.did(before) {
			t.Errorf("something was done at %s", item)
		}
		tr.typist.Close()
	}
	drill(t, 80, 24, func(b *bench) {
		b.world.WatchOnly = true
		b.press("s")
		b.shows("this only shows the run; rtut tui acts on it", "PRODUCTION   watching", "Enter open  Tab next tab")
	})
}

package tui

import (
	"maps"
	"slices"
	"testing"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// likeBench runs a test in the form of a new run, with an earlier one of another replica.
func likeBench(t *testing.T, w, h int, do func(b *bench)) {
	t.Helper()
	onTable(t, readPack(t, "drill"), w, h, func(b *bench) {
		b.resize(w, h)
		b.newRun(run.New{
			Params: map[string]string{"replica": "db7"}, Mode: record.AutoConfirm,
			Context: record.Context{Project: "billing", Target: "east", Environment: pack.Staging},
		})
		b.send(openedMsg{path: b.place.Path, again: true, place: b.place, runs: rowsOf([]*record.Record{b.record()})})
		b.settle()
		b.shows("Open runs")
		b.press("g", "enter")
		b.shows("Like an earlier run")
		do(b)
	})
}

// begun is the run that the form has made.
func (b *bench) begun() *record.Record {
	b.t.Helper()
	b.shows("the run has started")
	return b.m.run().snap.rec
}

func TestNewRunLikeAnEarlierOneTakesOverWhatTheCommandDoes(t *testing.T) {
	likeBench(t, 100, 40, func(b *bench) {
		b.press("space")
		b.golden("100x40/new-like")
		b.press("ctrl+d")
		earlier, rec := b.record(), b.begun()
		if !maps.Equal(earlier.Params, rec.Params) || rec.Context != earlier.Context || rec.Mode != record.AutoConfirm {
			t.Errorf("%v, %+v, %s", rec.Params, rec.Context, rec.Mode)
		}
	})
}

func TestWhatWasTypedOutweighsAnEarlierRun(t *testing.T) {
	likeBench(t, 100, 40, func(b *bench) {
		b.press("tab")
		b.write("db8")
		b.press("shift+tab", "space", "ctrl+d")
		if got := b.begun(); got.Params["replica"].Text() != "db8" || got.Context.Target != "east" {
			t.Errorf("%v, %+v", got.Params, got.Context)
		}
	})
}

func TestNoEarlierRunTakesBackWhatWasFilledIn(t *testing.T) {
	likeBench(t, 100, 40, func(b *bench) {
		before := b.plainFrame()
		b.press("space", "space")
		if after := b.plainFrame(); after != before {
			t.Errorf("got\n%s\nwant\n%s", after, before)
		}
	})
}

// Of choices that are too many for a line the one that is picked is seen.
func TestPickedChoiceIsSeenAmongMany(t *testing.T) {
	likeBench(t, 60, 24, func(b *bench) {
		b.listed = slices.Repeat([]*record.Record{b.record()}, 31)
		b.press("esc", "enter")
		for range 20 {
			b.press("space")
		}
		b.shows("(20261130T030000.000000Z-000001)  21 of 32")
		b.straight()
	})
}

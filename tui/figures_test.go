package tui

import (
	"context"
	"fmt"
	"testing"
	"time"

	"rtut/run/record"
	"rtut/run/score"
)

// evidenceOfTwelve is of a pack that was run twelve times, with any trouble there is.
func evidenceOfTwelve() *Evidence {
	clean := record.At(time.Date(2026, 11, 17, 8, 30, 0, 0, time.UTC))
	minutes := func(n, median, p90 int) score.Spread {
		return score.Spread{N: n, Median: time.Duration(median) * time.Minute, P90: time.Duration(p90) * time.Minute}
	}
	return &Evidence{
		Counts: score.Counts{Tried: 12, Succeeded: 7, Failed: 1, Abandoned: 3, Stalled: 1, Gated: 2, Feedback: score.Feedback{Good: 4, Poor: 1}},
		Figures: score.Figures{
			Runs: 12, Busiest: score.Share{Operator: "ana", Runs: 9}, Auto: 1, LastClean: &clean, LastRun: "r7",
			Items: []score.Trouble{
				{Item: "go", Gate: true, Failures: 4, Waived: 2, Runs: 4, Reached: 6}, {Item: "fence", Failures: 1, Missed: 1, Retries: 1, Redone: 1, Overrode: 1, Pushed: 1, Runs: 1, Reached: 12},
			},
			Times: []score.Times{
				{Step: "fence", Spent: minutes(6, 4, 8), Waited: minutes(6, 5, 5), Expected: time.Minute}, {Step: "look", Spent: minutes(6, 0, 1)},
			},
			Untaken: []score.Untaken{{Step: "fence", Alternative: "by-hand", Starts: 7}},
			Suggestions: []score.Suggestion{
				{Advice: score.MendCheck, Item: "go", Because: "it was overridden, waived or pushed through in 2 of 6 runs (33%)"},
				{Advice: score.SplitStep, Item: "fence", Because: "its median is 4m0s, expected is 1m0s, n=6"},
			},
		},
	}
}

// proven shows packs and what their runs prove.
func (b *bench) proven(rows []PackRow, proofs map[string]Proof) {
	b.m.push(newPacksScreen())
	b.world.Packs = func(context.Context) ([]PackRow, []string, error) { return rows, nil, nil }
	b.world.Proofs = func(context.Context) (map[string]Proof, []string, error) {
		return proofs, []string{"r9.json: the file is empty"}, nil
	}
	b.send(packsMsg{rows: rows})
}

func TestFramesOfWhatRunsProve(t *testing.T) {
	rows := []PackRow{
		{Path: "a", ID: "pg-restore-drill", Title: "Restore a database into scratch", Owner: "dba"},
		{Path: "b", ID: "failover", Title: "Switch to the standby", Owner: "dba"},
		{Path: "c", ID: "quiet", Title: "Nobody has run this"},
	}
	proofs := map[string]Proof{
		"a": {Maturity: "rehearsed", OpenRuns: 2, Counts: evidenceOfTwelve().Counts},
		"b": {Maturity: "tried (proven before it changed)", Counts: score.Counts{Tried: 3, Succeeded: 1, Failed: 2}},
		"c": {Maturity: "untried"},
	}
	for _, s := range append(sizes, struct {
		name string
		w, h int
	}{"ascii", 80, 24}) {
		onTable(t, readPack(t, "linear"), s.w, s.h, func(b *bench) {
			b.resize(s.w, s.h)
			b.m.styles = newStyles(looks{ascii: s.name == "ascii"})
			b.press("tab")
			b.shows("reading")
			b.send(evidenceMsg{path: b.place.Path, found: evidenceOfTwelve()})
			b.settle()
			b.golden(s.name + "/pack-figures")
			b.press("G")
			b.shows("split the step fence")
			b.straight()
			b.press("esc")
			b.shows("New run")
			b.proven(rows, proofs)
			b.settle()
			b.golden(s.name + "/packs")
		})
	}
}

func TestListIsSeenBeforeTheRunsAreRead(t *testing.T) {
	onTable(t, readPack(t, "linear"), 80, 24, func(b *bench) {
		b.resize(80, 24)
		s := newPacksScreen()
		b.m.push(s)
		s.update(b.m, packsMsg{rows: []PackRow{{Path: "a", ID: "quiet", Title: "Nobody has run this"}}})
		b.shows("quiet")
		b.shows("reading their runs")
	})
}

func TestHostileTextStaysInItsPlaceAmongTheFigures(t *testing.T) {
	const nasty = "\x1b[31mred\x1b]0;title\x07\r\nsecond\tline \u202e ⚠️ 👩‍👩‍👧"
	e := evidenceOfTwelve()
	f := &e.Figures
	f.Busiest.Operator, f.Unknown = nasty, nasty
	f.Items[0].Item, f.Times[0].Step = nasty, nasty
	f.Untaken[0] = score.Untaken{Step: nasty, Alternative: nasty}
	f.Suggestions[0].Item, f.Suggestions[0].Because = nasty, nasty
	for _, w := range []int{60, 80, 200} {
		onTable(t, readPack(t, "linear"), w, 60, func(b *bench) {
			b.resize(w, 60)
			b.press("tab")
			b.send(evidenceMsg{path: b.place.Path, found: e})
			b.settle()
			b.straight()
			b.shows("fence")
		})
	}
}

func TestOnlyNothingLooksLikeNothing(t *testing.T) {
	st := newStyles(looks{ascii: true, noColour: true})
	for share, want := range map[float64]string{0: "..........", 0.001: "#.........", 0.5: "#####.....", 0.999: "#########.", 1: "##########"} {
		if got := chart(st, share, chartCells); got != want {
			t.Errorf("%v: %s", share, got)
		}
	}
	for want, c := range map[string]score.Counts{
		"": {Tried: 2, Stalled: 2}, "few: 1/3": {Tried: 3, Succeeded: 1, Failed: 2}, "####. 80%": {Tried: 5, Succeeded: 4, Failed: 1},
	} {
		if got := scoreCell(st, c); got != want {
			t.Errorf("%+v: %s", c, fmt.Sprint(got))
		}
	}
}

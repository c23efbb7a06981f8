package score

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rtut/pack"
	"rtut/run/record"
)

const packText = `schema: runbook-pack/v0.2
id: x
title: X
order: sequential
steps:
  - id: look
    title: Look
    expected: 1m
    verify: { kind: manual, prompt: Seen. }
  - id: fence
    title: Fence
    one_of:
      - { id: ipmi, title: Over IPMI, command: 'true' }
      - { id: by-hand, title: Pull the plug, command: 'true' }
  - id: maybe
    title: Perhaps
    when: environment == "production"
gates:
  - { id: go, title: Go, waivable: true, checks: [{ id: lead, kind: manual, prompt: The lead said go. }] }
`

func loadPack(t *testing.T) *pack.Pack {
	t.Helper()
	p, found, err := pack.Load(fstest.MapFS{"pack.yaml": {Data: []byte(packText)}}, "pack.yaml")
	if err != nil || p == nil {
		t.Fatal(err, found)
	}
	return p
}

// history is a run as its events tell it: each a moment in minutes, what was done and to which state.
type history struct {
	rec record.Record
}

func began(id, operator string) *history {
	return &history{record.Record{
		RunID: id, PackID: "x", Operator: operator, Mode: record.ManualMode, CreatedAt: record.At(now), UpdatedAt: record.At(now),
		Steps: map[string]*record.Step{}, Gates: map[string]*record.Gate{},
	}}
}

func (h *history) at(minutes int, verb record.Verb, item string, to record.State, detail record.Detail) *history {
	h.rec.Events = append(h.rec.Events, record.Event{At: record.At(now.Add(time.Duration(minutes) * time.Minute)), Action: verb, Item: item, To: to, Detail: detail})
	return h
}

// step is a step that was started and done.
func (h *history) step(from, to int, item, alternative string) *history {
	return h.at(from, record.VerbStart, item, record.Running, record.Detail{Alternative: alternative}).at(to, record.VerbDone, item, record.Done, record.Detail{})
}

func records(all ...*history) []*record.Record {
	var recs []*record.Record
	for _, h := range all {
		recs = append(recs, &h.rec)
	}
	return recs
}

// figure looks at records.
func figure(records []*record.Record, p *pack.Pack, now time.Time) Figures {
	s := newStudy()
	for _, rec := range records {
		s.take(rec)
	}
	return s.figures(Subject{Pack: p}, now)
}

func TestTimeInAStepIsApartFromWaitingBeforeIt(t *testing.T) {
	parallel := began("1", "ana").
		step(10, 15, "look", "").
		at(20, record.VerbStart, "fence", record.Running, record.Detail{}).
		step(21, 22, "maybe", pack.Needed).
		at(50, record.VerbDone, "fence", record.Done, record.Detail{}).
		step(60, 61, "late", "").
		at(70, record.VerbStart, "open", record.Running, record.Detail{}).
		step(80, 81, "beside", "")
	minutes := func(n int) time.Duration { return time.Duration(n) * time.Minute }
	spread := func(n int) Spread { return Spread{1, minutes(n), minutes(n)} }
	want := []Times{
		{"look", spread(5), spread(10), time.Minute},
		{"fence", spread(30), spread(5), 0},
		{"maybe", spread(1), Spread{}, 0},
		{"beside", spread(1), Spread{}, 0},
		{"late", spread(1), spread(10), 0},
	}
	if diff := cmp.Diff(want, figure(records(parallel), loadPack(t), now).Times); diff != "" {
		t.Error(diff)
	}
}

func TestStepThatWasNotNeededTakesNoTime(t *testing.T) {
	f := figure(records(began("1", "ana").step(1, 1, "maybe", pack.NotNeeded).step(9, 10, "look", "")), loadPack(t), now)
	if len(f.Times) != 1 || f.Times[0].Waited.Median != 9*time.Minute {
		t.Errorf("%+v", f.Times)
	}
}

func TestAttemptThatFailedIsNoTime(t *testing.T) {
	h := began("1", "ana").at(0, record.VerbStart, "look", record.Running, record.Detail{}).at(50, record.VerbFail, "look", record.Failed, record.Detail{}).
		at(51, record.VerbRetry, "look", record.Todo, record.Detail{}).step(53, 54, "look", "")
	h.rec.Retries = []record.Retry{{Step: "look"}}
	f := figure(records(h), loadPack(t), now)
	if diff := cmp.Diff(Spread{1, time.Minute, time.Minute}, f.Times[0].Spent); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Trouble{{Item: "look", Failures: 1, Retries: 1, Runs: 1, Failing: 1, Again: 1, Reached: 1}}, f.Items); diff != "" {
		t.Error(diff)
	}
}

func TestRecordWithoutEventsTellsOfItsEnd(t *testing.T) {
	h := began("1", "ana")
	from, to := record.At(now.Add(time.Minute)), record.At(now.Add(3*time.Minute))
	h.rec.Steps = map[string]*record.Step{"look": {State: record.Done, StartedAt: &from, FinishedAt: &to}, "fence": {State: record.Failed}, "maybe": {State: record.Todo}}
	h.rec.Deviations = []record.Deviation{{Kind: record.RedoDeviation, Item: "look"}}
	f := figure(records(h), loadPack(t), now)
	if diff := cmp.Diff([]Times{{"look", Spread{1, 2 * time.Minute, 2 * time.Minute}, Spread{1, time.Minute, time.Minute}, time.Minute}}, f.Times); diff != "" {
		t.Error(diff)
	}
	want := []Trouble{
		{Item: "fence", Failures: 1, Runs: 1, Failing: 1, Reached: 1}, {Item: "look", Redone: 1, Runs: 1, Again: 1, Reached: 1},
	}
	if diff := cmp.Diff(want, f.Items); diff != "" {
		t.Error(diff)
	}
}

// troubled is a run in which everything goes wrong that suggestions are about.
func troubled(id string) *history {
	missed := record.Detail{Verification: &record.Result{Passed: false}}
	h := began(id, "bo").step(0, 2, "look", "").at(3, record.VerbRedo, "look", record.Todo, record.Detail{}).
		at(4, record.VerbStart, "fence", record.Running, record.Detail{Alternative: "ipmi"}).at(5, record.VerbVerify, "fence", "", missed).
		at(6, record.VerbFail, "fence", record.Failed, record.Detail{}).
		at(7, record.VerbVerify, "go", record.Failed, record.Detail{}).at(8, record.VerbWaive, "go", record.Waived, record.Detail{}).
		at(9, record.VerbNote, "maybe", "", record.Detail{Note: "a note reaches nothing"})
	h.rec.Gates["go"] = &record.Gate{State: record.Waived}
	h.rec.Deviations = []record.Deviation{{Kind: record.WaiverDeviation, Item: "go"}, {Kind: record.OverrideDeviation, Item: "fence"}, {Kind: record.PushDeviation, Item: "fence"}}
	h.rec.ModeHistory = []record.ModeChange{{From: record.ManualMode, To: record.AutoConfirm}, {From: record.AutoConfirm, To: record.ManualMode}}
	return h
}

func TestSuggestionsRestOnFigures(t *testing.T) {
	var all []*history
	for i := range 3 {
		all = append(all, troubled(fmt.Sprint(i)))
	}
	for i := range 3 {
		quiet := began(fmt.Sprint("q", i), "ana").step(0, 3, "look", "").step(4, 5, "fence", "ipmi")
		outcome, ended := record.Succeeded, record.At(now.AddDate(0, 0, -100-i))
		quiet.rec.Outcome, quiet.rec.FinishedAt = &outcome, &ended
		all = append(all, quiet)
	}
	f := figure(records(all...), loadPack(t), now)
	wantItems := []Trouble{
		{Item: "fence", Failures: 3, Missed: 3, Overrode: 3, Pushed: 3, Runs: 3, Failing: 3, Around: 3, Reached: 6},
		{Item: "go", Gate: true, Failures: 3, Waived: 3, Runs: 3, Failing: 3, Around: 3, Reached: 3},
		{Item: "look", Redone: 3, Runs: 3, Again: 3, Reached: 6},
	}
	if diff := cmp.Diff(wantItems, f.Items); diff != "" {
		t.Error(diff)
	}
	want := []Suggestion{
		{Rehearse, "", "the last clean success is 100 days ago, run q0"},
		{Rehearse, "fence", "by-hand was never taken in 6 starts"},
		{WriteAlternative, "fence", "it failed in 3 of 6 runs (50%)"},
		{MendCheck, "fence", "it was overridden, waived or pushed through in 3 of 6 runs (50%)"},
		{MendCheck, "go", "it was overridden, waived or pushed through in 3 of 3 runs (100%)"},
		{SplitStep, "look", "it was retried or redone in 3 of 6 runs (50%)"},
		{SplitStep, "look", "its median is 2m0s, expected is 1m0s, n=6"},
	}
	if diff := cmp.Diff(want, f.Suggestions); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(Share{"ana", 3}, f.Busiest); diff != "" || f.Auto != 3 || f.Runs != 6 {
		t.Errorf("auto %d of %d\n%s", f.Auto, f.Runs, diff)
	}
}

func TestOneAccidentSuggestsNothing(t *testing.T) {
	all := []*history{troubled("t")}
	for i := range 4 {
		quiet := began(fmt.Sprint(i), "ana").step(0, 1, "fence", "by-hand")
		outcome, ended := record.Succeeded, record.At(now)
		quiet.rec.Outcome, quiet.rec.FinishedAt = &outcome, &ended
		all = append(all, quiet)
	}
	if f := figure(records(all...), loadPack(t), now); len(f.Suggestions) > 0 {
		t.Errorf("%+v", f.Suggestions)
	}
}

func TestPackThatIsNotKnownIsLookedAtAllTheSame(t *testing.T) {
	f := figure(records(troubled("1"), troubled("2")), nil, now)
	if len(f.Items) != 3 || len(f.Times) != 1 || f.Times[0].Expected != 0 || f.Untaken != nil {
		t.Errorf("%+v", f)
	}
}

func TestNoRunsSuggestARehearsal(t *testing.T) {
	want := []Suggestion{{Rehearse, "", "no run of it"}}
	if diff := cmp.Diff(want, figure(records(), loadPack(t), now).Suggestions); diff != "" {
		t.Error(diff)
	}
}

// Median and p90 are values that occurred, and so many of all are no longer.
func TestSpreadIsOfWhatOccurred(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 99), func(n int) time.Duration { return time.Duration(n) }), 1, 40).Draw(t, "all")
		s := spreadOf(slices.Clone(all))
		for percent, value := range map[int]time.Duration{50: s.Median, 90: s.P90} {
			within, below := 0, 0
			for _, d := range all {
				within += one(d <= value)
				below += one(d < value)
			}
			if !slices.Contains(all, value) || within*100 < percent*len(all) || below*100 >= percent*len(all) {
				t.Fatalf("%v: %d%% is %d", all, percent, value)
			}
		}
	})
}

package score

import (
	"cmp"
	"slices"

	"rtut/run/record"
)

// Trouble is what went wrong at a step or gate, in all runs: how many times, and in how many runs.
type Trouble struct {
	Item     string
	Gate     bool // it is a gate
	Failures int  // a step was failed, a gate failed
	Missed   int  // verifications of a step that did not pass
	Retries  int
	Redone   int
	Overrode int // it went on against its preconditions
	Waived   int
	Pushed   int

	Runs    int // runs in which any of this happened
	Failing int // runs in which it failed
	Again   int // runs in which it was retried or redone
	Around  int // runs in which it was overridden, waived or pushed through
	Reached int // runs in which anything at all happened to it
}

// sum is how often anything went wrong.
func (t *Trouble) sum() int {
	return t.Failures + t.Missed + t.Retries + t.Redone + t.Overrode + t.Waived + t.Pushed
}

// takeTrouble counts what went wrong in a run.
func (s *study) takeTrouble(rec *record.Record) {
	inRun := map[string]*Trouble{}
	at := func(item string) *Trouble {
		if inRun[item] == nil {
			inRun[item] = &Trouble{Item: item, Gate: rec.Gates[item] != nil}
		}
		return inRun[item]
	}
	for _, e := range rec.Events {
		if e.Item != "" && e.Action != record.VerbNote && e.Action != record.VerbCapture && e.Action != record.VerbReopen {
			at(e.Item).event(e)
		}
	}
	for id, step := range rec.Steps {
		if step.State != record.Todo {
			at(id).state(step.State, rec)
		}
	}
	for id, gate := range rec.Gates {
		if gate.State != record.Open {
			at(id).state(gate.State, rec)
		}
	}
	for _, r := range rec.Retries {
		at(r.Step).Retries++
	}
	for _, d := range rec.Deviations {
		at(d.Item).deviation(d.Kind, rec)
	}
	for _, t := range inRun {
		s.add(t)
	}
}

// event counts what an event says.
func (t *Trouble) event(e record.Event) {
	switch {
	case e.To == record.Failed:
		t.Failures++
	case e.Detail.Verification != nil && !e.Detail.Verification.Passed:
		t.Missed++
	case e.Action == record.VerbRedo:
		t.Redone++
	}
}

// state counts the state at the end, where there are no events to go by.
func (t *Trouble) state(state record.State, rec *record.Record) {
	if len(rec.Events) == 0 && state == record.Failed {
		t.Failures++
	}
}

func (t *Trouble) deviation(kind record.DeviationKind, rec *record.Record) {
	switch kind {
	case record.RedoDeviation:
		t.Redone += one(len(rec.Events) == 0)
	case record.OverrideDeviation:
		t.Overrode++
	case record.WaiverDeviation:
		t.Waived++
	case record.PushDeviation:
		t.Pushed++
	}
}

// add joins what went wrong at an item in one run to what did in others.
func (s *study) add(inRun *Trouble) {
	all := s.items[inRun.Item]
	if all == nil {
		all = &Trouble{Item: inRun.Item, Gate: inRun.Gate}
		s.items[inRun.Item] = all
	}
	all.Failures += inRun.Failures
	all.Missed += inRun.Missed
	all.Retries += inRun.Retries
	all.Redone += inRun.Redone
	all.Overrode += inRun.Overrode
	all.Waived += inRun.Waived
	all.Pushed += inRun.Pushed
	all.Reached++
	all.Runs += one(inRun.sum() > 0)
	all.Failing += one(inRun.Failures > 0)
	all.Again += one(inRun.Retries+inRun.Redone > 0)
	all.Around += one(inRun.Overrode+inRun.Waived+inRun.Pushed > 0)
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// troubles returns the items that had any trouble, those with the most first.
func (s *study) troubles() []Trouble {
	var found []Trouble
	for _, t := range s.items {
		if t.Item != "" && t.sum() > 0 {
			found = append(found, *t)
		}
	}
	slices.SortFunc(found, func(a, b Trouble) int {
		return cmp.Or(cmp.Compare(b.Runs, a.Runs), cmp.Compare(b.sum(), a.sum()), cmp.Compare(a.Item, b.Item))
	})
	return found
}

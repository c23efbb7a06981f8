package record

import (
	"fmt"
	"slices"
	"strconv"
)

// lack is what keeps a record that could be decoded from being used, and where; nil for nothing.
type lack struct {
	place place
	why   string
}

// damage is the lack as an error.
func (l *lack) damage(data []byte) *DamagedError {
	at, found := offsetOf(data, l.place)
	return &DamagedError{Offset: int64(at), Why: l.why, place: l.place, absent: !found}
}

// lacks returns the first thing that the rest of the package relies on and that a record does not have.
func (r *Record) lacks() *lack {
	if l := headLacks(r.RunID, r.PackID, r.Outcome); l != nil {
		return l
	}
	for _, look := range []func() *lack{r.stepsLack, r.gatesLack, r.datapointsLack, r.eventsLack} {
		if l := look(); l != nil {
			return l
		}
	}
	return nil
}

// headLacks is lacks for what a record and its Head have.
func headLacks(runID, packID string, outcome *Outcome) *lack {
	switch {
	case runID == "":
		return &lack{place{"run_id"}, "it has no run_id"}
	case packID == "":
		return &lack{place{"pack_id"}, "it has no pack_id"}
	case outcome != nil && !slices.Contains(outcomes, *outcome):
		return &lack{place{"outcome"}, fmt.Sprintf("its outcome %q is not known", *outcome)}
	}
	return nil
}

func (r *Record) stepsLack() *lack {
	for _, id := range SortedKeys(r.Steps) {
		if s := r.Steps[id]; s == nil || !stepStates[s.State] {
			return stateless("steps", id, s != nil)
		}
	}
	return nil
}

func (r *Record) gatesLack() *lack {
	for _, id := range SortedKeys(r.Gates) {
		g := r.Gates[id]
		if g == nil || !gateStates[g.State] {
			return stateless("gates", id, g != nil)
		}
		for _, check := range SortedKeys(g.Results) {
			if g.Results[check] == nil {
				return &lack{place{"gates", id, "results", check}, "the result is empty"}
			}
		}
	}
	return nil
}

func (r *Record) datapointsLack() *lack {
	for _, id := range SortedKeys(r.Datapoints) {
		if d := r.Datapoints[id]; d == nil || !datapointStates[d.State] {
			return stateless("datapoints", id, d != nil)
		}
	}
	return nil
}

// stateless is the lack of a state that is known; some says whether there is an item at all.
func stateless(kind, id string, some bool) *lack {
	p := place{kind, id}
	if some {
		p = append(p, "state")
	}
	return &lack{p, "it has no state that is known"}
}

// eventsLack finds an event that says something about nothing.
func (r *Record) eventsLack() *lack {
	for i, e := range r.Events {
		if p := e.Detail.empty(); p != nil {
			return &lack{append(place{"events", strconv.Itoa(i), "detail"}, p...), "it is empty"}
		}
	}
	return nil
}

// empty returns the place of the first empty result or datapoint; nil where there is none.
func (d *Detail) empty() place {
	if id, found := emptyIn(d.Datapoints); found {
		return place{"datapoints", id}
	}
	if id, found := emptyIn(d.Results); found {
		return place{"results", id}
	}
	if d.New != nil {
		if id, found := emptyIn(d.New.Datapoints); found {
			return place{"new", "datapoints", id}
		}
	}
	return nil
}

// emptyIn returns the first key whose value is nil.
func emptyIn[T any](m map[string]*T) (first string, found bool) {
	for key, v := range m {
		if v == nil && (!found || key < first) {
			first, found = key, true
		}
	}
	return first, found
}

// What the outcomes may be, and the states, by what has them.
var (
	outcomes        = []Outcome{Succeeded, FailedRun, Abandoned}
	stepStates      = map[State]bool{Todo: true, Running: true, Done: true, Failed: true, Skipped: true, Pushed: true}
	gateStates      = map[State]bool{Open: true, Passed: true, Failed: true, Waived: true, Pushed: true}
	datapointStates = map[State]bool{Nil: true, Set: true, Err: true, OK: true, Pushed: true}
)

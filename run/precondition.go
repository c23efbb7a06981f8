package run

import (
	"fmt"
	"slices"
	"time"

	"rtut/flow"
	"rtut/pack"
)

// Unmet is one thing that an item waits for before it may start, or be verified.
type Unmet struct {
	On   string // the item, stage or datapoint
	What string // in a few words that scripts may rely on, On included: "requires promote"
	Note string // what a person wants to know besides: which item of a stage it is; "" for nothing
}

// String is the whole of it, for a person.
func (u Unmet) String() string {
	if u.Note == "" {
		return u.What
	}
	return u.What + ", " + u.Note
}

func sentences(unmet []Unmet) []string {
	out := make([]string, len(unmet))
	for i, u := range unmet {
		out[i] = u.String()
	}
	return out
}

// briefly is sentences without the notes.
func briefly(unmet []Unmet) []string {
	out := make([]string, len(unmet))
	for i, u := range unmet {
		out[i] = u.What
	}
	return out
}

func ids(unmet []Unmet) []string {
	var out []string
	for _, u := range unmet {
		if !slices.Contains(out, u.On) {
			out = append(out, u.On)
		}
	}
	return out
}

// readiness answers what items wait for at one moment.
type readiness struct {
	pack     *pack.Pack
	rec      *Record
	now      Time
	progress *flow.Progress
}

func newReadiness(p *pack.Pack, rec *Record, now Time) *readiness {
	r := &readiness{pack: p, rec: rec, now: now}
	r.progress = p.Graph().Progress(r.finished)
	return r
}

// unmetOf returns what one item waits for.
func unmetOf(p *pack.Pack, rec *Record, id string, now Time) []Unmet {
	return newReadiness(p, rec, now).unmet(id)
}

// finished reports whether an item holds nobody up. A gate that passed on a value which is too old by now does.
func (r *readiness) finished(id string) bool {
	if !r.rec.state(id).finished() {
		return false
	}
	gate := r.pack.Gate(id)
	return gate == nil || r.rec.state(id) != Passed || len(r.stale(gate.Uses)) == 0
}

// unmet returns what the item waits for: requirements, its own and its stages'; order; the steps of its stage, if it is
// a gate; and the datapoints that it uses.
func (r *readiness) unmet(id string) []Unmet {
	var unmet []Unmet
	for _, w := range r.progress.Unmet(id) {
		unmet = append(unmet, r.describe(w))
	}
	if len(unmet) == 0 && r.rec.Schema == V01 {
		unmet = r.unfinishedBefore(id)
	}
	for _, d := range r.pack.Item(id).Uses {
		switch dp := r.rec.Datapoints[d]; {
		case dp == nil || dp.State == Nil:
			unmet = append(unmet, Unmet{On: d, What: "uses " + d, Note: "which has no value"})
		case dp.State == Err:
			unmet = append(unmet, Unmet{On: d, What: "uses " + d, Note: "whose value was invalid"})
		case len(r.stale([]string{d})) > 0:
			unmet = append(unmet, Unmet{On: d, What: "uses " + d, Note: fmt.Sprintf("which is older than %s", r.pack.Datapoint(d).MaxAge)})
		}
	}
	return unmet
}

// unfinishedBefore returns the steps before one of v0.1 that are not finished. Its neighbour may be finished while one
// further up is not: it was done again, or skipped and then started after all.
func (r *readiness) unfinishedBefore(id string) []Unmet {
	var unmet []Unmet
	for _, before := range r.pack.Graph().Items() {
		if before == id {
			break
		}
		if !r.finished(before) {
			unmet = append(unmet, Unmet{On: before, What: "comes after " + before})
		}
	}
	return unmet
}

func (r *readiness) describe(w flow.Wait) Unmet {
	u := Unmet{On: w.On, What: "requires " + w.On}
	switch w.Reason {
	case flow.Order:
		u.What = "comes after " + w.On
	case flow.Steps:
		u.What = "waits for " + w.On + " of its stage"
	}
	if members := r.pack.Graph().Members(w.On); members != nil {
		u.Note = "in which " + r.unfinishedIn(members)
	}
	if gate := r.pack.Gate(w.On); gate != nil && r.rec.state(w.On) == Passed {
		u.Note = fmt.Sprintf("which passed on a value of %s that is too old by now", either(r.stale(gate.Uses)))
	}
	return u
}

// unfinishedIn names the first item that a stage waits for: "go-no-go is failed and 2 more are not finished".
func (r *readiness) unfinishedIn(members []string) string {
	var open []string
	for _, id := range members {
		if !r.finished(id) {
			open = append(open, id)
		}
	}
	first := open[0] + " is " + string(r.rec.state(open[0]))
	switch more := len(open) - 1; more {
	case 0:
		return first
	case 1:
		return first + " and 1 more is not finished"
	default:
		return fmt.Sprintf("%s and %d more are not finished", first, more)
	}
}

// stale returns those of the datapoints whose values are older than they may be.
func (r *readiness) stale(datapoints []string) []string {
	var old []string
	for _, id := range datapoints {
		dp, def := r.rec.Datapoints[id], r.pack.Datapoint(id)
		if dp == nil || def == nil || def.MaxAge == 0 || dp.At == nil || dp.State != Set && dp.State != OK {
			continue
		}
		if r.now.since(*dp.At) > def.MaxAge {
			old = append(old, id)
		}
	}
	return old
}

// timeLeft returns how long auto-confirm may still try an item; its clock starts with its start, a gate's with its
// first evaluation.
func timeLeft(rec *Record, def *pack.Item, now Time) time.Duration {
	var started *Time
	if s := rec.Steps[def.ID]; s != nil {
		started = s.StartedAt
	}
	if g := rec.Gates[def.ID]; g != nil {
		started = g.StartedAt
	}
	if started == nil {
		return def.Timeout
	}
	return def.Timeout - now.since(*started)
}

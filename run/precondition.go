package run

import (
	"fmt"
	"slices"

	"rtut/flow"
	"rtut/pack"
	"rtut/run/record"
)

// Unmet is one thing that an item waits for before it may start, or be verified.
type Unmet struct {
	On   string // the item, stage or datapoint
	What string // in a few words that scripts may rely on, On included: "requires promote"
	Note string // what a person needs to know besides: which item of a stage it is; "" for nothing
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
	rec      *record.Record
	now      record.Time
	validity *validity
	aged     []agedGate // see agedGates
	agedAt   bool       // aged has been looked for
}

func newReadiness(p *pack.Pack, rec *record.Record, now record.Time) *readiness {
	return &readiness{pack: p, rec: rec, now: now, validity: judgeValidity(p, rec)}
}

// unmetOf returns what one item waits for.
func unmetOf(p *pack.Pack, rec *record.Record, id string, now record.Time) []Unmet {
	return newReadiness(p, rec, now).unmet(id)
}

// unmet returns what the item waits for: what it requires and comes after, itself and through its stages, to be finished and
// to hold; the steps of its stage, if it is a gate; what its clocks count from, and the steps that produced what it reads, to hold
// as well; the datapoints that it uses; and, if it is a step that does more than read, that no gate upstream passed on a value
// which is too old by now.
func (r *readiness) unmet(id string) []Unmet {
	var unmet []Unmet
	for _, w := range r.validity.waits(id) {
		unmet = append(unmet, r.describe(w, id))
	}
	unmet = r.withSources(unmet, id)
	for _, d := range r.pack.Item(id).Uses {
		switch dp := r.rec.Datapoints[d]; {
		case dp == nil || dp.State == record.Nil:
			unmet = append(unmet, Unmet{On: d, What: "uses " + d, Note: "which has no value"})
		case dp.State == record.Err:
			unmet = append(unmet, Unmet{On: d, What: "uses " + d, Note: "whose value was invalid"})
		case len(r.stale([]string{d})) > 0:
			unmet = append(unmet, Unmet{On: d, What: "uses " + d, Note: "which is " + r.tooOld(d)})
		}
	}
	if step := r.pack.Step(id); step != nil && step.Effect != pack.ReadOnly {
		unmet = append(unmet, r.behindAged(id)...)
	}
	return unmet
}

// withSources adds what an item rests on without requiring it, and that does not hold: the producers of the values that it reads,
// and the items that its clocks count from.
func (r *readiness) withSources(unmet []Unmet, id string) []Unmet {
	v := r.validity
	n := v.topo.Number[id]
	for _, link := range v.topo.Waits[n] {
		if source := v.topo.Items[link.To]; link.Via != "" && v.rests(n, link) && !v.meets(source, v.covers[n]) {
			note := "which comes from " + source + ", and " + source + " " + r.stateFor(source, id)
			unmet = append(unmet, Unmet{On: link.Via, What: "uses " + link.Via, Note: note})
		}
	}
	if gate := r.pack.Gate(id); gate != nil {
		for i := range gate.Checks {
			since := gate.Checks[i].Since
			if since != "" && !v.meets(since, v.covers[n]) && !slices.Contains(ids(unmet), since) {
				unmet = append(unmet, Unmet{On: since, What: "counts from " + since, Note: "which " + r.stateFor(since, id)})
			}
		}
	}
	return unmet
}

// stateFor says why an item holds up another one.
func (r *readiness) stateFor(id, waiting string) string {
	if r.rec.State(id).Finished() {
		return r.wrongWith(id, waiting)
	}
	return r.validity.state(id)
}

// describe says what an item waits for.
func (r *readiness) describe(w flow.Wait, id string) Unmet {
	u := Unmet{On: w.On, What: "requires " + w.On}
	switch w.Reason {
	case flow.Order:
		u.What = "waits for " + w.On
	case flow.Steps:
		u.What = "waits for " + w.On + " of its stage"
	}
	if members := r.pack.Graph().Members(w.On); members != nil {
		u.Note = "in which " + r.unmetIn(members, id)
	} else if r.rec.State(w.On).Finished() {
		u.Note = "which " + r.wrongWith(w.On, id)
	}
	return u
}

// wrongWith says what is wrong with a finished item that another one waits for.
func (r *readiness) wrongWith(id, waiting string) string {
	v := r.validity
	if n := v.topo.Number[id]; v.wrong[n] != right && v.named(n)&v.covers[v.topo.Number[waiting]] == 0 {
		return v.state(id)
	}
	root := v.breachFor(id, waiting)
	return "rests on " + root + ", which " + v.state(root)
}

// unmetIn names the first item that a stage waits for: "go-no-go is failed and 2 more are not finished".
func (r *readiness) unmetIn(members []string, waiting string) string {
	covers := r.validity.covers[r.validity.topo.Number[waiting]]
	var open []string
	for _, id := range members {
		if !r.validity.meets(id, covers) {
			open = append(open, id)
		}
	}
	first := open[0] + " is " + string(r.rec.State(open[0]))
	if r.rec.State(open[0]).Finished() {
		first = open[0] + " " + r.wrongWith(open[0], waiting)
	}
	switch more := len(open) - 1; more {
	case 0:
		return first
	case 1:
		return first + " and 1 more is not finished"
	default:
		return fmt.Sprintf("%s and %d more are not finished", first, more)
	}
}

// stale returns those of the datapoints whose values are older than they may be. A value from the future is, too: one that is
// dated later than now, or than something that happened after it was measured.
func (r *readiness) stale(datapoints []string) []string {
	var old []string
	for _, id := range datapoints {
		dp, def := r.rec.Datapoints[id], r.pack.Datapoint(id)
		if dp == nil || def == nil || def.MaxAge == 0 || dp.At == nil || dp.State != record.Set && dp.State != record.OK {
			continue
		}
		if r.now.Sub(dp.At.Time) > def.MaxAge || r.fromFuture(id) {
			old = append(old, id)
		}
	}
	return old
}

// fromFuture reports whether a value is dated later than it can have been measured.
func (r *readiness) fromFuture(id string) bool {
	at, after := r.rec.Datapoints[id].At, (*record.Time)(nil)
	if v := r.validity.past.values[id]; v != nil {
		after = v.after
	}
	return at.After(r.now.Time) || after != nil && at.After(after.Time)
}

// tooOld says how a value is too old.
func (r *readiness) tooOld(id string) string {
	if r.fromFuture(id) {
		return "dated later than what came after it, so its age is not known"
	}
	return fmt.Sprintf("older than %s", r.pack.Datapoint(id).MaxAge)
}

// agedGate is a gate that has passed on a value which is too old by now.
type agedGate struct {
	gate  string
	value string
	asks  []bool // by node: who is asked for the age of it
}

// agedGates returns the gates that have passed on values which are too old by now. Who is downstream of one is asked for the
// age, unless an irreversible step between the two was started after the gate had passed, and is running or done: there it
// says nothing any more.
func (r *readiness) agedGates() []agedGate {
	if r.agedAt {
		return r.aged
	}
	r.agedAt = true
	v := r.validity
	for _, id := range r.pack.Graph().Items() {
		gate := r.pack.Gate(id)
		if gate == nil || r.rec.State(id) != record.Passed {
			continue
		}
		old := r.stale(gate.Uses)
		if len(old) == 0 {
			continue
		}
		asks := v.reach(v.topo.Number[id], v.topo.Waiters, false)
		for _, n := range v.topo.Order {
			if step := r.pack.Step(v.topo.Items[n]); asks[n] && step != nil && r.decided(step, id) {
				for at, is := range v.reach(n, v.topo.Waiters, false) {
					if is && at != n {
						asks[at] = false
					}
				}
			}
		}
		r.aged = append(r.aged, agedGate{id, old[0], asks})
	}
	return r.aged
}

// decided reports whether an irreversible step was started after a gate had passed, and is running or done.
func (r *readiness) decided(step *pack.Step, gate string) bool {
	s := r.rec.Steps[step.ID]
	if s == nil || s.State != record.Running && s.State != record.Done {
		return false
	}
	alt := step.Alternative(s.Alternative)
	past := r.validity.past
	return alt != nil && alt.Effect == pack.Irreversible && past.item(step.ID).work > past.item(gate).verified
}

// behindAged lists the gates upstream of an item that have passed on a value which is too old by now. An override that was
// given since the value was measured, and since the gate passed, has named it.
func (r *readiness) behindAged(id string) []Unmet {
	v, n := r.validity, r.validity.topo.Number[id]
	var unmet []Unmet
	for _, aged := range r.agedGates() {
		if !aged.asks[n] || v.topo.Number[aged.gate] == n {
			continue
		}
		since := max(v.past.item(aged.gate).verified, v.past.values[aged.value].set)
		if v.spokenFor(n, v.topo.Number[aged.gate], since) {
			continue
		}
		what := "waits for " + aged.gate
		if slices.Contains(r.pack.Item(id).Requires, aged.gate) {
			what = "requires " + aged.gate
		}
		unmet = append(unmet, Unmet{On: aged.gate, What: what, Note: "which passed on a value of " + aged.value + " that is too old by now"})
	}
	return unmet
}

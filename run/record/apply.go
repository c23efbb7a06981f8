package record

import (
	"maps"
	"slices"
	"sync/atomic"

	"rtut/pack/value"
)

// Apply is the one place where a record changes. It adds e and carries out what it says; what an event does not say
// stays. An item that changes is replaced: other records may have it, too. So the events alone give the state back: see Replay.
func (r *Record) Apply(e Event) {
	r.addEvent(e)
	r.UpdatedAt = e.At
	if e.Detail.New != nil {
		r.begin(*e.Detail.New, e)
	}
	if s := r.Steps[e.Item]; s != nil {
		changed := *s
		changed.apply(e)
		r.Steps[e.Item] = &changed
	}
	if g := r.Gates[e.Item]; g != nil {
		changed := *g
		changed.apply(e)
		r.Gates[e.Item] = &changed
	}
	for id, d := range e.Detail.Datapoints {
		r.Datapoints[id] = new(*d)
	}
	if len(e.Detail.Files) > 0 {
		r.Files = maps.Clone(r.Files)
		if r.Files == nil {
			r.Files = map[string]string{}
		}
		maps.Copy(r.Files, e.Detail.Files)
	}
	r.applyLists(e.Detail)
	r.applyHeader(e)
}

// claim says how many places are taken in the list that the events of several records stand in.
type claim struct{ taken atomic.Int64 }

// addEvent adds an event. The records of a run share the list of its events, each as far as its own go: the one that adds to it first may
// use its space, and any other gets a list of its own.
func (r *Record) addEvent(e Event) {
	n := len(r.Events)
	if r.claim == nil || n == cap(r.Events) || !r.claim.taken.CompareAndSwap(int64(n), int64(n+1)) {
		r.ownEvents()
		r.claim.taken.Store(int64(n + 1))
	}
	r.Events = append(r.Events, e)
}

// ownEvents gives the record a list of its own, with space for more.
func (r *Record) ownEvents() {
	r.Events = append(make([]Event, 0, len(r.Events)+len(r.Events)/4+8), r.Events...)
	r.claim = &claim{}
	r.claim.taken.Store(int64(len(r.Events)))
}

// begin puts every item and datapoint into the state it starts in.
func (r *Record) begin(b Beginning, e Event) {
	r.CreatedAt = e.At
	r.Operator, r.PackDigest, r.PackText, r.Words, r.Mode = b.Operator, b.PackDigest, b.PackText, b.Words, b.Mode
	r.Steps, r.Gates, r.Datapoints = map[string]*Step{}, map[string]*Gate{}, map[string]*Datapoint{}
	r.addItems(b.Steps, b.Gates)
	for id, d := range b.Datapoints {
		r.Datapoints[id] = new(*d)
	}
	r.Files = maps.Clone(b.Files)
	r.Loops = maps.Clone(b.Loops)
}

func (r *Record) addItems(steps, gates []string) {
	for _, id := range steps {
		r.Steps[id] = &Step{State: Todo}
	}
	for _, id := range gates {
		r.Gates[id] = &Gate{State: Open}
	}
}

// apply carries out what e says of the step.
func (s *Step) apply(e Event) {
	d := e.Detail
	s.enter(e.From, e.To, e.At)
	setIf(&s.Alternative, d.Alternative)
	setIf(&s.AuthorizedBy, d.AuthorizedBy)
	setIf(&s.Confirmation, d.Confirmation)
	setIf(&s.Pushed, d.Pushed)
	setIf(&s.RolledBack, d.RolledBack)
	if d.Interrupted != nil {
		s.Intent = nil
	}
	if d.Confirmation != nil {
		s.Verification = nil
	}
	if d.Intent != nil {
		if s.Intent = d.Intent; s.State != Done { // what is done keeps its result until there is another
			s.Verification = nil
		}
	}
	if d.Verification != nil {
		s.Intent, s.Verification = nil, d.Verification
	}
	s.applyExecution(d, e.At)
	if e.To == Failed || e.To == Skipped {
		s.Reason = d.Reason
	}
	s.Evidence = MergeValues(s.Evidence, d.Evidence)
	if d.Capture != nil {
		s.Captures = append(slices.Clip(s.Captures), *d.Capture)
	}
}

// enter moves the step to a state, forgetting what belonged to the attempt that this ends or begins.
func (s *Step) enter(from, to State, at Time) {
	if to == "" {
		return
	}
	s.State = to
	switch {
	case to == Todo:
		*s = Step{State: Todo, Captures: s.Captures, RolledBack: s.RolledBack}
	case to == Running && from != Running:
		*s = Step{State: Running, Captures: s.Captures, StartedAt: &at}
	case to != Running:
		s.FinishedAt, s.Intent = &at, nil
	}
}

// apply carries out what e says of the gate.
func (g *Gate) apply(e Event) {
	d := e.Detail
	if e.Action == VerbRedo || e.Action == VerbReopen {
		*g = Gate{}
	}
	if e.To != "" {
		g.State = e.To
	}
	if g.State.Finished() && e.To != "" {
		g.FinishedAt = &e.At
	}
	setIf(&g.Waiver, d.Waiver)
	setIf(&g.Pushed, d.Pushed)
	if d.Interrupted != nil || d.Waiver != nil || d.Pushed != nil {
		g.Intent = nil
	}
	if d.Intent != nil {
		if g.Intent = d.Intent; g.State == Open {
			g.Results = nil
		}
	}
	if d.Results != nil {
		g.Intent, g.Results = nil, d.Results
	}
	if g.StartedAt == nil && (d.Intent != nil || d.Results != nil) {
		g.StartedAt = &e.At
	}
	g.Evidence = MergeValues(g.Evidence, d.Evidence)
}

// applyLists adds to the lists of the record.
func (r *Record) applyLists(d Detail) {
	r.Deviations = appendIf(r.Deviations, d.Deviation)
	r.Retries = appendIf(r.Retries, d.Retry)
	r.ModeHistory = appendIf(r.ModeHistory, d.Mode)
	r.Handovers = appendIf(r.Handovers, d.Handover)
	r.Feedback = appendIf(r.Feedback, d.Feedback)
	r.Authority = append(r.Authority, d.Authority...)
	r.EndAuthority(d.Ended)
}

// applyHeader changes what is said of the run as a whole.
func (r *Record) applyHeader(e Event) {
	d := e.Detail
	if d.Mode != nil {
		r.Mode = d.Mode.To
	}
	setIf(&r.AutoConfirm, d.AutoConfirm)
	if d.TakenBack && r.AutoConfirm != nil {
		changed := *r.AutoConfirm
		changed.Execute = nil
		r.AutoConfirm = &changed
	}
	if d.Handover != nil {
		r.Operator = d.Handover.To
	}
	if d.PackChange != nil {
		r.applyPackChange(*d.PackChange)
	}
	setIf(&r.ExerciseWrite, d.Exercise)
	if d.Outcome != Unfinished {
		r.Outcome, r.FinishedAt, r.Reason, r.OutOfDate, r.Trust = &d.Outcome, &e.At, d.Reason, d.OutOfDate, d.Trust
	}
}

func (r *Record) applyPackChange(c PackChange) {
	setIf(&r.PackDigest, c.PackDigest)
	if c.Items != nil || c.PackText != "" {
		r.PackText = c.PackText // also where that is "": the earlier text is no longer what the run follows
	}
	setIf(&r.Words, c.Words)
	if c.Items != nil {
		r.Items = c.Items
	}
	r.addItems(c.Steps, c.Gates)
	if len(c.Loops) > 0 {
		r.Loops = maps.Clone(r.Loops)
		if r.Loops == nil {
			r.Loops = map[string]*Loop{}
		}
		maps.Copy(r.Loops, c.Loops)
	}
	for _, id := range c.Datapoints {
		r.Datapoints[id] = &Datapoint{State: Nil}
	}
	for _, id := range c.Unverified {
		if s := r.Steps[id]; s != nil {
			changed := *s
			changed.Intent, changed.Verification = nil, nil
			r.Steps[id] = &changed
		}
	}
}

// Replay returns the record that the events of r give, from nothing but its events and what New fixed. It has no head, and
// nothing in it that only a newer rtut knows.
func Replay(r *Record) *Record {
	again := BeginAgain(r)
	for _, e := range r.Events {
		again.Apply(e)
	}
	again.Revision = r.Revision
	return again
}

// BeginAgain returns what New fixed of a record, before any event.
func BeginAgain(r *Record) *Record {
	again := &Record{
		Schema: r.Schema, RunID: r.RunID, PackID: r.PackID, PackPath: r.PackPath, Context: r.Context, Params: r.Params,
		Items: r.Items,
	}
	again.makeMaps() // a record whose events do not begin with the beginning is read too
	for _, e := range r.Events {
		if c := e.Detail.PackChange; c != nil && c.Items != nil {
			again.Items = c.Before
			break
		}
	}
	return again
}

// Copy returns a copy of the record. The two share items and events: anyone who changes one of those replaces it, as Transition does.
func (r *Record) Copy() *Record { return r.Clone() }

// Clone returns a copy of r that shares nothing that apply changes.
func (r *Record) Clone() *Record {
	c := *r
	c.Steps, c.Gates, c.Datapoints = maps.Clone(r.Steps), maps.Clone(r.Gates), maps.Clone(r.Datapoints)
	c.Deviations, c.Retries = slices.Clip(r.Deviations), slices.Clip(r.Retries)
	c.ModeHistory, c.Handovers = slices.Clip(r.ModeHistory), slices.Clip(r.Handovers)
	c.Feedback = slices.Clip(r.Feedback)
	c.Authority = slices.Clone(r.Authority)
	return &c
}

// MergeValues returns a map that holds a and over it b; nil where both are empty.
func MergeValues(a, b map[string]value.Value) map[string]value.Value {
	if len(b) == 0 {
		return a
	}
	m := maps.Clone(a)
	if m == nil {
		m = map[string]value.Value{}
	}
	maps.Copy(m, b)
	return m
}

func appendIf[T any](list []T, one *T) []T {
	if one == nil {
		return list
	}
	return append(list, *one)
}

// setIf sets what field points at unless value is the zero value.
func setIf[T comparable](field *T, value T) {
	var zero T
	if value != zero {
		*field = value
	}
}

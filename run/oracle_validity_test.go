package run

import (
	"slices"
	"time"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
)

// The oracle judges what holds in a second form: item by item, and for every question through the whole log once more.

// up returns every item that another one rests on, in any number of edges.
func (o *oracle) up(rec *record.Record, id string) map[string]bool {
	all := map[string]bool{}
	var visit func(string)
	visit = func(id string) {
		for _, w := range append(slices.Clone(o.waits[id]), o.producers(rec, id)...) {
			if !all[w] {
				all[w] = true
				visit(w)
			}
		}
	}
	visit(id)
	return all
}

// producers are the steps that gave the values that an item has read or, before its proof, would read now; and what its clocks
// count from.
func (o *oracle) producers(rec *record.Record, id string) []string {
	var from []string
	for _, d := range o.pack.Item(id).Uses {
		at := len(rec.Events)
		if proved := o.proved(rec, id); (o.claims(rec, id) || o.checked(rec, id)) && proved > 0 && slices.Contains(o.reads(rec, id), d) {
			at = proved
		}
		if by := o.giver(rec, d, at); by != "" && by == o.firstProducer(d) && by != id {
			from = append(from, by)
		}
	}
	if gate := o.pack.Gate(id); gate != nil {
		for _, c := range gate.Checks {
			if c.Since != "" {
				from = append(from, c.Since)
			}
		}
	}
	return from
}

// firstProducer is the first step of the file that produces a datapoint, unless the run begins with a value.
func (o *oracle) firstProducer(datapoint string) string {
	if !o.pack.Datapoint(datapoint).Initial.IsZero() {
		return ""
	}
	for _, id := range o.pack.Graph().Items() {
		if step := o.pack.Step(id); step != nil && slices.ContainsFunc(step.Produces, func(p pack.Produce) bool { return p.Datapoint == datapoint }) {
			return id
		}
	}
	return ""
}

// valueAt is the value of a datapoint behind an event, and the place of the event that gave it.
func valueAt(rec *record.Record, datapoint string, at int) (value value.Value, given int) {
	var when *record.Time
	for i := range at {
		d := rec.Events[i].Detail.Datapoints[datapoint]
		if n := rec.Events[i].Detail.New; n != nil {
			d = n.Datapoints[datapoint]
		}
		if d == nil || !d.Value.IsZero() && d.Value == value && d.At != nil && when != nil && d.At.Equal(when.Time) {
			continue
		}
		value, given, when = d.Value, i+1, d.At
	}
	return value, given
}

// giver is the step that had produced the value that a datapoint has behind an event.
func (o *oracle) giver(rec *record.Record, datapoint string, at int) string {
	_, given := valueAt(rec, datapoint, at)
	if given == 0 {
		return ""
	}
	e := rec.Events[given-1]
	if d := e.Detail.Datapoints[datapoint]; d != nil && (d.How == record.Produced || d.Given == record.Produced) {
		return e.Item
	}
	return ""
}

// reads are the datapoints that the proof of an item rests on.
func (o *oracle) reads(rec *record.Record, id string) []string {
	alternative := ""
	for _, e := range rec.Events {
		if e.Item == id && e.Action == record.VerbStart {
			alternative = e.Detail.Alternative
		}
	}
	return o.pack.Reads(id, alternative)
}

func (o *oracle) claims(rec *record.Record, id string) bool {
	s := rec.State(id)
	return s == record.Done || s == record.Passed
}

// checked reports whether a running step's last verification passed.
func (o *oracle) checked(rec *record.Record, id string) bool {
	s := rec.Steps[id]
	return s != nil && s.State == record.Running && s.Verification != nil && s.Verification.Passed
}

// proved is the place of the passing verification that stands for an item; 0 for none.
func (o *oracle) proved(rec *record.Record, id string) int {
	for at := len(rec.Events); at > 0; at-- {
		e := rec.Events[at-1]
		switch {
		case e.Item != id:
		case e.Detail.Verification != nil && e.Detail.Verification.Passed:
			return at
		case e.Detail.Results != nil && (e.To == record.Passed || e.To == ""):
			return at
		case e.Action == record.VerbStart, e.Action == record.VerbRedo, e.Action == record.VerbRetry, e.Action == record.VerbRollback && e.To == record.Todo:
			return 0
		}
	}
	return 0
}

// works reports whether an event is work: a start, redo or rollback of a step that does more than read.
func (o *oracle) works(rec *record.Record, at int) bool {
	e := rec.Events[at-1]
	step := o.pack.Step(e.Item)
	if step == nil || e.Action != record.VerbStart && e.Action != record.VerbRedo && e.Action != record.VerbRollback {
		return false
	}
	alternative := e.Detail.Alternative
	for i := at - 1; e.Action != record.VerbStart && i > 0; i-- {
		if before := rec.Events[i-1]; before.Item == e.Item && before.Action == record.VerbStart {
			alternative = before.Detail.Alternative
			break
		}
	}
	alt := step.Alternative(alternative)
	return alt != nil && alt.ID != pack.NotNeeded && alt.Effect != pack.ReadOnly
}

// wrong returns the place at which an unfinished item last moved, or a finished one went out of date; -1 if it is neither.
func (o *oracle) wrong(rec *record.Record, id string) int {
	if !rec.State(id).Finished() {
		for at := len(rec.Events); at > 0; at-- {
			if e := rec.Events[at-1]; e.Item == id && e.To != "" && e.From != e.To {
				return at
			}
		}
		return 0
	}
	if !o.claims(rec, id) {
		return -1
	}
	return max(o.unproved(rec, id), o.worked(rec, id), o.misread(rec, id), o.clocked(rec, id))
}

// clocked is the place at which an item that a gate counts the time from ended again, or ended no longer, since the gate was proved.
func (o *oracle) clocked(rec *record.Record, id string) int {
	gate := o.pack.Gate(id)
	if gate == nil {
		return -1
	}
	for _, c := range gate.Checks {
		if c.Since == "" {
			continue
		}
		moved := -1
		for at := o.proved(rec, id) + 1; at <= len(rec.Events); at++ {
			if e := rec.Events[at-1]; e.Item == c.Since && e.To != "" && e.To != e.From {
				moved = at
			}
		}
		return moved
	}
	return -1
}

// unproved is the place of a check that did not pass since, or has no result.
func (o *oracle) unproved(rec *record.Record, id string) int {
	at := -1
	for i := o.proved(rec, id); i < len(rec.Events); i++ {
		e := rec.Events[i]
		switch {
		case e.Item != id:
		case e.Detail.Intent != nil, e.Detail.Verification != nil, e.Detail.Results != nil:
			at = i + 1
		case e.Detail.Interrupted != nil && at > 0 && rec.Events[at-1].Detail.Intent != nil:
			at = -1
			for j := o.proved(rec, id); j < i; j++ { // an earlier one that did not pass stands again
				if v := rec.Events[j].Detail; rec.Events[j].Item == id && (v.Verification != nil || v.Results != nil) {
					at = j + 1
				}
			}
		}
	}
	return at
}

// worked is the place of the latest work upstream since an item was proved.
func (o *oracle) worked(rec *record.Record, id string) int {
	up := o.up(rec, id)
	for at := len(rec.Events); at > o.proved(rec, id); at-- {
		if up[rec.Events[at-1].Item] && o.works(rec, at) {
			return at
		}
	}
	return -1
}

// misread is the place at which a value that an item had read became another one.
func (o *oracle) misread(rec *record.Record, id string) int {
	proved := o.proved(rec, id)
	if s := rec.Steps[id]; s != nil && s.Alternative == pack.NotNeeded {
		at := -1
		for _, name := range o.pack.Step(id).When.Names() {
			if o.pack.Datapoint(name) != nil {
				if _, given := valueAt(rec, name, len(rec.Events)); given > proved {
					at = max(at, given)
				}
			}
		}
		if holds, err := o.pack.Step(id).When.Eval(rec.Values()); err == nil && !holds {
			return -1
		}
		return at
	}
	worst := -1
	for _, name := range o.reads(rec, id) {
		read, _ := valueAt(rec, name, proved)
		if now, _ := valueAt(rec, name, len(rec.Events)); now == read {
			continue
		}
		expected, broken := read, -1
		for at := proved + 1; at <= len(rec.Events); at++ {
			was, _ := valueAt(rec, name, at-1)
			is, given := valueAt(rec, name, at)
			if given != at {
				continue
			}
			if was == expected && o.meant(rec, id, at) {
				expected = is
			}
			switch {
			case is == expected:
				broken = -1
			case broken < 0:
				broken = at
			}
		}
		worst = max(worst, broken)
	}
	return worst
}

// meant reports whether a change of a value was to be expected by an item: its own, or that of one downstream of it once work
// downstream had begun.
func (o *oracle) meant(rec *record.Record, id string, at int) bool {
	cause := rec.Events[at-1].Item
	if cause == id {
		return true
	}
	if cause == "" || !o.up(rec, cause)[id] {
		return false
	}
	for i := 1; i < at; i++ {
		if item := rec.Events[i-1].Item; item != "" && item != id && o.works(rec, i) && o.up(rec, item)[id] {
			return true
		}
	}
	return false
}

// named reports whether an override that speaks for one item named what is wrong with another one since a place.
func (o *oracle) named(rec *record.Record, id, other string, since int) bool {
	for at := len(rec.Events); at > 0 && at >= since; at-- {
		e := rec.Events[at-1]
		d := e.Detail.Deviation
		if d == nil || d.Kind != record.OverrideDeviation || e.Item == "" || !o.up(rec, e.Item)[other] {
			continue
		}
		if o.up(rec, id)[e.Item] || id == e.Item && rec.State(id) != record.Todo && rec.State(id) != record.Open {
			return true
		}
	}
	return false
}

// unheld returns the items that keep another one from going on.
func (o *oracle) unheld(rec *record.Record, id string) []string {
	var all []string
	for other := range o.up(rec, id) {
		if at := o.wrong(rec, other); at >= 0 && !o.named(rec, id, other, at) {
			all = append(all, other)
		}
	}
	return all
}

// tooOld reports whether a value is older than it may be, or dated after something that came later.
func (o *oracle) tooOld(rec *record.Record, datapoint string, now time.Time) bool {
	d, def := rec.Datapoints[datapoint], o.pack.Datapoint(datapoint)
	if def.MaxAge == 0 || d.At == nil || d.State != record.Set && d.State != record.OK {
		return false
	}
	_, given := valueAt(rec, datapoint, len(rec.Events))
	for _, e := range rec.Events[given:] {
		if e.At.Before(d.At.Time) {
			return true
		}
	}
	return now.Sub(d.At.Time) > def.MaxAge || d.At.After(record.At(now).Time)
}

// behindAged returns the gates that passed on a value which is too old for an item that does more than read.
func (o *oracle) behindAged(rec *record.Record, id string, now time.Time) []string {
	step := o.pack.Step(id)
	if step == nil || step.Effect == pack.ReadOnly {
		return nil
	}
	var all []string
	up := o.up(rec, id)
	for gate := range up {
		def := o.pack.Gate(gate)
		if def == nil || rec.State(gate) != record.Passed || !slices.ContainsFunc(def.Uses, func(d string) bool { return o.tooOld(rec, d, now) }) {
			continue
		}
		since := o.proved(rec, gate)
		decided := false
		for other := range up {
			s := rec.Steps[other]
			if s == nil || s.State != record.Running && s.State != record.Done || !o.up(rec, other)[gate] {
				continue
			}
			for at := since + 1; at <= len(rec.Events); at++ {
				e := rec.Events[at-1]
				decided = decided || e.Item == other && e.Action == record.VerbStart && o.works(rec, at) &&
					o.pack.Step(other).Alternative(s.Alternative).Effect == pack.Irreversible
			}
		}
		for _, d := range def.Uses {
			if o.tooOld(rec, d, now) {
				_, given := valueAt(rec, d, len(rec.Events))
				since = max(since, given)
				break
			}
		}
		if !decided && !o.named(rec, id, gate, since+1) {
			all = append(all, gate)
		}
	}
	return all
}

package report

import (
	"maps"
	"slices"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
)

// Datapoint is a value that was measured or decided, and how it came about.
type Datapoint struct {
	// its id
	ID string `json:"id"`
	// its title in the pack, the id where it has none
	Title string `json:"title"`
	// its unit, "" for none
	Unit string `json:"unit"`
	// nil, set, ok, err or pushed
	State record.State `json:"state"`
	// its value at the end; null where it has none
	Value value.Value `json:"value"`
	// the item whose passing confirms it, "" for none
	ConfirmedBy string `json:"confirmed_by"`
	// everything that happened to it, oldest first; empty where the record does not say
	History []Change `json:"history"`
}

// Change is one thing that happened to a datapoint.
type Change struct {
	// its state since then
	State record.State `json:"state"`
	// its value since then; null where it has none
	Value value.Value `json:"value"`
	// how the value came about, or was lost
	Source Source `json:"source"`
	// the step or gate through which it did, "" for none
	Item string `json:"item"`
	// what the value is based on, where a check measured it or an item confirmed it; "" for any other
	Proof record.Proof `json:"proof"`
	// why a value was replaced, refused or taken back
	Reason string `json:"reason"`
	// who
	By string `json:"by"`
	// when
	At record.Time `json:"at"`
}

// Source says how a datapoint came by a value, or lost it.
type Source string

// The sources.
const (
	FromPack      Source = "initial"      // the run began with it
	SetByHand     Source = "set"          // with `run set`
	RefusedByHand Source = "refused"      // what was given was no valid value, and is not kept
	TypedAtStep   Source = "typed"        // given at the completion of a step that produces it
	ReadFromCheck Source = "output"       // read from what the step's check printed
	Confirmed     Source = "confirmed"    // the item that confirms it has passed
	Unconfirmed   Source = "unconfirmed"  // that item no longer stands as passed
	TakenBack     Source = "taken-back"   // the step that had produced it was put back
	PushedOver    Source = "push-through" // auto-confirm left out the step that was to produce it
)

// Artefact is a thing that the procedure makes or needs.
type Artefact struct {
	// its id
	ID string `json:"id"`
	// its title, the id where it has none
	Title string `json:"title"`
	// what kind of thing it is, in the pack's words
	Kind string `json:"kind"`
	// where it is, as the pack has it: not to be trusted
	Location string `json:"location"`
	// the step that makes it, "" for none
	ProducedBy string `json:"produced_by"`
	// the items that need it
	UsedBy []string `json:"used_by"`
	// the step that makes it is done
	Ready bool `json:"ready"`
}

// datapoints are those of the pack in its order, and behind them those that it does not have.
func (m *maker) datapoints() []Datapoint {
	all, known := []Datapoint{}, map[string]bool{}
	if m.pack != nil {
		for _, def := range m.pack.Datapoints {
			known[def.ID] = true
			all = append(all, m.datapoint(Datapoint{ID: def.ID, Title: titled(def.Title, def.ID), Unit: def.Unit, ConfirmedBy: def.ConfirmedBy}))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(m.rec.Datapoints)) {
		if !known[id] {
			all = append(all, m.datapoint(Datapoint{ID: id, Title: id}))
		}
	}
	return all
}

func (m *maker) datapoint(d Datapoint) Datapoint {
	d.State = record.Nil
	if now := m.rec.Datapoints[d.ID]; now != nil {
		d.State, d.Value = now.State, now.Value
	}
	d.History = m.changes(d.ID)
	return d
}

// changes are those that the events tell of. That a run begins without a value is none.
func (m *maker) changes(id string) []Change {
	changes := []Change{}
	before := record.Nil
	for _, e := range m.rec.Events {
		set := e.Detail.Datapoints
		if e.Detail.New != nil {
			set = e.Detail.New.Datapoints
		}
		now := set[id]
		if now == nil || now.State == record.Nil && before == record.Nil {
			continue
		}
		changes = append(changes, m.history(id, e, now, before)...)
		before = now.State
	}
	return changes
}

// history is what one event did to a datapoint: a step that confirms what it produces gives and confirms it at once.
func (m *maker) history(id string, e record.Event, now *record.Datapoint, before record.State) []Change {
	c := Change{State: now.State, Value: now.Value, Source: m.source(id, e, now, before), Item: e.Item, Reason: e.Detail.Reason, By: e.By, At: e.At}
	c.Proof = proofOf(c.Source, e, now)
	if now.Error != "" {
		c.Reason = now.Error
	}
	if e.Detail.Pushed != nil {
		c.Reason = e.Detail.Pushed.Reason
	}
	if now.State == record.OK && now.Given == record.Produced && m.produces(e.Item, id) && e.Action == record.VerbDone {
		given := c
		given.State, given.Source = record.Set, m.produced(id, e.Item)
		given.Proof = proofOf(given.Source, e, now)
		return []Change{given, c}
	}
	return []Change{c}
}

// proofOf is what a value is based on.
func proofOf(source Source, e record.Event, now *record.Datapoint) record.Proof {
	switch {
	case source == ReadFromCheck:
		return now.Proof
	case source != Confirmed:
		return ""
	case now.How == record.ByNobody:
		return record.Nobody
	case e.Detail.Verification != nil:
		return e.Detail.Verification.Behind()
	}
	return ""
}

// Words say how the value came about, and what it is based on: "pasted", "confirmed, by nobody".
func (c Change) Words() string {
	switch {
	case c.Source == ReadFromCheck && c.Proof == record.Pasted:
		return "pasted"
	case c.Source == ReadFromCheck:
		return "measured"
	case c.Source == SetByHand:
		return "typed"
	case c.Proof == "":
		return string(c.Source)
	}
	return string(c.Source) + ", " + record.Standing(c.Proof).Words()
}

func (m *maker) source(id string, e record.Event, now *record.Datapoint, before record.State) Source {
	switch {
	case now.State == record.Pushed:
		return PushedOver
	case now.State == record.Nil:
		return TakenBack
	case now.State == record.Err:
		return RefusedByHand
	case now.State == record.OK:
		return Confirmed
	case e.Action == record.VerbNew:
		return FromPack
	case e.Action == record.VerbSet:
		return SetByHand
	case before == record.OK && (e.Action != record.VerbDone || !m.produces(e.Item, id)):
		return Unconfirmed
	}
	return m.produced(id, e.Item)
}

// produces reports whether a step produces a datapoint, as far as the pack is known.
func (m *maker) produces(step, id string) bool {
	if m.pack == nil || m.pack.Step(step) == nil {
		return m.pack == nil
	}
	return slices.ContainsFunc(m.pack.Step(step).Produces, func(p pack.Produce) bool { return p.Datapoint == id })
}

// produced says how a step came by a value: it was read from its latest verification, or typed.
func (m *maker) produced(id, step string) Source {
	if m.pack != nil && m.pack.Step(step) != nil {
		for _, p := range m.pack.Step(step).Produces {
			if p.Datapoint == id && p.Extract != nil {
				return ReadFromCheck
			}
		}
	}
	return TypedAtStep
}

func (m *maker) artefacts() []Artefact {
	all := []Artefact{}
	if m.pack == nil {
		return all
	}
	for _, a := range m.view.Artefacts() {
		all = append(all, Artefact{a.ID, titled(a.Title, a.ID), a.Kind, a.Location, a.ProducedBy, list(a.UsedBy), a.Ready})
	}
	return all
}

package run

import (
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"rtut/pack"
	"rtut/run/record"
)

// load loads a pack from its text.
func load(t testing.TB, text string) *pack.Pack {
	t.Helper()
	p, diags, err := loadText(text)
	if err != nil {
		t.Fatal(err)
	}
	if p == nil {
		t.Fatal(diags)
	}
	return p
}

func loadText(text string) (*pack.Pack, pack.Diagnostics, error) {
	return pack.Load(fstest.MapFS{"pack.yaml": {Data: []byte(text)}}, "pack.yaml")
}

// oracle knows from the pack's definition alone, by the sentences of the specification and not by the code under test,
// what an item waits for.
type oracle struct {
	pack   *pack.Pack
	stages map[string]*pack.Stage
	waits  map[string][]string // item to the items that must be finished first
}

func newOracle(p *pack.Pack) *oracle {
	o := &oracle{pack: p, stages: map[string]*pack.Stage{}, waits: map[string][]string{}}
	o.collect(&p.Root)
	o.walk(&p.Root, nil)
	return o
}

func (o *oracle) collect(s *pack.Stage) {
	o.stages[s.ID] = s
	for _, nested := range s.Stages {
		o.collect(nested)
	}
}

// everything returns the ids of all items in a stage, or the item itself.
func (o *oracle) everything(id string) []string {
	s := o.stages[id]
	if s == nil || id == "" {
		return []string{id}
	}
	return o.inside(s, true)
}

func (o *oracle) inside(s *pack.Stage, gates bool) []string {
	var ids []string
	for _, step := range s.Steps {
		ids = append(ids, step.ID)
	}
	for _, nested := range s.Stages {
		ids = append(ids, o.inside(nested, gates)...)
	}
	if gates {
		for _, gate := range s.Gates {
			ids = append(ids, gate.ID)
		}
	}
	return ids
}

func (o *oracle) walk(s *pack.Stage, around []string) {
	for _, r := range s.Requires {
		around = append(slices.Clone(around), o.everything(r)...)
	}
	for i, step := range s.Steps {
		waits := slices.Clone(around)
		for _, r := range step.Requires {
			waits = append(waits, o.everything(r)...)
		}
		if s.Sequential && i > 0 {
			waits = append(waits, s.Steps[i-1].ID)
		}
		for j := range i {
			if o.pack.Schema == pack.V01 { // strictly in order: all before it, not its neighbour alone
				waits = append(waits, s.Steps[j].ID)
			}
		}
		o.waits[step.ID] = waits
	}
	for i, nested := range s.Stages {
		more := slices.Clone(around)
		switch {
		case s.Sequential && i == 0:
			for _, step := range s.Steps {
				more = append(more, step.ID)
			}
		case s.Sequential:
			more = append(more, o.inside(s.Stages[i-1], true)...)
		}
		o.walk(nested, more)
	}
	for _, gate := range s.Gates {
		waits := slices.Concat(around, o.inside(s, false))
		for _, r := range gate.Requires {
			waits = append(waits, o.everything(r)...)
		}
		o.waits[gate.ID] = waits
	}
}

// unmet returns what keeps an item from starting, as the record stands.
func (o *oracle) unmet(rec *record.Record, id string, now time.Time) []string {
	unmet := append(o.unheld(rec, id), o.behindAged(rec, id, now)...)
	for _, d := range o.pack.Item(id).Uses {
		switch rec.Datapoints[d].State {
		case record.Set, record.OK, record.Pushed:
			if o.tooOld(rec, d, now) {
				unmet = append(unmet, d)
			}
		default:
			unmet = append(unmet, d)
		}
	}
	return unmet
}

func mustEncode(t testing.TB, rec *record.Record) []byte {
	t.Helper()
	data, err := rec.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

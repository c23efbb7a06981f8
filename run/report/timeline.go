package report

import (
	"cmp"
	"slices"

	"rtut/run/record"
)

// Timeline tells when somebody was at work, and when something waited for somebody.
type Timeline struct {
	// where it begins: with the making of the run
	From record.Time `json:"from"`
	// where it ends: with the run, or with the report
	To record.Time `json:"to"`
	// how long it is, by the order of the events: a clock that goes back takes no time away
	Seconds float64 `json:"seconds"`
	// how long anything at all was worked on
	WorkingSeconds float64 `json:"working_seconds"`
	// how long nothing was worked on and something waited for a person
	WaitingSeconds float64 `json:"waiting_seconds"`
	// the stretches of work and of waiting, in the order in which they began
	Spells []Spell `json:"spells"`
}

// Spell is a stretch of work on an item, or one in which it waited for a person, with nothing else holding it up.
type Spell struct {
	// the step or gate
	Item string `json:"item"`
	// working or waiting
	Kind SpellKind `json:"kind"`
	// when it began
	From record.Time `json:"from"`
	// when it ended; of one that goes on, the end of the timeline
	To record.Time `json:"to"`
	// it goes on: the run is not finished
	Open bool `json:"open"`
	// how long after the making of the run it began, by the order of the events
	AfterSeconds float64 `json:"after_seconds"`
	// how long it took
	Seconds float64 `json:"seconds"`
}

// SpellKind tells work from waiting.
type SpellKind string

// The kinds of spell.
const (
	Working SpellKind = "working"
	Waiting SpellKind = "waiting"
)

func (m *maker) timeline() Timeline {
	t := Timeline{From: m.head.Began(), To: m.ends(), Seconds: m.whole, Spells: []Spell{}}
	for _, s := range m.course.Spells {
		one := Spell{Item: s.Item, Kind: Waiting, From: s.From, To: t.To, Open: s.To == nil}
		if s.Working {
			one.Kind = Working
		}
		if s.To != nil {
			one.To = *s.To
		}
		one.AfterSeconds, one.Seconds = m.stretch(s)
		t.Spells = append(t.Spells, one)
	}
	t.WorkingSeconds = covered(t.Spells, Working)
	t.WaitingSeconds = covered(t.Spells, Working, Waiting) - t.WorkingSeconds
	return t
}

// covered is the time in which at least one spell of some kinds went on.
func covered(spells []Spell, kinds ...SpellKind) float64 {
	spells = slices.DeleteFunc(slices.Clone(spells), func(s Spell) bool { return !slices.Contains(kinds, s.Kind) })
	slices.SortStableFunc(spells, func(a, b Spell) int { return cmp.Compare(a.AfterSeconds, b.AfterSeconds) })
	var total, until float64
	for _, s := range spells {
		end := s.AfterSeconds + s.Seconds
		total += max(0, end-max(until, s.AfterSeconds))
		until = max(until, end)
	}
	return total
}

// spent is how long an item was worked on, or waited.
func (m *maker) spent(id string, working bool) float64 {
	var total float64
	for _, s := range m.course.Spells {
		if s.Item == id && s.Working == working {
			_, took := m.stretch(s)
			total += took
		}
	}
	return total
}

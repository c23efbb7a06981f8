package report

import (
	"rtut/run"
	"rtut/run/record"
)

// ClockStep is a place where the clock went back while the run went on.
type ClockStep struct {
	// the number of the event behind it
	Seq int `json:"seq"`
	// the moment of the event before
	From record.Time `json:"from"`
	// the moment of the event behind it, which is earlier
	To record.Time `json:"to"`
	// by how much the clock went back, at least
	Seconds float64 `json:"seconds"`
}

func (m *maker) clockSteps() []ClockStep {
	steps := []ClockStep{}
	for _, s := range run.ClockSteps(m.rec) {
		steps = append(steps, ClockStep{s.Seq, s.From, s.To, seconds(s.To, s.From)})
	}
	return steps
}

// after is how long after the beginning of the run an event happened, by its place among the events.
func (m *maker) after(place int) float64 { return m.elapsed[place].Seconds() }

// took is how long the run took, or has taken: the end of what goes on.
func (m *maker) took() float64 {
	last := len(m.rec.Events) - 1
	if last < 0 {
		return seconds(m.head.Began(), m.ends())
	}
	for i, e := range m.rec.Events {
		if e.Action == record.VerbFinalize {
			return m.after(i)
		}
	}
	return m.after(last) + seconds(m.rec.Events[last].At, m.until)
}

// stretch is when a spell began, in seconds after the beginning of the run, and how long it took.
func (m *maker) stretch(s run.Spell) (after, took float64) {
	if s.Since < 0 { // the record has no events: its clock is all there is
		to := m.ends()
		if s.To != nil {
			to = *s.To
		}
		return seconds(m.head.Began(), s.From), seconds(s.From, to)
	}
	after, until := m.after(s.Since), m.whole
	if s.Until >= 0 {
		until = m.after(s.Until)
	}
	return after, max(0, until-after)
}

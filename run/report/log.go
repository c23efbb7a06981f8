package report

import (
	"rtut/run/record"
)

// Note is what somebody noted on the way.
type Note struct {
	// the step or gate that it is about, "" for the run
	Item string `json:"item"`
	// the note
	Text string `json:"text"`
	// who
	By string `json:"by"`
	// when
	At record.Time `json:"at"`
}

// Handover is one change of the operator.
type Handover struct {
	// the operator until then
	From string `json:"from"`
	// the operator since then
	To string `json:"to"`
	// why
	Reason string `json:"reason"`
	// who changed it
	By string `json:"by"`
	// when
	At record.Time `json:"at"`
}

// ModeChange is one switch between manual and auto-confirm.
type ModeChange struct {
	// the mode until then
	From record.Mode `json:"from"`
	// the mode since then
	To record.Mode `json:"to"`
	// who
	By string `json:"by"`
	// when
	At record.Time `json:"at"`
}

// Feedback is what somebody thought of the run.
type Feedback struct {
	// good, neutral or poor
	Rating record.Rating `json:"rating"`
	// in words, "" for none
	Comment string `json:"comment"`
	// who
	By string `json:"by"`
	// when
	At record.Time `json:"at"`
}

// LogEntry is one thing that happened.
type LogEntry struct {
	// its number, from 1
	Seq int `json:"seq"`
	// when
	At record.Time `json:"at"`
	// who, or auto-confirm
	By string `json:"by"`
	// the action, as the record names it
	Action record.Verb `json:"action"`
	// the step or gate, "" for the run
	Item string `json:"item"`
	// the state of the item before, "" where it did not change
	From record.State `json:"from"`
	// the state of the item since then, "" where it did not change
	To record.State `json:"to"`
	// what was wrong with the record that it was written on, "" for nothing
	Found string `json:"found"`
}

func (m *maker) log() []LogEntry {
	all := []LogEntry{}
	for _, e := range m.rec.Events {
		all = append(all, LogEntry{e.Seq, e.At, e.By, e.Action, e.Item, e.From, e.To, e.Found})
	}
	return all
}

func (m *maker) notes() []Note {
	notes := []Note{}
	for _, e := range m.rec.Events {
		if e.Detail.Note != "" {
			notes = append(notes, Note{e.Item, e.Detail.Note, e.By, e.At})
		}
	}
	return notes
}

func (m *maker) handovers() []Handover {
	all := []Handover{}
	for _, h := range m.rec.Handovers {
		all = append(all, Handover(h))
	}
	return all
}

func (m *maker) modeChanges() []ModeChange {
	all := []ModeChange{}
	for _, c := range m.rec.ModeHistory {
		all = append(all, ModeChange(c))
	}
	return all
}

func (m *maker) feedback() []Feedback {
	all := []Feedback{}
	for _, f := range m.rec.Feedback {
		all = append(all, Feedback(f))
	}
	return all
}

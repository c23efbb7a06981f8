package run

import (
	"fmt"
	"slices"
)

// Verdict is what an audit says of a record.
type Verdict string

// The verdicts, from the best to the worst.
const (
	VerdictComplete   Verdict = "complete"   // intact, and the run is finished
	VerdictUnfinished Verdict = "unfinished" // intact so far
	VerdictCut        Verdict = "cut"        // events are missing, at the end or in between
	VerdictAltered    Verdict = "altered"    // something does not follow from what came before it
	VerdictUnknown    Verdict = "unknown"    // a schema that this rtut does not know
)

// Finding is what an audit found of one record.
type Finding struct {
	RunID   string     `json:"run_id,omitempty"`
	PackID  string     `json:"pack_id,omitempty"`
	Verdict Verdict    `json:"verdict"`
	Seq     int        `json:"seq,omitempty"`   // the first event that does not follow, by the number that belongs there, or is missing; 0 for none
	Field   string     `json:"field,omitempty"` // the first field outside the events that does not follow from them: "steps.promote.state"
	Message string     `json:"message,omitempty"`
	Head    *ChainHead `json:"head,omitempty"`

	PackPath string `json:"-"` // as in the record
}

// Intact reports whether nothing is wrong with the record, finished or not.
func (f Finding) Intact() bool { return f.Verdict == VerdictComplete || f.Verdict == VerdictUnfinished }

// Audit judges whether a record is as rtut wrote it: whether its events follow one another, nothing of them is missing,
// and all else in it is what they lead to. A record that was rewritten whole passes; against a hash of its head that
// was kept elsewhere (kept, "" for none) it does not.
func Audit(data []byte, kept string) Finding {
	rec, err := Decode(data)
	if f := broken(data, err); f != nil {
		return *f
	}
	whole, err := parseTree(data)
	if err != nil {
		return Finding{RunID: rec.RunID, Verdict: VerdictAltered, Message: err.Error()}
	}
	a := &audit{data: data, rec: rec, whole: whole}
	f := a.judge(kept)
	f.RunID, f.PackID, f.PackPath, f.Head = rec.RunID, rec.PackID, rec.PackPath, rec.Head
	return f
}

// audit is a record under audit.
type audit struct {
	data  []byte
	rec   *Record
	whole *tree

	again   *tree // what its events lead to, without events and head
	newer   bool  // it has keys that this rtut does not know
	unknown *tree // those of them outside the events; nil for none
}

// judge returns the first thing that is wrong, or that nothing is.
func (a *audit) judge(kept string) Finding {
	for _, look := range []func() *Finding{a.spelling, a.parts, a.chain, a.ending, a.derived, a.writes, a.outside} {
		if f := look(); f != nil {
			return *f
		}
	}
	if kept != "" && !slices.ContainsFunc(a.rec.Events, func(e Event) bool { return e.Hash == kept }) {
		return Finding{Verdict: VerdictAltered, Message: "no event has the hash that was kept: this is not the record that it was taken from"}
	}
	f := Finding{Verdict: VerdictUnfinished}
	if a.rec.Finished() {
		f.Verdict = VerdictComplete
	}
	if a.newer {
		f.Message = "it has keys that only a newer rtut knows, so what stood outside the events at earlier writes could not be compared"
	}
	return f
}

// altered is the finding that an event does not follow.
func altered(seq int, format string, args ...any) *Finding {
	return &Finding{Verdict: VerdictAltered, Seq: seq, Message: fmt.Sprintf(format, args...)}
}

// alteredField is the finding that a field does not follow.
func alteredField(field, format string, args ...any) *Finding {
	return &Finding{Verdict: VerdictAltered, Field: field, Message: fmt.Sprintf(format, args...)}
}

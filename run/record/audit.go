package record

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
	// VerdictIncomparable is of a record that is intact as it stands, but in which a newer rtut has written outside the events, so
	// that what stood there at earlier writes can't be compared with what they say.
	VerdictIncomparable Verdict = "incomparable"
	VerdictCut          Verdict = "cut"     // events are missing, at the end or in between
	VerdictAltered      Verdict = "altered" // something does not follow from what came before it
	VerdictUnknown      Verdict = "unknown" // a schema that this rtut does not know
)

// verdicts are in their order, the best first.
var verdicts = []Verdict{VerdictComplete, VerdictUnfinished, VerdictIncomparable, VerdictCut, VerdictAltered, VerdictUnknown}

// Worse reports whether a verdict is worse than another one.
func (v Verdict) Worse(other Verdict) bool {
	return slices.Index(verdicts, v) > slices.Index(verdicts, other)
}

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

// Intact reports whether nothing is wrong with the record, finished or not, as far as that can be seen.
func (f Finding) Intact() bool {
	return f.Verdict == VerdictComplete || f.Verdict == VerdictUnfinished || f.Verdict == VerdictIncomparable
}

// Brief is the finding without what names the record.
func (f Finding) Brief() Finding {
	return Finding{Verdict: f.Verdict, Seq: f.Seq, Field: f.Field, Message: f.Message}
}

// String gives the verdict and, where something is wrong, what.
func (f Finding) String() string {
	if f.Message == "" {
		return string(f.Verdict)
	}
	return string(f.Verdict) + ": " + f.Message
}

// Audit judges whether a record is as rtut wrote it: whether its events follow one another, nothing of them is missing,
// and all else in it is what they lead to. A record that was rewritten whole passes; against a hash of its head that
// was kept elsewhere (kept, "" for none) it does not. listed are heads that the list of its directory has of it: the record must
// hold each of these events.
func Audit(data []byte, kept string, listed ...ChainHead) Finding {
	rec, err := Decode(data)
	if f := broken(data, err); f != nil {
		return *f
	}
	f := judge(data, rec, rec.unknown(), kept, true)
	if lacks := lacksListed(rec, listed); f.Intact() && lacks != nil {
		f.Verdict, f.Seq, f.Message = lacks.Verdict, lacks.Seq, lacks.Message
	}
	return f
}

// lacksListed returns what is wrong with a record that does not hold a head that was listed when the run began or ended: an earlier copy
// of it, or another record, has taken its place. nil: it holds all of them.
func lacksListed(rec *Record, listed []ChainHead) *Finding {
	for _, head := range listed {
		switch last := len(rec.Events); {
		case rec.Head == nil || head.Seq < 1:
			return nil // nothing in it can be compared
		case head.Seq > last:
			return &Finding{
				Verdict: VerdictCut, Seq: last + 1,
				Message: fmt.Sprintf("the record is shorter than a listed head: it ends with event %d, and heads.jsonl lists event %d of this run", last, head.Seq),
			}
		case rec.Events[head.Seq-1].Hash != head.Hash:
			return altered(head.Seq, "the record lacks a listed head: its event %d is not the one that heads.jsonl lists of this run", head.Seq)
		}
	}
	return nil
}

// judge is Audit of a record that could be decoded, with the keys in it that are not known. With every, the digest of each write is compared with what the events up to
// it lead to; without, those of the first and of the last.
func judge(data []byte, rec *Record, unknown *tree, kept string, every bool) Finding {
	a := &audit{data: data, rec: rec, every: every, unknown: unknown}
	f := a.judge(kept)
	f.RunID, f.PackID, f.PackPath, f.Head = rec.RunID, rec.PackID, rec.PackPath, rec.Head
	return f
}

// intact is the finding that nothing is wrong with a record.
func intact(rec *Record) Finding {
	f := Finding{Verdict: VerdictUnfinished, RunID: rec.RunID, PackID: rec.PackID, PackPath: rec.PackPath, Head: rec.Head}
	if rec.Finished() {
		f.Verdict = VerdictComplete
	}
	return f
}

// audit is a record under audit.
type audit struct {
	data    []byte
	rec     *Record
	every   bool  // compare the digest of every write
	unknown *tree // what only a newer rtut knows; nil for nothing

	sealed       bool  // the text is as its last write left it: see sealed
	whole        *tree // the record; made only where it is not sealed, or has what is not known
	again        *tree // what its events lead to, without events and head; made as whole is
	incomparable bool  // some digest could not be compared
}

// judge returns the first thing that is wrong, or that nothing is.
func (a *audit) judge(kept string) Finding {
	looks := []func() *Finding{a.ending, a.derived, a.writes, a.outside}
	if a.sealed = sealed(a.data); !a.sealed {
		looks = append([]func() *Finding{a.text, a.spelling, a.parts, a.chain, a.found}, looks...)
	}
	for _, look := range looks {
		if f := look(); f != nil {
			return *f
		}
	}
	if kept != "" && !slices.ContainsFunc(a.rec.Events, func(e Event) bool { return e.Hash == kept }) {
		return Finding{Verdict: VerdictAltered, Message: "no event has this hash: the record is not the one that the hash was taken from"}
	}
	if a.incomparable {
		return Finding{
			Verdict: VerdictIncomparable,
			Message: "it has keys that only a newer version of rtut knows, so the parts outside of the events could not be compared with earlier writes",
		}
	}
	return intact(a.rec)
}

// altered is the finding that an event does not follow.
func altered(seq int, format string, args ...any) *Finding {
	return &Finding{Verdict: VerdictAltered, Seq: seq, Message: fmt.Sprintf(format, args...)}
}

// alteredField is the finding that a field does not follow.
func alteredField(field, format string, args ...any) *Finding {
	return &Finding{Verdict: VerdictAltered, Field: field, Message: fmt.Sprintf(format, args...)}
}

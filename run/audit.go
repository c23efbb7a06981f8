package run

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"
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
	Seq     int        `json:"seq,omitempty"`   // the first event that does not follow, or is missing; 0 for none
	Field   string     `json:"field,omitempty"` // the first field that does not follow from the events: "steps.promote.state"
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
	var schema *SchemaError
	var damaged *DamagedError
	switch {
	case errors.As(err, &schema):
		return Finding{Verdict: VerdictUnknown, Message: fmt.Sprintf("schema %q is not known", schema.Schema)}
	case errors.As(err, &damaged) && damaged.Truncated:
		return Finding{Verdict: VerdictCut, Message: fmt.Sprintf("the file ends at byte %d, in the middle of the record", damaged.Offset)}
	case errors.As(err, &damaged):
		return Finding{Verdict: VerdictAltered, Message: fmt.Sprintf("byte %d: %s", damaged.Offset, damaged.Why)}
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
}

// judge returns the first thing that is wrong, or that nothing is.
func (a *audit) judge(kept string) Finding {
	for _, look := range []func() *Finding{a.spelling, a.sequence, a.head, a.hashes, a.ending, a.derived, a.rests, a.earlier} {
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
	if a.hasUnknown() {
		f.Message = "it has keys that only a newer rtut knows, so what stood outside the events at earlier writes could not be compared"
	}
	return f
}

func altered(seq int, format string, args ...any) *Finding {
	return &Finding{Verdict: VerdictAltered, Seq: seq, Message: fmt.Sprintf(format, args...)}
}

// spelling looks for text that a reader of JSON may take for something else than what the hashes are of: a key that an object has
// twice, bytes that are no UTF-8, a character in another spelling. White space between the values is nobody's matter.
func (a *audit) spelling() *Finding {
	if !utf8.Valid(a.data) {
		return altered(0, "it holds bytes that are no UTF-8")
	}
	if at := spelledOtherwise(a.data, a.whole.append(nil)); at >= 0 {
		return altered(0, "byte %d: not as rtut writes it: a key that is there twice, or a character in another spelling", at)
	}
	return nil
}

// missing says which events are.
func missing(from, to int) string {
	if from == to {
		return fmt.Sprintf("event %d is missing", from)
	}
	return fmt.Sprintf("events %d to %d are missing", from, to)
}

// sequence looks for events that are missing in between, repeated or out of order.
func (a *audit) sequence() *Finding {
	for i, e := range a.rec.Events {
		switch {
		case a.rec.Head != nil && i >= a.rec.Head.Seq:
			return altered(i+1, "event %d comes after the last one that the record names", i+1)
		case e.Seq > i+1 && a.ascends(i):
			return &Finding{Verdict: VerdictCut, Seq: i + 1, Message: missing(i+1, e.Seq-1)}
		case e.Seq != i+1:
			return altered(e.Seq, "event %d stands in place %d", e.Seq, i+1)
		}
	}
	return nil
}

// ascends reports whether the numbers of the events go up from i on: what is left after some were taken out.
func (a *audit) ascends(i int) bool {
	for j := i + 1; j < len(a.rec.Events); j++ {
		if a.rec.Events[j].Seq <= a.rec.Events[j-1].Seq {
			return false
		}
	}
	return true
}

// head looks for events that are missing at the end, and for a head that is none.
func (a *audit) head() *Finding {
	head, last := a.rec.Head, len(a.rec.Events)
	switch {
	case head == nil || !a.whole.hasJust("head", "seq", "hash"):
		return altered(0, "the record does not name its last event, by seq and hash alone")
	case head.Seq > last:
		return &Finding{Verdict: VerdictCut, Seq: last + 1, Message: missing(last+1, head.Seq)}
	}
	return nil
}

// hashes follows the chain.
func (a *audit) hashes() *Finding {
	prev := ""
	for i, e := range a.rec.Events {
		event := a.whole.at("events", i)
		switch {
		case e.Prev != prev:
			return altered(e.Seq, "event %d does not follow the event before it", e.Seq)
		case e.Hash != eventHash(event):
			return altered(e.Seq, "event %d is not what was written: its hash does not fit", e.Seq)
		}
		prev = e.Hash
	}
	if a.rec.Head.Hash != prev {
		return altered(a.rec.Head.Seq, "the hash of the last event is not the one that the record names")
	}
	return nil
}

// ending looks for anything but feedback behind the end of the run.
func (a *audit) ending() *Finding {
	ended := false
	for _, e := range a.rec.Events {
		if ended && e.Action != VerbFeedback {
			return altered(e.Seq, "event %d (%s) comes after the run was finalized", e.Seq, e.Action)
		}
		ended = ended || e.Action == VerbFinalize
	}
	return nil
}

// derived replays the events and names the first field that is not what they lead to.
func (a *audit) derived() *Finding {
	again := Replay(a.rec)
	again.Head = a.rec.Head
	replayed, err := again.tree()
	if err != nil {
		return altered(0, "%s", err)
	}
	is, err := known(a.rec).tree()
	if err != nil {
		return altered(0, "%s", err)
	}
	if field := replayed.differsFrom(is, ""); field != "" {
		f := altered(0, "%s is not what the events lead to", field)
		f.Field = field
		return f
	}
	return nil
}

// known is a copy of a record without what only a newer rtut knows.
func known(r *Record) *Record {
	c := r.clone()
	c.source, c.unknown = nil, nil
	return c
}

// rests compares the digest of all else that the last event carries with the record, and the number of writes with how many
// events carry one.
func (a *audit) rests() *Finding {
	events := a.rec.Events
	if len(events) == 0 {
		return altered(0, "the record has no events")
	}
	if last := events[len(events)-1]; last.Rest != restHash(a.whole) {
		return altered(last.Seq, "something outside the events is not what was written with event %d", last.Seq)
	}
	writes := 0
	for _, e := range events {
		if e.Rest != "" {
			writes++
		}
	}
	if writes != a.rec.Revision {
		f := altered(0, "revision is %d, and the events are of %d writes", a.rec.Revision, writes)
		f.Field = "revision"
		return f
	}
	return nil
}

// earlier compares the digests that the earlier events carry with what the events up to there lead to. Those were taken with
// what a newer rtut wrote, if it did, and are passed over then.
func (a *audit) earlier() *Finding {
	if a.hasUnknown() {
		return nil
	}
	again := beginAgain(a.rec)
	for _, e := range a.rec.Events {
		again.apply(e)
		if e.Rest == "" {
			continue
		}
		again.Revision++
		then, err := again.rest()
		if err != nil || e.Rest != restHash(then) {
			return altered(e.Seq, "what was written with event %d is not what the events up to it lead to", e.Seq)
		}
	}
	return nil
}

// hasUnknown reports whether the record has keys that this rtut does not know.
func (a *audit) hasUnknown() bool {
	all, err := known(a.rec).tree()
	return err != nil || a.whole.without(all) != nil
}

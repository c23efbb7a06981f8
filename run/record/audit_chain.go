package record

import (
	"fmt"
	"slices"
)

// parts looks for what every record has. Decoding is less strict about capitals.
func (a *audit) parts() *Finding {
	switch events := a.whole.below["events"]; {
	case a.whole.below == nil || events == nil || !events.array:
		return alteredField("events", "the record has no list of events")
	case a.rec.Head == nil || !a.whole.hasJust("head", "seq", "hash"):
		return alteredField("head", "the record names its last event otherwise than by seq and hash alone")
	}
	return nil
}

// chain looks for the first event that does not follow the one before it. Where events are missing the others still tell
// whether one of them was altered, which is worse.
func (a *audit) chain() *Finding {
	var gap *Finding
	var before Event
	for i, e := range a.rec.Events {
		f := follows(before, e, eventHash(a.whole.at("events", i)))
		switch {
		case f == nil:
		case f.Verdict == VerdictAltered:
			return f
		case gap == nil && !a.ascends(i):
			return displaced(before, e)
		case gap == nil:
			gap = f
		}
		before = e
	}
	if f := a.head(); f != nil && (gap == nil || f.Verdict == VerdictAltered) {
		return f
	}
	return gap
}

// follows says what is wrong with an event behind another, given the hash of what it says; nil for nothing. An event that is not what
// was written says nothing of others, its number neither.
func follows(before, e Event, hash string) *Finding {
	seq := before.Seq + 1
	switch {
	case e.Hash != hash && e.Seq != seq:
		return altered(seq, "event %d is not what was written: its hash does not match, and it has the number %d", seq, e.Seq)
	case e.Hash != hash:
		return altered(seq, "event %d is not what was written: its hash does not match", seq)
	case e.Seq == seq && e.Prev != before.Hash:
		return altered(seq, "event %d does not follow the event before it", seq)
	case e.Seq > seq && e.Prev != before.Hash:
		return missing(seq, e.Seq-1)
	case e.Seq != seq:
		return displaced(before, e)
	}
	return nil
}

// displaced is the finding that an event comes after another that it does not follow.
func displaced(before, e Event) *Finding {
	return altered(before.Seq+1, "event %d is in the place of event %d", e.Seq, before.Seq+1)
}

// ascends reports whether the numbers of the events go up from i on: what is left after some were taken out.
func (a *audit) ascends(i int) bool {
	return slices.IsSortedFunc(a.rec.Events[i:], func(e, f Event) int { return e.Seq - f.Seq })
}

// missing is the finding that events are.
func missing(from, to int) *Finding {
	f := &Finding{Verdict: VerdictCut, Seq: from, Message: fmt.Sprintf("event %d is missing", from)}
	if from != to {
		f.Message = fmt.Sprintf("events %d to %d are missing", from, to)
	}
	return f
}

// head looks for events that are missing at the end, for more of them than the record names, and for a head that names none. If it has
// the hash of the last event, that is the one it names.
func (a *audit) head() *Finding {
	var last Event
	if n := len(a.rec.Events); n > 0 {
		last = a.rec.Events[n-1]
	}
	head := a.rec.Head
	switch {
	case head.Hash == last.Hash && head.Seq != last.Seq:
		return alteredField("head.seq", "head.seq is %d, and the event that head names is %d", head.Seq, last.Seq)
	case head.Hash == last.Hash:
		return nil
	case head.Seq == last.Seq:
		return alteredField("head.hash", "head.hash is not the hash of event %d", last.Seq)
	case head.Seq > last.Seq:
		return missing(last.Seq+1, head.Seq)
	}
	return altered(head.Seq+1, "event %d comes after the last one that the record names", head.Seq+1)
}

// found looks for an event that was written on a record in which something was wrong already, and says so.
func (a *audit) found() *Finding {
	for _, e := range a.rec.Events {
		if e.Found != "" {
			return altered(e.Seq, "when event %d was written the record was already damaged: %s", e.Seq, e.Found)
		}
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

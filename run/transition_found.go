package run

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"rtut/run/record"
	"rtut/run/secret"
)

// checkWhole refuses to go on with a record that is not as rtut wrote it: what it says of the run may never have happened. What
// asserts nothing about the run is taken, and says for good what was found.
func (t *transition) checkWhole(act Action) error {
	found := t.rec.Integrity()
	if found.Intact() {
		return nil
	}
	if !leavesStateAlone(act) {
		return notWhole(t.rec, found)
	}
	if known, since := t.rec.FoundBefore(); !known || !since && !t.rec.Untouched() {
		t.found = recorded(found)
	}
	return nil
}

// leavesStateAlone reports whether an action says nothing about items and values, nor that the run came to anything.
func leavesStateAlone(act Action) bool {
	switch a := act.(type) {
	case Note, HandOver:
		return true
	case Finalize:
		return a.Outcome == record.Abandoned
	}
	return false
}

// notWhole is the refusal to build on a record in which something is wrong.
func notWhole(rec *record.Record, found record.Finding) *Refusal {
	return refuse(RecordAltered, "", "the record is not intact, so the run cannot continue: %s", found).
		with("Start a new run with `rtut run new --like %s`. This run accepts only notes, a handover and `finalize --outcome abandoned`", rec.RunID)
}

// maxFound bounds what an event says of what was found, in characters.
const maxFound = 300

// recorded is the finding as an event keeps it. It may name keys that something other than rtut has put into the record: they are not repeated
// where they look like a secret, can't be printed or are very long.
func recorded(f record.Finding) string {
	text := f.String()
	_, looks := secret.Look(text)
	hidden := func(r rune) bool { return !unicode.IsPrint(r) }
	if looks || utf8.RuneCountInString(text) > maxFound || slices.ContainsFunc([]rune(text), hidden) {
		return string(f.Verdict)
	}
	return text
}

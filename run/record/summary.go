package record

import (
	"bytes"
	"slices"
)

// Summary is what a tally over very many runs needs to know of each. It is comparable, and small enough to be kept.
type Summary struct {
	RunID         string
	PackID        string
	PackPath      string // of pack.yaml, relative to the owning repo, with slashes
	PackDigest    string
	Operator      string
	Context       Context
	Began         Time // see Head.Began
	Touched       Time
	Ended         Time
	Outcome       Outcome // "": unfinished
	Clean         bool    // it is a clean success
	ByNobody      bool    // it would be one if auto-confirm had not answered a check of it
	StoppedByGate bool    // a gate has stopped it, and nothing else, see Head.StoppedByGate
	Rating        Rating  // the latest, of a run that has ended; "": nobody has rated it
	ExerciseWrite string  // what the pack was to be marked with
	Mode          Mode
	Progress      Progress // see ProgressOf
}

// Summary sums the head up.
func (h *Head) Summary() Summary {
	s := Summary{
		RunID: h.RunID, PackID: h.PackID, PackPath: h.PackPath, PackDigest: h.PackDigest, Operator: h.Operator, Context: h.Context,
		Began: h.Began(), Touched: h.Touched(), Ended: h.Ended(), Clean: h.Clean(), ByNobody: h.ByNobody(), StoppedByGate: h.StoppedByGate(),
		Rating: h.Rating(), ExerciseWrite: h.ExerciseWrite, Mode: h.Mode, Progress: h.progress(),
	}
	if h.Outcome != nil {
		s.Outcome = *h.Outcome
	}
	return s
}

// Finished reports whether the run was finalized.
func (s *Summary) Finished() bool { return s.Outcome != "" }

// ExerciseStatus returns what a pack is marked with by this run, once it is finished.
func (s *Summary) ExerciseStatus() string { return ExercisedBy(s.Ended, s.Operator) }

// DecodeSummary reads the summary of a record. It refuses what DecodeHead refuses, with the same error, and sums up the
// same. Of a record that is not as its last write left it the error is an *AlteredError.
func DecodeSummary(data []byte) (Summary, error) {
	s, err := summaryOf(data)
	if err != nil || sealed(data) {
		return s, err
	}
	if found := Audit(data, ""); !found.Intact() {
		return Summary{}, &AlteredError{Finding: found}
	}
	return s, nil
}

// SkimSummary is DecodeSummary for a scan over very many records: of the events only the last is compared with its hash, which has the
// digest of all that a summary is made of.
func SkimSummary(data []byte) (Summary, error) {
	g := glancer{data: data}
	s, usual := g.glance()
	if usual && skimmed(data, g.events) && (s.Finished() || !bytes.Contains(data, []byte(VerbFeedback))) {
		return s, nil
	}
	return DecodeSummary(data)
}

// summaryOf is DecodeSummary of whatever a record says: one as rtut writes it is only glanced at, which costs a tenth.
func summaryOf(data []byte) (Summary, error) {
	s, usual := glance(data)
	if !usual {
		head, err := DecodeHead(data)
		if err != nil {
			return Summary{}, err
		}
		s = head.Summary()
	}
	if !s.Finished() && bytes.Contains(data, []byte(VerbFeedback)) {
		s.Touched = touched(data, s.Touched)
	}
	return s, nil
}

// touched returns when an open run was continued last: feedback that is given early takes nothing on. So much its head does not tell.
func touched(data []byte, last Time) Time {
	rec, err := Decode(data)
	if err != nil || len(rec.Events) == 0 || rec.Events[len(rec.Events)-1].Action != VerbFeedback {
		return last
	}
	for _, e := range slices.Backward(rec.Events) {
		if e.Action != VerbFeedback {
			return e.At
		}
	}
	return last
}

package run

import (
	"maps"
	"slices"

	"rtut/pack"
	"rtut/run/record"
)

// verifyGate judges every check of a gate again; answers of an earlier time are not carried over.
func (t *transition) verifyGate(a Verify, checks checkSet) error {
	def, rec := t.pack.Gate(a.Item), t.rec.Gates[a.Item]
	if a.Pasted != nil {
		return refuse(PasteRefused, a.Item, "a gate cannot be verified from pasted output")
	}
	if err := t.consent(a, checks.list); err != nil {
		return err
	}
	evidence, err := t.evidence(a.Item, def.Evidence, a.Evidence)
	if err != nil {
		return err
	}
	results, state := t.judgeGate(a, checks.list)
	had := rec.Evidence
	if rec.State == record.Passed && len(t.validity().own(a.Item)) > 0 {
		had = nil // it was given for a decision that is out of date
	}
	owed := owedFacts(def.Evidence, record.MergeValues(had, evidence))
	if state == record.Passed && len(owed) > 0 {
		state = record.Open
	}
	if state, err = t.askedAgain(a, checks.list, rec, results, state); err != nil {
		return err
	}
	if state == record.Open {
		evidence = nil // a call that settles nothing leaves nothing behind
	}
	detail := record.Detail{Results: results, Evidence: evidence, Deviation: checks.deviation}
	if len(results) == 0 {
		detail.Results = nil // nothing was judged: what is written has no results, either
	}
	if state == record.Open && len(t.unanswered(a, checks.list)) > 0 {
		detail.Shown = t.showing(a, checks.list)
	}
	if a.Intent == 0 || detail.Results == nil {
		detail.Interrupted = rec.Intent
	}
	if state == record.Passed {
		detail.Datapoints = t.promoted(a.Item, nil, slices.Collect(maps.Values(results))...)
	} else {
		detail.Datapoints = t.demoted(a.Item)
	}
	if state == rec.State && state == record.Passed {
		state = "" // it stays, and keeps the time at which it passed
	}
	t.emit(record.VerbVerify, a.Item, state, detail)
	return nil
}

// askedAgain returns the state that a gate enters by its checks. One that had passed or failed keeps its verdict where it was
// only asked, and not answered: that is refused, unless a command that ran did not pass, or an answer is no. What is shown was shown: the intent of
// commands that ran is closed.
func (t *transition) askedAgain(a Verify, checks []*pack.Check, rec *record.Gate, results map[string]*record.Result, state record.State) (record.State, error) {
	if rec.State == record.Open || t.confirms() {
		return state, nil
	}
	for _, c := range checks {
		if r := results[c.ID]; r != nil && !r.Passed && (c.Command != nil || c.Kind == pack.Manual) {
			return record.Failed, nil
		}
	}
	unanswered := t.unanswered(a, checks)
	if len(unanswered) == 0 {
		return state, nil
	}
	if a.Intent != 0 {
		t.emit(record.VerbVerify, a.Item, "", record.Detail{Interrupted: rec.Intent, Reason: "asked and not answered", Shown: t.showing(a, checks)})
		t.stored = true
	}
	return state, refuse(AnswerRequired, a.Item, "manual checks have no answer, so it stays %s", rec.State).listing(unanswered...).
		with("Answer with --confirm, --pass or --reject, all at once: answers are not carried over")
}

// unanswered lists the manual checks that have no answer, each with what it asks.
func (t *transition) unanswered(a Verify, checks []*pack.Check) []string {
	var list []string
	for _, c := range checks {
		if c.Kind == pack.Manual && !a.Answers.answered(c.ID) {
			list = append(list, c.ID+": "+c.Prompt.Display(t.rec.Values()))
		}
	}
	return list
}

// judgeGate returns the results by check, and the state that they put the gate in. One that only has to wait for its time is
// open: waiting is not failing.
func (t *transition) judgeGate(a Verify, checks []*pack.Check) (map[string]*record.Result, record.State) {
	results, state := map[string]*record.Result{}, record.Passed
	for _, c := range checks {
		if c.Kind == pack.Manual && !a.Answers.answered(c.ID) && !t.confirms() {
			if state == record.Passed {
				state = record.Open
			}
			continue
		}
		if a.shown != nil && a.shown.Results[c.ID] != nil {
			results[c.ID] = t.taken(a.Item, c, a.shown.Results[c.ID], a.Answers)
		} else {
			results[c.ID] = t.judge(c, a.Observed[c.ID], a.Answers)
			t.prove(a.Item, c, a.Observed[c.ID], a, results[c.ID])
			results[c.ID].Words = t.wordsOfCheck(a.Item, c)
		}
		state = stateBy(state, results[c.ID])
	}
	return results, state
}

// stateBy returns the state of a gate that is in one by its checks so far, and has this result of another.
func stateBy(state record.State, r *record.Result) record.State {
	switch {
	case r.Passed:
	case r.Waits():
		if state == record.Passed {
			return record.Open
		}
	default:
		return record.Failed
	}
	return state
}

// waive lets a gate pass without its checks, where the pack allows that.
func (t *transition) waive(a Waive) error {
	def := t.pack.Gate(a.Item)
	if def == nil {
		return refuse(WrongKind, a.Item, "is a step; only gates are waived")
	}
	if !def.Waivable {
		return refuse(NotWaivable, a.Item, "is not waivable").with("It must pass, or the run must be closed otherwise")
	}
	if err := t.inState(a.Item, record.VerbWaive, record.Open, record.Failed); err != nil {
		return err
	}
	if err := needReason(a.Item, a.Reason); err != nil {
		return err
	}
	t.emit(record.VerbWaive, a.Item, record.Waived, record.Detail{
		Waiver: &record.Waiver{Reason: a.Reason, By: t.by.name(), At: t.now},
		Deviation: &record.Deviation{
			Kind: record.WaiverDeviation, Item: a.Item, Reason: a.Reason, Unmet: ids(unmetOf(t.pack, t.rec, a.Item, t.now)),
			Risk: t.pack.Graph().Downstream(a.Item), By: t.by.name(), At: t.now,
		},
	})
	return nil
}

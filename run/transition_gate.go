package run

import "rtut/pack"

// verifyGate judges every check of a gate anew; answers of an earlier time are not carried over.
func (t *transition) verifyGate(a Verify, checks checkSet) error {
	def, rec := t.pack.Gate(a.Item), t.rec.Gates[a.Item]
	if a.Pasted != nil {
		return refuse(PasteRefused, a.Item, "a gate can't be verified from pasted output")
	}
	if err := t.consent(a, checks.list); err != nil {
		return err
	}
	evidence, err := t.evidence(a.Item, def.Evidence, a.Evidence)
	if err != nil {
		return err
	}
	results, state := t.judgeGate(a, checks.list)
	owed := owedFacts(def.Evidence, merge(rec.Evidence, evidence))
	if state == Passed && len(owed) > 0 {
		state = Open
	}
	detail := Detail{Results: results, Evidence: evidence, Deviation: checks.deviation}
	if a.Intent == 0 {
		detail.Interrupted = rec.Intent
	}
	if state == Passed {
		detail.Datapoints = t.promoted(a.Item, nil)
	} else {
		detail.Datapoints = t.demoted(a.Item)
	}
	t.emit(VerbVerify, a.Item, state, detail)
	return nil
}

// judgeGate returns the results by check, and the state that they put the gate in.
func (t *transition) judgeGate(a Verify, checks []*pack.Check) (map[string]*Result, State) {
	results, state := map[string]*Result{}, Passed
	for _, c := range checks {
		if c.Kind == pack.Manual && !a.Answers.answered(c.ID) && !t.confirms() {
			if state == Passed {
				state = Open
			}
			continue
		}
		results[c.ID] = t.judge(c, a.Observed[c.ID], a.Answers)
		if !results[c.ID].Passed {
			state = Failed
		}
	}
	return results, state
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
	if err := t.inState(a.Item, VerbWaive, Open, Failed); err != nil {
		return err
	}
	if err := needReason(a.Item, a.Reason); err != nil {
		return err
	}
	t.emit(VerbWaive, a.Item, Waived, Detail{
		Waiver: &Waiver{Reason: a.Reason, By: t.by.name(), At: t.now},
		Deviation: &Deviation{
			Kind: WaiverDeviation, Item: a.Item, Reason: a.Reason, Unmet: ids(unmetOf(t.pack, t.rec, a.Item, t.now)),
			Risk: t.pack.Graph().Downstream(a.Item), By: t.by.name(), At: t.now,
		},
	})
	return nil
}

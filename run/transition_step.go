package run

import (
	"rtut/pack"
	"rtut/run/record"
)

// start starts a step that is todo or skipped. On a running one it renews a confirmation that has lapsed.
func (t *transition) start(a Start) error {
	def, rec, err := t.step(a.Item)
	if err != nil {
		return err
	}
	if a.AuthorizedBy != "" {
		if err := checkName("authorized-by", a.AuthorizedBy); err != nil {
			return err
		}
	}
	if rec.State == record.Running {
		return t.renew(def, rec, a)
	}
	if err := t.inState(a.Item, record.VerbStart, record.Todo, record.Skipped); err != nil {
		return err
	}
	if err := t.withinRun(a.Item); err != nil {
		return err
	}
	deviation, err := t.preconditions(a.Item, a.Override)
	if err != nil {
		return err
	}
	alt, err := t.alternative(def, a.Alternative)
	if err != nil {
		return err
	}
	if alt.ID == pack.NotNeeded {
		return t.notNeeded(def, alt, deviation)
	}
	if err := t.mayRun(a.Item); err != nil {
		return err
	}
	confirmation, err := t.confirm(def, alt, a.Phrase)
	if err != nil {
		return err
	}
	if confirmation != nil {
		t.noteFiles(a.Item, alt.ID)
	}
	t.emit(record.VerbStart, a.Item, record.Running, record.Detail{
		Alternative: alt.ID, AuthorizedBy: t.authorizer(a, confirmation), Confirmation: confirmation,
		Deviation: deviation, Interrupted: rec.Intent,
	})
	return nil
}

// notNeeded completes a step whose `when` is false: the expression being false is its verification.
func (t *transition) notNeeded(def *pack.Step, alt *pack.Alternative, deviation *record.Deviation) error {
	if _, err := isNeeded(t.rec, def); err != nil {
		return unjudged(def, err)
	}
	result := t.judge(&alt.Verify, Observation{}, Answers{})
	t.prove(def.ID, &alt.Verify, Observation{}, Verify{}, result)
	if !result.Passed {
		return refuse(NoAlternative, def.ID, "is needed: its condition holds").with("Start it without --alternative %s", pack.NotNeeded)
	}
	t.emit(record.VerbStart, def.ID, record.Running, record.Detail{Alternative: alt.ID, Deviation: deviation})
	t.emit(record.VerbVerify, def.ID, "", record.Detail{Verification: result})
	t.emit(record.VerbDone, def.ID, record.Done, record.Detail{})
	return nil
}

// authorizer says who stands for the start of a step that has a phrase; "" where nothing needs authority.
func (t *transition) authorizer(a Start, c *record.Confirmation) string {
	switch {
	case c != nil && c.Given != 0:
		return t.rec.AuthorizerOf(c.Given)
	case a.AuthorizedBy != "":
		return a.AuthorizedBy
	case c == nil:
		return ""
	}
	return t.by.Name
}

// renew takes the phrase again for a running step whose command or phrase has changed since it was confirmed.
func (t *transition) renew(def *pack.Step, rec *record.Step, a Start) error {
	alt := def.Alternative(rec.Alternative)
	if alt == nil || !t.lapsed(def, rec) {
		return refuse(WrongState, a.Item, "is running already").with("Verify it")
	}
	if t.by.Auto {
		return refuse(ConfirmationLapsed, a.Item, "its confirmation has lapsed; only a person can renew it").with("Take the run over: mode manual")
	}
	if a.Alternative != "" && a.Alternative != rec.Alternative {
		return refuse(WrongState, a.Item, "is running with alternative %s", rec.Alternative).with("Fail and retry it to choose another")
	}
	confirmation, err := t.confirm(def, alt, a.Phrase)
	if err != nil {
		return err
	}
	t.noteFiles(a.Item, alt.ID)
	t.emit(record.VerbConfirm, a.Item, "", record.Detail{Confirmation: confirmation, AuthorizedBy: t.authorizer(a, confirmation), Interrupted: rec.Intent})
	return nil
}

// alternative returns the alternative that was asked for, else the first whose condition holds.
func (t *transition) alternative(def *pack.Step, id string) (*pack.Alternative, error) {
	if id != "" {
		if alt := def.Alternative(id); alt != nil {
			return alt, nil
		}
		return nil, refuse(UnknownAlternative, def.ID, "has no such alternative").with("It has %s", alternativeNames(def))
	}
	if def.When != nil {
		if _, err := isNeeded(t.rec, def); err != nil {
			return nil, unjudged(def, err)
		}
	}
	alt, unknown := recommended(t.rec, def)
	if alt != nil {
		return alt, nil
	}
	return nil, refuse(NoAlternative, def.ID, "no alternative is recommended as things are").listing(unknown...).
		with("Choose one with --alternative: %s", alternativeNames(def))
}

// recommended returns the first alternative whose condition holds, or nil, and why conditions could not be judged.
func recommended(rec *record.Record, def *pack.Step) (alt *pack.Alternative, unknown []string) {
	if def.When != nil {
		switch needed, err := isNeeded(rec, def); {
		case err != nil:
			return nil, []string{err.Error()}
		case !needed:
			return def.Alternative(pack.NotNeeded), nil
		}
	}
	for i := range def.Alternatives {
		alt := &def.Alternatives[i]
		if alt.ID == pack.NotNeeded {
			continue
		}
		if alt.Preferred == nil {
			return alt, unknown
		}
		holds, err := alt.Preferred.Eval(rec.Values())
		if err != nil {
			unknown = append(unknown, alt.ID+": "+err.Error())
		}
		if holds {
			return alt, unknown
		}
	}
	return nil, unknown
}

func alternativeNames(def *pack.Step) string {
	var ids []string
	for _, alt := range def.Alternatives {
		if alt.ID != "" {
			ids = append(ids, alt.ID)
		}
	}
	if len(ids) == 0 {
		return "none"
	}
	return either(ids)
}

// complete completes a running step whose verification has passed and of which nothing is missing.
func (t *transition) complete(a Complete) error {
	def, rec, err := t.step(a.Item)
	if err != nil {
		return err
	}
	if err := t.inState(a.Item, record.VerbDone, record.Running); err != nil {
		return err
	}
	if err := t.notLapsed(def, rec); err != nil {
		return err
	}
	alt := t.chosen(def, rec)
	evidence, err := t.evidence(a.Item, alt.Evidence, a.Evidence)
	if err != nil {
		return err
	}
	result := rec.Verification
	answered := !a.Answers.none()
	if answered {
		answer := Verify{Item: a.Item, Answers: a.Answers, shown: t.shown(a.Item, a.Answers, []*pack.Check{&alt.Verify})}
		if err := t.answerable(alt, answer); err != nil {
			return err
		}
		if result, err = t.judgeStep(def, alt, answer); err != nil {
			return err
		}
	}
	if err := verified(a.Item, rec, result); err != nil {
		return err
	}
	if why := t.validity().own(a.Item); !answered && len(why) > 0 {
		return refuse(NotVerified, a.Item, "its verification is out of date").listing(why[0].Text).with("Verify it again")
	}
	if owed := owedFacts(alt.Evidence, record.MergeValues(rec.Evidence, evidence)); len(owed) > 0 {
		return refuse(EvidenceMissing, a.Item, "required evidence is missing").listing(owed...).with("Give it with --evidence id=value")
	}
	produced, err := t.produced(def, result, a.Set)
	if err != nil {
		return err
	}
	if answered {
		t.emit(record.VerbVerify, a.Item, "", record.Detail{Verification: result, Interrupted: rec.Intent})
	}
	t.emit(record.VerbDone, a.Item, record.Done, record.Detail{Evidence: evidence, Datapoints: t.promoted(a.Item, produced, result)})
	return nil
}

// answerable refuses an answer that comes with the completion of a step unless it is all that its verification takes.
func (t *transition) answerable(alt *pack.Alternative, a Verify) error {
	if err := a.Answers.check(a.Item, []*pack.Check{&alt.Verify}); err != nil {
		return err
	}
	if alt.Verify.Command != nil && a.shown == nil {
		return refuse(NotVerified, a.Item, "its check shows the output of a command before it is answered").with("Verify it with --yes, and answer what it shows")
	}
	return nil
}

// verified refuses unless the latest verification has passed.
func verified(id string, rec *record.Step, result *record.Result) error {
	switch {
	case result == nil && rec.Intent != nil:
		return refuse(NotVerified, id, "its verification was interrupted, so it has neither passed nor failed").with("Verify it again")
	case result == nil:
		return refuse(NotVerified, id, "has not been verified").with("Verify it first")
	case !result.Passed:
		return refuse(NotVerified, id, "its latest verification did not pass").with("Fix what is wrong and verify it again")
	}
	return nil
}

// fail marks a running step as failed. Nothing else fails a step.
func (t *transition) fail(a Fail) error {
	if _, _, err := t.step(a.Item); err != nil {
		return err
	}
	if err := t.inState(a.Item, record.VerbFail, record.Running); err != nil {
		return err
	}
	if err := needReason(a.Item, a.Reason); err != nil {
		return err
	}
	t.emit(record.VerbFail, a.Item, record.Failed, record.Detail{Reason: a.Reason, Interrupted: t.rec.Intent(a.Item)})
	return nil
}

// retry puts a failed step back to todo. Unless it is idempotent the operator must say that the earlier attempt did
// not partly apply.
func (t *transition) retry(a RetryStep) error {
	def, _, err := t.step(a.Item)
	if err != nil {
		return err
	}
	if err := t.inState(a.Item, record.VerbRetry, record.Failed); err != nil {
		return err
	}
	if err := settledFirst(t.rec, a.Item); err != nil {
		return err
	}
	if err := t.mayRetry(a.Item); err != nil {
		return err
	}
	if !def.Idempotent && !a.AcknowledgePartial {
		return refuse(PartialUnconfirmed, a.Item, "is not idempotent: the earlier attempt may have partly applied").
			with("Check that it did not partly apply, then add --acknowledge-partial")
	}
	t.emit(record.VerbRetry, a.Item, record.Todo, record.Detail{
		Retry: &record.Retry{Step: a.Item, AcknowledgePartial: a.AcknowledgePartial, By: t.by.name(), At: t.now},
	})
	return nil
}

// skip passes over a step that only reads.
func (t *transition) skip(a Skip) error {
	def, _, err := t.step(a.Item)
	if err != nil {
		return err
	}
	if def.Effect != pack.ReadOnly {
		return refuse(NotSkippable, a.Item, "is %s; only read-only steps may be skipped", def.Effect)
	}
	if err := t.inState(a.Item, record.VerbSkip, record.Todo, record.Running, record.Failed); err != nil {
		return err
	}
	if err := settledFirst(t.rec, a.Item); err != nil {
		return err
	}
	if err := needReason(a.Item, a.Reason); err != nil {
		return err
	}
	t.emit(record.VerbSkip, a.Item, record.Skipped, record.Detail{Reason: a.Reason, Interrupted: t.rec.Intent(a.Item)})
	return nil
}

package main

import (
	"context"
	"errors"
	"slices"

	"rtut/run"
)

// consent asks whether the commands that have just been shown may run.
type consent func(ctx context.Context) (bool, error)

// consentByYes is the consent of a command that does not lead: a bare Enter is none.
func (a *app) consentByYes(ctx context.Context) (bool, error) {
	yes, _, err := a.yes(ctx, "Run that?")
	return yes, err
}

// verify verifies an item, having asked for what that lacks: consent to its commands, which are shown, answers to its
// manual checks, once there is output to look at, and the evidence that a gate requires.
func (t *target) verify(ctx context.Context, req run.VerifyRequest, mayRun consent) error {
	t.noteOwner()
	if err := t.askVerify(ctx, &req, mayRun); err != nil {
		return err
	}
	display := t.app.display()
	after, err := t.session.Verify(ctx, t.rec.RunID, req, display)
	if err = errors.Join(err, display.Close()); err != nil {
		return t.app.answerInvalid(err)
	}
	t.rec = after
	return nil
}

func (t *target) askVerify(ctx context.Context, req *run.VerifyRequest, mayRun consent) error {
	if !t.app.asks() || req.Pasted != nil {
		return nil
	}
	shown := t.presented(req.Item)
	if err := t.askOverride(ctx, req); err != nil {
		return err
	}
	missing := t.app.refusal(t.pack, t.rec, req.Verify)
	commands := missing != nil && missing.Code == run.ConsentRequired
	if missing != nil && !commands && missing.Code != run.AnswerRequired {
		return nil // the session will say so
	}
	if commands && !req.Consent {
		var err error
		t.sayCommands(req.Item)
		if req.Consent, err = mayRun(ctx); err != nil || !req.Consent {
			return err
		}
	}
	if err := t.askAround(ctx, req, commands); err != nil {
		return err
	}
	return t.stillShows(ctx, []string{req.Item}, shown)
}

// askOverride asks for what the override of a gate's preconditions lacks.
func (t *target) askOverride(ctx context.Context, req *run.VerifyRequest) error {
	filled, err := t.app.supply(ctx, t.pack, t.rec, req.Verify, func(ctx context.Context, act run.Action, missing *run.Refusal) (run.Action, bool, error) {
		if missing.Code != run.ReasonRequired && missing.Code != run.RiskUnacknowledged {
			return act, false, nil
		}
		v := act.(run.Verify)
		var answered bool
		var err error
		v.Override, answered, err = t.fillOverride(ctx, v.Override, missing)
		return v, answered, err
	})
	if v, ok := filled.(run.Verify); ok {
		req.Verify = v
	}
	return err
}

// askAround asks for evidence before, and for answers where there is something to look at: after the commands have run.
func (t *target) askAround(ctx context.Context, req *run.VerifyRequest, commands bool) error {
	item := req.Item
	if gate := t.pack.Gate(item); gate != nil {
		owed := slices.DeleteFunc(t.view().Detail(item, "").Owes, func(id string) bool { return req.Evidence[id] != "" })
		var err error
		if req.Evidence, _, err = t.askFacts(ctx, gate.Evidence, owed, req.Evidence); err != nil {
			return err
		}
	}
	if commands {
		req.Answer = func(ctx context.Context, given run.Answers) (run.Answers, error) {
			return t.askAnswers(ctx, item, given)
		}
		return nil
	}
	var err error
	req.Answers, err = t.askAnswers(ctx, item, req.Answers)
	return err
}

// sayRunning says where a command runs, above its output. Who is asked has seen it together with the command.
func (a *app) sayRunning(item string, c run.CommandRun, where string) {
	a.say(line(item+": "+nameOf(c.Check)+" runs "+where) + "\n")
}

// sayLeft names a process that a check has left running.
func (t *target) sayLeft(process string) {
	t.left = append(t.left, process)
	if !t.app.json {
		t.app.say("left running: " + line(process) + "\n")
	}
}

// listLeft adds to a refusal in JSON, which has no other place for it, what a command has left running.
func (t *target) listLeft(err error) error {
	var refusal *run.Refusal
	if t.app.json && errors.As(err, &refusal) {
		for _, process := range t.left {
			refusal.Details = append(refusal.Details, "left running: "+process)
		}
	}
	return err
}

// sayCommands shows what verifying an item would run, and where.
func (t *target) sayCommands(item string) {
	var about text
	for _, c := range t.view().Detail(item, "").Checks {
		if c.Command == "" {
			continue
		}
		about.linef("%s runs %s:", nameOf(c.ID), t.where(c.Host))
		about.code("  ", c.Command)
	}
	t.app.say(about.String())
}

// probe asks the check of a step before it is started, having asked for consent where somebody can be asked.
func (t *target) probe(ctx context.Context, start run.Start, yes bool) error {
	t.noteOwner()
	request := run.ProbeRequest{
		Probe: run.Probe{Item: start.Item, Alternative: start.Alternative, Override: start.Override}, Consent: yes,
	}
	if missing := t.app.refusal(t.pack, t.rec, request.Probe); missing == nil && !yes && t.app.asks() {
		var about text
		for _, c := range t.view().Detail(start.Item, start.Alternative).Checks {
			about.linef("the probe runs %s:", t.where(c.Host))
			about.code("  ", c.Command)
		}
		t.app.say(about.String())
		var err error
		if request.Consent, err = t.app.consentByYes(ctx); err != nil {
			return err
		}
	}
	display := t.app.display()
	after, err := t.session.Probe(ctx, t.rec.RunID, request, display)
	if after != nil {
		t.rec = after
	}
	if err = errors.Join(t.listLeft(err), display.Close()); err != nil {
		return t.app.answerInvalid(err)
	}
	t.app.notef("%s: its check is red, so there is something to do", start.Item)
	return nil
}

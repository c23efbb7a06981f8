package run

import (
	"errors"
	"maps"
	"slices"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
)

// begin records that the commands of an item are about to run, so that a crash leaves a trace and nothing is repeated
// silently. An intent that still stands is from a verification that never ended; it is taken over and named. What is finished
// stays so, and is out of date until the result is there.
func (t *transition) begin(a Begin) error {
	if err := t.withinRun(a.Item); err != nil {
		return err
	}
	checks, err := t.ready(a.Item, a.Override)
	if err != nil {
		return err
	}
	if err := t.givenAlong(a, checks.list); err != nil {
		return err
	}
	t.noteFiles(a.Item, t.alternativeOf(a.Item))
	sum, runs := commandsDigest(t.pack, t.rec, checks.list)
	if !runs {
		return refuse(ConsentRequired, a.Item, "has no command to run")
	}
	intent := &record.Intent{Seq: len(t.rec.Events) + 1, CommandDigest: sum, Host: a.Host, PID: a.PID, By: t.by.name(), At: t.now}
	t.emit(record.VerbBegin, a.Item, "", record.Detail{Intent: intent, Interrupted: t.rec.Intent(a.Item), Deviation: checks.deviation})
	return nil
}

// commandsDigest returns a digest of the commands of checks as they are rendered now, and whether there are any.
func commandsDigest(p *pack.Pack, rec *record.Record, checks []*pack.Check) (sum string, runs bool) {
	var rendered []string
	for _, c := range commandsOf(rec, checks) {
		if c.Problem == "" {
			rendered = append(rendered, c.Check, c.On, c.Script)
			if !c.Remote {
				rendered = append(rendered, dirText(p.Dir)...)
			}
		}
	}
	return pack.Digest(rendered...), rendered != nil
}

// alternativeOf returns the alternative that a step was started with; "" of a gate.
func (t *transition) alternativeOf(id string) string {
	if s := t.rec.Steps[id]; s != nil {
		return s.Alternative
	}
	return ""
}

// givenAlong refuses answers and evidence that the verification would refuse once its commands have run.
func (t *transition) givenAlong(a Begin, checks []*pack.Check) error {
	if err := a.Answers.check(a.Item, checks); err != nil {
		return err
	}
	if gate := t.pack.Gate(a.Item); gate != nil {
		_, err := t.evidence(a.Item, gate.Evidence, a.Evidence)
		return err
	}
	rec := t.rec.Steps[a.Item]
	_, err := t.evidence(a.Item, t.chosen(t.pack.Step(a.Item), rec).Evidence, a.Evidence)
	return err
}

// verify judges an item by what was observed, typed and measured.
func (t *transition) verify(a Verify) error {
	if a.Intent != 0 || len(a.Observed) > 0 {
		if err := t.checkIntent(a.Item, a.Intent, record.VerbBegin); err != nil {
			return err
		}
	} else if err := t.withinRun(a.Item); err != nil {
		return err
	}
	override := a.Override
	checks, err := t.readyAgain(a, override)
	if err != nil {
		return err
	}
	if err := a.Answers.check(a.Item, checks.list); err != nil {
		return err
	}
	if a.Intent == 0 && a.Pasted == nil {
		a.shown = t.shown(a.Item, a.Answers, checks.list)
		a.Seen = a.Seen || a.shown != nil
	}
	if t.pack.Gate(a.Item) != nil {
		return t.verifyGate(a, checks)
	}
	return t.verifyStep(a)
}

// checkIntent refuses what was observed without an intent, a result whose intent is no longer the item's, since something
// else has happened to the item, and one whose intent another action recorded.
func (t *transition) checkIntent(item string, intent int, recordedBy record.Verb) error {
	stands := t.rec.Intent(item)
	gone := stands == nil || stands.Seq != intent || t.rec.Events[intent-1].Action != recordedBy
	if !gone {
		gone = !pastOf(t.pack, t.rec).asBegun(item)
	}
	if gone {
		return refuse(IntentGone, item, "changed while its commands ran, so their result is not recorded").with("Check its state and verify it again")
	}
	return nil
}

// checkSet is what an item is judged by.
type checkSet struct {
	list      []*pack.Check
	deviation *record.Deviation // of a gate that is verified against its preconditions
}

// readyAgain is ready, except for a result that comes with its intent: what was allowed when the commands began is not
// judged again.
func (t *transition) readyAgain(a Verify, o *Override) (checkSet, error) {
	if a.Intent != 0 {
		return checkSet{list: checksOf(t.pack, t.rec, a.Item)}, nil
	}
	return t.ready(a.Item, o)
}

// ready refuses unless the item may be verified now: a step must be running, under a confirmation that has not lapsed, or
// done, which verifies it again; a gate's preconditions must be met or overridden.
func (t *transition) ready(id string, o *Override) (checkSet, error) {
	set := checkSet{list: checksOf(t.pack, t.rec, id)}
	if gate := t.pack.Gate(id); gate != nil {
		if err := t.inState(id, record.VerbVerify, record.Open, record.Failed, record.Passed); err != nil {
			return set, err
		}
		var err error
		set.deviation, err = t.preconditions(id, o)
		return set, err
	}
	def, rec, err := t.step(id)
	if err != nil {
		return set, err
	}
	if err := t.inState(id, record.VerbVerify, record.Running, record.Done); err != nil {
		return set, err
	}
	return set, t.notLapsed(def, rec)
}

// checksOf returns what an item is judged by: a gate's checks, or the verification of the alternative that a step was
// started with.
func checksOf(p *pack.Pack, rec *record.Record, id string) []*pack.Check {
	if gate := p.Gate(id); gate != nil {
		list := make([]*pack.Check, len(gate.Checks))
		for i := range gate.Checks {
			list[i] = &gate.Checks[i]
		}
		return list
	}
	step := p.Step(id)
	alt := &step.Alternatives[0]
	if rec := rec.Steps[id]; rec != nil {
		if chosen := step.Alternative(rec.Alternative); chosen != nil {
			alt = chosen
		}
	}
	return []*pack.Check{&alt.Verify}
}

// verifyStep judges a step and keeps the result, passed or not. One that is done stays so: passing verifies it again and takes
// the values that its check measures again, failing leaves it out of date.
func (t *transition) verifyStep(a Verify) error {
	def, rec := t.pack.Step(a.Item), t.rec.Steps[a.Item]
	alt := t.chosen(def, rec)
	evidence, err := t.evidence(a.Item, alt.Evidence, a.Evidence)
	if err != nil {
		return err
	}
	result, err := t.judgeStep(def, alt, a)
	if err != nil {
		t.closeIntent(a, rec, &alt.Verify, err)
		return err
	}
	detail := record.Detail{Verification: result, Evidence: evidence}
	if rec.State == record.Done {
		detail.Datapoints = t.provedAnew(def, result)
	}
	if a.Intent == 0 {
		detail.Interrupted = rec.Intent
	}
	if a.Pasted != nil {
		detail.Capture = &record.Capture{Output: *a.Pasted, Source: record.FromPaste, By: t.by.name(), At: t.now}
	}
	t.emit(record.VerbVerify, a.Item, "", detail)
	return nil
}

// provedAnew returns the datapoints after another verification of a step that is done. What was typed keeps its date. A result
// of which the step does not accept the values has not passed.
func (t *transition) provedAnew(def *pack.Step, result *record.Result) map[string]*record.Datapoint {
	values := map[string]*record.Datapoint{}
	for id, value := range result.Extracted {
		values[id] = &record.Datapoint{State: record.Set, Value: value, How: record.Produced, Proof: result.Proof, At: &t.now}
	}
	if result.Passed {
		if why := t.notAccepted(def, values); why != nil {
			result.Passed, result.Error, result.Extracted = false, why.Message, nil
		}
	}
	if !result.Passed {
		return t.demoted(def.ID)
	}
	return t.promoted(def.ID, values, result)
}

// closeIntent notes, where the commands of a manual check ran and nobody answered, what they showed: that can be answered without
// running them again, and the step is not left as interrupted. The refusal stands.
func (t *transition) closeIntent(a Verify, rec *record.Step, check *pack.Check, err error) {
	var refusal *Refusal
	if a.Intent != 0 && errors.As(err, &refusal) && refusal.Code == AnswerRequired {
		t.emit(record.VerbVerify, a.Item, "", record.Detail{Interrupted: rec.Intent, Reason: refusal.Message, Shown: t.showing(a, []*pack.Check{check})})
		t.stored = true
	}
}

// judgeStep judges a step's verification, pasted output included, and takes the values it extracts from it.
func (t *transition) judgeStep(def *pack.Step, alt *pack.Alternative, a Verify) (*record.Result, error) {
	if a.shown != nil {
		return t.taken(a.Item, &alt.Verify, a.shown.Results[""], a.Answers), nil
	}
	seen, source := a.Observed[""], record.FromCommand
	if a.Pasted != nil {
		pasted, err := t.pasted(a.Item, &alt.Verify, *a.Pasted)
		if err != nil {
			return nil, err
		}
		seen, source = pasted, record.FromPaste
	} else if err := t.consent(a, []*pack.Check{&alt.Verify}); err != nil {
		return nil, err
	}
	if alt.Verify.Kind == pack.Manual && a.Answers.none() && !t.confirms() {
		return nil, refuse(AnswerRequired, a.Item, "is verified by hand and has no answer").with("Check it, then answer with --confirm or --reject all")
	}
	result := t.judge(&alt.Verify, seen, a.Answers)
	if source == record.FromPaste {
		result.Source, result.ExitCode, result.Seconds, result.Attempts = record.FromPaste, nil, nil, 0
	}
	t.prove(a.Item, &alt.Verify, seen, a, result)
	result.Words = t.wordsOfCheck(a.Item, &alt.Verify)
	t.extract(def, seen, result)
	return result, nil
}

// consent refuses to judge checks whose commands could have run and were not.
func (t *transition) consent(a Verify, checks []*pack.Check) error {
	if a.shown != nil {
		return nil
	}
	var owed []string
	for _, c := range commandsOf(t.rec, checks) {
		if _, ran := a.Observed[c.Check]; !ran && c.Problem == "" {
			owed = append(owed, placed(placeOf(t.pack, t.rec, a.Dir, c.On), c.Script))
		}
	}
	if owed == nil {
		return nil
	}
	return refuse(ConsentRequired, a.Item, "verification runs a command and needs your consent").
		listing(owed...).with("Read the command above, then add --yes")
}

// pasted turns output that the operator pasted into an observation, for the one kind that can be judged by it.
func (t *transition) pasted(id string, check *pack.Check, text string) (Observation, error) {
	if check.Kind != pack.OutputContains {
		return Observation{}, refuse(PasteRefused, id, "a check of kind %s cannot be verified from pasted output", check.Kind).
			with("Only output-contains can")
	}
	if err := checkCapture("", text); err != nil {
		return Observation{}, err
	}
	seen := Observation{ExitCode: check.ExitCode, OutputBytes: int64(len(text)), Head: text}
	if check.Contains != nil {
		want, err := check.Contains.RenderVisible("contains", t.rec.Values())
		seen.Contained = err == nil && want != "" && containsText(text, want)
	}
	return seen, nil
}

// extract takes from a passing verification the values that the step produces that way. What is missing or invalid
// makes the verification fail.
func (t *transition) extract(def *pack.Step, seen Observation, result *record.Result) {
	if !result.Passed {
		return
	}
	for _, p := range def.Produces {
		if p.Extract == nil {
			continue
		}
		v, err := t.extractOne(p, seen)
		if err != nil {
			result.Passed, result.Error, result.Extracted = false, p.Datapoint+": "+err.Error(), nil
			return
		}
		if result.Extracted == nil {
			result.Extracted = map[string]value.Value{}
		}
		result.Extracted[p.Datapoint] = v
	}
}

// answersTo says how manual checks are answered. The one of a step has no name.
func answersTo(manual map[string]bool) string {
	if manual[""] {
		return "Answer with --confirm or --reject all"
	}
	return "It has " + either(slices.Sorted(maps.Keys(manual)))
}

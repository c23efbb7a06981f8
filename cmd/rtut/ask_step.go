package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"rtut/pack"
	"rtut/run"
)

// fillStart asks for the phrase, the alternative, or what an override needs.
func (t *target) fillStart(ctx context.Context, a run.Start, missing *run.Refusal) (run.Action, bool, error) {
	var answered bool
	var err error
	switch missing.Code {
	case run.PhraseRequired:
		a.Phrase, answered, err = t.askPhrase(ctx, a, missing)
	case run.NoAlternative:
		a.Alternative, answered, err = t.askAlternative(ctx, a, "no alternative is recommended as things are")
	case run.NoValue:
		if why := t.view().Detail(a.Item, a.Alternative).Unjudged; why != "" && a.Alternative == "" {
			a.Alternative, answered, err = t.askAlternative(ctx, a, why)
		}
	case run.ReasonRequired, run.RiskUnacknowledged:
		a.Override, answered, err = t.fillOverride(ctx, a.Override, missing)
	}
	return a, answered, err
}

// askPhrase shows what the phrase stands for, and takes nothing but the phrase.
func (t *target) askPhrase(ctx context.Context, a run.Start, _ *run.Refusal) (string, bool, error) {
	d := t.view().Detail(a.Item, a.Alternative)
	var about text
	if t.told != a.Item {
		about.linef("%s: %s", a.Item, line(d.Title))
	}
	if d.Command != "" && t.told != a.Item {
		about.linef("command to run %s:", t.where(d.Host))
		about.code("  ", d.Command)
	}
	for _, sentence := range t.view().BeforeIt(d.ItemView) {
		about.linef("%s", line(sentence))
	}
	about.linef("Type exactly: %s", line(run.TellPhrase(d.Phrase)))
	t.session.Reads = true // what the phrase stands for is on the screen
	return t.app.ask(ctx, question{about: about.String(), judge: func(typed string) error {
		tried := a
		tried.Phrase = typed
		if r := t.app.refusal(t.pack, t.rec, tried); r != nil && (r.Code == run.PhraseWrong || r.Code == run.PhraseRequired) {
			return errors.New("wrong confirmation phrase")
		}
		return nil
	}})
}

func (t *target) askAlternative(ctx context.Context, a run.Start, why string) (string, bool, error) {
	var about text
	var ids []string
	about.linef("%s: %s. Choose one:", a.Item, why)
	for _, alt := range t.view().Detail(a.Item, "").Alternatives {
		ids = append(ids, alt.ID)
		about.linef("  %s  %s", alt.ID, line(alt.Title))
	}
	return t.app.ask(ctx, question{about: about.String(), judge: func(typed string) error {
		if !slices.Contains(ids, typed) {
			return errors.New("type one of the names")
		}
		return nil
	}})
}

// fillOverride asks for the reason of an override, and whether its risk is taken.
func (t *target) fillOverride(ctx context.Context, o *run.Override, missing *run.Refusal) (*run.Override, bool, error) {
	if o == nil {
		return nil, false, nil
	}
	filled := *o
	var answered bool
	var err error
	if missing.Code == run.ReasonRequired {
		filled.Reason, answered, err = t.app.reason(ctx, reasonFor(missing))
		return &filled, answered, err
	}
	var about text
	about.linef("%s: %s:", missing.Item, line(missing.Message))
	about.list(missing.Details)
	about.linef("Accept this risk?")
	filled.AcknowledgeRisk, _, err = t.app.yes(ctx, about.String())
	return &filled, filled.AcknowledgeRisk, err
}

// fillRetry asks whether the earlier attempt left anything behind.
func (t *target) fillRetry(ctx context.Context, a run.RetryStep, missing *run.Refusal) (run.Action, bool, error) {
	if missing.Code != run.PartialUnconfirmed {
		return a, false, nil
	}
	var err error
	a.AcknowledgePartial, _, err = t.app.yes(ctx, missing.Item+": "+line(missing.Message)+".\nHave you made sure that it did not?")
	return a, a.AcknowledgePartial, err
}

// fillRedo asks whether a step may be done once more.
func (t *target) fillRedo(ctx context.Context, a run.Redo, missing *run.Refusal) (run.Action, bool, error) {
	var err error
	a.AcknowledgePartial, _, err = t.app.yes(ctx, missing.Item+": "+line(missing.Message)+".\nHave you made sure that it can be done once more?")
	return a, a.AcknowledgePartial, err
}

// fillComplete asks for the answer to a verification by hand, for evidence and for values.
func (t *target) fillComplete(ctx context.Context, a run.Complete, missing *run.Refusal) (run.Action, bool, error) {
	step := t.pack.Step(a.Item)
	alt := t.view().Alternative(step, "")
	var answered bool
	var err error
	switch missing.Code {
	case run.NotVerified:
		if alt.Verify.Kind != pack.Manual || a.Answers.Confirm || a.Answers.RejectAll || t.rec.Steps[a.Item].Verification != nil {
			return a, false, nil
		}
		a.Answers, err = t.askAnswers(ctx, a.Item, a.Answers)
		return a, a.Answers.Confirm || a.Answers.RejectAll, err
	case run.EvidenceMissing:
		a.Evidence, answered, err = t.askFacts(ctx, alt.Evidence, missing.Details, a.Evidence)
	case run.ValueMissing:
		a.Set, answered, err = t.askValues(ctx, missing.Details, a.Set)
	}
	return a, answered, err
}

// askAnswers asks for the manual checks that have no answer yet. One that is left open stays so.
func (t *target) askAnswers(ctx context.Context, item string, given run.Answers) (run.Answers, error) {
	for _, c := range t.view().Detail(item, "").Checks {
		if c.Kind != pack.Manual || given.Confirm || given.RejectAll || slices.Contains(append(slices.Clone(given.Pass), given.Reject...), c.ID) {
			continue
		}
		prompt := line(c.Prompt)
		if prompt == "" {
			prompt = "Is it as it should be?"
		}
		yes, answered, err := t.app.yes(ctx, strings.TrimPrefix(c.ID+": ", ": ")+prompt)
		if err != nil || !answered {
			return given, err
		}
		t.session.Reads = true // the question stood on the screen
		given = withAnswer(given, c.ID, yes)
	}
	return given, nil
}

// withAnswer adds the answer to a check; a step's check is "".
func withAnswer(given run.Answers, check string, yes bool) run.Answers {
	switch {
	case check == "":
		given.Confirm, given.RejectAll = yes, !yes
	case yes:
		given.Pass = append(slices.Clone(given.Pass), check)
	default:
		given.Reject = append(slices.Clone(given.Reject), check)
	}
	return given
}

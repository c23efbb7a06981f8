package main

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// maxGaps bounds how many different things are asked for one action.
const maxGaps = 8

// filler asks for what a refusal says is missing from an action. It returns the action with it; answered is false where
// that is nothing to ask a person, or nobody answered.
type filler func(ctx context.Context, act run.Action, missing *run.Refusal) (filled run.Action, answered bool, err error)

// supply asks for what an action lacks, one thing after the other, until the rules have nothing more to ask for: it is
// tried on the record as it stands, without storing anything. Where nobody can be asked it returns the action as it is.
func (a *app) supply(ctx context.Context, p *pack.Pack, rec *record.Record, act run.Action, fill filler) (run.Action, error) {
	if !a.asks() {
		return act, nil
	}
	for range maxGaps {
		missing := a.refusal(p, rec, act)
		if missing == nil {
			return act, nil
		}
		filled, answered, err := fill(ctx, act, missing)
		if err != nil || !answered {
			return act, err
		}
		act = filled
	}
	return act, nil
}

// refusal returns the rule that an action would meet now, or nil.
func (a *app) refusal(p *pack.Pack, rec *record.Record, act run.Action) *run.Refusal {
	_, _, err := run.Transition(p, rec, run.Actor{Name: a.actor(), Reads: true}, act, a.clock())
	var refusal *run.Refusal
	errors.As(err, &refusal)
	return refusal
}

// complete asks for what an action on the run lacks. What the person was shown must still be so afterwards.
func (t *target) complete(ctx context.Context, act run.Action) (run.Action, error) {
	items := itemsOf(act)
	shown := t.presented(items...)
	filled, err := t.app.supply(ctx, t.pack, t.rec, act, t.fill)
	if err != nil || reflect.DeepEqual(filled, act) {
		return filled, err
	}
	return filled, t.stillShows(ctx, items, shown)
}

// itemsOf returns the items whose commands an action says yes to; none for those that show no command.
func itemsOf(act run.Action) []string {
	switch a := act.(type) {
	case run.Start:
		return []string{a.Item}
	case run.Verify:
		return []string{a.Item}
	case run.Complete:
		return []string{a.Item}
	case run.SwitchMode:
		return stepsOf(a.Preauthorize)
	}
	return nil
}

// presented is what a person says yes to: the commands of items, where they run, and the phrases.
func (t *target) presented(items ...string) string {
	shown := ""
	for _, item := range items {
		if t.pack.Item(item) != nil {
			d := t.view().Detail(item, "")
			shown += fmt.Sprintf("%q %q %q %q\n", d.Command, d.Host, d.Phrase, d.Checks)
		}
	}
	return shown
}

// stillShows reads the run again, and refuses if an item is no longer what was shown: somebody else has acted meanwhile.
func (t *target) stillShows(ctx context.Context, items []string, shown string) error {
	rec, err := t.session.Store.Load(ctx, t.rec.RunID)
	if err != nil {
		return err
	}
	t.rec = rec
	now, err := t.session.View(rec)
	if err != nil {
		return err
	}
	if t.presented(items...) == shown && len(pack.ChangedFiles(t.pack.Files(), now.Pack().Files())) == 0 {
		return nil
	}
	return &run.Refusal{
		Code: run.ConfirmationLapsed, Item: strings.Join(items, ", "), Message: "the run changed while you were answering; your answer was not used",
		Satisfy: "Review the run and try again",
	}
}

// fill is the filler of actions on a run.
func (t *target) fill(ctx context.Context, act run.Action, missing *run.Refusal) (run.Action, bool, error) {
	switch a := act.(type) {
	case run.Start:
		return t.fillStart(ctx, a, missing)
	case run.Complete:
		return t.fillComplete(ctx, a, missing)
	case run.RetryStep:
		return t.fillRetry(ctx, a, missing)
	case run.SwitchMode:
		return t.fillMode(ctx, a, missing)
	case run.Redo:
		if missing.Code == run.PartialUnconfirmed {
			return t.fillRedo(ctx, a, missing)
		}
	}
	if missing.Code != run.ReasonRequired {
		return act, false, nil
	}
	why, answered, err := t.app.reason(ctx, reasonFor(missing))
	return withReason(act, why), answered, err
}

// reasonFor asks why, in the words of the rule that needs to know.
func reasonFor(missing *run.Refusal) string {
	about := line(missing.Message)
	if missing.Item != "" {
		about = missing.Item + ": " + about
	}
	if len(missing.Details) > 0 {
		about += ": " + line(strings.Join(missing.Details, ", "))
	}
	return about + ". Why?"
}

// withReason gives an action its reason.
func withReason(act run.Action, why string) run.Action {
	switch a := act.(type) {
	case run.Fail:
		a.Reason = why
		return a
	case run.Redo:
		a.Reason = why
		return a
	case run.Skip:
		a.Reason = why
		return a
	case run.Waive:
		a.Reason = why
		return a
	case run.SetValues:
		a.Reason = why
		return a
	case run.HandOver:
		a.Reason = why
		return a
	case run.AcceptPackChange:
		a.Reason = why
		return a
	case run.Finalize:
		a.Reason = why
		return a
	case run.Settle:
		a.Reason = why
		return a
	}
	return act
}

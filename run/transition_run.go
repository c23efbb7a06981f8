package run

import (
	"slices"
	"strings"

	"rtut/pack"
	"rtut/run/record"
)

// finalize ends the run with an outcome.
func (t *transition) finalize(a Finalize) error {
	if err := checkText("reason", a.Reason); err != nil {
		return err
	}
	outcome := a.Outcome
	if outcome == record.Unfinished {
		outcome = record.Succeeded
	}
	if err := t.mayEnd(outcome); err != nil {
		return err
	}
	d := record.Detail{Outcome: outcome, Reason: a.Reason}
	var err error
	if d.OutOfDate, d.Deviation, err = t.outOfDate(outcome, a.Override); err != nil {
		return err
	}
	d.Trust = trustOf(t.validity())
	if a.Exercise {
		if outcome != record.Succeeded {
			return refuse(ExerciseNotAllowed, "", "only a run that succeeded exercises its pack").with("Leave --apply out")
		}
		if err := MayExercise(t.pack, t.rec, a.PackDigest); err != nil {
			return err
		}
		d.Exercise = record.ExercisedBy(t.now, t.rec.Operator)
	}
	t.emit(record.VerbFinalize, "", "", d)
	return nil
}

// mayEnd refuses an outcome that the states of the items do not allow.
func (t *transition) mayEnd(outcome record.Outcome) error {
	switch outcome {
	case record.Abandoned:
		return nil
	case record.FailedRun:
		if len(itemsIn(t.rec, record.Failed, true)) > 0 || len(itemsIn(t.rec, record.Pushed, false)) > 0 {
			return nil
		}
		return refuse(OutcomeNotAllowed, "", "no step has failed and nothing was pushed through, so the run has not failed").
			with("Close it as abandoned, or fail the step that failed")
	case record.Succeeded:
		if open := notSucceeded(t.rec, t.pack); len(open) > 0 {
			return refuse(OutcomeNotAllowed, "", "a run succeeds when every step is done, every gate passed or waived and nothing pushed").
				listing(open...).with("Finish these, or close the run as failed or abandoned")
		}
		return nil
	}
	return refuse(OutcomeNotAllowed, "", "unknown outcome").with("The outcomes are succeeded, failed and abandoned")
}

// outOfDate returns what nobody has verified again, to be kept with the outcome. A run that succeeds has nothing out of date but
// what an override has named, or names now: then it returns the deviation, too.
func (t *transition) outOfDate(outcome record.Outcome, o *Override) ([]record.OutOfDate, *record.Deviation, error) {
	v := t.validity()
	var all []record.OutOfDate
	for _, id := range t.pack.Graph().Items() {
		if why := v.own(id); len(why) > 0 && t.rec.State(id).Finished() {
			all = append(all, record.OutOfDate{Item: id, Because: why})
		}
	}
	items := v.outOfDateItems()
	if outcome != record.Succeeded || len(items) == 0 {
		return all, nil, nil
	}
	if o == nil {
		return nil, nil, refuse(OutcomeNotAllowed, "", "a run succeeds only on what holds").listing(v.outOfDateWords(items)...).
			with("Verify these again (verify --stale), or close the run with --override --reason REASON --acknowledge-risk")
	}
	if err := t.mayOverride("", o, items); err != nil {
		return nil, nil, err
	}
	return all, &record.Deviation{Kind: record.OverrideDeviation, Reason: o.Reason, Unmet: items, By: t.by.name(), At: t.now}, nil
}

// notSucceeded lists what keeps a run from succeeding, in canonical order: "promote is todo".
func notSucceeded(rec *record.Record, p *pack.Pack) []string {
	var open []string
	for _, id := range p.Graph().Items() {
		if s := rec.State(id); s != record.Done && s != record.Passed && s != record.Waived {
			open = append(open, id+" is "+string(s))
		}
	}
	for _, id := range record.SortedKeys(rec.Steps) {
		if s := rec.Steps[id].State; p.Item(id) == nil && (s == record.Failed || s == record.Running) {
			open = append(open, id+", which is no longer in the pack, is "+string(s))
		}
	}
	for _, d := range p.Datapoints {
		if dp := rec.Datapoints[d.ID]; dp != nil && dp.State == record.Pushed {
			open = append(open, d.ID+" is pushed")
		}
	}
	return open
}

// itemsIn returns the items in a state; of steps alone, if wanted so.
func itemsIn(rec *record.Record, state record.State, stepsOnly bool) []string {
	var found []string
	for _, id := range record.SortedKeys(rec.Steps) {
		if rec.Steps[id].State == state {
			found = append(found, id)
		}
	}
	if stepsOnly {
		return found
	}
	for _, id := range record.SortedKeys(rec.Gates) {
		if rec.Gates[id].State == state {
			found = append(found, id)
		}
	}
	for _, id := range record.SortedKeys(rec.Datapoints) {
		if rec.Datapoints[id].State == state {
			found = append(found, id)
		}
	}
	return found
}

// exercise notes that the pack is about to be marked as exercised although the run is still open.
func (t *transition) exercise(a Exercise) error {
	if err := MayExercise(t.pack, t.rec, a.PackDigest); err != nil {
		return err
	}
	t.emit(record.VerbExercise, "", "", record.Detail{Exercise: record.ExercisedBy(t.now, t.rec.Operator)})
	return nil
}

// MayExercise returns a *Refusal unless the run proves the pack as it is now: it has succeeded or could, nothing was
// skipped, pushed or deviated from, and the pack's digest is still the run's.
func MayExercise(p *pack.Pack, rec *record.Record, packDigest string) error {
	if found := rec.Integrity(); !found.Intact() {
		return notWhole(rec, found)
	}
	var why []string
	if rec.Finished() && *rec.Outcome != record.Succeeded {
		why = append(why, "the run ended as "+string(*rec.Outcome))
	}
	if !rec.Finished() {
		why = notSucceeded(rec, p)
		v := judgeValidity(p, rec)
		why = append(why, v.outOfDateWords(v.outOfDateItems())...)
	}
	for _, d := range rec.Deviations {
		why = append(why, strings.TrimSpace("deviation "+string(d.Kind)+" "+d.Item))
	}
	for _, id := range record.SortedKeys(record.AnsweredByNobody(rec)) {
		why = append(why, id+" was answered by nobody: auto-confirm said yes")
	}
	if packDigest != rec.PackDigest {
		why = append(why, "the pack has changed since the run began")
	}
	if len(why) == 0 {
		return nil
	}
	return refuse(ExerciseNotAllowed, "", "this run does not exercise the pack").listing(why...)
}

// ExerciseStatus returns what a pack is marked with by this run: the day it finished or, while it is open, today (both
// UTC), and its operator.
func ExerciseStatus(rec *record.Record, today record.Time) string {
	if rec.FinishedAt != nil {
		today = *rec.FinishedAt
	}
	return record.ExercisedBy(today, rec.Operator)
}

// feedback adds what a person thought, to a finished run as well; the latest counts.
func (t *transition) feedback(a AddFeedback) error {
	if !slices.Contains([]record.Rating{record.Good, record.Neutral, record.Poor}, a.Rating) {
		return refuse(RatingInvalid, "", "unknown rating").with("The ratings are good, neutral and poor")
	}
	if err := checkText("comment", a.Comment); err != nil {
		return err
	}
	t.emit(record.VerbFeedback, "", "", record.Detail{Feedback: &record.Feedback{Rating: a.Rating, Comment: a.Comment, By: t.by.name(), At: t.now}})
	return nil
}

// note adds a line to the log.
func (t *transition) note(a Note) error {
	if strings.TrimSpace(a.Text) == "" {
		return refuse(TextInvalid, a.Item, "the note is empty")
	}
	if err := checkText("note", a.Text); err != nil {
		return err
	}
	t.emit(record.VerbNote, a.Item, "", record.Detail{Note: a.Text})
	return nil
}

// capture documents a command and its output on a step.
func (t *transition) capture(a AddCapture) error {
	if _, _, err := t.step(a.Item); err != nil {
		return err
	}
	if strings.TrimSpace(a.Command) == "" && a.Output == "" {
		return refuse(TextInvalid, a.Item, "the capture is empty").with("Give --command, --output or both")
	}
	if err := checkCapture(a.Command, a.Output); err != nil {
		return err
	}
	t.emit(record.VerbCapture, a.Item, "", record.Detail{
		Capture: &record.Capture{Command: a.Command, Output: a.Output, Source: record.FromOperator, By: t.by.name(), At: t.now},
	})
	return nil
}

// handOver makes somebody else the operator.
func (t *transition) handOver(a HandOver) error {
	if err := checkName("operator", a.To); err != nil {
		return err
	}
	if a.To == t.rec.Operator {
		return refuse(OperatorInvalid, "", "the run has that operator already")
	}
	if err := needReason("", a.Reason); err != nil {
		return err
	}
	t.emit(record.VerbHandover, "", "", record.Detail{
		Handover: &record.Handover{From: t.rec.Operator, To: a.To, Reason: a.Reason, By: t.by.name(), At: t.now},
		Ended:    t.ending(record.EndHandover, func(record.Preauthorization) bool { return true }), TakenBack: t.mayExecute(),
	})
	return nil
}

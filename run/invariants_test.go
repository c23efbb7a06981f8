package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"rtut/pack"
	"rtut/run/record"
)

// engine is Transition, or one that is broken on purpose.
type engine func(rec *record.Record, by Actor, act Action, now time.Time) (*record.Record, []record.Event, error)

// checker holds one step of a run against what must hold of every run. It judges by the pack and the two records, and by
// its own oracle.
type checker struct {
	pack   *pack.Pack
	oracle *oracle
	now    time.Time      // of the transition that is checked
	judged *record.Record // that was compared with the oracle last
}

// check returns the first rule that a transition breaks, or nil.
func (c *checker) check(before *record.Record, by Actor, act Action, at time.Time, after *record.Record, events []record.Event, err error) error {
	c.now = at
	if c.judged != before {
		c.judged = before
		if broken := c.sameValidity(before); broken != nil {
			return broken
		}
	}
	if err != nil {
		var refusal *Refusal
		if !errors.As(err, &refusal) {
			return fmt.Errorf("not a refusal: %w", err)
		}
		if refusal.Code == "" || refusal.Message == "" {
			return fmt.Errorf("a refusal without code or message: %+v", *refusal)
		}
		if after == nil {
			return nil
		}
		noted := refusal.Code == PackChanged && len(events) == 1 && events[0].Action == record.VerbPackWords
		if _, isSet := act.(SetValues); !isSet && !noted && !slices.Contains([]Code{AnswerRequired, AlreadySo, ProbeFailed}, refusal.Code) {
			return fmt.Errorf("%s was refused and changed the run", act.Verb())
		}
	}
	for _, rule := range []func(*record.Record, Actor, Action, *record.Record, []record.Event) error{
		c.autoStartsWhatWasMeant, c.nobodyAnswersForAPerson, c.givenUpAfterTwo,
		c.doneNeedsItsDue, c.startNeedsPreconditions, c.irreversibleNeedsAuthority, c.finishedStays,
		c.deviationNeverExercises, c.cleanIsWhatExercises, c.nobodyMarksNothing, c.trustAddsUp, c.replayGivesTheSame, c.eventsFollow, c.pushedHasNoValue, c.onlyFailFails,
		c.verificationIsHonest, c.passedOverOnlyWhereAllowed, c.retriesAreAcknowledged, c.autoConfirmNeedsTheMode, c.interruptedIsNeither,
		c.executedByConsent, c.unknownStaysUnknown, c.workIsCheckedAfterwards,
	} {
		if broken := rule(before, by, act, after, events); broken != nil {
			return fmt.Errorf("%s %+v by %s: %w", act.Verb(), act, by.name(), broken)
		}
	}
	return nil
}

// sameValidity: of every item, that it is out of date and what keeps it from going on is the same by the rule and by the oracle.
func (c *checker) sameValidity(rec *record.Record) error {
	v := judgeValidity(c.pack, rec)
	ready := newReadiness(c.pack, rec, record.At(c.now))
	for _, id := range c.pack.Graph().Items() {
		if want, got := c.oracle.wrong(rec, id), v.wrong[v.topo.Number[id]]; got != want {
			return fmt.Errorf("%s went wrong at event %d by the rule, %d by the oracle: %+v", id, got, want, v.own(id))
		}
		if want, got := len(c.oracle.unheld(rec, id)) > 0, v.breach(id) != ""; got != want {
			return fmt.Errorf("%s is held up: %t by the rule, by the oracle %v", id, got, c.oracle.unheld(rec, id))
		}
		want, got := c.oracle.unmet(rec, id, c.now), ready.unmet(id)
		if (len(want) > 0) != (len(got) > 0) {
			return fmt.Errorf("%s waits for %v by the rule, for %v by the oracle", id, got, want)
		}
	}
	return nil
}

// doneNeedsItsDue: no step is done without a passing verification, its evidence and its produced values.
func (c *checker) doneNeedsItsDue(before *record.Record, _ Actor, _ Action, after *record.Record, _ []record.Event) error {
	for id, s := range after.Steps {
		if s.State != record.Done {
			continue
		}
		if before.Steps[id].State != record.Done && (s.Verification == nil || !s.Verification.Passed) {
			return fmt.Errorf("%s is done without a passing verification", id)
		}
		def := c.pack.Step(id)
		for _, fact := range def.Alternative(s.Alternative).Evidence {
			if s.Evidence[fact.ID].IsZero() {
				return fmt.Errorf("%s is done without evidence %s", id, fact.ID)
			}
		}
		if before.Steps[id].State == record.Done {
			continue
		}
		for _, p := range def.Produces {
			if after.Datapoints[p.Datapoint].Value.IsZero() {
				return fmt.Errorf("%s is done and %s has no value", id, p.Datapoint)
			}
		}
	}
	return nil
}

// startNeedsPreconditions: nothing starts, and no gate passes, with an unmet precondition unless a deviation of that
// item says so.
func (c *checker) startNeedsPreconditions(before *record.Record, _ Actor, _ Action, after *record.Record, events []record.Event) error {
	for _, e := range events {
		starts := e.Action == record.VerbStart || e.Action == record.VerbVerify && c.pack.Gate(e.Item) != nil
		if !starts || e.Action == record.VerbVerify && before.Intent(e.Item) != nil {
			continue
		}
		if unmet := c.oracle.unmet(before, e.Item, c.now); len(unmet) > 0 && !overridden(after, e.Item, len(before.Deviations)) {
			return fmt.Errorf("%s went on although %v is unmet", e.Item, unmet)
		}
	}
	return nil
}

func overridden(rec *record.Record, id string, since int) bool {
	for _, d := range rec.Deviations[since:] {
		if d.Kind == record.OverrideDeviation && d.Item == id && d.Reason != "" {
			return true
		}
	}
	return false
}

// irreversibleNeedsAuthority: an irreversible step starts by its exact phrase, in manual mode, or by auto-confirm with a
// pre-authorisation, and never by auto-confirm if it is manual-only.
func (c *checker) irreversibleNeedsAuthority(before *record.Record, by Actor, act Action, after *record.Record, events []record.Event) error {
	for _, e := range events {
		def := c.pack.Step(e.Item)
		if e.Action != record.VerbStart || def == nil {
			continue
		}
		if by.Auto && def.ManualOnly {
			return fmt.Errorf("auto-confirm started %s, which is manual-only", e.Item)
		}
		alt := def.Alternative(after.Steps[e.Item].Alternative)
		if alt == nil || alt.Effect != pack.Irreversible {
			continue
		}
		if by.Auto {
			continue // see autoStartsWhatWasMeant
		}
		if before.Mode == record.AutoConfirm {
			return fmt.Errorf("an operator started %s in auto-confirm", e.Item)
		}
		want, err := alt.Confirm.Render(before.Values())
		if start := act.(Start); err != nil || start.Phrase != want {
			return fmt.Errorf("%s started by %q, not %q", e.Item, start.Phrase, want)
		}
	}
	return nil
}

// autoStartsWhatWasMeant: auto-confirm starts nothing irreversible without a pre-authorisation that has not ended, and then just what the
// one who gave it saw. What was seen is rendered here by the record of that moment, which the events before it give.
func (c *checker) autoStartsWhatWasMeant(before *record.Record, by Actor, _ Action, after *record.Record, events []record.Event) error {
	for _, e := range events {
		def := c.pack.Step(e.Item)
		if !by.Auto || e.Action != record.VerbStart || def == nil {
			continue
		}
		alt := def.Alternative(after.Steps[e.Item].Alternative)
		if alt == nil || alt.Effect != pack.Irreversible {
			continue
		}
		given := slices.IndexFunc(before.Authority, func(a record.Preauthorization) bool {
			return a.Step == e.Item && a.Alternative == alt.ID && a.Ended == nil
		})
		if given < 0 {
			return fmt.Errorf("auto-confirm started %s without pre-authorisation", e.Item)
		}
		a := before.Authority[given]
		then := asOf(before, a.Given)
		if want, got := shown(then, then, alt), shown(before, then, alt); want != got {
			return fmt.Errorf("auto-confirm started %s as %s, which was pre-authorised as %s", e.Item, got, want)
		}
		for _, other := range before.Events[a.Given:] {
			if other.Item == e.Item && other.Action == record.VerbStart && other.Detail.Alternative == alt.ID {
				return fmt.Errorf("the pre-authorization of %s served two starts", e.Item)
			}
			if other.Action == record.VerbHandover {
				return fmt.Errorf("the pre-authorization of %s outlived a handover", e.Item)
			}
		}
	}
	return nil
}

// asOf is the record as it was behind one of its events.
func asOf(rec *record.Record, seq int) *record.Record {
	then := *rec
	then.Events = rec.Events[:seq]
	return record.Replay(&then)
}

// shown is the phrase, the host and the command of an alternative, as a person reads them. Values that were not there then are left out
// of the command.
func shown(rec, then *record.Record, alt *pack.Alternative) string {
	values := rec.Values()
	text := alt.Confirm.Display(values)
	if alt.On != nil {
		text += " on " + alt.On.Display(values)
	}
	if alt.Command == nil {
		return text
	}
	had := then.Values()
	for _, name := range alt.Command.Names() {
		if !had(name).IsZero() {
			text += "; " + name + " is " + values(name).Text()
		}
	}
	return text + "; " + alt.Command.Raw()
}

// nobodyAnswersForAPerson: auto-confirm answers no question of an irreversible step that a person started, and none of what declares
// evidence; nor does it complete that.
func (c *checker) nobodyAnswersForAPerson(before *record.Record, by Actor, act Action, after *record.Record, events []record.Event) error {
	for _, e := range events {
		if !by.Auto || e.Action != record.VerbVerify && e.Action != record.VerbDone || e.Detail.Deviation != nil {
			continue
		}
		if gate := c.pack.Gate(e.Item); gate != nil && len(gate.Evidence) > 0 {
			return fmt.Errorf("auto-confirm judged %s, which declares evidence", e.Item)
		}
		def := c.pack.Step(e.Item)
		if def == nil || after.Steps[e.Item].Alternative == pack.NotNeeded {
			continue
		}
		alt := def.Alternative(after.Steps[e.Item].Alternative)
		if len(alt.Evidence) > 0 {
			return fmt.Errorf("auto-confirm went on with %s, which declares evidence", e.Item)
		}
		if e.Detail.Verification == nil || !e.Detail.Verification.AutoConfirmed || alt.Effect != pack.Irreversible {
			continue
		}
		for _, start := range slices.Backward(before.Events) {
			if start.Item == e.Item && start.Action == record.VerbStart {
				if start.By != record.AutoConfirmName {
					return fmt.Errorf("auto-confirm answered for %s, which %s started", e.Item, start.By)
				}
				break
			}
		}
	}
	return nil
}

// givenUpAfterTwo: auto-confirm gives an item up only after its checks have failed twice since the run was handed to it.
func (c *checker) givenUpAfterTwo(before *record.Record, _ Actor, act Action, after *record.Record, _ []record.Event) error {
	timeout, ok := act.(Timeout)
	if !ok {
		return nil
	}
	if endedBadlyByLog(before, timeout.Item) {
		if after.AutoConfirm.Stopped == nil {
			return fmt.Errorf("%s did not stop the run, although its command did not end well", timeout.Item)
		}
		return nil
	}
	failures := 0
	for _, e := range slices.Backward(before.Events) {
		if e.Detail.Mode != nil || e.Item == timeout.Item && e.Action == record.VerbStart {
			break
		}
		if e.Item != timeout.Item {
			continue
		}
		failed := e.Detail.Verification != nil && !e.Detail.Verification.Passed
		for _, r := range e.Detail.Results {
			failed = failed || !r.Passed && r.From == nil
		}
		if failed {
			failures++
		}
	}
	if failures < 2 {
		return fmt.Errorf("%s was given up after %d failures", timeout.Item, failures)
	}
	return nil
}

// finishedStays: a finished run never changes but for feedback.
func (c *checker) finishedStays(before *record.Record, _ Actor, act Action, after *record.Record, _ []record.Event) error {
	if !before.Finished() {
		return nil
	}
	if _, ok := act.(AddFeedback); !ok {
		return errors.New("a finished run changed")
	}
	b, a := before.Clone(), after.Clone()
	for _, r := range []*record.Record{b, a} {
		r.Feedback, r.Events, r.UpdatedAt, r.Revision = nil, nil, record.Time{}, 0
	}
	if !bytes.Equal(encoded(b), encoded(a)) {
		return errors.New("feedback changed more than the feedback")
	}
	return nil
}

// deviationNeverExercises: a run with a deviation, a skip or a push never exercises its pack.
func (c *checker) deviationNeverExercises(_ *record.Record, _ Actor, _ Action, after *record.Record, _ []record.Event) error {
	tainted := len(after.Deviations) > 0
	for _, s := range after.Steps {
		tainted = tainted || s.State == record.Skipped || s.State == record.Pushed
	}
	for _, g := range after.Gates {
		tainted = tainted || g.State == record.Pushed
	}
	if tainted && (after.ExerciseWrite != "" || MayExercise(c.pack, after, after.PackDigest) == nil) {
		return errors.New("the run exercises its pack in spite of a deviation, a skip or a push")
	}
	return nil
}

// cleanIsWhatExercises: the runs that maturity counts are those that may mark their pack.
func (c *checker) cleanIsWhatExercises(_ *record.Record, _ Actor, _ Action, after *record.Record, _ []record.Event) error {
	if !after.Finished() {
		return nil
	}
	head := record.HeadOf(after)
	if why := MayExercise(c.pack, after, after.PackDigest); head.Clean() != (why == nil) {
		return fmt.Errorf("clean %t, and may it exercise the pack: %s", head.Clean(), fmt.Sprint(why))
	}
	return nil
}

// nobodyMarksNothing: a run of which auto-confirm answered a check never marks its pack, by whichever way it is looked at.
func (c *checker) nobodyMarksNothing(_ *record.Record, _ Actor, _ Action, after *record.Record, _ []record.Event) error {
	nobody := ""
	for _, id := range c.pack.Graph().Items() {
		if after.Proof(id) == record.Nobody {
			nobody = id
		}
	}
	for _, e := range after.Events {
		if r := e.Detail.Verification; r != nil && r.AutoConfirmed {
			nobody = e.Item
		}
		for _, r := range e.Detail.Results {
			if r.AutoConfirmed {
				nobody = e.Item
			}
		}
	}
	if nobody == "" {
		return nil
	}
	if MayExercise(c.pack, after, after.PackDigest) == nil || after.ExerciseWrite != "" && after.Finished() && *after.Outcome == record.Succeeded {
		return fmt.Errorf("%s was answered by nobody, and the run marks its pack", nobody)
	}
	if head := record.HeadOf(after); head.Clean() {
		return fmt.Errorf("%s was answered by nobody, and the run is a clean success", nobody)
	}
	return nil
}

// trustAddsUp: every item counts once.
func (c *checker) trustAddsUp(_ *record.Record, _ Actor, _ Action, after *record.Record, events []record.Event) error {
	trust := after.Trust
	if !after.Finished() {
		if len(after.Events)%4 != 0 { // it costs as much as all else
			return nil
		}
		trust = trustOf(judgeValidity(c.pack, after))
	}
	if got, want := trust.Items(), len(c.pack.Graph().Items()); got != want {
		return fmt.Errorf("%d of %d items count in the trust line: %s", got, want, trust)
	}
	for standing := range trust {
		if !slices.Contains(record.Standings(), standing) {
			return fmt.Errorf("the trust line has %q", standing)
		}
	}
	return nil
}

// replayGivesTheSame: replaying the events gives the same record.
func (c *checker) replayGivesTheSame(_ *record.Record, _ Actor, _ Action, after *record.Record, _ []record.Event) error {
	if again := record.Replay(after); !reflect.DeepEqual(again, after) {
		return fmt.Errorf("replayed:\n%s\nbut was:\n%s", encoded(again), encoded(after))
	}
	return nil
}

// eventsFollow: events are numbered without holes, and each begins in the state in which the one before left its item.
func (c *checker) eventsFollow(before *record.Record, _ Actor, _ Action, after *record.Record, events []record.Event) error {
	if len(events) == 0 || len(after.Events) != len(before.Events)+len(events) || after.Revision != before.Revision+1 {
		return errors.New("a change without an event, or a write that does not count")
	}
	state := map[string]record.State{}
	for i, e := range after.Events {
		if e.Seq != i+1 {
			return fmt.Errorf("event %d has seq %d", i+1, e.Seq)
		}
		if was, seen := state[e.Item]; seen && e.Item != "" && e.To != "" && was != e.From {
			return fmt.Errorf("event %d begins with %s in %s, which was left in %s", e.Seq, e.Item, e.From, was)
		}
		if e.To != "" {
			state[e.Item] = e.To
		}
	}
	return nil
}

// pushedHasNoValue: only a datapoint that is set or ok has a value.
func (c *checker) pushedHasNoValue(_ *record.Record, _ Actor, _ Action, after *record.Record, _ []record.Event) error {
	for id, d := range after.Datapoints {
		if (d.State == record.Set || d.State == record.OK) == d.Value.IsZero() {
			return fmt.Errorf("datapoint %s is %s with value %q", id, d.State, d.Value.Text())
		}
	}
	return nil
}

// onlyFailFails: a step fails by `fail` alone.
func (c *checker) onlyFailFails(before *record.Record, _ Actor, act Action, after *record.Record, _ []record.Event) error {
	for id, s := range after.Steps {
		if s.State == record.Failed && before.Steps[id].State != record.Failed && act.Verb() != record.VerbFail {
			return fmt.Errorf("%s failed by %s", id, act.Verb())
		}
	}
	return nil
}

// verificationIsHonest: a verification passes only by what was observed under its intent, answered or true.
func (c *checker) verificationIsHonest(before *record.Record, by Actor, act Action, after *record.Record, events []record.Event) error {
	for _, e := range events {
		if e.Detail.Verification == nil || !e.Detail.Verification.Passed {
			continue
		}
		check := c.pack.Step(e.Item).Alternative(after.Steps[e.Item].Alternative).Verify
		honest := false
		switch v, _ := act.(Verify); check.Kind {
		case pack.Manual:
			done, _ := act.(Complete)
			honest = by.Auto && before.Mode == record.AutoConfirm || v.Answers.Confirm || done.Answers.Confirm
		case pack.ExitCode:
			intent := before.Intent(e.Item)
			honest = intent != nil && v.Intent == intent.Seq && v.Observed[""].Attempts > 0 && v.Observed[""].ExitCode == 0
		case pack.Expression:
			holds, err := check.Expr.Eval(before.Values())
			honest = err == nil && holds
		}
		if !honest {
			return fmt.Errorf("the verification of %s passed by nothing that was seen", e.Item)
		}
	}
	return nil
}

// passedOverOnlyWhereAllowed: only read-only steps are skipped, only waivable gates waived, and neither without a reason.
func (c *checker) passedOverOnlyWhereAllowed(before *record.Record, _ Actor, _ Action, after *record.Record, _ []record.Event) error {
	for id, s := range after.Steps {
		if s.State == record.Skipped && (c.pack.Step(id).Effect != pack.ReadOnly || s.Reason == "") {
			return fmt.Errorf("%s was skipped", id)
		}
	}
	for id, g := range after.Gates {
		if g.State != record.Waived {
			continue
		}
		waivers := func(d record.Deviation) bool {
			return d.Kind == record.WaiverDeviation && d.Item == id && d.Reason != ""
		}
		if !c.pack.Gate(id).Waivable || !slices.ContainsFunc(after.Deviations, waivers) {
			return fmt.Errorf("%s was waived", id)
		}
	}
	return nil
}

// retriesAreAcknowledged: a failed step that is not idempotent goes back to todo only by an acknowledged retry.
func (c *checker) retriesAreAcknowledged(before *record.Record, _ Actor, _ Action, after *record.Record, _ []record.Event) error {
	for id, s := range after.Steps {
		if before.Steps[id].State != record.Failed || s.State != record.Todo || c.pack.Step(id).Idempotent {
			continue
		}
		n := len(after.Retries)
		if n <= len(before.Retries) || after.Retries[n-1].Step != id || !after.Retries[n-1].AcknowledgePartial {
			return fmt.Errorf("%s was retried without acknowledgement", id)
		}
	}
	return nil
}

// autoConfirmNeedsTheMode: auto-confirm changes nothing in a manual run, or in one that it has stopped.
func (c *checker) autoConfirmNeedsTheMode(before *record.Record, by Actor, act Action, _ *record.Record, _ []record.Event) error {
	if v, ok := act.(Verify); ok && v.Intent != 0 { // the result of commands that it began
		return nil
	}
	if x, ok := act.(Execute); ok && x.Execution != 0 { // the same, of the command of a step
		if e := before.Execution(x.Item); by.Auto && (e == nil || e.By != record.AutoConfirmName) {
			return fmt.Errorf("auto-confirm said how a command of %s ended that it had not begun", x.Item)
		}
		return nil
	}
	if by.Auto && (before.Mode != record.AutoConfirm || before.AutoConfirm.Stopped != nil) {
		return errors.New("auto-confirm acted in a run that is not its own")
	}
	return nil
}

// interruptedIsNeither: while an intent stands its item has neither passed nor failed.
func (c *checker) interruptedIsNeither(_ *record.Record, _ Actor, _ Action, after *record.Record, _ []record.Event) error {
	for id, s := range after.Steps {
		if s.Intent != nil && s.State != record.Done && s.State != record.Todo && s.State != record.Skipped && (s.State != record.Running || s.Verification != nil) {
			return fmt.Errorf("%s is %s while its commands run", id, s.State)
		}
	}
	for id, g := range after.Gates {
		if g.Intent != nil && g.State == record.Open && g.Results != nil {
			return fmt.Errorf("%s is %s while its commands run", id, g.State)
		}
	}
	return nil
}

// encoded is the record as JSON, not indented.
func encoded(r *record.Record) []byte {
	data, err := json.Marshal(r)
	if err != nil {
		panic(err)
	}
	return data
}

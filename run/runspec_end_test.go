package run_test

import (
	"errors"
	"testing"
	"time"

	"rtut/run"
	"rtut/run/record"
)

var changeSentences = []sentence{
	{"R222 a change in words is noted", wordsMayChange},
	{"R119 an enforced change must be accepted", enforcedChangeIsRefused},
	{"R75 accepting keeps what is finished", acceptingKeeps},
}

var endSentences = []sentence{
	{"R167 feedback counts once the run has ended", inBoth(lookAndDrop, feedbackCountsAtTheEnd)},
	{"R76 a run is unfinished until finalized", inBoth(threeReads, unfinishedUntilFinalized)},
	{"R77 succeeded needs every step done", inBoth(threeReads, succeededNeedsEveryStep)},
	{"R78 succeeded needs every gate and nothing pushed", succeededNeedsEveryGate},
	{"R79 failed needs a failed step or a push", failedNeedsAFailure},
	{"R80 abandoned is allowed at any time", inBoth(threeReads, abandonedAnyTime)},
	{"R81 a finished run takes feedback alone", finishedTakesFeedbackAlone},
	{"R82 feedback keeps its history", inBoth(threeReads, feedbackKeepsHistory)},
	{"R89 a deviation, a skip or a push never exercises", deviationNeverExercises},
	{"R90 another digest never exercises", inBoth(threeReads, otherDigestNeverExercises)},
	{"R93 views need no record", inV02(viewed, viewsAreComplete)},
}

const (
	before = "steps: [{ id: one, title: One }, { id: two, title: Two }, { id: three, title: Three }]\n"
	worded = "steps: [{ id: one, title: The first }, { id: two, title: Two }, { id: three, title: Three }]\n"
	after  = "steps: [{ id: one, title: One }, { id: two, title: Two, effect: read-only }, { id: four, title: Four }]\n"
)

// inEach runs a test on a pack of either version that can be changed.
func inEach(t *testing.T, test func(p *play, change func(body string))) {
	for _, version := range []string{"v0.1", "v0.2"} {
		t.Run(version, func(t *testing.T) {
			p := begin(t, packText(version, before))
			test(p, func(body string) { p.pack = parsePack(t, packText(version, body)) })
		})
	}
}

func wordsMayChange(t *testing.T) {
	inEach(t, func(p *play, change func(string)) {
		p.does(run.Start{Item: "one"})
		change(worded)
		_, _, err := run.Transition(p.pack, p.rec, p.by, confirmed("one"), p.now)
		var refusal *run.Refusal
		p.wants("an answer to other words", true, errors.As(err, &refusal) && refusal.Code == run.PackChanged)
		p.does(run.Note{Text: "they have another title"})
		p.wants("noted", record.VerbPackWords, p.rec.Events[2].Action)
		p.does(confirmed("one"))
		p.in("one", record.Done)
		p.wants("deviations", 0, len(p.rec.Deviations))
		p.does(run.Start{Item: "two"})
		p.wants("noted once", record.VerbStart, p.rec.Events[len(p.rec.Events)-1].Action)
	})
}

func enforcedChangeIsRefused(t *testing.T) {
	inEach(t, func(p *play, change func(string)) {
		p.refuses(run.PackUnchanged, run.AcceptPackChange{Reason: "why not", PackDigest: "sha256:2"})
		p.completes("one")
		change(after)
		want := []string{"four is new", "two is defined differently", "three was removed"}
		for _, act := range []run.Action{run.Start{Item: "two"}, run.Skip{Item: "two", Reason: "r"}, run.Redo{Item: "one", Reason: "r", AcknowledgePartial: true}, run.Finalize{Outcome: record.Succeeded}} {
			p.wants("changes", want, p.refuses(run.PackChanged, act).Details)
		}
		p.wants("shown", want, run.NewView(p.pack, p.rec, p.now).Status().PackChanges)
		p.refuses(run.ReasonRequired, run.AcceptPackChange{PackDigest: "sha256:2"})
		p.does(run.Note{Text: "hello"}, run.HandOver{To: "ben", Reason: "shift"})
		open := p.rec
		p.does(run.Finalize{Outcome: record.Abandoned})
		p.rec = open
		p.does(run.AcceptPackChange{Reason: "looked at it", PackDigest: "sha256:2"}, run.Skip{Item: "two", Reason: "r"})
		p.wants("deviations", []record.DeviationKind{record.PackChangeDeviation}, p.deviations())
		p.wants("what changed", want, p.rec.Deviations[0].Unmet)
	})
}

func acceptingKeeps(t *testing.T) {
	inEach(t, func(p *play, change func(string)) {
		p.completes("one")
		change(after)
		p.does(run.AcceptPackChange{Reason: "looked at it", PackDigest: "sha256:2"})
		p.in("one", record.Done)
		p.in("four", record.Todo)
		p.in("three", record.Todo) // gone from the pack, still in the record
		p.wants("digest", "sha256:2", p.rec.PackDigest)
		p.completes("two", "four")
		p.does(run.Finalize{Outcome: record.Succeeded})
	})
}

func unfinishedUntilFinalized(p *play) {
	p.completes("one", "two", "three")
	p.wants("outcome", (*record.Outcome)(nil), p.rec.Outcome)
	p.wants("state", record.RunComplete, record.StateOf(p.rec))
	p.refuses(run.OutcomeNotAllowed, run.Finalize{Outcome: "splendid"})
	p.does(run.Finalize{Outcome: record.Succeeded, Reason: "all well"})
	p.wants("outcome", new(record.Succeeded), p.rec.Outcome)
	p.wants("finished", new(record.At(dawn)), p.rec.FinishedAt)
}

func succeededNeedsEveryStep(p *play) {
	p.completes("one")
	p.does(run.Skip{Item: "two", Reason: "no time"}, run.Start{Item: "three"})
	p.wants("open", []string{"two is skipped", "three is running"}, p.refuses(run.OutcomeNotAllowed, run.Finalize{}).Details)
	p.does(confirmed("three"))
	p.wants("open", []string{"two is skipped"}, p.refuses(run.OutcomeNotAllowed, run.Finalize{Outcome: record.Succeeded}).Details)
	p.completes("two")
	p.does(run.Finalize{Outcome: record.Succeeded})
}

func succeededNeedsEveryGate(t *testing.T) {
	const body = "gates: [{ id: a, title: A, waivable: true, checks: [{ id: said, kind: manual, prompt: S }] }, { id: b, title: B, checks: [{ id: said, kind: manual, prompt: S }] }]\n"
	p := begin(t, packText("v0.2", body))
	p.does(run.Verify{Item: "b", Answers: run.Answers{RejectAll: true}})
	p.wants("open", []string{"a is open", "b is failed"}, p.refuses(run.OutcomeNotAllowed, run.Finalize{Outcome: record.Succeeded}).Details)
	p.does(run.Waive{Item: "a", Reason: "no time"}, answered("b"), run.Finalize{Outcome: record.Succeeded})
	pushed := begin(t, packText("v0.2", pushy), autoConfirmed())
	pushed.pushedThrough()
	pushed.wants("pushed", []string{"measure is pushed", "shrink is pushed", "small is pushed", "size is pushed"},
		pushed.refuses(run.OutcomeNotAllowed, run.Finalize{Outcome: record.Succeeded}).Details)
}

func failedNeedsAFailure(t *testing.T) {
	inBoth(threeReads, func(p *play) {
		p.refuses(run.OutcomeNotAllowed, run.Finalize{Outcome: record.FailedRun})
		p.does(run.Start{Item: "one"}, run.Verify{Item: "one", Answers: run.Answers{RejectAll: true}})
		p.refuses(run.OutcomeNotAllowed, run.Finalize{Outcome: record.FailedRun})
		p.does(run.Fail{Item: "one", Reason: "it broke"}, run.Finalize{Outcome: record.FailedRun})
	})(t)
	p := begin(t, packText("v0.2", "gates: [{ id: b, title: B, checks: [{ id: said, kind: manual, prompt: S }] }]\n"))
	p.does(run.Verify{Item: "b", Answers: run.Answers{RejectAll: true}})
	p.refuses(run.OutcomeNotAllowed, run.Finalize{Outcome: record.FailedRun}) // a gate is no step
	pushed := begin(t, packText("v0.2", pushy), autoConfirmed())
	pushed.pushedThrough()
	pushed.does(run.Finalize{Outcome: record.FailedRun})
}

func abandonedAnyTime(p *play) {
	fresh := p.rec
	for _, way := range [][]run.Action{
		nil,
		{run.Start{Item: "one"}},
		{run.Start{Item: "one"}, run.Fail{Item: "one", Reason: "r"}},
		{run.Start{Item: "one"}, confirmed("one"), run.Start{Item: "two"}, confirmed("two"), run.Start{Item: "three"}, confirmed("three")},
	} {
		p.rec = fresh
		p.does(way...)
		p.does(run.Finalize{Outcome: record.Abandoned})
		p.wants("outcome", new(record.Abandoned), p.rec.Outcome)
	}
}

func finishedTakesFeedbackAlone(t *testing.T) {
	for _, outcome := range []record.Outcome{record.Succeeded, record.FailedRun, record.Abandoned} {
		inBoth(threeReads, func(p *play) {
			p.completes("one", "two")
			p.does(run.Start{Item: "three"})
			if outcome == record.FailedRun {
				p.does(run.Fail{Item: "three", Reason: "it broke"})
			} else {
				p.does(confirmed("three"))
			}
			p.does(run.Finalize{Outcome: outcome})
			for _, act := range []run.Action{
				run.Start{Item: "one"},
				run.Begin{Item: "one"},
				answered("one"), confirmed("one"),
				run.Fail{Item: "one", Reason: "r"},
				run.RetryStep{Item: "three"},
				run.Redo{Item: "one", Reason: "r", AcknowledgePartial: true},
				run.Skip{Item: "one", Reason: "r"},
				run.Waive{Item: "one", Reason: "r"},
				run.SetValues{Values: map[string]string{"a": "b"}},
				run.Note{Text: "x"},
				run.AddCapture{Item: "one", Output: "x"},
				run.SwitchMode{To: record.AutoConfirm},
				run.Timeout{Item: "one"},
				run.RollBack{Item: "one"},
				run.HandOver{To: "ben", Reason: "r"},
				run.AcceptPackChange{Reason: "r"},
				run.Exercise{PackDigest: p.digest},
				run.Finalize{Outcome: record.Abandoned},
			} {
				p.refuses(run.RunFinished, act)
			}
			p.does(run.AddFeedback{Rating: record.Poor})
			p.wants("outcome", new(outcome), p.rec.Outcome)
		})(t)
	}
}

func feedbackKeepsHistory(p *play) {
	p.does(run.Finalize{Outcome: record.Abandoned})
	p.refuses(run.RatingInvalid, run.AddFeedback{Rating: "great"})
	p.does(run.AddFeedback{Rating: record.Poor, Comment: "too long"})
	p.by.Name = "ben"
	p.does(run.AddFeedback{Rating: record.Good})
	p.wants("feedback", []record.Feedback{
		{Rating: record.Poor, Comment: "too long", By: "ana", At: record.At(dawn)}, {Rating: record.Good, By: "ben", At: record.At(dawn)},
	}, p.rec.Feedback)
	head, err := record.DecodeHead([]byte(p.encoded()))
	if err != nil {
		p.t.Fatal(err)
	}
	p.wants("what counts", record.Good, head.Rating())
}

// exercises wants the run to exercise its pack, or not to.
func (p *play) exercises(want bool) {
	p.t.Helper()
	if err := run.MayExercise(p.pack, p.rec, p.digest); (err == nil) != want {
		p.t.Errorf("exercises its pack: %v, not %t", err, want)
	}
}

func deviationNeverExercises(t *testing.T) {
	inBoth(threeReads, func(p *play) {
		p.exercises(false)
		p.completes("one", "two", "three")
		p.exercises(true)
		p.refuses(run.ExerciseNotAllowed, run.Finalize{Outcome: record.Abandoned, Exercise: true, PackDigest: p.digest})
	})(t)
	inBoth(threeReads, func(p *play) {
		p.completes("one", "two")
		p.does(run.Skip{Item: "three", Reason: "no time"})
		p.exercises(false)
		p.refuses(run.ExerciseNotAllowed, run.Exercise{PackDigest: p.digest})
		p.does(run.Finalize{Outcome: record.Abandoned})
		p.exercises(false)
	})(t)
	inBoth("steps: [{ id: one, title: One }, { id: act, title: Act }]\n", func(p *play) {
		p.completes("one", "act")
		p.does(run.Redo{Item: "one", Reason: "again", AcknowledgePartial: true})
		p.completes("one")
		p.refuses(run.OutcomeNotAllowed, run.Finalize{Outcome: record.Succeeded}) // act was done on what has been done again
		p.does(answered("act"))
		p.refuses(run.ExerciseNotAllowed, run.Finalize{Outcome: record.Succeeded, Exercise: true, PackDigest: p.digest})
		p.does(run.Finalize{Outcome: record.Succeeded})
		p.exercises(false)
	})(t)
	p := begin(t, packText("v0.2", overridable))
	p.does(run.Start{Item: "look"}, confirmed("look"), run.Start{Item: "cut", Override: override()}, confirmed("cut"), run.Start{Item: "later"}, confirmed("later"))
	p.exercises(false)
	p.does(run.Finalize{Outcome: record.Succeeded})
	p.exercises(false)
	waived := begin(t, packText("v0.2", "gates: [{ id: a, title: A, waivable: true, checks: [{ id: s, kind: manual, prompt: S }] }]\n"))
	waived.does(run.Waive{Item: "a", Reason: "no time"})
	waived.exercises(false)
	pushed := begin(t, packText("v0.2", pushy), autoConfirmed())
	pushed.pushedThrough()
	pushed.exercises(false)
}

func otherDigestNeverExercises(p *play) {
	p.completes("one", "two", "three")
	p.refuses(run.ExerciseNotAllowed, run.Finalize{Exercise: true, PackDigest: "sha256:2"})
	p.refuses(run.ExerciseNotAllowed, run.Exercise{PackDigest: "sha256:2"})
	fresh := p.rec
	p.does(run.Finalize{Exercise: true, PackDigest: "sha256:1"})
	p.wants("status", "exercised 2026-11-30 by ana", p.rec.ExerciseWrite)
	p.rec = fresh
	p.does(run.Exercise{PackDigest: "sha256:1"}, run.Finalize{})
	p.digest = "sha256:2"
	p.exercises(false)
}

const viewed = `
dimensions: [{ id: system, title: System, values: [primary, replica] }]
datapoints:
  - { id: lag, title: Lag, type: int, unit: bytes, initial: 3, dimensions: { system: replica } }
  - { id: spare, title: Spare }
artefacts: [{ id: dump, title: Dump, kind: file, location: '/dump/{{ lag }}', produced_by: look, used_by: [act] }]
steps: [{ id: look, title: Look }, { id: act, title: Act }]
`

func viewsAreComplete(p *play) {
	view := run.NewView(p.pack, p.rec, p.now)
	status := view.Status()
	p.wants("items", []any{"look", "act", true, false}, []any{status.Items[0].ID, status.Items[1].ID, status.Items[0].Ready, status.Items[1].Ready})
	groups, err := view.Data("system", nil)
	if err != nil {
		p.t.Fatal(err)
	}
	p.wants("grouped", []string{"replica", "lag", "", "spare"}, []string{groups[0].Value, groups[0].Rows[0].ID, groups[1].Value, groups[1].Rows[0].ID})
	rows, err := view.Data("", map[string]string{"system": "replica"})
	if err != nil {
		p.t.Fatal(err)
	}
	p.wants("filtered", []any{1, "lag", "bytes"}, []any{len(rows[0].Rows), rows[0].Rows[0].ID, rows[0].Rows[0].Unit})
	if _, err := view.Data("colour", nil); err == nil {
		p.t.Error("grouped by a dimension that is not there")
	}
	p.wants("dimensions", []run.DimensionView{{ID: "system", Title: "System", Values: []string{"primary", "replica"}}}, view.Dimensions())
	artefact := view.Artefacts()[0]
	p.wants("artefact", []any{"/dump/3", "look", false}, []any{artefact.Location, artefact.ProducedBy, artefact.Ready})
	p.completes("look")
	p.wants("ready", true, run.NewView(p.pack, p.rec, p.now).Artefacts()[0].Ready)
}

func feedbackCountsAtTheEnd(p *play) {
	p.now = p.now.Add(time.Hour)
	p.does(run.Note{Text: "on it"})
	worked := record.At(p.now)
	p.now = p.now.Add(6 * 24 * time.Hour)
	p.does(run.AddFeedback{Rating: record.Good})
	open, err := record.DecodeSummary([]byte(p.encoded()))
	if err != nil {
		p.t.Fatal(err)
	}
	p.wants("rated while it is open", []any{record.Rating(""), worked}, []any{open.Rating, open.Touched})
	p.does(run.Finalize{Outcome: record.Abandoned})
	ended, err := record.DecodeSummary([]byte(p.encoded()))
	if err != nil {
		p.t.Fatal(err)
	}
	p.wants("rated once it has ended", []any{record.Good, record.At(p.now)}, []any{ended.Rating, ended.Touched})
}

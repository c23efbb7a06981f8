package run

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"rtut/pack"
	"rtut/run/record"
)

// cutover drops tables after a backup and a look at it.
const cutover = `
schema: runbook-pack/v0.2
id: cut
title: Cutover
order: sequential
steps:
  - { id: backup, title: Take the backup, rollback: { instruction: Remove it } }
  - { id: look, title: Look at it, effect: read-only }
  - { id: drop, title: Drop the old tables, effect: irreversible, confirm: drop them }
`

var byHand = Answers{Confirm: true}

// done starts steps and completes them by an answer.
func done(t testing.TB, p *pack.Pack, rec *record.Record, steps ...string) *record.Record {
	t.Helper()
	for _, id := range steps {
		rec = on(t, p, rec, Start{Item: id, Phrase: phraseOf(p, rec, id)}, Complete{Item: id, Answers: byHand})
	}
	return rec
}

func phraseOf(p *pack.Pack, rec *record.Record, id string) string {
	if confirm := p.Step(id).Alternatives[0].Confirm; confirm != nil {
		return confirm.Display(rec.Values())
	}
	return ""
}

// waitsFor fails the test unless what an item waits for is said so.
func waitsFor(t testing.TB, p *pack.Pack, rec *record.Record, id string, want ...string) {
	t.Helper()
	if got := sentences(unmetOf(p, rec, id, record.At(dawn))); !slices.Equal(got, want) {
		t.Errorf("%s waits for %q, expected %q", id, got, want)
	}
}

func TestNothingIrreversibleStartsOnWhatIsUndoneOrFailed(t *testing.T) {
	p := load(t, cutover)
	looked := done(t, p, begin(t, p), "backup", "look")
	again := on(t, p, looked, Redo{Item: "backup", Reason: "it was empty", AcknowledgePartial: true})
	drop := Start{Item: "drop", Phrase: "drop them"}
	for name, tc := range map[string]struct {
		rec  *record.Record
		want string
	}{
		"undone":      {again, "waits for look, which is out of date: backup was redone at 00:45; look was verified at 00:45"},
		"under way":   {on(t, p, again, Start{Item: "backup"}), "waits for look, which is out of date: backup was started at 00:45; look was verified at 00:45"},
		"failed":      {on(t, p, again, Start{Item: "backup"}, Fail{Item: "backup", Reason: "disk full"}), "waits for look, which is out of date: backup was started at 00:45; look was verified at 00:45"},
		"done again":  {done(t, p, again, "backup"), "waits for look, which is out of date: backup was started at 00:45; look was verified at 00:45"},
		"rolled back": {on(t, p, looked, RollBack{Item: "backup"}), "waits for look, which is out of date: backup was rolled back at 00:45; look was verified at 00:45"},
	} {
		t.Run(name, func(t *testing.T) {
			refusedAs(t, p, tc.rec, drop, UnmetPreconditions)
			waitsFor(t, p, tc.rec, "drop", tc.want)
			if next := NewView(p, tc.rec, dawn).Next(); next.Recommended != nil && *next.Recommended == "drop" {
				t.Error("drop is recommended")
			}
		})
	}
	proved := on(t, p, done(t, p, again, "backup"), Verify{Item: "look", Answers: byHand})
	on(t, p, proved, drop)
}

func TestAGateThatFailsBarsWhatLiesFurtherDown(t *testing.T) {
	p := load(t, `
schema: runbook-pack/v0.2
id: promoting
title: Promoting
order: sequential
datapoints: [{ id: lag, title: Lag, type: int, initial: 3 }]
stages:
  - { id: s1, title: A, gates: [{ id: small, title: Small, checks: [{ id: e, kind: expression, expr: lag < 10 }] }] }
  - { id: s2, title: B, steps: [{ id: announce, title: Announce }] }
  - { id: s3, title: C, steps: [{ id: promote, title: Promote, effect: irreversible, confirm: go }] }
`)
	rec := done(t, p, on(t, p, begin(t, p), Verify{Item: "small"}), "announce")
	rec = on(t, p, rec, SetValues{Values: map[string]string{"lag": "5000"}, Reason: "measured again"})
	promote := Start{Item: "promote", Phrase: "go"}
	refusedAs(t, p, rec, promote, UnmetPreconditions) // before anybody has looked
	rec = on(t, p, rec, Verify{Item: "small"})
	gateIs(t, rec, "small", record.Failed)
	refusedAs(t, p, rec, promote, UnmetPreconditions)
	waitsFor(t, p, rec, "promote", "waits for s2, in which announce rests on small, which has failed")
	over := on(t, p, rec, Start{Item: "promote", Phrase: "go", Override: &Override{Reason: "the site burns", AcknowledgeRisk: true}})
	if got, want := over.Deviations[0].Unmet, []string{"s2", "small"}; !slices.Equal(got, want) {
		t.Errorf("the override names %q, expected %q", got, want)
	}
}

func TestWhatAnOverrideNamedNoLongerCountsForWhatComesAfter(t *testing.T) {
	p := load(t, strings.Replace(cutover, "confirm: drop them }", "confirm: drop them }\n  - { id: tell, title: Tell }\n", 1))
	override := &Override{Reason: "no time", AcknowledgeRisk: true}
	rec := on(t, p, begin(t, p), Start{Item: "drop", Phrase: "drop them", Override: override}, Complete{Item: "drop", Answers: byHand})
	if got, want := rec.Deviations[0].Unmet, []string{"look", "backup"}; !slices.Equal(got, want) {
		t.Errorf("the override names %q, expected %q", got, want)
	}
	later := done(t, p, rec, "tell") // what was wrong then does not hold it up
	if holds := NewView(p, later, dawn).Item("tell").Holds; holds == nil || !*holds {
		t.Error("tell does not hold")
	}
	started := on(t, p, later, Start{Item: "backup"}, Complete{Item: "backup", Answers: byHand})
	for _, id := range []string{"drop", "tell"} { // and what happens later does
		outOfDate(t, p, started, id, record.CauseWork)
	}
}

func TestAGateIsJudgedAgainWhenAStepOfItWasDoneAgain(t *testing.T) {
	p := load(t, `
schema: runbook-pack/v0.2
id: switching
title: Switching
stages: [{ id: s1, title: A, steps: [{ id: look, title: Look, effect: read-only }, { id: turn, title: Turn }], gates: [{ id: healthy, title: Healthy, checks: [{ id: e, kind: manual, prompt: E }] }] }]
`)
	rec := on(t, p, done(t, p, begin(t, p), "look", "turn"), Verify{Item: "healthy", Answers: byHand})
	rec = done(t, p, on(t, p, rec, Redo{Item: "turn", Reason: "once more", AcknowledgePartial: true}), "turn")
	outOfDate(t, p, rec, "healthy", record.CauseWork)
	refusedAs(t, p, rec, Finalize{Outcome: record.Succeeded}, OutcomeNotAllowed)
	refusedAs(t, p, rec, Finalize{Outcome: record.Succeeded, Exercise: true, PackDigest: rec.PackDigest}, OutcomeNotAllowed)
	closed := on(t, p, rec, Finalize{Outcome: record.Succeeded, Override: &Override{Reason: "seen by eye", AcknowledgeRisk: true}})
	if len(closed.OutOfDate) != 1 || closed.OutOfDate[0].Item != "healthy" || closed.Deviations[len(closed.Deviations)-1].Kind != record.OverrideDeviation {
		t.Errorf("out of date at the end: %+v, deviations %+v", closed.OutOfDate, closed.Deviations)
	}
	on(t, p, on(t, p, rec, Verify{Item: "healthy", Answers: byHand}), Finalize{Outcome: record.Succeeded})
}

func TestAVerificationDoesNotOutliveTheValueThatItWasMadeWith(t *testing.T) {
	p := load(t, `
schema: runbook-pack/v0.2
id: stopping
title: Stopping
datapoints: [{ id: host, title: Host, type: hostname, initial: db1 }]
steps: [{ id: stop, title: Stop, verify: { kind: exit-code, command: 'test {{ host }} = db1' } }]
`)
	verified := on(t, p, begin(t, p), Start{Item: "stop"}, Begin{Item: "stop", Host: "h", PID: 1})
	passed := Verify{Item: "stop", Intent: verified.Steps["stop"].Intent.Seq, Observed: map[string]Observation{"": {Attempts: 1}}}
	other := SetValues{Values: map[string]string{"host": "db2"}, Reason: "typed wrong"}
	refusedAs(t, p, on(t, p, verified, other), passed, IntentGone) // it ran with the other value
	rec := on(t, p, verified, passed)
	refusedAs(t, p, on(t, p, rec, other), Complete{Item: "stop"}, NotVerified)
	back := SetValues{Values: map[string]string{"host": "db1"}, Reason: "typed right"}
	on(t, p, on(t, p, rec, other, back), Complete{Item: "stop"}) // values are compared, not events
}

func TestAStepThatWasNotNeededIsJudgedAnew(t *testing.T) {
	p := load(t, `
schema: runbook-pack/v0.2
id: fencing
title: Fencing
order: sequential
datapoints: [{ id: up, title: Up, type: bool, initial: false }]
steps:
  - { id: fence, title: Fence, when: up, effect: irreversible, confirm: pull it }
  - { id: promote, title: Promote, effect: irreversible, confirm: go }
`)
	rec := on(t, p, begin(t, p), Start{Item: "fence"})
	on(t, p, rec, Start{Item: "promote", Phrase: "go"})
	rec = on(t, p, rec, SetValues{Values: map[string]string{"up": "true"}, Reason: "it answers after all"})
	outOfDate(t, p, rec, "fence", record.CauseValue)
	refusedAs(t, p, rec, Start{Item: "promote", Phrase: "go"}, UnmetPreconditions)
	failing := on(t, p, rec, Verify{Item: "fence"})
	outOfDate(t, p, failing, "fence", record.CauseCheck)
	on(t, p, failing, Redo{Item: "fence", Reason: "it is needed"}, Start{Item: "fence", Phrase: "pull it"}) // nothing was begun
}

const sizes = `
schema: runbook-pack/v0.2
id: sizes
title: Sizes
order: sequential
datapoints: [{ id: size, title: Size, type: int, max_age: 5m }]
stages:
  - { id: a, title: A, steps: [{ id: measure, title: Measure, effect: read-only, produces: [size] }] }
  - { id: b, title: B, gates: [{ id: much, title: Much, checks: [{ id: m, kind: expression, expr: size > 10 }] }] }
  - { id: c, title: C, steps: [{ id: clean, title: Clean, effect: irreversible, confirm: clean }] }
  - { id: d, title: D, steps: [{ id: again, title: Again, effect: read-only, produces: [size] }, { id: tell, title: Tell }] }
`

func TestAValueMeasuredAgainAfterTheWorkSpoilsNothingBeforeIt(t *testing.T) {
	p := load(t, sizes)
	give := func(step, size string) Complete {
		return Complete{Item: step, Answers: byHand, Set: map[string]string{"size": size}}
	}
	rec := on(t, p, begin(t, p), Start{Item: "measure"}, give("measure", "50"), Verify{Item: "much"})
	rec = on(t, p, done(t, p, rec, "clean"), Start{Item: "again"}, give("again", "2"))
	outOfDate(t, p, rec, "much", "")
	on(t, p, done(t, p, rec, "tell"), Finalize{Outcome: record.Succeeded})
	typed := on(t, p, rec, SetValues{Values: map[string]string{"size": "3"}, Reason: "by hand"})
	outOfDate(t, p, typed, "much", record.CauseValue) // nobody's work has made it so
}

func TestAgeBarsAStartAlone(t *testing.T) {
	p := load(t, sizes)
	late := dawn.Add(3 * time.Hour)
	rec := on(t, p, begin(t, p), Start{Item: "measure"}, Complete{Item: "measure", Answers: byHand, Set: map[string]string{"size": "50"}}, Verify{Item: "much"})
	v := judgeValidity(p, rec)
	for _, id := range p.Graph().Items() {
		if len(v.own(id)) > 0 {
			t.Errorf("%s is out of date: %+v", id, v.own(id))
		}
	}
	_, _, err := Transition(p, rec, Actor{Name: "ana"}, Start{Item: "clean", Phrase: "clean"}, late)
	if err == nil || !strings.Contains(err.Error(), "waits for much, which passed on a value of size that is too old by now") {
		t.Errorf("the start of clean: %v", err)
	}
	cleaned := done(t, p, rec, "clean")
	if waits := unmetOf(p, cleaned, "again", record.At(late)); len(waits) > 0 {
		t.Errorf("what only reads waits for %+v", waits)
	}
	measured := later(t, p, cleaned, late, Start{Item: "again"}, Complete{Item: "again", Answers: byHand, Set: map[string]string{"size": "2"}})
	much := later(t, p, measured, late.Add(3*time.Hour), Start{Item: "tell"}) // what was irreversible has been decided
	later(t, p, much, late.Add(6*time.Hour), Complete{Item: "tell", Answers: byHand}, Finalize{Outcome: record.Succeeded})
}

func TestAValueFromTheFutureIsTooOld(t *testing.T) {
	p := load(t, strings.Replace(sizes, "max_age: 5m", "max_age: 5m, initial: 1", 1))
	ahead := later(t, p, begin(t, p), dawn.Add(2*time.Hour), SetValues{Values: map[string]string{"size": "20"}})
	back := later(t, p, ahead, dawn.Add(time.Minute), Note{Text: "the clock was wrong"})
	for _, now := range []time.Time{dawn.Add(time.Minute), dawn.Add(2*time.Hour + time.Minute)} {
		if old := newReadiness(p, back, record.At(now)).stale([]string{"size"}); !slices.Equal(old, []string{"size"}) {
			t.Errorf("at %s the value of %s is fresh", now, dawn.Add(2*time.Hour))
		}
	}
}

func TestRedoOfWhatMayHaveBeenAppliedIsAcknowledged(t *testing.T) {
	p := load(t, cutover)
	rec := done(t, p, begin(t, p), "backup", "look")
	refusedAs(t, p, rec, Redo{Item: "backup", Reason: "r"}, PartialUnconfirmed)
	refusedAs(t, p, on(t, p, begin(t, p), Start{Item: "backup"}), Redo{Item: "backup", Reason: "r"}, PartialUnconfirmed)
	on(t, p, rec, Redo{Item: "look", Reason: "r"}) // it only reads
	again := on(t, p, rec, Redo{Item: "backup", Reason: "r", AcknowledgePartial: true})
	if len(again.Retries) != 1 || again.Retries[0].Step != "backup" || !again.Retries[0].AcknowledgePartial {
		t.Errorf("retries are %+v", again.Retries)
	}
}

const accepting = `
schema: runbook-pack/v0.2
id: accepting
title: Accepting
datapoints: [{ id: v, title: V, type: int }, { id: w, title: W, type: int }]
steps:
  - { id: measure, title: Measure, effect: read-only, produces: [v], accept: [{ id: low, expr: v < 50 }] }
`

func TestAMeasuredValueThatAPersonReplacesIsADeviation(t *testing.T) {
	p := load(t, accepting)
	rec := on(t, p, begin(t, p), Start{Item: "measure"}, Complete{Item: "measure", Answers: byHand, Set: map[string]string{"v": "9"}})
	set := func(v string, o *Override) SetValues {
		return SetValues{Values: map[string]string{"v": v}, Reason: "I know", Override: o}
	}
	replaced := on(t, p, rec, set("10", nil))
	if len(replaced.Deviations) != 1 || replaced.Deviations[0].Kind != record.OverrideDeviation || !slices.Equal(replaced.Deviations[0].Unmet, []string{"v"}) {
		t.Errorf("deviations are %+v", replaced.Deviations)
	}
	refusedAs(t, p, rec, set("99", nil), NotAccepted)
	refusedAs(t, p, rec, set("99", &Override{Reason: "I know"}), RiskUnacknowledged)
	against := on(t, p, rec, set("99", &Override{Reason: "I know", AcknowledgeRisk: true}))
	if len(against.Deviations) != 1 {
		t.Errorf("deviations are %+v", against.Deviations)
	}
	refusedAs(t, p, begin(t, p), set("99", nil), NotAccepted) // before anything was measured, too
	if plain := on(t, p, begin(t, p), SetValues{Values: map[string]string{"w": "99"}}); len(plain.Deviations) > 0 {
		t.Errorf("a value that no step measures: %+v", plain.Deviations)
	}
}

const scripted = `
schema: runbook-pack/v0.2
id: scripted
title: Scripted
steps:
  - { id: wipe, title: Wipe, effect: irreversible, confirm: wipe it, command: ./wipe.sh, verify: { kind: exit-code, command: ./check.sh } }
  - { id: plain, title: Plain, verify: { kind: exit-code, command: 'true' } }
`

func TestTheFilesOfThePackArePartOfWhatWasConsentedTo(t *testing.T) {
	files := map[string]string{"wipe.sh": "a", "check.sh": "b", "other.sh": "c"}
	base := load(t, scripted)
	p := base.WithFiles(files)
	with := func(file, digest string) *pack.Pack {
		changed := maps.Clone(files)
		changed[file] = digest
		return base.WithFiles(changed)
	}
	started := on(t, p, begin(t, p), Start{Item: "wipe", Phrase: "wipe it"})
	lapsed := with("wipe.sh", "x")
	refusedAs(t, lapsed, started, Begin{Item: "wipe"}, ConfirmationLapsed)
	again := on(t, lapsed, started, Start{Item: "wipe", Phrase: "wipe it"})
	if d := again.Deviations; len(d) != 1 || d[0].Kind != record.PackChangeDeviation || d[0].Reason != "wipe.sh is not what it was" {
		t.Errorf("deviations are %+v", d)
	}

	verified := on(t, p, started, Begin{Item: "wipe"})
	verified = on(t, p, verified, Verify{Item: "wipe", Intent: verified.Steps["wipe"].Intent.Seq, Observed: map[string]Observation{"": {Attempts: 1}}})
	other := with("check.sh", "x")
	outOfDate(t, other, verified, "wipe", record.CauseFiles)
	outOfDate(t, p, verified, "wipe", "")
	if status := NewView(other, verified, dawn).Status(); !status.PackChanged || !slices.Equal(status.PackFiles, []string{"check.sh"}) {
		t.Errorf("status: changed %t, files %q", status.PackChanged, status.PackFiles)
	}
	on(t, other, verified, Note{Text: "it bars nothing by itself"}, Fail{Item: "wipe", Reason: "r"})
	refusedAs(t, other, verified, Complete{Item: "wipe"}, NotVerified)
}

func TestADeviationForChangedFilesStaysWhenTheyArePutBack(t *testing.T) {
	files := map[string]string{"check.sh": "b"}
	base := load(t, strings.Replace(scripted, ", command: ./wipe.sh", "", 1))
	p, other := base.WithFiles(files), base.WithFiles(map[string]string{"check.sh": "x"})
	rec := on(t, p, begin(t, p), Start{Item: "wipe", Phrase: "wipe it"})
	rec = on(t, other, rec, Begin{Item: "wipe"}, Begin{Item: "wipe"})
	if len(rec.Deviations) != 1 {
		t.Fatalf("deviations are %+v", rec.Deviations)
	}
	rec = on(t, p, rec, Verify{Item: "wipe", Intent: rec.Steps["wipe"].Intent.Seq, Observed: map[string]Observation{"": {Attempts: 1}}})
	outOfDate(t, p, rec, "wipe", record.CauseFiles) // it was verified by the other script
	refusedAs(t, p, rec, Complete{Item: "wipe"}, NotVerified)
}

func TestAnAcceptedChangePutsOutOfDateWhatItAltered(t *testing.T) {
	text := `
schema: runbook-pack/v0.2
id: changed
title: Changed
datapoints: [{ id: v, title: V, type: int, initial: 5 }]
steps:
  - { id: one, title: One, command: echo OLD }
  - { id: two, title: Two, timeout: 5m }
  - { id: three, title: Three }
`
	before := load(t, text)
	rec := done(t, before, begin(t, before), "one", "two")
	rec = on(t, before, rec, Start{Item: "three"}, Fail{Item: "three", Reason: "r"})
	now := load(t, strings.NewReplacer("echo OLD", "echo NEW", "timeout: 5m", "timeout: 6m", "type: int", "type: int, max: 3", "initial: 5", "initial: 2",
		"  - { id: three, title: Three }\n", "").Replace(text))
	rec = on(t, now, rec, AcceptPackChange{Reason: "r", Before: before})
	outOfDate(t, now, rec, "one", record.CauseDefinition)
	outOfDate(t, now, rec, "two", "") // time limits do not count
	if d := rec.Datapoints["v"]; d.State != record.Err || !d.Value.IsZero() {
		t.Errorf("a value that does not fit any more is kept: %+v", d)
	}
	rec = on(t, now, rec, Verify{Item: "one", Answers: byHand})
	refusedAs(t, now, rec, Finalize{Outcome: record.Succeeded}, OutcomeNotAllowed) // three had failed before it was removed
}

func TestANoteAHandoverAndTheSameMeasurementChangeNothing(t *testing.T) {
	p := load(t, sizes)
	rec := on(t, p, begin(t, p), Start{Item: "measure"}, Complete{Item: "measure", Answers: byHand, Set: map[string]string{"size": "50"}}, Verify{Item: "much"})
	rec = on(t, p, rec, Note{Item: "measure", Text: "quiet"}, HandOver{To: "ben", Reason: "shift"}, Redo{Item: "measure", Reason: "once more"},
		Start{Item: "measure"}, Complete{Item: "measure", Answers: byHand, Set: map[string]string{"size": "50"}})
	for _, id := range []string{"measure", "much"} {
		outOfDate(t, p, rec, id, "")
	}
}

func TestLookingAtAFinishedItemIsNoStart(t *testing.T) {
	p := load(t, cutover)
	rec := done(t, p, begin(t, p), "backup", "look")
	failing := on(t, p, rec, Verify{Item: "backup", Answers: Answers{RejectAll: true}})
	if failing.Steps["backup"].State != record.Done {
		t.Errorf("backup is %s", failing.Steps["backup"].State)
	}
	outOfDate(t, p, failing, "backup", record.CauseCheck)
	refusedAs(t, p, failing, Start{Item: "drop", Phrase: "drop them"}, UnmetPreconditions)
	passing := on(t, p, failing, Verify{Item: "backup", Answers: byHand})
	outOfDate(t, p, passing, "backup", "")
	if !passing.Steps["backup"].FinishedAt.Equal(rec.Steps["backup"].FinishedAt.Time) || len(passing.Deviations) > 0 {
		t.Error("proving anew moved the time at which it was done, or is a deviation")
	}
}

func TestAskingWithoutAnAnswerChangesNoVerdict(t *testing.T) {
	p := load(t, `
schema: runbook-pack/v0.2
id: asking
title: Asking
datapoints: [{ id: lag, title: Lag, type: int, initial: 3, confirmed_by: go }]
gates: [{ id: go, title: Go, uses: [lag], checks: [{ id: said, kind: manual, prompt: Said }, { id: up, kind: exit-code, command: 'true' }] }]
`)
	judged := func(rec *record.Record, answers Answers, code int) *record.Record {
		rec = on(t, p, rec, Begin{Item: "go"})
		next, _, _ := Transition(p, rec, Actor{Name: "ana"}, Verify{
			Item: "go", Answers: answers, Intent: rec.Gates["go"].Intent.Seq, Observed: map[string]Observation{"up": {Attempts: 1, ExitCode: code}},
		}, dawn)
		return next
	}
	for want, answers := range map[record.State]Answers{record.Passed: byHand, record.Failed: {RejectAll: true}} {
		decided := judged(begin(t, p), answers, 0)
		gateIs(t, decided, "go", want)
		asked := judged(decided, Answers{}, 0)
		gateIs(t, asked, "go", want)
		if asked.Gates["go"].Intent != nil || len(asked.Gates["go"].Results) != 2 || asked.Datapoints["lag"].State != decided.Datapoints["lag"].State {
			t.Errorf("asking has left %+v, %+v", asked.Gates["go"], asked.Datapoints["lag"])
		}
		outOfDate(t, p, asked, "go", "")
		gateIs(t, judged(decided, Answers{}, 1), "go", record.Failed) // a command that ran did not pass
	}
	cutOff := on(t, p, judged(begin(t, p), byHand, 0), Begin{Item: "go"})
	gateIs(t, cutOff, "go", record.Passed)
	outOfDate(t, p, cutOff, "go", record.CauseCheck)
}

// scriptedShell ends each command with the next exit code; 0 when there is none left.
type scriptedShell struct{ codes []int }

func (s *scriptedShell) Run(context.Context, Job, io.Writer) (Observation, error) {
	code := 0
	if len(s.codes) > 0 {
		code, s.codes = s.codes[0], s.codes[1:]
	}
	return Observation{Attempts: 1, ExitCode: code}, nil
}

func (*scriptedShell) Missing(pack.Needs) (tools, env []string)  { return nil, nil }
func (*scriptedShell) Wait(context.Context, time.Duration) error { return nil }

func TestAutoConfirmProvesAnewAndNeverPushesThrough(t *testing.T) {
	p := load(t, `
schema: runbook-pack/v0.2
id: healing
title: Healing
order: sequential
defaults: { timeout: 1m, on_timeout: push-through }
datapoints: [{ id: host, title: Host, type: hostname, initial: db1 }]
stages:
  - { id: a, title: A, gates: [{ id: up, title: Up, checks: [{ id: c, kind: exit-code, command: 'ping {{ host }}' }] }] }
  - { id: b, title: B, steps: [{ id: act, title: Act, verify: { kind: exit-code, command: 'true' } }] }
`)
	play := func(codes ...int) (*record.Record, *Tick) {
		shell, now := &scriptedShell{}, dawn
		store := &oneRun{on(t, p, begin(t, p), SwitchMode{To: record.AutoConfirm})}
		s := &Session{
			Pack: p, Store: store, Clock: func() time.Time { return now }, By: "ana", Shell: shell,
			Env: func(string) ([]string, error) { return nil, nil },
		}
		tick := func() *Tick {
			tick, err := s.Tick(context.Background(), store.rec.RunID, io.Discard)
			if err != nil {
				t.Fatal(err)
			}
			return tick
		}
		tick()
		store.rec = on(t, p, store.rec, SetValues{Values: map[string]string{"host": "db2"}, Reason: "typed wrong"})
		outOfDate(t, p, store.rec, "up", record.CauseValue)
		now, shell.codes = dawn.Add(time.Hour), codes
		last := tick()
		for range 5 {
			last = tick()
		}
		return store.rec, last
	}
	if rec, last := play(0); last.Result != TickComplete || rec.Steps["act"].State != record.Done {
		t.Errorf("a check that passes: %+v, act is %s", last, rec.Steps["act"].State)
	}
	rec, last := play(1, 1, 1, 1, 1)
	if last.Result != TickWaiting || rec.Gates["up"].State != record.Failed || len(rec.Deviations) > 0 {
		t.Errorf("a check that fails: %+v, up is %s, deviations %+v", last, rec.Gates["up"].State, rec.Deviations)
	}
}

// sourced reads a value of a step, and counts from the end of another, without requiring either.
const sourced = `
schema: runbook-pack/v0.2
id: sourced
title: Sourced
datapoints: [{ id: size, title: Size, type: int }]
steps:
  - { id: measure, title: Measure, effect: read-only, produces: [size] }
  - { id: copy, title: Copy, effect: read-only }
stages:
  - id: after
    title: After
    steps: [{ id: cut, title: Cut, command: 'cut {{ size }}', effect: irreversible, confirm: cut }]
    gates: [{ id: soak, title: Soak, checks: [{ id: long, kind: elapsed, since: copy, at_least: 10m }] }]
`

func TestWhatIsReadAndCountedFromMustHoldToo(t *testing.T) {
	p := load(t, sourced)
	rec := on(t, p, begin(t, p), Start{Item: "measure"}, Complete{Item: "measure", Answers: byHand, Set: map[string]string{"size": "5"}})
	waitsFor(t, p, rec, "cut")
	waitsFor(t, p, done(t, p, rec, "cut"), "soak", "counts from copy, which is todo")
	rec = done(t, p, rec, "copy")
	doubted := on(t, p, rec, Verify{Item: "measure", Answers: Answers{RejectAll: true}}, Verify{Item: "copy", Answers: Answers{RejectAll: true}})
	wrong := "is out of date: its latest verification, at 00:45, did not pass"
	waitsFor(t, p, doubted, "cut", "uses size, which comes from measure, and measure "+wrong)
	waitsFor(t, p, doubted, "soak", "waits for cut of its stage", "counts from copy, which "+wrong)
	_, _, err := Transition(p, doubted, Actor{Name: "ana"}, Start{Item: "cut", Phrase: "cut"}, dawn)
	var refused *Refusal
	if !errors.As(err, &refused) || refused.Code != UnmetPreconditions {
		t.Errorf("the start of cut: %v", err)
	}
	waitsFor(t, p, on(t, p, doubted, SetValues{Values: map[string]string{"size": "6"}, Reason: "read by hand"}), "cut")
	waitsFor(t, p, on(t, p, doubted, Verify{Item: "measure", Answers: byHand}), "cut")
}

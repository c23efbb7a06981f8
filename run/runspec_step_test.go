package run_test

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

var stepSentences = []sentence{
	{"R20 steps run in order", inBoth(threeReads, stepsRunInOrder)},
	{"R105 done needs a passing verification that is current", inBoth(checked, doneNeedsVerification)},
	{"R22 done needs its evidence", inBoth(owing, doneNeedsEvidence)},
	{"R23 only fail fails a step", inBoth(checked, onlyFailFails)},
	{"R24 the output is never stored", inBoth(checked, outputIsNeverStored)},
	{"R25 a command runs only with consent", inBoth(checked, commandNeedsConsent)},
	{"R26 a command has 60 seconds", commandHasSixtySeconds},
	{"R27 a manual verification needs an answer", inBoth(threeReads, manualNeedsAnswer)},
	{"R28 only read-only steps are skipped", onlyReadOnlyIsSkipped},
	{"R29 a skipped step may be started after all", inBoth(threeReads, skippedMayStart)},
	{"R30 a retry acknowledges what was partly applied", inBoth(retriable, retryAcknowledges)},
	{"R31 a retried step begins anew", inBoth(lookAndDrop, retriedBeginsAnew)},
	{"R32 redo takes back a step and its values", redoTakesBack},
	{"R33 redo after a later step is a deviation", redoIsADeviation},
	{"R109 actions are refused in any other state", wrongStatesRefuse},
	{"R96 a rollback is noted and not run", inBoth(lookAndDrop, rollbackIsNoted)},
	{"R97 a note is an event and no more", inBoth(threeReads, noteIsAnEvent)},
}

const (
	threeReads = `
steps:
  - { id: one, title: One, effect: read-only }
  - { id: two, title: Two, effect: read-only }
  - { id: three, title: Three, effect: read-only }
`
	checked = `
steps:
  - { id: one, title: One, effect: read-only, verify: { kind: output-contains, command: 'tail log', contains: ready } }
`
	owing = `
steps:
  - { id: one, title: One, evidence: [{ id: ticket, title: Ticket, pattern: 'CHG\d+' }, { id: who, title: Who }] }
`
	retriable = `
steps:
  - { id: silent, title: Silent }
  - { id: unsafe, title: Unsafe, idempotent: false }
  - { id: safe, title: Safe, idempotent: true }
`
)

func stepsRunInOrder(p *play) {
	p.refuses(run.UnmetPreconditions, run.Start{Item: "two"})
	p.does(run.Start{Item: "one"})
	p.refuses(run.UnmetPreconditions, run.Start{Item: "two"})
	p.does(run.Fail{Item: "one", Reason: "no"})
	p.refuses(run.UnmetPreconditions, run.Start{Item: "two"})
	p.does(run.Skip{Item: "one", Reason: "not today"}, run.Start{Item: "two"}, confirmed("two"))
	if p.rec.Schema == record.V01 { // in v0.2 an item waits for what the pack says that it requires
		p.does(run.Start{Item: "one"})
		p.refuses(run.UnmetPreconditions, run.Start{Item: "three"})
		p.wants("blocked", []run.Blocked{{
			Item: "three", WaitsFor: []string{"waits for two"}, Waits: []string{"waits for two, which rests on one, which is running"},
		}}, p.next().Blocked)
		p.does(confirmed("one"))
	}
	p.does(run.Start{Item: "three"})
}

func doneNeedsVerification(p *play) {
	p.refuses(run.WrongState, run.Complete{Item: "one"})
	p.does(run.Start{Item: "one"})
	p.refuses(run.NotVerified, run.Complete{Item: "one"})
	p.ran("one", "", run.Observation{Contained: true})
	p.ran("one", "", run.Observation{})
	p.refuses(run.NotVerified, run.Complete{Item: "one"}) // the latest counts
	p.ran("one", "", run.Observation{Contained: true, ExitCode: 1})
	p.refuses(run.NotVerified, run.Complete{Item: "one"})
	p.ran("one", "", run.Observation{Contained: true})
	p.does(run.Complete{Item: "one"})
	p.in("one", record.Done)
}

func doneNeedsEvidence(p *play) {
	p.does(run.Start{Item: "one"}, answered("one"))
	p.wants("owed", []string{"ticket", "who"}, p.refuses(run.EvidenceMissing, run.Complete{Item: "one"}).Details)
	with := func(evidence map[string]string) run.Complete { return run.Complete{Item: "one", Evidence: evidence} }
	p.refuses(run.EvidenceMissing, with(map[string]string{"ticket": "CHG1"}))
	p.refuses(run.EvidenceInvalid, with(map[string]string{"ticket": "42", "who": "bo"}))
	p.refuses(run.EvidenceInvalid, with(map[string]string{"ticket": "CHG1", "who": ""}))
	p.refuses(run.EvidenceInvalid, with(map[string]string{"ticket": "CHG1", "who": "bo", "why": "so"}))
	p.does(run.Verify{Item: "one", Answers: run.Answers{Confirm: true}, Evidence: map[string]string{"who": "bo"}})
	p.does(with(map[string]string{"ticket": "CHG1"}))
	p.wants("evidence", "CHG1 bo", p.rec.Steps["one"].Evidence["ticket"].Text()+" "+p.rec.Steps["one"].Evidence["who"].Text())
}

func onlyFailFails(p *play) {
	p.does(run.Start{Item: "one"})
	p.ran("one", "", run.Observation{ExitCode: 9})
	p.in("one", record.Running)
	p.refuses(run.ReasonRequired, run.Fail{Item: "one", Reason: " "})
	p.does(run.Fail{Item: "one", Reason: "it is down"})
	p.in("one", record.Failed)
	p.wants("reason", "it is down", p.rec.Steps["one"].Reason)
}

func outputIsNeverStored(p *play) {
	p.shell.seen = run.Observation{ExitCode: 0, OutputBytes: 1234, Seconds: 0.25, Head: "Xyzzy ready"}
	p.does(run.Start{Item: "one"})
	for _, head := range []string{"Xyzzy ready", "Xyzzy"} {
		p.shell.seen.Head = head
		p.session(func(s *run.Session) {
			if _, err := s.Verify(context.Background(), p.rec.RunID, run.VerifyRequest{Verify: run.Verify{Item: "one"}, Consent: true}, io.Discard); err != nil {
				p.t.Fatal(err)
			}
		})
		v := p.rec.Steps["one"].Verification
		p.wants("kind", pack.OutputContains, v.Kind)
		p.wants("passed", head != "Xyzzy", v.Passed)
		p.wants("observed", []any{0, int64(1234), 0.25}, []any{*v.ExitCode, *v.OutputBytes, *v.Seconds})
	}
	if strings.Contains(p.encoded(), "Xyzzy") {
		p.t.Errorf("output is in the record:\n%s", p.encoded())
	}
}

func commandNeedsConsent(p *play) {
	p.does(run.Start{Item: "one"})
	p.wants("shown", []string{"here, in packs/drill: tail log"}, p.refuses(run.ConsentRequired, run.Verify{Item: "one"}).Details)
	p.session(func(s *run.Session) {
		if _, err := s.Verify(context.Background(), p.rec.RunID, run.VerifyRequest{Verify: run.Verify{Item: "one"}}, io.Discard); err == nil {
			p.t.Error("verified without consent")
		}
		p.wants("run without consent", 0, len(p.shell.jobs))
		if _, err := s.Verify(context.Background(), p.rec.RunID, run.VerifyRequest{Verify: run.Verify{Item: "one"}, Consent: true}, io.Discard); err != nil {
			p.t.Error(err)
		}
		p.wants("run with consent", 1, len(p.shell.jobs))
	})
}

func commandHasSixtySeconds(t *testing.T) {
	for _, version := range []string{"v0.1", "v0.2"} {
		for want, verify := range map[time.Duration]string{60 * time.Second: "", 2 * time.Second: ", timeout: 2s"} {
			p := begin(t, packText(version, "steps: [{ id: one, title: One, verify: { kind: exit-code, command: 'true'"+verify+" } }]\n"))
			p.does(run.Start{Item: "one"})
			p.session(func(s *run.Session) {
				if _, err := s.Verify(context.Background(), p.rec.RunID, run.VerifyRequest{Verify: run.Verify{Item: "one"}, Consent: true}, io.Discard); err != nil {
					t.Fatal(err)
				}
			})
			p.wants("time", want, p.shell.jobs[0].Timeout)
			p.ran("one", "", run.Observation{TimedOut: true})
			p.wants("cut off", false, p.rec.Steps["one"].Verification.Passed)
		}
		refusedPack(t, packText(version, "steps: [{ id: one, title: One, verify: { kind: exit-code, command: 'true', timeout: 61s } }]\n"))
	}
}

func manualNeedsAnswer(p *play) {
	p.does(run.Start{Item: "one"})
	p.refuses(run.AnswerRequired, run.Verify{Item: "one"})
	p.does(run.Verify{Item: "one", Answers: run.Answers{RejectAll: true}})
	p.refuses(run.NotVerified, run.Complete{Item: "one"})
	p.does(answered("one"), run.Complete{Item: "one"})
}

func onlyReadOnlyIsSkipped(t *testing.T) {
	for _, version := range []string{"v0.1", "v0.2"} {
		p := begin(t, packText(version, "steps: [{ id: read, title: R, effect: read-only }, { id: plain, title: P }, { id: cut, title: C, effect: irreversible, confirm: cut }]\n"))
		p.refuses(run.NotSkippable, run.Skip{Item: "plain", Reason: "no time"})
		p.refuses(run.NotSkippable, run.Skip{Item: "cut", Reason: "no time"})
		p.refuses(run.ReasonRequired, run.Skip{Item: "read"})
		p.does(run.Skip{Item: "read", Reason: "no time"})
		p.in("read", record.Skipped)
	}
	p := begin(t, packText("v0.2", "steps: [{ id: either, title: E, one_of: [{ id: a, title: A, effect: read-only }, { id: b, title: B, effect: reversible }] }]\n"))
	p.refuses(run.NotSkippable, run.Skip{Item: "either", Reason: "no time"})
}

func skippedMayStart(p *play) {
	p.does(run.Skip{Item: "one", Reason: "no time"}, run.Start{Item: "two"}, run.Start{Item: "one"}, confirmed("one"))
	p.in("one", record.Done)
	p.refuses(run.WrongState, run.Skip{Item: "one", Reason: "no time"})
}

func retryAcknowledges(p *play) {
	for _, id := range []string{"silent", "unsafe", "safe"} {
		p.does(run.Start{Item: id})
		p.refuses(run.WrongState, run.RetryStep{Item: id, AcknowledgePartial: true})
		p.does(run.Fail{Item: id, Reason: "it broke"})
		if id != "safe" {
			p.refuses(run.PartialUnconfirmed, run.RetryStep{Item: id})
		}
		p.does(run.RetryStep{Item: id, AcknowledgePartial: id != "safe"})
		p.in(id, record.Todo)
		p.completes(id)
	}
	want := []record.Retry{}
	for _, id := range []string{"silent", "unsafe", "safe"} {
		want = append(want, record.Retry{Step: id, AcknowledgePartial: id != "safe", By: "ana", At: record.At(dawn)})
	}
	p.wants("retries", want, p.rec.Retries)
}

func retriedBeginsAnew(p *play) {
	p.completes("look")
	p.does(run.Start{Item: "drop", Phrase: "drop billing"})
	p.ran("drop", "", run.Observation{})
	p.does(run.Begin{Item: "drop", Host: "bastion", PID: 4711})
	p.does(run.Verify{
		Item: "drop", Intent: len(p.rec.Events), Observed: map[string]run.Observation{"": {Attempts: 1}},
		Evidence: map[string]string{"ticket": "CHG1"},
	})
	p.does(run.Fail{Item: "drop", Reason: "it broke"}, run.RetryStep{Item: "drop", AcknowledgePartial: true})
	s := p.rec.Steps["drop"]
	if s.State != record.Todo || s.Verification != nil || s.Evidence != nil || s.Confirmation != nil || s.AuthorizedBy != "" {
		p.t.Errorf("left over: %+v", *s)
	}
	p.refuses(run.PhraseRequired, run.Start{Item: "drop"})
	p.does(run.Start{Item: "drop", Phrase: "drop billing"})
	p.refuses(run.NotVerified, run.Complete{Item: "drop", Evidence: map[string]string{"ticket": "CHG1"}})
}

func redoTakesBack(t *testing.T) {
	inBoth(threeReads, func(p *play) {
		p.refuses(run.WrongState, run.Redo{Item: "one", Reason: "again", AcknowledgePartial: true})
		p.completes("one")
		p.refuses(run.ReasonRequired, run.Redo{Item: "one"})
		p.does(run.Redo{Item: "one", Reason: "again", AcknowledgePartial: true})
		p.in("one", record.Todo)
		p.refuses(run.UnmetPreconditions, run.Start{Item: "two"})
		p.wants("deviations", []record.DeviationKind{}, p.deviations())
	})(t)
	p := begin(t, packText("v0.2", "datapoints: [{ id: lag, title: Lag }]\nsteps: [{ id: one, title: One, produces: [lag] }]\n"))
	p.does(run.Start{Item: "one"}, run.Complete{Item: "one", Answers: run.Answers{Confirm: true}, Set: map[string]string{"lag": "3"}})
	p.in("lag", record.Set)
	p.does(run.Redo{Item: "one", Reason: "again", AcknowledgePartial: true})
	p.in("lag", record.Nil)
	p.wants("no value", true, p.rec.Datapoints["lag"].Value.IsZero())
	pushed := begin(t, packText("v0.2", pushy), autoConfirmed())
	pushed.pushedThrough()
	pushed.does(run.Redo{Item: "measure", Reason: "it answers again", AcknowledgePartial: true})
	pushed.in("measure", record.Todo)
	pushed.in("size", record.Nil)
}

func redoIsADeviation(t *testing.T) {
	inBoth(threeReads+"  - { id: act, title: Act }\n", func(p *play) {
		p.completes("one", "two", "three")
		p.does(run.Redo{Item: "one", Reason: "again", AcknowledgePartial: true})
		p.wants("after reads alone", []record.DeviationKind{}, p.deviations())
		p.completes("one", "act")
		p.does(run.Redo{Item: "two", Reason: "again", AcknowledgePartial: true})
		p.wants("after a change", []record.DeviationKind{record.RedoDeviation}, p.deviations())
	})(t)
}

func wrongStatesRefuse(t *testing.T) {
	inBoth(lookAndDrop, func(p *play) {
		start, reject := run.Start{Item: "look"}, run.Fail{Item: "look", Reason: "r"}
		skip := run.Skip{Item: "look", Reason: "r"}
		p.tryAll(map[record.Verb][]record.State{
			record.VerbStart: {record.Todo, record.Skipped}, record.VerbVerify: {record.Running, record.Done}, record.VerbDone: {record.Running}, record.VerbFail: {record.Running},
			record.VerbRetry: {record.Failed}, record.VerbRedo: {record.Running, record.Done}, record.VerbSkip: {record.Todo, record.Running, record.Failed},
		}, map[record.State][]run.Action{
			record.Todo: nil, record.Running: {start}, record.Done: {start, confirmed("look")}, record.Failed: {start, reject}, record.Skipped: {skip},
		}, start, answered("look"), confirmed("look"), reject, run.RetryStep{Item: "look", AcknowledgePartial: true}, run.Redo{Item: "look", Reason: "r", AcknowledgePartial: true}, skip)
	})(t)
	inV02("gates: [{ id: go, title: Go, waivable: true, checks: [{ id: s, kind: manual, prompt: S }] }]\n", func(p *play) {
		waive, reject := run.Waive{Item: "go", Reason: "r"}, run.Verify{Item: "go", Answers: run.Answers{RejectAll: true}}
		p.tryAll(map[record.Verb][]record.State{
			record.VerbVerify: {record.Open, record.Failed, record.Passed}, record.VerbWaive: {record.Open, record.Failed}, record.VerbRedo: {record.Passed, record.Failed, record.Waived},
		}, map[record.State][]run.Action{
			record.Open: nil, record.Passed: {answered("go")}, record.Failed: {reject}, record.Waived: {waive},
		}, answered("go"), waive, run.Redo{Item: "go", Reason: "r", AcknowledgePartial: true})
	})(t)
}

// tryAll tries every action in every state, each reached by its way.
func (p *play) tryAll(allowed map[record.Verb][]record.State, ways map[record.State][]run.Action, acts ...run.Action) {
	p.t.Helper()
	fresh := p.rec
	for state, way := range ways {
		p.rec = fresh
		p.does(way...)
		reached := p.rec
		for _, act := range acts {
			p.rec = reached
			if slices.Contains(allowed[act.Verb()], state) {
				p.does(act)
			} else {
				p.refuses(run.WrongState, act)
			}
		}
	}
}

func rollbackIsNoted(p *play) {
	p.completes("look")
	p.refuses(run.WrongState, run.RollBack{Item: "look"}) // the pack declares none
	p.refuses(run.WrongState, run.RollBack{Item: "drop"}) // nothing was started
	p.does(run.Start{Item: "drop", Phrase: "drop billing"}, run.RollBack{Item: "drop"})
	p.in("drop", record.Todo)
	p.does(run.Start{Item: "drop", Phrase: "drop billing"}, run.Fail{Item: "drop", Reason: "it broke"}, run.RollBack{Item: "drop"})
	p.in("drop", record.Failed)
	p.wants("noted", new(record.At(dawn)), p.rec.Steps["drop"].RolledBack)
}

func noteIsAnEvent(p *play) {
	p.refuses(run.TextInvalid, run.Note{Text: " \n"})
	p.refuses(run.UnknownItem, run.Note{Item: "nowhere", Text: "hello"})
	steps := p.rec.Steps
	p.does(run.Note{Text: "hello"}, run.Note{Item: "two", Text: "took a while"})
	p.wants("steps", steps, p.rec.Steps)
	p.wants("noted", "two took a while", p.rec.Events[2].Item+" "+p.rec.Events[2].Detail.Note)
}

package run_test

import (
	"testing"
	"time"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

var autoSentences = []sentence{
	{"R62 a switch of mode is recorded", inV02(lookAndDrop, switchIsRecorded)},
	{"R63 a tick takes the recommended item on", inAuto(autoPlain, tickTakesItemOn)},
	{"R281 auto-confirm executes only what everybody allowed", inV02(executedAlone, aloneNeedsItsDue)},
	{"R282 permission to execute is given by name and taken back", inV02(executedAlone, permissionIsTakenBack)},
	{"R283 auto-confirm executes once", inV02(executedAlone, aloneOnce)},
	{"R284 what did not end well stops the run", inV02(executedAlone, aloneStops)},
	{"R285 an execution alone says why it was allowed", inV02(executedAlone, aloneSaysWhy)},
	{"R286 auto-confirm leaves an unknown outcome alone", inV02(executed, autoConfirmLeavesUnknown)},
	{"R66 manual-only is only for an operator", inAuto(manualOnly, manualOnlyWaits)},
	{"R69 push-through passes over the item", inAuto(pushy, pushThroughPasses)},
	{"R70 an operator overrides nothing in auto-confirm", inV02(lookAndDrop, nothingIsOverridden)},
	{"R71 a stopped run is left", inAuto(stubborn, stoppedRunIsLeft)},
	{"R72 pushed is a state of its own", inAuto(pushy, pushedIsItsOwn)},
}

// inAuto runs a test on a run of v0.2 in auto-confirm.
func inAuto(body string, test func(p *play)) func(*testing.T) {
	return func(t *testing.T) { test(begin(t, packText("v0.2", body), autoConfirmed())) }
}

const (
	autoPlain = `
steps: [{ id: hand, title: Hand }, { id: cmd, title: Cmd, verify: { kind: exit-code, command: check } }]
gates: [{ id: go, title: Go, checks: [{ id: said, kind: manual, prompt: Said }] }]
`
	manualOnly = `
steps: [{ id: free, title: Free }]
stages:
  - { id: decide, title: D, gates: [{ id: go, title: Go, auto_confirm: manual-only, checks: [{ id: said, kind: manual, prompt: Said }] }] }
  - { id: end, title: End, requires: [go], steps: [{ id: sign, title: Sign, auto_confirm: manual-only, effect: irreversible, confirm: sign }] }
`
	stubborn = `
steps: [{ id: hard, title: Hard, timeout: 3m, verify: { kind: exit-code, command: check } }]
`
	pushy = `
defaults: { timeout: 3m, on_timeout: push-through }
datapoints: [{ id: size, title: Size, type: int }]
steps:
  - { id: measure, title: Measure, verify: { kind: exit-code, command: measure }, produces: [{ datapoint: size, extract: '(\d+)' }] }
  - { id: shrink, title: Shrink, uses: [size], verify: { kind: exit-code, command: 'test {{ size }} -lt 9' } }
gates: [{ id: small, title: Small, checks: [{ id: small, kind: expression, expr: size < 9 }] }]
`
)

var dropBilling = []run.Wanted{{Step: "drop", Phrase: "drop billing"}}

func switchIsRecorded(p *play) {
	p.wants("mode", record.ManualMode, p.rec.Mode)
	p.refuses(run.WrongMode, run.SwitchMode{To: "auto-pilot"})
	p.refuses(run.WrongMode, run.SwitchMode{To: record.ManualMode, Preauthorize: dropBilling})
	p.does(run.SwitchMode{To: record.AutoConfirm, Preauthorize: dropBilling, AuthorizedBy: "boss"}, run.SwitchMode{To: record.ManualMode})
	p.wants("history", []record.ModeChange{
		{From: record.ManualMode, To: record.AutoConfirm, By: "ana", At: record.At(dawn)}, {From: record.AutoConfirm, To: record.ManualMode, By: "ana", At: record.At(dawn)},
	}, p.rec.ModeHistory)
	given := p.rec.Authority[0]
	p.wants("authorized", []any{"drop", "drop billing", "boss", "ana", record.At(dawn)}, []any{given.Step, given.Phrase, given.AuthorizedBy, given.By, given.At})
	p.wants("a run that begins in auto-confirm", record.AutoConfirm, begin(p.t, packText("v0.2", lookAndDrop), autoConfirmed()).rec.Mode)
}

func tickTakesItemOn(p *play) {
	for _, item := range []string{"hand", "cmd", "go"} {
		tick := p.ticks()
		p.wants("tick", []any{run.TickActed, item}, []any{tick.Result, tick.Item})
	}
	p.ticksTo(run.TickComplete)
	p.in("cmd", record.Done)
	p.in("go", record.Passed)
	p.wants("step marked", true, p.rec.Steps["hand"].Verification.AutoConfirmed)
	p.wants("command marked", false, p.rec.Steps["cmd"].Verification.AutoConfirmed)
	p.wants("gate marked", true, p.rec.Gates["go"].Results["said"].AutoConfirmed)
	p.wants("by", record.AutoConfirmName, p.rec.Events[len(p.rec.Events)-1].By)
	p.wants("deviations", 0, len(p.rec.Deviations))
}

func manualOnlyWaits(p *play) {
	p.refuses(run.NotPreauthorizable, run.SwitchMode{To: record.AutoConfirm, Preauthorize: []run.Wanted{{"sign", "sign"}}})
	p.ticksTo(run.TickActed)
	p.ticksTo(run.TickWaiting)
	p.in("go", record.Open)
	p.does(answered("go"))
	p.ticksTo(run.TickWaiting)
	p.in("sign", record.Todo)
	p.by = run.Actor{Auto: true}
	p.refuses(run.ManualOnly, run.Start{Item: "sign", Phrase: "sign"})
	p.by = run.Actor{Name: "ana"}
	p.does(run.SwitchMode{To: record.ManualMode}, run.Start{Item: "sign", Phrase: "sign"}, run.SwitchMode{To: record.AutoConfirm})
	p.ticksTo(run.TickWaiting)
	p.wants("not answered", (*record.Result)(nil), p.rec.Steps["sign"].Verification)
}

func whatIsOwedWaits(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		give []run.Action
	}{
		"evidence": {"steps: [{ id: one, title: One, evidence: [{ id: who, title: Who }] }]\n", []run.Action{
			run.Complete{Item: "one", Answers: run.Answers{Confirm: true}, Evidence: map[string]string{"who": "bo"}},
		}},
		"value": {"datapoints: [{ id: lag, title: Lag }]\nsteps: [{ id: one, title: One, produces: [lag] }]\n", []run.Action{
			run.Complete{Item: "one", Set: map[string]string{"lag": "3"}},
		}},
		"alternative": {"datapoints: [{ id: up, title: Up, type: bool, initial: false }]\n" +
			"steps: [{ id: one, title: One, one_of: [{ id: a, title: A, recommended_when: up }, { id: b, title: B, recommended_when: up }] }]\n", []run.Action{
			run.Start{Item: "one", Alternative: "b"},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			p := begin(t, packText("v0.2", c.body), autoConfirmed())
			p.ticksTo(run.TickWaiting)
			p.ticksTo(run.TickWaiting)
			if p.stateOf("one") == record.Done {
				t.Fatal("done although something is owed")
			}
			p.does(c.give...)
			p.ticks()
			p.in("one", record.Done)
		})
	}
}

func checksKeepFailing(t *testing.T) {
	for timeout, body := range map[time.Duration]string{
		3 * time.Minute: stubborn, 4 * time.Minute: "defaults: { timeout: 4m }\nsteps: [{ id: hard, title: Hard, verify: { kind: exit-code, command: check } }]\n",
	} {
		p := begin(t, packText("v0.2", body), autoConfirmed())
		p.shell.seen = run.Observation{ExitCode: 1}
		p.ticksTo(run.TickActed)
		p.now = dawn.Add(timeout - time.Second)
		p.ticksTo(run.TickActed)
		p.wants("not stopped", (*record.Stopped)(nil), p.rec.AutoConfirm.Stopped)
		p.now = dawn.Add(timeout)
		p.ticksTo(run.TickStopped)
		p.wants("stopped at", "hard", p.rec.AutoConfirm.Stopped.Item)
		p.in("hard", record.Running)
		p.wants("state", record.RunStopped, record.StateOf(p.rec))
		p = begin(t, packText("v0.2", body), autoConfirmed())
		p.shell.seen = run.Observation{ExitCode: 1}
		p.ticksTo(run.TickActed)
		p.now, p.shell.seen = dawn.Add(time.Hour), run.Observation{}
		p.ticksTo(run.TickActed) // late, but it passes
		p.in("hard", record.Done)
	}
}

// pushedThrough lets everything of pushy time out.
func (p *play) pushedThrough() {
	p.t.Helper()
	p.shell.seen = run.Observation{ExitCode: 1}
	for i := 0; i < 20 && p.ticks().Result == run.TickActed; i++ {
		p.now = p.now.Add(3 * time.Minute)
	}
}

func pushThroughPasses(p *play) {
	p.shell.seen = run.Observation{ExitCode: 1}
	p.ticksTo(run.TickActed)
	p.in("measure", record.Running)
	p.now = dawn.Add(3 * time.Minute)
	p.ticksTo(run.TickActed)
	p.in("measure", record.Pushed)
	p.wants("deviations", []record.DeviationKind{record.PushDeviation}, p.deviations())
	p.wants("by", record.AutoConfirmName, p.rec.Deviations[0].By)
	p.wants("not stopped", (*record.Stopped)(nil), p.rec.AutoConfirm.Stopped)
	p.refuses(run.WrongMode, run.Timeout{Item: "shrink"}) // never by an operator
}

func nothingIsOverridden(p *play) {
	p.does(run.SwitchMode{To: record.AutoConfirm, Preauthorize: dropBilling})
	p.refuses(run.NoOverride, run.Start{Item: "drop", Phrase: "drop billing", Override: override()})
	p.completes("look")
	p.refuses(run.WrongMode, run.Start{Item: "drop", Phrase: "drop billing"})
	p.does(run.SwitchMode{To: record.ManualMode}, run.Start{Item: "drop", Phrase: "drop billing"})
	fresh := begin(p.t, packText("v0.2", lookAndDrop))
	fresh.does(run.Start{Item: "drop", Phrase: "drop billing", Override: override()})
}

func stoppedRunIsLeft(p *play) {
	p.shell.seen = run.Observation{ExitCode: 1}
	p.ticksTo(run.TickActed)
	p.now = dawn.Add(time.Hour)
	p.ticksTo(run.TickStopped)
	p.shell.seen = run.Observation{}
	p.ticksTo(run.TickStopped)
	p.in("hard", record.Running)
	stopped := p.rec
	p.does(run.SwitchMode{To: record.ManualMode})
	p.wants("taken over", record.RunRunning, record.StateOf(p.rec))
	p.rec = stopped
	p.does(run.SwitchMode{To: record.AutoConfirm})
	p.ticksTo(run.TickActed)
	p.in("hard", record.Done)
}

func pushedIsItsOwn(p *play) {
	p.pushedThrough()
	for _, id := range []string{"measure", "shrink", "small", "size"} {
		p.in(id, record.Pushed)
	}
	p.wants("no value", true, p.rec.Datapoints["size"].Value.IsZero())
	for _, job := range p.shell.jobs {
		p.wants("run", "measure", job.Script) // never what needs the value
	}
	v := p.rec.Steps["shrink"].Verification
	p.wants("kind and passed", []any{pack.ExitCode, false}, []any{v.Kind, v.Passed})
	p.refuses(run.OutcomeNotAllowed, run.Finalize{Outcome: record.Succeeded})
	p.does(run.Finalize{Outcome: record.FailedRun})
}

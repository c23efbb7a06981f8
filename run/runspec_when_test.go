package run_test

import (
	"testing"
	"time"

	"rtut/run"
	"rtut/run/record"
)

const conditions = `
params:
  - { id: wipe, type: bool, required: false }
  - { id: note, required: false }
  - { id: hosts, type: list, required: false }
  - { id: total, type: int, default: 0 }
datapoints: [{ id: up, title: Up, type: bool }]
steps:
  - { id: drop, title: Drop, when: wipe, effect: irreversible, confirm: drop it }
  - { id: keep, title: Keep, when: not wipe }
  - { id: drill, title: Drill, when: environment == "rehearsal" }
  - { id: share, title: Share, when: 7 / total > 1 }
  - { id: tell, title: Tell, when: note != "" and len(hosts) == 0 }
  - id: choose
    title: Choose
    when: wipe
    one_of: [{ id: live, title: Live, recommended_when: environment == "production" }, { id: dry, title: Dry }]
stages: [{ id: later, title: Later, when: wipe, steps: [{ id: erase, title: Erase, effect: irreversible, confirm: erase it }] }]
`

// whenWithoutAValue tries every kind of name that may have no value.
func whenWithoutAValue(t *testing.T) {
	p := begin(t, "schema: runbook-pack/v0.2\nid: drill\ntitle: Drill\n"+conditions)
	for item, want := range map[string]string{
		"drop":   "wipe has no value. Give wipe a value; or, if it is needed all the same, say so with --alternative needed",
		"keep":   "wipe has no value. Give wipe a value; or, if it is needed all the same, say so with --alternative needed",
		"erase":  "wipe has no value. Give wipe a value; or, if it is needed all the same, say so with --alternative needed",
		"drill":  "environment has no value. Give environment a value; or, if it is needed all the same, say so with --alternative needed",
		"tell":   "note has no value. Give note a value; or, if it is needed all the same, say so with --alternative needed",
		"choose": "wipe has no value. Give wipe a value; or, if it is needed all the same, say so with --alternative live or dry",
		"share":  "division by zero. Correct the value; or, if it is needed all the same, say so with --alternative needed",
	} {
		for _, alternative := range []string{"", "not-needed"} {
			got := p.refuses(run.NoValue, run.Start{Item: item, Alternative: alternative}).Error()
			p.wants(item, item+": whether it is needed cannot be evaluated: "+want, got)
		}
	}
	p.refuses(run.PhraseRequired, run.Start{Item: "drop", Alternative: "needed"})
	p.does(run.Start{Item: "drop", Alternative: "needed", Phrase: "drop it"}, run.Start{Item: "choose", Alternative: "dry"})
}

// whenOverPushed has the conditions of steps that come after a measurement that was pushed through.
const whenOverPushed = `
params: [{ id: wipe, type: bool, required: false }]
datapoints: [{ id: size, title: Size, type: int }]
steps:
  - { id: measure, title: Measure, effect: read-only, on_timeout: push-through, verify: { kind: exit-code, command: measure }, produces: [{ datapoint: size, extract: '(\d+)' }] }
  - { id: shrink, title: Shrink, when: size > 5 }
  - { id: both, title: Both, when: wipe or size > 5 }
  - id: choose
    title: Choose
    when: size > 5
    one_of: [{ id: live, title: Live, recommended_when: wipe }, { id: big, title: Big, recommended_when: size > 9 }, { id: dry, title: Dry }]
`

func whenOverAPushedValue(p *play) {
	p.does(run.SwitchMode{To: record.AutoConfirm})
	p.shell.seen = run.Observation{ExitCode: 1}
	p.ticksTo(run.TickActed)
	p.now = p.now.Add(time.Hour)
	p.ticksTo(run.TickActed)
	p.in("size", record.Pushed)
	p.does(run.SwitchMode{To: record.ManualMode}, run.Start{Item: "shrink"})
	p.wants("needed", "needed", p.rec.Steps["shrink"].Alternative)
	p.does(answered("shrink"), run.Complete{Item: "shrink"})
	p.refuses(run.NoValue, run.Start{Item: "both"}) // wipe is absent, and absent is not yes
	p.does(run.Start{Item: "both", Alternative: "needed"}, answered("both"), run.Complete{Item: "both"}, run.Start{Item: "choose"})
	p.wants("the one whose own condition holds", "dry", p.rec.Steps["choose"].Alternative)
}

package run_test

import (
	"strings"
	"testing"
	"time"

	"rtut/run"
	"rtut/run/record"
)

var datapointSentences = []sentence{
	{"R55 a value that is set", inV02(measured, valueIsSet)},
	{"R126 an invalid value leaves err", inV02(measured, invalidLeavesErr)},
	{"R57 what a step produces is set when it completes", inV02(measured, producedIsSet)},
	{"R58 what is read must be there and valid", inV02(reading, readMustBeThere)},
	{"R59 what is produced must be acceptable", inV02(measured, producedMustBeAcceptable)},
	{"R199 a confirmed value is ok", confirmedIsOK},
	{"R115 a new value puts out of date what read the old one", newValueOpens},
}

const (
	measured = `
datapoints: [{ id: lag, title: Lag, type: int, min: 0 }, { id: spare, title: Spare, type: int, initial: 7 }]
steps: [{ id: look, title: Look, produces: [lag], accept: [{ id: low, expr: lag < 100 }] }, { id: use, title: Use, uses: [lag] }]
`
	reading = `
datapoints: [{ id: lag, title: Lag, type: int, min: 0 }]
steps: [{ id: look, title: Look, verify: { kind: exit-code, command: lag }, produces: [{ datapoint: lag, extract: 'lag=(\S+)' }] }]
`
)

// confirming is the body of a pack with a gate of these checks that confirms a datapoint.
func confirming(checks string) string {
	return "datapoints: [{ id: lag, title: Lag, type: int, confirmed_by: go }]\n" +
		"gates: [{ id: go, title: Go, uses: [lag], checks: [" + checks + "] }]\n"
}

func (p *play) how(id string) record.How { return p.rec.Datapoints[id].How }

func valueIsSet(p *play) {
	p.in("lag", record.Nil)
	p.in("spare", record.Set)
	p.wants("how", record.Initial, p.how("spare"))
	p.does(run.SetValues{Values: map[string]string{"lag": "12"}})
	p.in("lag", record.Set)
	p.wants("value and how", "12 manual", p.rec.Datapoints["lag"].Value.Text()+" "+string(p.how("lag")))
	p.refuses(run.UnknownDatapoint, run.SetValues{Values: map[string]string{"lagg": "1"}})
}

func invalidLeavesErr(p *play) {
	p.does(run.SetValues{Values: map[string]string{"lag": "12"}})
	revision := p.rec.Revision
	p.rec = p.storeRefused(run.SetValues{Values: map[string]string{"lag": "Xyzzy"}, Reason: "again"})
	d := p.rec.Datapoints["lag"]
	p.wants("state", record.Err, d.State)
	p.wants("no value", true, d.Value.IsZero())
	p.wants("stored", revision+1, p.rec.Revision)
	if d.Error == "" || strings.Contains(p.encoded(), "Xyzzy") {
		p.t.Errorf("error %q in\n%s", d.Error, p.encoded())
	}
	p.does(run.SetValues{Values: map[string]string{"lag": "3"}})
	p.in("lag", record.Set)
	p.wants("error", "", p.rec.Datapoints["lag"].Error)
}

func producedIsSet(p *play) {
	complete := func(text string) run.Complete {
		return run.Complete{Item: "look", Answers: run.Answers{Confirm: true}, Set: map[string]string{"lag": text}}
	}
	p.does(run.Start{Item: "look"}, answered("look"))
	p.in("lag", record.Nil)
	p.refuses(run.ValueMissing, run.Complete{Item: "look"})
	p.refuses(run.ValueInvalid, complete("many"))
	p.refuses(run.ValueInvalid, complete("-1"))
	p.refuses(run.UnknownDatapoint, run.Complete{Item: "look", Set: map[string]string{"lag": "1", "spare": "2"}})
	p.in("lag", record.Nil)
	p.does(complete("5"))
	p.in("lag", record.Set)
	p.wants("how", record.Produced, p.how("lag"))
}

func readMustBeThere(p *play) {
	p.does(run.Start{Item: "look"})
	for _, head := range []string{"", "all is well", "lag=many", "lag=-1", "lag=" + token} {
		p.ran("look", "", run.Observation{Head: head})
		p.wants("passed on "+head, false, p.rec.Steps["look"].Verification.Passed)
		p.refuses(run.NotVerified, run.Complete{Item: "look"})
	}
	p.ran("look", "", run.Observation{Head: "now lag=12 bytes"})
	p.wants("extracted", "12", p.rec.Steps["look"].Verification.Extracted["lag"].Text())
	p.in("lag", record.Nil)
	p.does(run.Complete{Item: "look"})
	p.wants("value and how", "12 produced", p.rec.Datapoints["lag"].Value.Text()+" "+string(p.how("lag")))
}

func producedMustBeAcceptable(p *play) {
	p.does(run.Start{Item: "look"}, answered("look"))
	p.refuses(run.NotAccepted, run.Complete{Item: "look", Set: map[string]string{"lag": "100"}})
	p.in("lag", record.Nil)
	p.does(run.Complete{Item: "look", Set: map[string]string{"lag": "99"}})
}

func confirmedIsOK(t *testing.T) {
	const by = "{ id: said, kind: manual, prompt: Said }"
	for want, checks := range map[record.How]string{
		record.ByCheck: by + ", { id: low, kind: expression, expr: lag < 9 }", record.ManualConfirmation: by,
	} {
		p := begin(t, packText("v0.2", confirming(checks)))
		p.does(run.SetValues{Values: map[string]string{"lag": "3"}}, run.Verify{Item: "go", Answers: run.Answers{RejectAll: true}})
		p.in("lag", record.Set)
		p.does(answered("go"))
		p.in("lag", record.OK)
		p.wants("how", want, p.how("lag"))
		p.wants("value", "3", p.rec.Datapoints["lag"].Value.Text())
		p.does(run.Verify{Item: "go", Answers: run.Answers{RejectAll: true}}) // and no longer, when it no longer passes
		p.in("lag", record.Set)
		p.wants("how", record.ByHand, p.how("lag"))
	}
	p := begin(t, packText("v0.2", "datapoints: [{ id: lag, title: Lag, confirmed_by: look }]\nsteps: [{ id: look, title: Look, produces: [lag] }]\n"))
	p.does(run.Start{Item: "look"}, run.Complete{Item: "look", Answers: run.Answers{Confirm: true}, Set: map[string]string{"lag": "3"}})
	p.in("lag", record.OK)
	p.wants("how", record.ManualConfirmation, p.how("lag"))
}

// remeasured is the body of a pack in which a gate reads what two steps produce.
const remeasured = `
datapoints: [{ id: lag, title: Lag, type: int }]
stages:
  - { id: a, title: A, steps: [{ id: look, title: Look, produces: [lag] }] }
  - { id: b, title: B, requires: [a], gates: [{ id: go, title: Go, uses: [lag], checks: [{ id: said, kind: manual, prompt: Said }] }] }
  - { id: c, title: C, requires: [b], steps: [{ id: again, title: Again, produces: [lag] }] }
`

func newValueOpens(t *testing.T) {
	inV02(confirming("{ id: low, kind: expression, expr: lag < 9 }"), setValueOpens)(t)
	inV02(remeasured, func(p *play) {
		with := func(step, lag string) run.Complete {
			return run.Complete{Item: step, Answers: run.Answers{Confirm: true}, Set: map[string]string{"lag": lag}}
		}
		p.does(run.Start{Item: "look"}, with("look", "3"), answered("go"))
		passed := p.rec
		p.does(run.Start{Item: "again"}, with("again", "4"))
		p.stands("go", true) // measured again behind it, after work behind it: that was meant
		p.rec = passed
		p.does(run.Redo{Item: "look", Reason: "again", AcknowledgePartial: true})
		p.stands("go", false)
	})(t)
	p := begin(t, packText("v0.2", "datapoints: [{ id: size, title: Size, type: int, initial: 3 }]\n"+
		"stages:\n  - { id: a, title: A, gates: [{ id: go, title: Go, uses: [size], checks: [{ id: s, kind: manual, prompt: S }] }] }\n"+
		"  - { id: b, title: B, steps: [{ id: grow, title: Grow, timeout: 1m, on_timeout: push-through, produces: [{ datapoint: size, extract: '(x)' }], verify: { kind: exit-code, command: grow } }] }\n"),
		autoConfirmed())
	p.ticksTo(run.TickActed)
	p.in("go", record.Passed)
	p.shell.seen = run.Observation{ExitCode: 1}
	p.ticksTo(run.TickActed)
	p.now = p.now.Add(time.Hour)
	p.ticksTo(run.TickActed)
	p.in("size", record.Pushed)
	p.stands("go", true) // it was lost behind the gate, by work behind it
}

func setValueOpens(p *play) {
	p.does(run.SetValues{Values: map[string]string{"lag": "3"}}, run.Verify{Item: "go"})
	p.in("lag", record.OK)
	for _, blank := range []string{"", "  "} {
		p.refuses(run.ReasonRequired, run.SetValues{Values: map[string]string{"lag": "4"}, Reason: blank})
	}
	p.does(run.SetValues{Values: map[string]string{"lag": "4"}, Reason: "measured again"})
	p.in("lag", record.Set)
	p.stands("go", false)
	p.does(run.Verify{Item: "go"})
	p.stands("go", true)
	p.rec = p.storeRefused(run.SetValues{Values: map[string]string{"lag": "many"}, Reason: "measured again"})
	p.stands("go", false) // what it had passed on is gone
}

package run_test

import (
	"testing"
	"time"

	"rtut/run"
	"rtut/run/record"
)

var flowSentences = []sentence{
	{"R110 preconditions of an item", inV02parallel(staged, preconditionsHold)},
	{"R45 what meets a precondition", inV02parallel(staged, whatMeetsPreconditions)},
	{"R111 a value that is too old no longer counts", inV02(aging, oldValueDoesNotCount)},
	{"R205 what is next", inV02parallel(staged, whatIsNext)},
	{"R48 alternatives", inV02(ways, alternativesAreChosen)},
	{"R49 a step that is not needed completes", inV02(perhaps, notNeededCompletes)},
	{"R150 a condition that can't be judged refuses the start", whenWithoutAValue},
	{"R151 a condition over a pushed value is true", inV02(whenOverPushed, whenOverAPushedValue)},
	{"R112 an override is on the record", inV02(overridable, overrideIsRecorded)},
}

// inV02parallel is inV02 for packs whose root stage has no order.
func inV02parallel(body string, test func(p *play)) func(*testing.T) {
	return func(t *testing.T) { test(begin(t, "schema: runbook-pack/v0.2\nid: drill\ntitle: Drill\n"+body)) }
}

const (
	staged = `
datapoints: [{ id: lag, title: Lag, type: int }]
steps: [{ id: free, title: Free }]
stages:
  - id: assess
    title: Assess
    steps: [{ id: look, title: Look, effect: read-only }, { id: ask, title: Ask, effect: read-only }]
    gates: [{ id: go, title: Go, waivable: true, checks: [{ id: said, kind: manual, prompt: Said }] }]
  - id: act
    title: Act
    requires: [assess]
    stages:
      - id: inner
        title: Inner
        requires: [free]
        steps: [{ id: cut, title: Cut, uses: [lag] }, { id: after, title: After, requires: [cut] }]
`
	aging = `
datapoints: [{ id: lag, title: Lag, type: int, max_age: 5m, initial: 1 }]
stages:
  - { id: decide, title: D, gates: [{ id: low, title: Low, checks: [{ id: low, kind: expression, expr: lag < 9 }] }] }
  - { id: act, title: Act, requires: [low], steps: [{ id: cut, title: Cut }, { id: use, title: Use, uses: [lag] }] }
`
	ways = `
datapoints: [{ id: up, title: Up, type: bool }, { id: near, title: Near, type: bool }]
steps:
  - id: fence
    title: Fence
    one_of:
      - { id: remote, title: Remote, recommended_when: up }
      - { id: walk, title: Walk, recommended_when: near, effect: irreversible, confirm: pull it }
`
	perhaps = `
datapoints: [{ id: up, title: Up, type: bool }]
steps:
  - { id: stop, title: Stop, when: up, effect: irreversible, confirm: stop it }
`
	overridable = `
datapoints: [{ id: lag, title: Lag, type: int }]
steps: [{ id: look, title: Look }, { id: cut, title: Cut, uses: [lag] }, { id: later, title: Later }]
`
)

func (p *play) waits(item string) []string {
	return run.NewView(p.pack, p.rec, p.now).Item(item).WaitsFor
}

func preconditionsHold(p *play) {
	p.wants("gate", []string{"waits for look of its stage", "waits for ask of its stage"}, p.waits("go"))
	p.wants("step", []string{"requires free", "requires assess", "uses lag"}, sortedBy(p.waits("cut")))
	for _, item := range []string{"cut", "after"} {
		p.refuses(run.UnmetPreconditions, run.Start{Item: item})
	}
	p.refuses(run.UnmetPreconditions, answered("go"))
	p.completes("look", "ask", "free")
	p.refuses(run.UnmetPreconditions, run.Start{Item: "cut"})
	p.does(answered("go"))
	p.refuses(run.UnmetPreconditions, run.Start{Item: "cut"})
	p.does(run.SetValues{Values: map[string]string{"lag": "3"}})
	p.refuses(run.UnmetPreconditions, run.Start{Item: "after"})
	p.completes("cut", "after")
}

// sortedBy puts what is required before what is used, inner stages first.
func sortedBy(waits []string) []string {
	if len(waits) == 3 && waits[0] != "requires free" {
		waits[0], waits[1] = waits[1], waits[0]
	}
	return waits
}

func whatMeetsPreconditions(p *play) {
	p.completes("free", "ask")
	p.does(run.Skip{Item: "look", Reason: "no time"}) // skipped is enough
	fresh := p.rec
	p.does(run.Waive{Item: "go", Reason: "nobody is there"}) // so is waived
	p.wants("waits", []string{"uses lag"}, p.waits("cut"))
	p.rec = fresh
	p.does(answered("go"))
	p.rec = p.storeRefused(run.SetValues{Values: map[string]string{"lag": "many"}})
	p.wants("waits", []string{"uses lag"}, p.waits("cut"))
	p.does(run.SetValues{Values: map[string]string{"lag": "3"}}, run.Start{Item: "cut"})
	p.refuses(run.UnmetPreconditions, run.Start{Item: "after"}) // running is not enough
	p.does(run.Fail{Item: "cut", Reason: "it broke"})
	p.refuses(run.UnmetPreconditions, run.Start{Item: "after"}) // nor failed
}

// storeRefused carries out the one kind of action whose refusal is stored, and returns what is stored.
func (p *play) storeRefused(act run.SetValues) *record.Record {
	p.t.Helper()
	after, _, err := run.Transition(p.pack, p.rec, p.by, act, p.now)
	if err == nil || after == nil {
		p.t.Fatalf("set: record %v, error %v", after, err)
	}
	return after
}

func oldValueDoesNotCount(p *play) {
	p.does(run.Verify{Item: "low"})
	p.now = dawn.Add(5 * time.Minute)
	p.wants("waits", []string{}, p.waits("use"))
	p.now = dawn.Add(5*time.Minute + time.Second)
	p.refuses(run.UnmetPreconditions, run.Start{Item: "use"})
	p.refuses(run.UnmetPreconditions, run.Start{Item: "cut"}) // the gate that let it go on had read it
	p.does(run.SetValues{Values: map[string]string{"lag": "2"}}, run.Verify{Item: "low"}, run.Start{Item: "cut"})
}

func whatIsNext(p *play) {
	next := p.next()
	p.wants("recommended", "free", *next.Recommended)
	p.wants("ready", []string{"free", "look", "ask"}, next.Ready)
	blocked := map[string]bool{}
	for _, b := range next.Blocked {
		blocked[b.Item] = len(b.WaitsFor) > 0
	}
	p.wants("blocked and why", map[string]bool{"go": true, "cut": true, "after": true}, blocked)
	p.does(run.Start{Item: "ask"})
	p.wants("running first", "ask", *p.next().Recommended)
	p.does(run.Start{Item: "look"}, run.Verify{Item: "ask", Answers: run.Answers{Confirm: true}})
	p.wants("both under way", []string{"look", "ask"}, p.next().Running)
	p.wants("of several the verified one", "ask", *p.next().Recommended)
	p.does(run.Complete{Item: "ask"})
	p.wants("then the other one", "look", *p.next().Recommended)
	p.does(confirmed("look"))
	p.wants("then the first ready", "free", *p.next().Recommended)
	p.does(run.Finalize{Outcome: record.Abandoned})
	p.wants("nothing in a finished run", run.Next{Ready: []string{}, Blocked: []run.Blocked{}}, p.next())
}

func alternativesAreChosen(p *play) {
	p.refuses(run.NoAlternative, run.Start{Item: "fence"})
	p.does(run.SetValues{Values: map[string]string{"up": "false", "near": "false"}})
	p.refuses(run.NoAlternative, run.Start{Item: "fence"})
	p.refuses(run.UnknownAlternative, run.Start{Item: "fence", Alternative: "fly"})
	fresh := p.rec
	p.does(run.SetValues{Values: map[string]string{"near": "true"}, Reason: "asked again"})
	p.refuses(run.PhraseRequired, run.Start{Item: "fence"})
	p.does(run.Start{Item: "fence", Phrase: "pull it"})
	p.wants("the one that matches", "walk", p.rec.Steps["fence"].Alternative)
	p.rec = fresh
	p.does(run.SetValues{Values: map[string]string{"up": "true", "near": "true"}, Reason: "asked again"}, run.Start{Item: "fence"})
	p.wants("the first of two", "remote", p.rec.Steps["fence"].Alternative)
	p.rec = fresh
	p.does(run.Start{Item: "fence", Alternative: "remote"})
	p.wants("the one that was named", "remote", p.rec.Steps["fence"].Alternative)
}

func notNeededCompletes(p *play) {
	p.does(run.SetValues{Values: map[string]string{"up": "true"}})
	p.refuses(run.PhraseRequired, run.Start{Item: "stop"})
	p.refuses(run.NoAlternative, run.Start{Item: "stop", Alternative: "not-needed"})
	p.does(run.SetValues{Values: map[string]string{"up": "false"}, Reason: "looked again"}, run.Start{Item: "stop"})
	p.in("stop", record.Done)
	p.wants("alternative", "not-needed", p.rec.Steps["stop"].Alternative)
	p.wants("verified", true, p.rec.Steps["stop"].Verification.Passed)
	p.does(run.Finalize{})
}

func overrideIsRecorded(p *play) {
	p.refuses(run.UnmetPreconditions, run.Start{Item: "cut"})
	for _, blank := range []string{"", " \n"} {
		p.refuses(run.ReasonRequired, run.Start{Item: "cut", Override: &run.Override{Reason: blank, AcknowledgeRisk: true}})
	}
	p.wants("risk", []string{"later"}, p.refuses(run.RiskUnacknowledged, run.Start{Item: "cut", Override: &run.Override{Reason: "why"}}).Details)
	p.does(run.Start{Item: "cut", Override: override()})
	p.wants("deviations", []record.Deviation{{
		Kind: record.OverrideDeviation, Item: "cut", Reason: "the site is down", Unmet: []string{"look", "lag"}, Risk: []string{"later"},
		By: "ana", At: record.At(dawn),
	}}, p.rec.Deviations)
	p.does(run.Start{Item: "look", Override: override()})
	p.wants("nothing to override", 1, len(p.rec.Deviations))
}

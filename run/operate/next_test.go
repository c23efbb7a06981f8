package operate_test

import (
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"rtut/pack"
	"rtut/run"
	"rtut/run/operate"
	"rtut/run/record"
)

var dawn = time.Date(2026, 11, 30, 0, 45, 12, 0, time.UTC)

const drill = `
schema: runbook-pack/v0.2
id: drill
title: Drill
datapoints: [{ id: lag, title: Lag, type: int, initial: 1 }]
steps:
  - { id: cut, title: Cut, effect: irreversible, confirm: 'cut {{ lag }}', on: db1, command: 'cut {{ lag }}', verify: { kind: exit-code, command: 'test {{ lag }} -lt 9' }, evidence: [{ id: ticket, title: Ticket }], rollback: { command: paste } }
  - { id: tell, title: Tell, effect: reversible, verify: { kind: manual, prompt: They know } }
gates:
  - { id: go, title: Go, checks: [{ id: said, kind: manual, prompt: Was it said }] }
`

// play is a run under way.
type play struct {
	t    *testing.T
	pack *pack.Pack
	rec  *record.Record
}

func begin(t *testing.T) *play {
	t.Helper()
	return beginOf(t, drill)
}

func beginOf(t *testing.T, text string) *play {
	t.Helper()
	p, diagnostics, err := pack.Load(fstest.MapFS{"pack.yaml": {Data: []byte(text)}}, "pack.yaml")
	if err != nil || p == nil {
		t.Fatal(err, diagnostics)
	}
	b := &play{t: t, pack: p}
	b.does(run.New{RunID: "20261130T004512.123456Z-9f2c4a", PackPath: "drill/pack.yaml", PackDigest: "sha256:1"})
	return b
}

func (p *play) does(acts ...run.Action) {
	p.t.Helper()
	for _, act := range acts {
		after, _, err := run.Transition(p.pack, p.rec, run.Actor{Name: "ana"}, act, dawn)
		if err != nil {
			p.t.Fatal(err)
		}
		p.rec = after
	}
}

// checked runs the check of a step, which ends with an exit code.
func (p *play) checked(item string, code int) {
	p.t.Helper()
	p.does(run.Begin{Item: item, Host: "bastion", PID: 4711})
	p.does(run.Verify{Item: item, Intent: p.rec.Steps[item].Intent.Seq, Observed: map[string]run.Observation{"": {Attempts: 1, ExitCode: code}}})
}

func (p *play) next() operate.Action { return operate.NextAction(run.NewView(p.pack, p.rec, dawn)) }

func (p *play) wants(want operate.Action) {
	p.t.Helper()
	if want.Runs == nil {
		want.Runs = []operate.Command{}
	}
	if want.Needs == nil {
		want.Needs = []operate.Need{}
	}
	got := p.next()
	got.Beside = nil
	if diff := cmp.Diff(want, got); diff != "" {
		p.t.Errorf("what comes next (-want +got):\n%s", diff)
	}
}

func TestNextActionOfAStepFromItsStartToItsEnd(t *testing.T) {
	p := begin(t)
	phrase := operate.Need{Kind: operate.NeedPhrase, Ask: "cut 1"}
	p.wants(operate.Action{Kind: operate.Start, Item: "cut", Needs: []operate.Need{phrase}})
	p.does(run.Start{Item: "cut", Phrase: "cut 1"})
	check := operate.Action{
		Kind: operate.Check, Item: "cut",
		Work:  &operate.Work{Command: "cut '1'", Host: "db1", Where: "on db1, in the login directory"},
		Runs:  []operate.Command{{Script: "test '1' -lt 9", Host: "db1", Where: "on db1, in the login directory"}},
		Needs: []operate.Need{{Kind: operate.NeedConsent}},
	}
	p.wants(check)
	p.checked("cut", 1)
	p.wants(check)
	p.checked("cut", 0)
	ticket := operate.Need{Kind: operate.NeedEvidence, ID: "ticket", Ask: "Ticket: text"}
	p.wants(operate.Action{Kind: operate.Complete, Item: "cut", Needs: []operate.Need{ticket}})
	p.does(run.SetValues{Values: map[string]string{"lag": "2"}})
	phrase.Ask = "cut 2"
	p.wants(operate.Action{Kind: operate.Confirm, Item: "cut", Needs: []operate.Need{phrase}})
}

func TestNextActionAfterAFailureIsTheWayBack(t *testing.T) {
	p := begin(t)
	p.does(run.Start{Item: "cut", Phrase: "cut 1"}, run.Fail{Item: "cut", Reason: "it hangs"})
	p.wants(operate.Action{Kind: operate.Rollback, Item: "cut", Work: &operate.Work{Command: "paste", Host: "db1", Where: "on db1, in the login directory"}})
	if beside := p.next().Beside; len(beside) != 1 || beside[0].Kind != operate.Retry || beside[0].Needs[0].Kind != operate.NeedAcknowledge {
		t.Errorf("beside it: %+v", beside)
	}
	p.does(run.RollBack{Item: "cut"})
	p.wants(operate.Action{Kind: operate.Retry, Item: "cut", Needs: []operate.Need{{Kind: operate.NeedAcknowledge}}})
	p.does(run.Start{Item: "tell"})
	p.wants(operate.Action{Kind: operate.Answer, Item: "tell", Work: &operate.Work{}, Needs: []operate.Need{{Kind: operate.NeedAnswer, Ask: "They know"}}})
	if beside := p.next().Beside; len(beside) != 1 || beside[0].Item != "cut" {
		t.Errorf("the failure is not beside what is under way: %+v", beside)
	}
}

func TestNextActionAfterANoIsNotTheSameQuestion(t *testing.T) {
	p := begin(t)
	p.does(run.Start{Item: "tell"}, run.Verify{Item: "tell", Answers: run.Answers{RejectAll: true}})
	p.wants(operate.Action{Kind: operate.Fail, Item: "tell", Work: &operate.Work{}, Needs: []operate.Need{{Kind: operate.NeedReason}}})
}

func TestOfSeveralUnderWayTheVerifiedOneComesNext(t *testing.T) {
	p := begin(t)
	p.does(run.Start{Item: "cut", Phrase: "cut 1"}, run.Start{Item: "tell"}, run.Verify{Item: "tell", Answers: run.Answers{Confirm: true}})
	p.wants(operate.Action{Kind: operate.Complete, Item: "tell"})
}

func TestAValueThatWasLostIsGivenAgain(t *testing.T) {
	p := beginOf(t, `
schema: runbook-pack/v0.2
id: low
title: Low
datapoints: [{ id: lag, title: Lag, type: int, initial: 1 }]
stages:
  - { id: decide, title: Decide, gates: [{ id: low, title: Low, uses: [lag], checks: [{ id: low, kind: expression, expr: lag < 9 }] }] }
  - { id: act, title: Act, requires: [decide], steps: [{ id: cut, title: Cut }] }
`)
	p.does(run.Verify{Item: "low"})
	rec, _, err := run.Transition(p.pack, p.rec, run.Actor{Name: "ana"}, run.SetValues{Values: map[string]string{"lag": "many"}}, dawn)
	if err == nil || rec == nil {
		t.Fatalf("an invalid value was not stored as one: %v", err)
	}
	p.rec = rec
	p.wants(operate.Action{Kind: operate.Value, Needs: []operate.Need{{Kind: operate.NeedValue, ID: "lag", Ask: "Lag: a whole number"}}})
}

func TestLookAroundTellsOfTheSameTargetAlone(t *testing.T) {
	at := func(id, packID, target string, outcome record.Outcome) record.Row {
		return record.Row{Summary: record.Summary{RunID: id, PackID: packID, Context: record.Context{Target: target}, Outcome: outcome, Ended: record.At(dawn)}}
	}
	rows := []record.Row{
		at("same", "drill", "lb1", ""), at("elsewhere", "drill", "lb2", ""), at("other", "mend", "lb1", ""), at("far", "mend", "lb2", ""),
		at("bad", "drill", "lb1", record.FailedRun), at("good", "drill", "lb2", record.Succeeded),
	}
	around := operate.LookAround(rows, "", "drill", record.Context{Target: "lb1"})
	var open []string
	for _, r := range around.Open {
		open = append(open, r.RunID)
	}
	if diff := cmp.Diff([]string{"same", "other"}, open); diff != "" {
		t.Error(diff)
	}
	if around.Last == nil || around.Last.RunID != "bad" {
		t.Errorf("last: %+v", around.Last)
	}
}

package run

import (
	"strings"
	"testing"

	"rtut/pack"
	"rtut/run/record"
)

const decisions = `
schema: runbook-pack/v0.2
id: decisions
title: Decisions
order: sequential
datapoints:
  - { id: lag, title: Lag, type: int, initial: 50 }
stages:
  - id: decide
    title: Decide
    steps:
      - { id: backup, title: Backup, idempotent: true, verify: { kind: exit-code, command: 'test -s dump' } }
    gates:
      - { id: go, title: Go, waivable: true, checks: [{ id: lead, kind: manual, prompt: Go }, { id: small, kind: expression, expr: lag < 100 }] }
  - id: act
    title: Act
    steps:
      - { id: promote, title: Promote }
`

// backedUp is a run of decisions whose backup is done.
func backedUp(t testing.TB) (*pack.Pack, *record.Record) {
	t.Helper()
	p := load(t, decisions)
	rec := checked(t, p, on(t, p, begin(t, p), Start{Item: "backup"}), "backup", 0, Verify{})
	return p, on(t, p, rec, Complete{Item: "backup"})
}

var rejected = Verify{Item: "go", Answers: Answers{Reject: []string{"lead"}}}

// toldAgainst fails the test unless the last deviation goes against these verdicts.
func toldAgainst(t testing.TB, rec *record.Record, want ...string) {
	t.Helper()
	if len(rec.Deviations) == 0 {
		t.Fatal("there is no deviation")
	}
	d := rec.Deviations[len(rec.Deviations)-1]
	var got []string
	for _, n := range d.Against {
		got = append(got, n.Words("00:45"))
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s goes against\n%s\nexpected\n%s", d.Kind, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// saidNo fails the test unless that is told of the verdicts that were no.
func saidNo(t testing.TB, rec *record.Record, want string) {
	t.Helper()
	if got := record.TellNoes(record.Noes(rec)); got != want {
		t.Errorf("said no: %q, expected %q", got, want)
	}
}

func TestAWaiverNamesTheNoThatItGoesAgainst(t *testing.T) {
	p, rec := backedUp(t)
	waived := on(t, p, rec, rejected, Waive{Item: "go", Reason: "deputy decided"})
	toldAgainst(t, waived, "go had failed at 00:45: lead: answered no")
	saidNo(t, waived, "1 verdict was no: 1 waived")
	toldAgainst(t, on(t, p, rec, Waive{Item: "go", Reason: "nobody is there"}))
	toldAgainst(t, on(t, p, rec, rejected, Redo{Item: "go", Reason: "once more"}, Waive{Item: "go", Reason: "deputy decided"}),
		"go had failed at 00:45: lead: answered no")
	yes := Verify{Item: "go", Answers: byHand}
	toldAgainst(t, on(t, p, rec, rejected, yes, Redo{Item: "go", Reason: "once more"}, Waive{Item: "go", Reason: "no time"}))
}

func TestAnOverrideNamesTheNoThatItGoesAgainst(t *testing.T) {
	p, rec := backedUp(t)
	rec = on(t, p, rec, rejected, rejected, Start{Item: "promote", Override: &Override{Reason: "boss said so", AcknowledgeRisk: true}})
	toldAgainst(t, rec, "go had failed at 00:45, the last of 2 times: lead: answered no")
	saidNo(t, rec, "1 verdict was no: 1 overridden")
	saidNo(t, on(t, p, rec, Verify{Item: "go", Answers: byHand}), "1 verdict was no: 1 overridden")
}

func TestAnAcceptedChangeNamesTheNoOfWhatItAltered(t *testing.T) {
	p, rec := backedUp(t)
	rec = on(t, p, rec, rejected)
	softer := load(t, strings.Replace(decisions, "lag < 100", "lag < 1000", 1))
	rec = on(t, softer, rec, AcceptPackChange{Reason: "too strict", Before: p})
	toldAgainst(t, rec, "go had failed at 00:45: lead: answered no")
	saidNo(t, rec, "1 verdict was no: 1 overridden")
}

func TestAValueThatReplacesAMeasuredOneNamesTheNoOfWhatReadsIt(t *testing.T) {
	p := load(t, `
schema: runbook-pack/v0.2
id: measured
title: Measured
datapoints: [{ id: lag, title: Lag, type: int }]
steps:
  - { id: look, title: Look, effect: read-only, produces: [{ datapoint: lag, extract: '(\d+)' }], verify: { kind: exit-code, command: lag } }
gates:
  - { id: small, title: Small, checks: [{ id: low, kind: expression, expr: lag < 3 }] }
`)
	rec := on(t, p, checked(t, p, on(t, p, begin(t, p), Start{Item: "look"}), "look", 0, Verify{}), Complete{Item: "look"}, Verify{Item: "small"})
	rec = on(t, p, rec, SetValues{Values: map[string]string{"lag": "1"}, Reason: "I know"})
	toldAgainst(t, rec, "small had failed at 00:45: low: lag 3 < 3 is false")
	saidNo(t, rec, "1 verdict was no: 1 overridden")
}

func TestANoThatWasPassedLaterIsStillCounted(t *testing.T) {
	p, rec := backedUp(t)
	saidNo(t, on(t, p, rec, rejected), "1 verdict was no: 1 stands")
	saidNo(t, on(t, p, rec, rejected, Verify{Item: "go", Answers: byHand}), "1 verdict was no: 1 passed later")
	rec = checked(t, p, on(t, p, begin(t, p), Start{Item: "backup"}), "backup", 1, Verify{})
	rec = on(t, p, rec, Fail{Item: "backup", Reason: "disk full"}, RetryStep{Item: "backup"}, Start{Item: "backup"})
	saidNo(t, checked(t, p, rec, "backup", 0, Verify{}), "1 verdict was no: 1 passed later")
	saidNo(t, begin(t, p), "")
}

func TestWhatFailedIsNamedWhereItIsGoneAgainst(t *testing.T) {
	p := load(t, decisions)
	rec := on(t, p, begin(t, p), Start{Item: "backup"}, Fail{Item: "backup", Reason: "disk full"},
		Start{Item: "promote", Override: &Override{Reason: "boss said so", AcknowledgeRisk: true}})
	toldAgainst(t, rec, "backup had failed at 00:45: disk full")
	saidNo(t, rec, "") // no check said it
}

func TestANoAfterARedoIsAnotherOne(t *testing.T) {
	p, rec := backedUp(t)
	yes := Verify{Item: "go", Answers: byHand}
	again := Redo{Item: "go", Reason: "once more"}
	rec = on(t, p, rec, rejected, yes, again, rejected)
	saidNo(t, rec, "2 verdicts were no: 1 passed later, 1 stands")
	saidNo(t, on(t, p, rec, again, rejected, rejected, Waive{Item: "go", Reason: "deputy decided"}), "3 verdicts were no: 3 waived")
	toldAgainst(t, on(t, p, rec, Waive{Item: "go", Reason: "deputy decided"}), "go had failed at 00:45: lead: answered no")
}

func TestANoOfWhatIsSkippedDoesNotStand(t *testing.T) {
	p := load(t, strings.Replace(decisions, "idempotent: true", "effect: read-only", 1))
	rec := checked(t, p, on(t, p, begin(t, p), Start{Item: "backup"}), "backup", 1, Verify{})
	saidNo(t, on(t, p, rec, Skip{Item: "backup", Reason: "not tonight"}), "1 verdict was no: 1 skipped")
}

// A value goes against the noes of checks that read it, and of no others.
func TestAValueDoesNotGoAgainstANoThatReadsNothingOfIt(t *testing.T) {
	p := load(t, `
schema: runbook-pack/v0.2
id: measured
title: Measured
datapoints: [{ id: lag, title: Lag, type: int }]
steps:
  - { id: look, title: Look, effect: read-only, produces: [{ datapoint: lag, extract: '(\d+)' }], verify: { kind: exit-code, command: lag } }
gates:
  - { id: go, title: Go, checks: [{ id: lead, kind: manual, prompt: Go }, { id: low, kind: expression, expr: lag < 30 }] }
`)
	rec := on(t, p, checked(t, p, on(t, p, begin(t, p), Start{Item: "look"}), "look", 0, Verify{}), Complete{Item: "look"}, rejected)
	toldAgainst(t, on(t, p, rec, SetValues{Values: map[string]string{"lag": "1"}, Reason: "I know"}))
}

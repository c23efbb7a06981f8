package run

import (
	"slices"
	"testing"
	"time"

	"rtut/pack"
	"rtut/run/record"
)

// later carries out actions of ana's at a moment, and fails the test if one of them is refused.
func later(t testing.TB, p *pack.Pack, rec *record.Record, now time.Time, acts ...Action) *record.Record {
	t.Helper()
	for _, act := range acts {
		next, _, err := Transition(p, rec, Actor{Name: "ana"}, act, now)
		if err != nil {
			t.Fatalf("%s %+v: %s", act.Verb(), act, err)
		}
		rec = next
	}
	return rec
}

// outOfDate fails the test unless an item is out of date for a reason; "" for one that is not.
func outOfDate(t testing.TB, p *pack.Pack, rec *record.Record, id string, want record.CauseCode) {
	t.Helper()
	var codes []record.CauseCode
	for _, c := range judgeValidity(p, rec).own(id) {
		codes = append(codes, c.Code)
	}
	if want == "" && len(codes) > 0 || want != "" && !slices.Contains(codes, want) {
		t.Errorf("%s is out of date by %v, expected %q", id, codes, want)
	}
}

// gateIs fails the test unless a gate is in a state.
func gateIs(t testing.TB, rec *record.Record, id string, want record.State) {
	t.Helper()
	if got := rec.Gates[id].State; got != want {
		t.Errorf("gate %s is %s, expected %s: %+v", id, got, want, rec.Gates[id].Results)
	}
}

const soaking = `
schema: runbook-pack/v0.2
id: soaking
title: Soaking
stages:
  - { id: do, title: Do, steps: [{ id: act, title: Act }] }
  - { id: look, title: Look, gates: [{ id: soak, title: Soak, checks: [{ id: long, kind: elapsed, since: act, at_least: 10m }] }] }
`

func TestElapsedCountsFromTheEndOfWhatItNames(t *testing.T) {
	p := load(t, soaking)
	done := later(t, p, later(t, p, begin(t, p), dawn, Start{Item: "act"}), dawn.Add(time.Hour), Complete{Item: "act", Answers: Answers{Confirm: true}})
	end := dawn.Add(time.Hour)
	for after, want := range map[time.Duration]record.State{
		0: record.Open, 10*time.Minute - time.Microsecond: record.Open, 10 * time.Minute: record.Passed, 48 * time.Hour: record.Passed, -time.Hour: record.Open,
	} {
		rec := later(t, p, done, end.Add(after), Verify{Item: "soak"})
		gateIs(t, rec, "soak", want)
	}
	rec := later(t, p, done, end.Add(90*time.Second), Verify{Item: "soak"})
	if got, want := rec.Gates["soak"].Results["long"].Error, "not before 2026-11-30 01:55:12 UTC: 10m0s since act"; got != want {
		t.Errorf("it says %q, expected %q", got, want)
	}
}

func TestElapsedBeginsAnewWithWhatIsDoneAgain(t *testing.T) {
	p := load(t, soaking)
	yes := Complete{Item: "act", Answers: Answers{Confirm: true}}
	rec := later(t, p, begin(t, p), dawn, Start{Item: "act"}, yes)
	rec = later(t, p, rec, dawn.Add(9*time.Minute), Redo{Item: "act", Reason: "r", AcknowledgePartial: true}, Start{Item: "act"}, yes)
	gateIs(t, later(t, p, rec, dawn.Add(11*time.Minute), Verify{Item: "soak"}), "soak", record.Open)
	gateIs(t, later(t, p, rec, dawn.Add(19*time.Minute), Verify{Item: "soak"}), "soak", record.Passed)
}

func TestElapsedDoesNotPassByAnOverrideWhileNothingHasEnded(t *testing.T) {
	p := load(t, soaking)
	rec := later(t, p, begin(t, p), dawn.Add(time.Hour), Verify{Item: "soak", Override: &Override{Reason: "r", AcknowledgeRisk: true}})
	gateIs(t, rec, "soak", record.Failed)
	if got, want := rec.Gates["soak"].Results["long"].Error, "act has not finished"; got != want {
		t.Errorf("it says %q, expected %q", got, want)
	}
}

func TestWindowIsJudgedByTheTransitionsClock(t *testing.T) {
	p := load(t, `
schema: runbook-pack/v0.2
id: nightly
title: Nightly
gates: [{ id: quiet, title: Quiet, checks: [{ id: night, kind: window, from: '22:00', to: '05:00', days: [sat], tz: Europe/Vienna }] }]
`)
	for at, want := range map[string]record.State{
		"2026-10-24T19:59:59Z": record.Open, "2026-10-24T20:00:00Z": record.Passed, // summer: 22:00 in Vienna is 20:00 UTC
		"2026-10-25T03:59:59Z": record.Passed, "2026-10-25T04:00:00Z": record.Open, // winter by the morning: 05:00 is 04:00 UTC
		"2026-10-25T20:30:00Z": record.Open, // a Sunday
	} {
		now, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		rec := later(t, p, begin(t, p), now, Verify{Item: "quiet"})
		gateIs(t, rec, "quiet", want)
		again := later(t, p, rec, now.Add(48*time.Hour), Verify{Item: "quiet"})
		gateIs(t, again, "quiet", record.Open) // what has passed is judged anew, by the clock of then
	}
}

const aged = `
schema: runbook-pack/v0.2
id: aged
title: Aged
datapoints: [{ id: lag, title: Lag, type: int, max_age: 5m }]
stages:
  - id: decide
    title: Decide
    gates: [{ id: low, title: Low, checks: [{ id: low, kind: expression, expr: lag < 9 }], evidence: [{ id: lead, title: Lead, min_length: 2 }] }]
  - { id: act, title: Act, requires: [low], steps: [{ id: cut, title: Cut }] }
`

func TestGateIsOutOfDateWhenItsValueIsAnotherOne(t *testing.T) {
	p := load(t, aged)
	rec := later(t, p, begin(t, p), dawn, SetValues{Values: map[string]string{"lag": "3"}}, Verify{Item: "low", Evidence: map[string]string{"lead": "bo"}})
	gateIs(t, rec, "low", record.Passed)
	later(t, p, rec, dawn.Add(5*time.Minute), Start{Item: "cut"})
	if _, _, err := Transition(p, rec, Actor{Name: "ana"}, Start{Item: "cut"}, dawn.Add(5*time.Minute+time.Second)); err == nil {
		t.Error("it goes on although the value that the gate has read is too old")
	}
	fresh := later(t, p, rec, dawn.Add(6*time.Minute), SetValues{Values: map[string]string{"lag": "4"}, Reason: "measured again"})
	gateIs(t, fresh, "low", record.Passed)
	outOfDate(t, p, fresh, "low", record.CauseValue)
	refusedAs(t, p, fresh, Start{Item: "cut"}, UnmetPreconditions)
	unsaid := later(t, p, fresh, dawn.Add(6*time.Minute), Verify{Item: "low"})
	gateIs(t, unsaid, "low", record.Open) // the evidence was given for an earlier decision
	again := later(t, p, fresh, dawn.Add(6*time.Minute), Verify{Item: "low", Evidence: map[string]string{"lead": "cy"}})
	gateIs(t, again, "low", record.Passed)
	later(t, p, again, dawn.Add(6*time.Minute), Start{Item: "cut"})
}

func TestGateThatOwesEvidenceStaysOpen(t *testing.T) {
	p := load(t, aged)
	rec := later(t, p, begin(t, p), dawn, SetValues{Values: map[string]string{"lag": "3"}}, Verify{Item: "low"})
	gateIs(t, rec, "low", record.Open)
	refusedAs(t, p, rec, Verify{Item: "low", Evidence: map[string]string{"lead": "b"}}, EvidenceInvalid)
	refusedAs(t, p, rec, Start{Item: "cut"}, UnmetPreconditions)
	gateIs(t, later(t, p, rec, dawn, Verify{Item: "low", Evidence: map[string]string{"lead": "bo"}}), "low", record.Passed)
}

package run

import (
	"testing"

	"rtut/run/record"
)

const readingGate = `
schema: runbook-pack/v0.2
id: reading
title: Reading
datapoints: [{ id: lag, title: Lag, type: int, initial: 1 }, { id: other, title: Other, type: int, initial: 1 }]
gates:
  - { id: go, title: Go, uses: [lag], checks: [{ id: low, kind: exit-code, command: 'test "$RTUT_DATA_LAG" -lt 9' }] }
`

func TestAGateDoesNotPassOnAValueThatChangedWhileItsCommandsRan(t *testing.T) {
	p := load(t, readingGate)
	for _, earlier := range []int{0, 1} { // the exit code of an earlier verification: passed, or failed
		seen := map[string]Observation{"low": {Attempts: 1, ExitCode: earlier}}
		rec := on(t, p, begin(t, p), Begin{Item: "go"}, Verify{Item: "go", Intent: 2, Observed: seen}, Begin{Item: "go"})
		late := Verify{Item: "go", Intent: rec.Gates["go"].Intent.Seq, Observed: map[string]Observation{"low": {Attempts: 1}}}

		changed := on(t, p, rec, SetValues{Values: map[string]string{"lag": "10"}})
		refusedAs(t, p, changed, late, IntentGone)
		outOfDate(t, p, changed, "go", map[int]record.CauseCode{0: record.CauseCheck, 1: ""}[earlier])
		same := on(t, p, rec, SetValues{Values: map[string]string{"other": "10"}}, late)
		if same.Gates["go"].State != record.Passed {
			t.Errorf("a value that the gate does not read has made it %s", same.Gates["go"].State)
		}
	}
}

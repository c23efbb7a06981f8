package run_test

import (
	"testing"

	"rtut/run"
	"rtut/run/record"
)

func TestAGateThatWasAskedAndNotAnsweredLeavesAWholeRecord(t *testing.T) {
	body := `
gates: [{ id: seen, title: Seen, checks: [{ id: keys, kind: manual, command: echo three, prompt: Are they there }] }]
`
	inV02(body, func(p *play) {
		p.does(run.Verify{Item: "seen", Intent: begun(p, "seen"), Observed: map[string]run.Observation{"keys": {Attempts: 1}}})
		again, err := record.Decode([]byte(p.encoded()))
		if err != nil {
			t.Fatal(err)
		}
		p.wants("integrity", "unfinished", again.Integrity().String())
		p.does(run.Verify{Item: "seen", Answers: run.Answers{Confirm: true}, Intent: begun(p, "seen"), Observed: map[string]run.Observation{"keys": {Attempts: 1}}})
		p.refuses(run.ConsentRequired, run.Verify{Item: "seen", Answers: run.Answers{Confirm: true}}) // an answered question shows nothing
	})(t)
}

// begun begins the commands of a gate and returns the event that says so.
func begun(p *play, gate string) int {
	p.does(run.Begin{Item: gate, Host: "db3", PID: 4711})
	return p.rec.Gates[gate].Intent.Seq
}

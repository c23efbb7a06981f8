package run_test

import (
	"testing"

	"rtut/run"
)

const extracting = `
datapoints:
  - { id: largest, type: number }
  - { id: names, type: list, items: string }
  - { id: many, type: int }
  - { id: at, type: timestamp }
steps:
  - id: look
    title: Look
    effect: read-only
    evidence: [{ id: seen, title: Seen, type: timestamp }]
    produces:
      - { datapoint: largest, extract: { json: '$.members[*].lag', take: max } }
      - { datapoint: names, extract: { json: '$.members[*].name', take: list } }
      - { datapoint: many, extract: { json: '$.members[*]', take: count } }
      - at
    verify: { kind: exit-code, command: list }
`

// looked verifies the step with an output, and returns why it did not pass.
func (p *play) looked(output string, truncated bool) string {
	p.does(run.Begin{Item: "look", Host: "bastion", PID: 4711})
	p.does(run.Verify{Item: "look", Intent: len(p.rec.Events), Observed: map[string]run.Observation{"": {Attempts: 1, Head: output, Truncated: truncated, OutputBytes: int64(len(output))}}})
	return p.rec.Steps["look"].Verification.Error
}

func TestValuesAreReadFromJSON(t *testing.T) {
	p := begin(t, packText("v0.2", extracting))
	p.does(run.Start{Item: "look"})
	const good = `{"members": [{"name": "a", "lag": 9.50}, {"name": "b", "lag": 10}]}`
	for output, want := range map[string]string{
		`{}`: `largest: nothing in the output matches $["members"][*]["lag"]`,
		`{"members": [{"name": "a", "lag": "much"}]}`:  "largest: match 1 of $[\"members\"][*][\"lag\"] is not a decimal number, which `take: max` needs",
		`{"members": [{"name": "a\u0000", "lag": 1}]}`: "names: what the output gives item 1: expected text without NUL characters",
		`a`: "largest: the output is not a JSON document: unexpected text at byte 1",
	} {
		p.wants(output, want, p.looked(output, false))
	}
	p.wants("cut", "largest: the output is longer than 67 bytes, which is all that is looked at", p.looked(good, true))
	p.wants("good", "", p.looked(good, false))
	p.refuses(run.EvidenceInvalid, run.Complete{Item: "look", Set: map[string]string{"at": "now"}, Answers: run.Answers{Confirm: true}, Evidence: map[string]string{"seen": "tomorrow"}})
	p.does(run.Complete{Item: "look", Set: map[string]string{"at": "now"}, Evidence: map[string]string{"seen": "now"}})
	for id, want := range map[string]string{"largest": "10", "names": "a,b", "many": "2", "at": "2026-11-30T00:45:12.123456Z"} {
		p.wants(id, want, p.rec.Datapoints[id].Value.Text())
	}
	p.wants("evidence", "2026-11-30T00:45:12.123456Z", p.rec.Steps["look"].Evidence["seen"].Text())
}

package record_test

import (
	"bytes"
	"errors"
	"testing"

	"rtut/run"
	"rtut/run/record"
	"rtut/run/recordtest"
)

func TestARecordWithNothingWhereSomethingMustBeIsDamaged(t *testing.T) {
	p := load(t, recordtest.Gated)
	good, err := on(t, p, begin(t, p), run.Verify{Item: "go", Answers: run.Answers{Confirm: true}}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := record.Decode(good); err != nil {
		t.Fatal(err)
	}
	for old, new := range map[string]string{
		`"outcome": null`:     `"outcome": ""`,
		`"finished_at": null`: `"finished_at": null, "outcome": "splendid"`,
		`"detail": {`:         `"detail": {"results": {"low": null}, "was": {}, `,
		`"datapoints": {`:     `"datapoints": {"more": null, `,
		`"new": {`:            `"new": {"datapoints": {"other": null}}, "was": {`,
		`"steps": {`:          `"steps": {"more": null, `,
		`"gates": {`:          `"gates": {"more": null, `,
		`"results": {`:        `"results": {"more": null, `,
		`"state": "todo"`:     `"state": "splendid"`,
		`"pack_id": "gated"`:  `"pack_id": ""`,
	} {
		if !bytes.Contains(good, []byte(old)) {
			t.Fatalf("the record has no %s", old)
		}
		var damage *record.DamagedError
		if _, err := record.Decode(bytes.Replace(good, []byte(old), []byte(new), 1)); !errors.As(err, &damage) {
			t.Errorf("%s instead of %s: %v", new, old, err)
		}
	}
}

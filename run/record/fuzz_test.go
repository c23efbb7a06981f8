package record

import (
	"bytes"
	"testing"
)

// Whatever a file holds, a record is read or refused. One that is read is written and read again as it was, unknown keys
// and all; and the audit calls intact only what rtut itself would write, byte for byte.
func FuzzDecode(f *testing.F) {
	whole := rated(f)
	f.Add(whole)
	for _, cut := range []int{1, 2, 3} {
		f.Add(whole[:len(whole)*cut/4])
	}
	f.Add(bytes.Replace(whole, []byte(`"run_id"`), []byte(`"from_tomorrow": {"a": [1.0, 1e400, "\u2028"]}, "run_id"`), 1))
	for _, text := range []string{
		"", "{}", "null", `{"schema":"runbook-run/v0.1"}`, `{"schema":"runbook-run/v0.2","run_id":"r","events":[null]}`,
		`{"schema":"runbook-run/v0.2","steps":{"a":null},"gates":{"":{}},"datapoints":{"x":{"value":[1]}}}`,
		`{"schema":"runbook-run/v9.9"}`, "{\"schema\":\"runbook-run/v0.1\",\"schema\":\"runbook-run/v0.2\"}", "\ufeff{}", "[[[[[[",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		found := Audit(data, "")
		rec, err := Decode(data)
		if err != nil {
			if found.Intact() {
				t.Errorf("intact, and can't be read: %v", err)
			}
			return
		}
		again, err := rec.Encode()
		if err != nil {
			t.Fatalf("it was read and can't be written: %v", err)
		}
		if found.Intact() && !bytes.Equal(again, data) {
			t.Errorf("intact, and not as it would be written:\n%s\nbut\n%s", data, again)
		}
		back, err := Decode(again)
		if err != nil {
			t.Fatalf("it was written and can't be read: %v\n%s", err, again)
		}
		if twice, err := back.Encode(); err != nil || !bytes.Equal(again, twice) {
			t.Errorf("written twice it differs (%v):\n%s\nbut\n%s", err, again, twice)
		}
	})
}

package record_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"rtut/run"
	"rtut/run/record"
	"rtut/run/recordtest"
)

// TestNothingIsBuiltOnARecordThatDoesNotFollowFromItsEvents puts other values in the place of every value of a record, and then writes: a
// step is refused, and a note says for good what was found, however much is written after it.
func TestNothingIsBuiltOnARecordThatDoesNotFollowFromItsEvents(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	data := playedRecord(t, halfway[:3]...)
	tried := 0
	for _, s := range scalarsIn(t, data) {
		for _, other := range []string{`"yesterday"`, `""`, "7", "null", "true", "{}", "[]", `"done"`, `"passed"`} {
			changed := slices.Concat(data[:s.from], []byte(other), data[s.to:])
			if same(data, changed) {
				continue
			}
			if built := builtOn(t, changed); built != "" {
				t.Errorf("%s becomes %s: %s", strings.Join(s.path, "."), other, built)
			}
			tried++
		}
	}
	if tried < 500 {
		t.Errorf("only %d changes were tried", tried)
	}
}

// TestAlteredByAnUnknownKeyBesideAnEdit: keys that a newer rtut might know hide no edit beside them, at whatever place they stand.
func TestAlteredByAnUnknownKeyBesideAnEdit(t *testing.T) {
	data := string(playedRecord(t, halfway[:3]...))
	for _, place := range []string{`"pack_id":`, `"outcome":`, `"steps":`, `"state": "running"`, `"head":`, `"how":`} {
		for _, key := range []string{`"zz": 1, `, `"zz": null, `, `"rest": "x", `, `"found": "", `} {
			text := strings.Replace(data, place, key+place, 1)
			text = strings.Replace(text, `"pack_path": "packs/it/pack.yaml"`, `"pack_path": "packs/other/pack.yaml"`, 1)
			if text == data {
				t.Fatalf("there is no %s", place)
			}
			if built := builtOn(t, []byte(text)); built != "" {
				t.Errorf("%s before %s: %s", key, place, built)
			}
		}
	}
}

// builtOn says what is built on a record that is not as it was written; "" for nothing.
func builtOn(t *testing.T, changed []byte) string {
	t.Helper()
	if found := record.Audit(changed, ""); found.Intact() {
		return "the audit finds nothing: " + found.String()
	}
	rec, err := record.Decode(changed)
	if err != nil {
		return "" // it can't be read either
	}
	if found := rec.Integrity(); found.Intact() {
		return "a write finds nothing: " + found.String()
	}
	if _, err := record.DecodeSummary(changed); err == nil {
		return "it counts"
	}
	if _, err := record.SkimSummary(changed); err == nil && record.RestHash(changed) != rec.Events[len(rec.Events)-1].Rest {
		return "it counts among many"
	}
	p, by := load(t, recordtest.Gated), run.Actor{Name: "ana"}
	var refusal *run.Refusal
	if _, _, err := run.Transition(p, rec, by, run.Complete{Item: "cut", Answers: run.Answers{Confirm: true}}, dawn); !errors.As(err, &refusal) || refusal.Code != run.RecordAltered {
		return "done: " + refusal.Error()
	}
	for n := range 3 {
		next, _, err := run.Transition(p, rec, by, run.Note{Text: "what is this?"}, dawn)
		if errors.As(err, &refusal) && refusal.Code == run.RunFinished {
			return "" // it says that the run has ended
		}
		if err != nil {
			return err.Error()
		}
		if e := next.Events[len(rec.Events)]; n == 0 && e.Found == "" {
			return "the note does not say what was found"
		}
		written := mustEncode(t, next)
		if f := record.Audit(written, ""); f.Intact() {
			return "a note launders it: " + f.String()
		}
		if rec, err = record.Decode(written); err != nil {
			return err.Error()
		}
	}
	return ""
}

// TestSealedAgreesWithTheAudit: the quick look that every scan takes agrees with an audit that names things.
func TestSealedAgreesWithTheAudit(t *testing.T) {
	for _, acts := range [][]run.Action{nil, halfway, finished} {
		data := playedRecord(t, acts...)
		if !record.Sealed(data) {
			t.Errorf("after %d actions it is not sealed", len(acts))
		}
		for i := range data {
			for _, b := range []byte("0 \"{\xff") {
				changed := slices.Concat(data[:i], []byte{b}, data[i+1:])
				if !record.Sealed(changed) {
					continue // which an audit will not believe either: TestAuditNoticesEveryFlippedByte
				}
				if found := record.Audit(changed, ""); !found.Intact() {
					t.Fatalf("byte %d becomes %q: sealed, and %s", i, b, found)
				}
			}
		}
	}
}

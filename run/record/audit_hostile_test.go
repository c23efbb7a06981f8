package record_test

import (
	"strings"
	"testing"
	"time"

	"rtut/run/record"
)

// TestAuditNoticesWhatComesAfterTheEnd: a chain that was made anew hides no event but feedback behind a run's end.
func TestAuditNoticesWhatComesAfterTheEnd(t *testing.T) {
	for _, verb := range []record.Verb{record.VerbNote, record.VerbStart, record.VerbDone, record.VerbSkip, record.VerbSet, record.VerbVerify, record.VerbFinalize, record.VerbFeedback, "unheard-of"} {
		rec, err := record.Decode(playedRecord(t, finished...))
		if err != nil {
			t.Fatal(err)
		}
		last := rec.Events[len(rec.Events)-1]
		rec.Revision++
		rec.Apply(record.Event{Seq: last.Seq + 1, At: record.At(last.At.Add(time.Second)), By: "eve", Action: verb, Detail: record.Detail{Note: "nothing to see"}})
		f := record.Audit(mustEncode(t, rec), "")
		if verb == record.VerbFeedback {
			if f.Verdict != record.VerdictComplete {
				t.Errorf("%s: %+v", verb, f)
			}
			continue
		}
		if f.Verdict != record.VerdictAltered || f.Seq != last.Seq+1 || !strings.Contains(f.Message, "after the run was finalized") {
			t.Errorf("%s: %+v", verb, f)
		}
	}
}

// TestAuditOfWhatIsNoRecordAnyMore: bytes about a record and in it, and files that are something else.
func TestAuditOfWhatIsNoRecordAnyMore(t *testing.T) {
	whole := string(playedRecord(t, finished...))
	for name, tc := range map[string]struct {
		text string
		want record.Verdict
	}{
		"a byte order mark":        {"\ufeff" + whole, record.VerdictAltered},
		"NUL at the end":           {whole + "\x00", record.VerdictAltered},
		"NUL at the beginning":     {"\x00" + whole, record.VerdictAltered},
		"NUL in a text":            {strings.Replace(whole, `"ana"`, "\"a\x00a\"", 1), record.VerdictAltered},
		"a line break in a text":   {strings.Replace(whole, `"ana"`, "\"a\na\"", 1), record.VerdictAltered},
		"UTF-16":                   {strings.ReplaceAll("\xff\xfe"+whole, "", "\x00"), record.VerdictAltered},
		"twice":                    {whole + whole, record.VerdictAltered},
		"a comma too many":         {strings.Replace(whole, "{", "{,", 1), record.VerdictAltered},
		"a comment":                {whole + "// seen", record.VerdictAltered},
		"deep lists":               {strings.Repeat("[", 100_000), record.VerdictAltered},
		"deep lists in the record": {strings.Replace(whole, `"pack_id"`, `"x": `+strings.Repeat("[", 9000)+strings.Repeat("]", 9000)+`, "pack_id"`, 1), record.VerdictAltered},
		"nothing":                  {"", record.VerdictCut},
		"blanks":                   {" \n", record.VerdictCut},
		"a list":                   {"[]", record.VerdictAltered},
		"a text":                   {`"runbook-run/v0.2"`, record.VerdictAltered},
		"an object without schema": {"{}", record.VerdictUnknown},
		"null":                     {"null", record.VerdictUnknown},
		"an older schema":          {strings.Replace(whole, "runbook-run/v0.2", "runbook-run/v0.1", 1), record.VerdictAltered},
		"a schema of another case": {strings.Replace(whole, "runbook-run/v0.2", "Runbook-Run/V0.2", 1), record.VerdictUnknown},
		"a schema given twice":     {strings.Replace(whole, `"schema"`, `"schema": "runbook-run/v9", "schema"`, 1), record.VerdictAltered},
		"an id of another run":     {strings.Replace(whole, `"run_id": "`, `"run_id": "x`, 1), record.VerdictAltered},
		"a null that says nothing": {strings.Replace(whole, `"pack_id"`, `"x": null, "pack_id"`, 1), record.VerdictAltered},
	} {
		t.Run(name, func(t *testing.T) {
			if f := record.Audit([]byte(tc.text), ""); f.Verdict != tc.want {
				t.Errorf("%+v", f)
			}
		})
	}
}

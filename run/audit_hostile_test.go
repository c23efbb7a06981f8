package run

import (
	"strings"
	"testing"
	"time"
)

// TestAuditNoticesWhatComesAfterTheEnd: a chain that was made anew hides no event but feedback behind a run's end.
func TestAuditNoticesWhatComesAfterTheEnd(t *testing.T) {
	for _, verb := range []Verb{VerbNote, VerbStart, VerbDone, VerbSkip, VerbSet, VerbVerify, VerbFinalize, VerbFeedback, "unheard-of"} {
		rec, err := Decode(playedRecord(t, finished...))
		if err != nil {
			t.Fatal(err)
		}
		last := rec.Events[len(rec.Events)-1]
		rec.Revision++
		rec.Apply(Event{Seq: last.Seq + 1, At: At(last.At.Add(time.Second)), By: "eve", Action: verb, Detail: Detail{Note: "nothing to see"}})
		f := Audit(mustEncode(t, rec), "")
		if verb == VerbFeedback {
			if f.Verdict != VerdictComplete {
				t.Errorf("%s: %+v", verb, f)
			}
			continue
		}
		if f.Verdict != VerdictAltered || f.Seq != last.Seq+1 || !strings.Contains(f.Message, "after the run was finalized") {
			t.Errorf("%s: %+v", verb, f)
		}
	}
}

// TestAuditOfWhatIsNoRecordAnyMore: bytes about a record and in it, and files that are something else.
func TestAuditOfWhatIsNoRecordAnyMore(t *testing.T) {
	whole := string(playedRecord(t, finished...))
	for name, tc := range map[string]struct {
		text string
		want Verdict
	}{
		"a byte order mark":        {"\ufeff" + whole, VerdictAltered},
		"NUL at the end":           {whole + "\x00", VerdictAltered},
		"NUL at the beginning":     {"\x00" + whole, VerdictAltered},
		"NUL in a text":            {strings.Replace(whole, `"ana"`, "\"a\x00a\"", 1), VerdictAltered},
		"a line break in a text":   {strings.Replace(whole, `"ana"`, "\"a\na\"", 1), VerdictAltered},
		"UTF-16":                   {strings.ReplaceAll("\xff\xfe"+whole, "", "\x00"), VerdictAltered},
		"twice":                    {whole + whole, VerdictAltered},
		"a comma too many":         {strings.Replace(whole, "{", "{,", 1), VerdictAltered},
		"a comment":                {whole + "// seen", VerdictAltered},
		"deep lists":               {strings.Repeat("[", 100_000), VerdictAltered},
		"deep lists in the record": {strings.Replace(whole, `"pack_id"`, `"x": `+strings.Repeat("[", 9000)+strings.Repeat("]", 9000)+`, "pack_id"`, 1), VerdictAltered},
		"nothing":                  {"", VerdictCut},
		"blanks":                   {" \n", VerdictCut},
		"a list":                   {"[]", VerdictAltered},
		"a text":                   {`"runbook-run/v0.2"`, VerdictAltered},
		"an object without schema": {"{}", VerdictUnknown},
		"null":                     {"null", VerdictUnknown},
		"an older schema":          {strings.Replace(whole, "runbook-run/v0.2", "runbook-run/v0.1", 1), VerdictAltered},
		"a schema of another case": {strings.Replace(whole, "runbook-run/v0.2", "Runbook-Run/V0.2", 1), VerdictUnknown},
		"a schema given twice":     {strings.Replace(whole, `"schema"`, `"schema": "runbook-run/v9", "schema"`, 1), VerdictAltered},
		"an id of another run":     {strings.Replace(whole, `"run_id": "`, `"run_id": "x`, 1), VerdictAltered},
		"a null that says nothing": {strings.Replace(whole, `"pack_id"`, `"x": null, "pack_id"`, 1), VerdictAltered},
	} {
		t.Run(name, func(t *testing.T) {
			if f := Audit([]byte(tc.text), ""); f.Verdict != tc.want {
				t.Errorf("%+v", f)
			}
		})
	}
}

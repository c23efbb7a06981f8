package record_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
	"rtut/run"
	"rtut/run/record"
	"rtut/run/recordtest"
)

// playedRecord is the file of a run with a bit of everything, written and read again after each action, as a store does.
func playedRecord(t *testing.T, acts ...run.Action) []byte {
	t.Helper()
	p := load(t, recordtest.Gated)
	data := mustEncode(t, begin(t, p))
	for i, act := range acts {
		rec, err := record.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		next, _, err := run.Transition(p, rec, run.Actor{Name: "ana"}, act, dawn.Add(time.Duration(i)*time.Second))
		if err != nil {
			t.Fatal(err)
		}
		data = mustEncode(t, next)
	}
	return data
}

var (
	halfway = []run.Action{
		run.Verify{Item: "go", Answers: run.Answers{Confirm: true}},
		run.Start{Item: "cut", Phrase: "cut at 3"},
		run.SetValues{Values: map[string]string{"lag": "4"}, Reason: "measured again"},
		run.Note{Item: "cut", Text: "<wait> & \u2028 see \"it\""},
		run.Start{Item: "cut", Phrase: "cut at 4"},
		run.Complete{Item: "cut", Answers: run.Answers{Confirm: true}},
	}
	finished = append(halfway[:len(halfway):len(halfway)],
		run.Verify{Item: "go", Answers: run.Answers{Confirm: true}}, run.Finalize{}, run.AddFeedback{Rating: record.Good, Comment: "well"})
)

func TestAuditOfWhatRtutWrote(t *testing.T) {
	if f := record.Audit(playedRecord(t, halfway...), ""); f.Verdict != record.VerdictUnfinished {
		t.Errorf("%+v", f)
	}
	if f := record.Audit(playedRecord(t, finished...), ""); f.Verdict != record.VerdictComplete {
		t.Errorf("%+v", f)
	}
}

func TestAuditNoticesEveryFlippedByte(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	data := playedRecord(t, run.Verify{Item: "go", Answers: run.Answers{Confirm: true}}, run.Finalize{Outcome: record.Abandoned}, run.AddFeedback{Rating: record.Poor})
	for i := range data {
		for _, mask := range [][]byte{{0x01}, {0x20}, {0xff}}[i%3] {
			flipped := bytes.Clone(data)
			flipped[i] ^= mask
			f := record.Audit(flipped, "")
			if f.Verdict != record.VerdictComplete {
				continue
			}
			// White space between the values, or another way to write the same character, is no change.
			if !record.SameValue(data, flipped) {
				t.Fatalf("byte %d ^ %#x (%q) passes as complete", i, mask, flipped[max(0, i-40):min(len(data), i+40)])
			}
		}
	}
}

func TestAuditNoticesARecordThatIsCutAtAnyByte(t *testing.T) {
	data := playedRecord(t, finished...)
	for n := 0; n < len(bytes.TrimSpace(data)); n += 7 {
		if f := record.Audit(data[:n], ""); f.Verdict != record.VerdictCut {
			t.Fatalf("the first %d bytes: %+v", n, f)
		}
	}
}

// spoiled is the record with its events changed.
func spoiled(t testing.TB, data []byte, change func(events []any) []any) []byte {
	t.Helper()
	var rec map[string]any
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&rec); err != nil {
		t.Fatal(err)
	}
	rec["events"] = change(rec["events"].([]any))
	out, err := record.Marshal(rec)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestAuditNoticesEventsDroppedSwappedRepeatedAndAppended(t *testing.T) {
	data := playedRecord(t, finished...)
	rapid.Check(t, func(rt *rapid.T) {
		what := rapid.SampledFrom([]string{"drop", "swap", "repeat", "append"}).Draw(rt, "what")
		changed := spoiled(t, data, func(events []any) []any {
			i := rapid.IntRange(0, len(events)-1).Draw(rt, "i")
			j := rapid.IntRange(0, len(events)-1).Draw(rt, "j")
			switch what {
			case "drop":
				return append(events[:i:i], events[i+1:]...)
			case "swap":
				if i == j {
					j = (i + 1) % len(events)
				}
				events[i], events[j] = events[j], events[i]
			case "repeat":
				return append(events[:i+1:i+1], events[i:]...)
			case "append":
				return append(events, events[i])
			}
			return events
		})
		want := record.VerdictAltered
		if what == "drop" {
			want = record.VerdictCut
		}
		if f := record.Audit(changed, ""); f.Verdict != want {
			rt.Fatalf("%s: %+v", what, f)
		}
	})
}

func TestAuditNamesTheFieldThatDoesNotFollow(t *testing.T) {
	for name, tc := range map[string]struct{ from, to, field, message string }{
		"a state":        {`"state": "done"`, `"state": "skipped"`, "steps.cut.state", ""},
		"a value":        {`"value": 4`, `"value": 5`, "datapoints.lag.value", ""},
		"an outcome":     {`"outcome": "succeeded"`, `"outcome": "abandoned"`, "outcome", ""},
		"the pack":       {`"pack_id": "gated"`, `"pack_id": "other"`, "", "outside the events"},
		"an event":       {`"by": "ana"`, `"by": "bob"`, "", "is not what was written"},
		"an unknown key": {`"pack_id":`, `"extra": 1, "pack_id":`, "extra", "was not there"},
	} {
		t.Run(name, func(t *testing.T) {
			data := playedRecord(t, finished...)
			changed := strings.Replace(string(data), tc.from, tc.to, 1)
			if tc.from == `"by": "ana"` { // in the events, not where it is derived
				at := strings.Index(string(data), `"events"`)
				changed = string(data[:at]) + strings.Replace(string(data[at:]), tc.from, tc.to, 1)
			}
			f := record.Audit([]byte(changed), "")
			if changed == string(data) || f.Verdict != record.VerdictAltered || f.Field != tc.field || !strings.Contains(f.Message, tc.message) {
				t.Errorf("%+v", f)
			}
		})
	}
}

func TestAuditSeesALaterWriteOverAnAlteredState(t *testing.T) {
	p := load(t, recordtest.Gated)
	data := playedRecord(t, halfway...)
	for _, tc := range [][2]string{{`"lag": {`, `"lag": { "was": 1,`}, {`"params": {}`, `"params": {"x": 1}`}, {`"state": "done"`, `"state": "failed"`}} {
		changed := strings.Replace(string(data), tc[0], tc[1], 1)
		rec, err := record.Decode([]byte(changed))
		if err != nil {
			t.Fatal(err)
		}
		next, _, err := run.Transition(p, rec, run.Actor{Name: "eve"}, run.Note{Text: "nothing to see"}, dawn)
		if err != nil {
			t.Fatal(err)
		}
		f := record.Audit(mustEncode(t, next), "")
		if tc[1] == `"lag": { "was": 1,` {
			continue // a newer rtut could have written that
		}
		if changed == string(data) || f.Verdict != record.VerdictAltered {
			t.Errorf("%s: %+v", tc[1], f)
		}
	}
}

func TestOnlyAKeptHashTellsARecordThatWasRewrittenWhole(t *testing.T) {
	kept := record.Audit(playedRecord(t, halfway...), "").Head.Hash
	if f := record.Audit(playedRecord(t, finished...), kept); f.Verdict != record.VerdictComplete {
		t.Errorf("the run went on, and its earlier head is in it: %+v", f)
	}
	rewritten := playedRecord(t, append([]run.Action{run.Note{Text: "another night"}}, finished...)...)
	if f := record.Audit(rewritten, ""); f.Verdict != record.VerdictComplete {
		t.Errorf("a chain alone can't tell: %+v", f)
	}
	if f := record.Audit(rewritten, kept); f.Verdict != record.VerdictAltered {
		t.Errorf("%+v", f)
	}
}

func TestAuditOfAnUnknownSchema(t *testing.T) {
	data := bytes.Replace(playedRecord(t), []byte("runbook-run/v0.2"), []byte("runbook-run/v9"), 1)
	if f := record.Audit(data, ""); f.Verdict != record.VerdictUnknown {
		t.Errorf("%+v", f)
	}
}

func TestKeysOfANewerRtutSurviveAWrite(t *testing.T) {
	p := load(t, recordtest.Gated)
	data := string(playedRecord(t, halfway...))
	for _, tc := range [][2]string{
		{`"pack_id":`, `"newer": {"deep": [1, 2.50, "x"]}, "pack_id":`},
		{`"state": "done"`, `"state": "done", "signed_by": "bo"`},
		{`"seq": 2,`, `"seq": 2, "origin": 12345678901234567890,`},
	} {
		data = strings.Replace(data, tc[0], tc[1], 1)
	}
	rec, err := record.Decode([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	next, _, err := run.Transition(p, rec, run.Actor{Name: "ana"}, run.Note{Text: "on it"}, dawn)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := json.Compact(&out, mustEncode(t, next)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"newer":{"deep":[1,2.50,"x"]}`, `"signed_by":"bo"`, `"origin":12345678901234567890`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s is gone", want)
		}
	}
}

// rehashed is the record with its chain made anew, as somebody would who knows how.
func rehashed(t testing.TB, text string) []byte {
	t.Helper()
	rec, err := record.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	record.Unseal(rec)
	for i := range rec.Events {
		rec.Events[i].Prev, rec.Events[i].Hash = "", ""
	}
	return mustEncode(t, rec)
}

// byNewer gives the last event of a record the digest that a newer rtut, which knows all that is in it, would have given it.
func byNewer(t testing.TB, text string) []byte {
	t.Helper()
	rec, err := record.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	last := len(rec.Events) - 1
	text = strings.Replace(text, rec.Events[last].Rest, record.RestHash([]byte(text)), 1)
	hash, err := record.EventHash([]byte(text), last)
	if err != nil {
		t.Fatal(err)
	}
	return []byte(strings.ReplaceAll(text, rec.Events[last].Hash, hash))
}

func TestAuditNoticesWhatAnotherReaderWouldReadDifferently(t *testing.T) {
	data := string(playedRecord(t, finished...))
	hash := record.Audit([]byte(data), "").Head.Hash
	for name, tc := range map[string]struct{ from, to string }{
		"a key twice":                  {`"outcome": "succeeded"`, `"outcome": "failed", "outcome": "succeeded"`},
		"a key twice, deeper":          {`"state": "done"`, `"state": "failed", "state": "done"`},
		"a key in capitals":            {`"outcome": "succeeded"`, `"OUTCOME": "failed", "outcome": "succeeded"`},
		"a character as an escape":     {`"comment": "well"`, `"comment": "w\u0065ll"`},
		"a half of a character":        {`"comment": "well"`, `"comment": "\ud800"`},
		"bytes that are no UTF-8":      {`"comment": "well"`, "\"comment\": \"\xff\""},
		"a number with a fraction":     {`"value": 4`, `"value": 4.0`},
		"a key beside the head":        {`"hash": "` + hash + "\"\n  }\n}", `"hash": "` + hash + "\", \"note\": 1}}"},
		"a head in capitals":           {`"head": {`, `"Head": {`},
		"a byte after the end":         {"\n}\n", "\n}\nx"},
		"the last byte another":        {"\n}\n", "\n}+"},
		"a second record after it":     {"\n}\n", "\n}\n{}"},
		"no head":                      {`"head": {`, `"hood": {`},
		"a revision of another number": {`"revision": 10`, `"revision": 11`},
	} {
		t.Run(name, func(t *testing.T) {
			i := strings.LastIndex(data, tc.from)
			if i < 0 {
				t.Fatalf("there is no %q", tc.from)
			}
			f := record.Audit([]byte(data[:i]+tc.to+data[i+len(tc.from):]), "")
			if f.Verdict != record.VerdictAltered {
				t.Errorf("%+v", f)
			}
		})
	}
}

func TestWhiteSpaceIsNoAlteration(t *testing.T) {
	var out bytes.Buffer
	if err := json.Compact(&out, playedRecord(t, finished...)); err != nil {
		t.Fatal(err)
	}
	if f := record.Audit(out.Bytes(), ""); f.Verdict != record.VerdictComplete {
		t.Errorf("%+v", f)
	}
}

func TestAnEventThatSkipsNumbersAtTheEndIsNoCut(t *testing.T) {
	data := spoiled(t, playedRecord(t, halfway...), func(events []any) []any {
		last := events[len(events)-1].(map[string]any)
		more := map[string]any{}
		for k, v := range last {
			more[k] = v
		}
		more["seq"] = len(events) + 5
		return append(events, more)
	})
	if f := record.Audit(data, ""); f.Verdict != record.VerdictAltered {
		t.Errorf("%+v", f)
	}
}

func TestAuditSaysWhatItCouldNotCompare(t *testing.T) {
	p := load(t, recordtest.Gated)
	note := func(data []byte) []byte {
		rec, err := record.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		next, _, err := run.Transition(p, rec, run.Actor{Name: "ana"}, run.Note{Text: "on it"}, dawn)
		if err != nil {
			t.Fatal(err)
		}
		return mustEncode(t, next)
	}
	once := note(byNewer(t, strings.Replace(string(playedRecord(t, halfway...)), `"pack_id":`, `"newer": 1, "pack_id":`, 1)))
	if f := record.Audit(once, ""); f.Verdict != record.VerdictUnfinished || f.Message != "" { // each write was with what is there now, or without it
		t.Errorf("%+v", f)
	}
	twice := note(byNewer(t, strings.Replace(string(once), `"newer": 1`, `"newer": 2`, 1)))
	f := record.Audit(twice, "")
	if f.Verdict != record.VerdictIncomparable || !f.Intact() || !strings.Contains(f.Message, "could not be compared") {
		t.Errorf("%+v", f)
	}
}

func TestAuditOfARecordWhoseEventsMakeNoSense(t *testing.T) {
	data := string(playedRecord(t, halfway...))
	from := strings.Index(data, `"new": {`)
	for name, text := range map[string]string{
		"no beginning": data[:from] + `"old": {` + data[from+len(`"new": {`):],
		"a change of a pack before the beginning": strings.Replace(data, `"new": {`,
			`"pack_change": {"steps": ["x"], "gates": ["y"], "datapoints": ["z"], "unverified": ["w"], "items": {}}, "old": {`, 1),
		"a datapoint before the beginning": strings.Replace(data, `"new": {`, `"datapoints": {"q": {"state": "nil"}}, "old": {`, 1),
	} {
		t.Run(name, func(t *testing.T) {
			if f := record.Audit(rehashed(t, text), ""); f.Verdict != record.VerdictAltered {
				t.Errorf("%+v", f)
			}
		})
	}
}

package record_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
	"rtut/run"
	"rtut/run/record"
)

// scalar is a value in a record that has none in it, and where its text is.
type scalar struct {
	path     []string
	from, to int
}

// scalarsIn are all of a record, found by the tokens of encoding/json.
func scalarsIn(t testing.TB, data []byte) (all []scalar) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(data))
	next := func() json.Token {
		token, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	var value func(path []string)
	value = func(path []string) {
		from := int(dec.InputOffset())
		from += len(data[from:]) - len(bytes.TrimLeft(data[from:], " \n,:"))
		delim, ok := next().(json.Delim)
		if ok && !dec.More() {
			next()
			ok = false
		}
		if !ok {
			all = append(all, scalar{slices.Clone(path), from, int(dec.InputOffset())})
			return
		}
		for i := 0; dec.More(); i++ {
			key := strconv.Itoa(i)
			if delim == '{' {
				key = next().(string)
			}
			value(append(path[:len(path):len(path)], key))
		}
		next()
	}
	value(nil)
	return all
}

// where says what a byte of a record lies in: the number of an event, or a top-level key, "" for neither.
func where(all []scalar, at int) (event int, key string) {
	for i, s := range all {
		if at < s.to || i == len(all)-1 {
			return record.EventOf(s.path), s.path[0]
		}
	}
	return 0, ""
}

// same reports whether two texts are the same JSON value.
func same(a, b []byte) bool {
	return json.Valid(b) && record.SameValue(a, b)
}

// isFixed reports whether a finding says that something which no event tells is another, a given key among it.
func isFixed(f record.Finding, key string) bool {
	return f.Seq == 1 && strings.Contains(f.Message, "outside the events") && slices.Contains(strings.FieldsFunc(f.Message, func(r rune) bool {
		return r == ' ' || r == ','
	}), key)
}

func TestAuditNamesWhateverValueBecameAnother(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	data := playedRecord(t, run.Verify{Item: "go", Answers: run.Answers{Confirm: true}}, run.Note{Text: "so be it"}, run.Finalize{Outcome: record.Abandoned}, run.AddFeedback{Rating: record.Poor})
	all := scalarsIn(t, data)
	others := []string{`"yesterday"`, `""`, `"2026-11-30T00:45:12+00:00"`, "7", "99", "-1", "1.5", "1e400", "null", "true", "false", "{}", "[]", `{"seq": 1}`, "[null]", "\"\xff\""}
	for _, s := range all {
		for _, other := range others {
			changed := slices.Concat(data[:s.from], []byte(other), data[s.to:])
			f := record.Audit(changed, "")
			path, event := strings.Join(s.path, "."), record.EventOf(s.path)
			field := f.Field != "" && (strings.HasPrefix(path+".", f.Field+".") || strings.HasPrefix(f.Field+".", path+"."))
			switch {
			case same(data, changed):
				if f.Verdict != record.VerdictComplete {
					t.Errorf("%s unchanged: %+v", path, f)
				}
			case path == "schema" && f.Verdict == record.VerdictUnknown && f.Field == "schema":
			case f.Verdict != record.VerdictAltered:
				t.Errorf("%s becomes %s: %+v", path, other, f)
			case event > 0 && f.Seq != event, event == 0 && !field && !isFixed(f, s.path[0]):
				t.Errorf("%s becomes %s, and that is not named: %+v", path, other, f)
			}
		}
	}
}

func TestAuditNamesThePlaceOfAnyByteThatBecameAnother(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	data := playedRecord(t, finished...)
	all := scalarsIn(t, data)
	rapid.Check(t, func(rt *rapid.T) {
		for range 20 {
			i := rapid.IntRange(0, len(data)-1).Draw(rt, "i")
			b := rapid.OneOf(rapid.Byte(), rapid.SampledFrom([]byte("{}[]\",:\\ \n\xff0"))).Draw(rt, "byte")
			changed := slices.Concat(data[:i], []byte{b}, data[i+1:])
			if why := misnamed(data, changed, all, i); why != "" {
				rt.Fatalf("byte %d of %q becomes %q: %s: %+v", i, data[max(0, i-30):min(len(data), i+30)], b, why, record.Audit(changed, ""))
			}
		}
	})
}

// quoted is a text as JSON has it.
func quoted(text string) []byte {
	data, _ := json.Marshal(text)
	return data
}

// misnamed says what is wrong with what an audit finds of a record after one byte of it became another; "" for nothing.
func misnamed(data, changed []byte, all []scalar, i int) string {
	f := record.Audit(changed, "")
	event, key := where(all, i)
	at := -1
	if text, ok := strings.CutPrefix(f.Message, "byte "); ok {
		at, _ = strconv.Atoi(text[:strings.IndexAny(text, ":,")])
	}
	near := at >= i-20 && at <= i+60
	switch {
	case same(data, changed):
		if f.Verdict != record.VerdictComplete {
			return "nothing has changed"
		}
	case f.Verdict == record.VerdictCut && i > all[len(all)-1].to: // what closes head or the record is as good as gone
	case key == "schema" && f.Verdict == record.VerdictUnknown:
	case f.Verdict != record.VerdictAltered:
		return "the wrong verdict"
	case event > 0 && f.Seq != event && f.Field != "events" && !near:
		return "its event is not named, nor the byte"
	case event == 0 && !near && !strings.EqualFold(key, strings.Split(f.Field, ".")[0]) && !isFixed(f, key) && !strings.Contains(f.Message, "only a newer version of rtut") &&
		!bytes.Contains(changed[max(0, i-60):min(len(changed), i+60)], quoted(strings.Split(f.Field, ".")[0])): // the key itself is another
		return "its field is not named, nor the byte"
	}
	return ""
}

// replaced is data with one text in it replaced, the last that there is.
func replaced(t testing.TB, data []byte, from, to string) []byte {
	t.Helper()
	i := bytes.LastIndex(data, []byte(from))
	if i < 0 {
		t.Fatalf("there is no %q", from)
	}
	return slices.Concat(data[:i], []byte(to), data[i+len(from):])
}

func TestAnAuditCallsCutOnlyWhatIsMissing(t *testing.T) {
	data := playedRecord(t, finished...)
	head := record.Audit(data, "").Head
	n := head.Seq
	seq := func(n int) string { return `"seq": ` + strconv.Itoa(n) }
	none := spoiled(t, data, func([]any) []any { return []any{} })
	eventsBut := func(without ...int) []byte {
		return spoiled(t, data, func(events []any) (left []any) {
			for i, e := range events {
				if !slices.Contains(without, i+1) {
					left = append(left, e)
				}
			}
			return left
		})
	}
	inEvents := bytes.Index(data, []byte(`"events"`))
	for name, tc := range map[string]struct {
		data    []byte
		verdict record.Verdict
		seq     int
		field   string
	}{
		"the number of the last event raised": {slices.Concat(data[:inEvents], bytes.Replace(data[inEvents:], []byte(seq(n)+",\n      \"at\""), []byte(seq(99)+",\n      \"at\""), 1)), record.VerdictAltered, n, ""},
		"the number of the first one raised":  {slices.Concat(data[:inEvents], bytes.Replace(data[inEvents:], []byte(seq(1)), []byte(seq(5)), 1)), record.VerdictAltered, 1, ""},
		"the number in the head raised":       {replaced(t, data, seq(n), seq(n+1)), record.VerdictAltered, 0, "head.seq"},
		"the number in the head lowered":      {replaced(t, data, seq(n), seq(n-1)), record.VerdictAltered, 0, "head.seq"},
		"the hash in the head":                {replaced(t, data, head.Hash, strings.Replace(head.Hash, "sha256:", "sha256:0", 1)), record.VerdictAltered, 0, "head.hash"},
		"no events":                           {none, record.VerdictCut, 1, ""},
		"another key than events":             {replaced(t, data, `"events"`, `"evdnts"`), record.VerdictAltered, 0, "events"},
		"events in capitals":                  {replaced(t, data, `"events"`, `"Events"`), record.VerdictAltered, 0, "events"},
		"events are nothing":                  {replaced(t, none, `"events":[]`, `"events":null`), record.VerdictAltered, 0, "events"},
		"the first event missing":             {eventsBut(1), record.VerdictCut, 1, ""},
		"two missing in two places":           {eventsBut(3, 5), record.VerdictCut, 3, ""},
		"the last two missing":                {eventsBut(n-1, n), record.VerdictCut, n - 1, ""},
		"one missing and a later one altered": {bytes.Replace(eventsBut(2), []byte(`"comment":"well"`), []byte(`"comment":"bad"`), 1), record.VerdictAltered, n, ""},
		"the end of an object missing":        {bytes.Replace(data, []byte("}\n  },\n  \"gates\""), []byte("} \n   ,\n  \"gates\""), 1), record.VerdictAltered, 0, "steps.gates"},
	} {
		t.Run(name, func(t *testing.T) {
			f := record.Audit(tc.data, "")
			if bytes.Equal(data, tc.data) || f.Verdict != tc.verdict || f.Seq != tc.seq || f.Field != tc.field {
				t.Errorf("%+v", f)
			}
		})
	}
}

func TestAuditSaysWhatAPersonCanLookUp(t *testing.T) {
	data := playedRecord(t, finished...)
	events := bytes.Index(data, []byte(`"events"`))
	inEvents := func(from, to string) []byte {
		return slices.Concat(data[:events], bytes.Replace(data[events:], []byte(from), []byte(to), 1))
	}
	note := strconv.Itoa(bytes.Index(data, []byte("<wait>")))
	at := strconv.Itoa(bytes.Index(data[events:], []byte(`"2026`)) + events)
	for want, changed := range map[string][]byte{
		"byte " + at + ", in at of event 1: it is not a time":                                                              inEvents(`"at": "2026`, `"at": "tomorrow 2026`),
		"byte " + note + ", in detail.note of event 5: it is not UTF-8":                                                    inEvents("<wait>", "\xffwait>"),
		"byte 5, in \ufffdchema: it is not UTF-8":                                                                          bytes.Replace(data, []byte(`"schema"`), []byte("\"\xffchema\""), 1),
		"byte 46, in run_id: it is a number":                                                                               bytes.Replace(data, []byte(`"run_id": `), []byte(`"run_id": 1, "old": `), 1),
		`byte 446, in "params.x\nunfinished: all is well": expected a string, a number, true, false, or an array of these`: bytes.Replace(data, []byte(`"params": {}`), []byte(`"params": {"x\nunfinished: all is well": {}}`), 1),
		"pack_id: it has no pack_id":                                                                                       bytes.Replace(data, []byte(`"pack_id"`), []byte(`"pack_ie"`), 1),
		"event 11 is not what was written: its hash does not match, and it has the number 1100":                            inEvents(`"seq": 11`, `"seq": 1100`),
		"params is not as rtut writes what the events lead to":                                                             bytes.Replace(data, []byte(`"params": {}`), []byte(`"params": null`), 1),
		"something outside the events is not what was written with event 1: one of schema, run_id, pack_id, pack_path, context, params, items": bytes.Replace(
			data, []byte(`"params": {}`), []byte(`"params": {"x": 1}`), 1),
	} {
		if f := record.Audit(changed, ""); f.Message != want {
			t.Errorf("%s\ninstead of\n%s", f.Message, want)
		}
	}
}

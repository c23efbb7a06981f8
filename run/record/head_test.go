package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rtut/pack"
)

// rated returns the text of a finished record with feedback.
func rated(t testing.TB) []byte {
	t.Helper()
	at := At(time.Date(2026, 11, 30, 0, 45, 12, 0, time.UTC))
	later := At(at.Add(time.Hour))
	rec := &Record{
		Schema: V02, RunID: "20261130T004512.000000Z-9f2c4a", Revision: 3, PackID: "drill", PackPath: "packs/drill/pack.yaml",
		Operator: "ana", CreatedAt: at, UpdatedAt: later, Outcome: new(Succeeded), FinishedAt: &later,
		Steps: map[string]*Step{"look": {State: Done, StartedAt: &at}},
		Gates: map[string]*Gate{"go": {State: Passed}}, Datapoints: map[string]*Datapoint{"lag": {State: OK}},
		PackDigest: "sha256:1", Context: Context{Project: "shop", Environment: pack.Staging}, ExerciseWrite: "exercised 2026-11-30 by ana",
		Deviations: []Deviation{{Kind: RedoDeviation, Item: "look", Reason: "again", By: "ana", At: at}},
		Feedback: []Feedback{
			{Rating: Poor, Comment: "too \"long\"\n", By: "bo", At: later},
			{Rating: Good, By: "ana", At: at},
		},
		Events: []Event{{Seq: 1, At: at, By: "ana", Action: VerbNew}},
	}
	data, err := rec.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestHeadIsWhatTheRecordSays(t *testing.T) {
	data := rated(t)
	rec, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	got, err := DecodeHead(data)
	if err != nil {
		t.Fatal(err)
	}
	want := HeadOf(rec)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got.Rating() != Good {
		t.Errorf("rating %s: that which was given last was expected", got.Rating())
	}
}

func TestHeadOfACutRecordIsRefused(t *testing.T) {
	data := bytes.TrimSpace(rated(t))
	for n := range data {
		var damage *DamagedError
		if _, err := DecodeHead(data[:n]); !errors.As(err, &damage) {
			t.Fatalf("cut after %d bytes: %v", n, err)
		}
	}
}

func TestHeadIsRefusedWhereItCannotBeCounted(t *testing.T) {
	for old, new := range map[string]string{
		`"runbook-run/v0.2"`: `"runbook-run/v9"`,
		`"drill"`:            `""`,
		`"succeeded"`:        `"splendid"`,
		`"outcome": `:        `"outcome": 7, "was": `,
		`"done"`:             `"passed"`,
		`"passed"`:           `"done"`,
		`"ok"`:               `""`,
		`"look": {`:          `"none": null, "look": {`,
		`"operator"`:         "\"oper\xff\x00ator\"",
	} {
		data := bytes.Replace(rated(t), []byte(old), []byte(new), 1)
		if _, err := DecodeHead(data); err == nil {
			t.Errorf("%s instead of %s is accepted", new, old)
		}
	}
	if _, err := DecodeHead([]byte(`{"schema":"runbook-run/v0.1","run_id":"r","pack_id":"p","outcome":null}`)); err == nil {
		t.Error("a record without any time is accepted")
	}
}

func TestMomentThatIsMissingIsTheOther(t *testing.T) {
	only := At(time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC))
	for _, h := range []Head{{CreatedAt: only}, {UpdatedAt: only}} {
		if h.Touched() != only || h.Began() != only {
			t.Errorf("%+v: touched %s, began %s", h, h.Touched(), h.Began())
		}
	}
}

func TestCleanSuccessHasNothingAgainstIt(t *testing.T) {
	clean := func() Head {
		return Head{
			Outcome: new(Succeeded), Steps: map[string]*HeadItem{"a": {State: Done}, "b": {State: Done}},
			Gates: map[string]*HeadItem{"g": {State: Passed}}, Datapoints: map[string]*HeadItem{"d": {State: OK}},
		}
	}
	if h := clean(); !h.Clean() {
		t.Error("a clean success is none")
	}
	for what, spoil := range map[string]func(h *Head){
		"unfinished":         func(h *Head) { h.Outcome = nil },
		"failed":             func(h *Head) { h.Outcome = new(FailedRun) },
		"abandoned":          func(h *Head) { h.Outcome = new(Abandoned) },
		"with a deviation":   func(h *Head) { h.Deviations = []Deviation{{Kind: RedoDeviation}} },
		"with a skip":        func(h *Head) { h.Steps["b"].State = Skipped },
		"with a pushed step": func(h *Head) { h.Steps["b"].State = Pushed },
		"with a pushed gate": func(h *Head) { h.Gates["g"].State = Pushed },
		"with a waived gate": func(h *Head) { h.Gates["g"].State = Waived },
		"with a pushed one":  func(h *Head) { h.Datapoints["d"].State = Pushed },
	} {
		h := clean()
		if spoil(&h); h.Clean() {
			t.Errorf("a run %s is clean", what)
		}
	}
}

// What encoding/json makes of the excerpt is what it makes of the whole, whatever else is there.
func TestExcerptLosesNothingThatIsAskedFor(t *testing.T) {
	type asked struct {
		A any `json:"a"`
		B any `json:"b_c"`
	}
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		text.WriteString(rapid.SampledFrom([]string{"{", " {\n", "{ "}).Draw(t, "open"))
		n := rapid.IntRange(0, 6).Draw(t, "fields")
		for i := range n {
			key := rapid.SampledFrom([]string{`"a"`, `"A"`, `"b_c"`, `"b\u005fc"`, `"x"`, `"a\""`, `"\\"`, `""`, `"{"`}).Draw(t, "key")
			value := rapid.SampledFrom([]string{
				`1`, `-2.5e3`, `true`, `null`, `""`, `"\\"`, `"\\\""`, `"a\"}]{"`, `"é\u2028"`, `{}`, `[]`, `[[{"a":1}], "]"]`, `{"a":{"b_c":[1,2]},"}":"\\"}`,
				"{ \"k\" :\n [ 1 , {} ] }",
			}).Draw(t, "value")
			gap := rapid.SampledFrom([]string{"", " ", "\r\n\t"}).Draw(t, "gap")
			text.WriteString(gap + key + gap + ":" + gap + value + gap)
			if i < n-1 {
				text.WriteString(",")
			}
		}
		text.WriteString(rapid.SampledFrom([]string{"}", " } ", "}\n"}).Draw(t, "close"))
		data := []byte(text.String())
		var whole, part asked
		if err := json.Unmarshal(data, &whole); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		short, valid := excerpt(data, []string{"a", "b_c"}, nil, nil)
		if !valid {
			t.Fatalf("%s is not valid", data)
		}
		if err := json.Unmarshal(short, &part); err != nil {
			t.Fatalf("%s of %s: %v", short, data, err)
		}
		if diff := cmp.Diff(whole, part); diff != "" {
			t.Fatalf("%s of %s:\n%s", short, data, diff)
		}
	})
}

// The scan and encoding/json agree on what is valid, and on where it ends, whatever is done to a text.
func TestScanAgreesOnWhatIsValid(t *testing.T) {
	seeds := []string{
		`{"a":[1,-0,0.5e+3,1E9,true,false,null,"x\"\\\u00e9"],"b":{}}`, "[ ]", " {\n        \"indented by many\" :\t[ ] }\r\n", `"01234567\n01234567"`, "-", "01", "1.", "1e",
		`"\x"`, `"\u12"`, "\"\x1f\"", "\"\xff\"", `{"a":1,}`, `[1,]`, `[,]`, `{,}`, `{1:2}`, `{"a" 1}`, "nul", "", "1 2", `{"a":1}}`, "[[[[]]]]", string(rated(t)),
	}
	agree := func(t interface{ Errorf(string, ...any) }, data []byte) {
		if _, got := excerpt(data, headNames, itemNames, itemFields); got != json.Valid(data) {
			t.Errorf("%q: valid %t", data, got)
		}
	}
	for _, seed := range seeds {
		agree(t, []byte(seed))
	}
	for _, deep := range []int{maxDepth - 1, maxDepth, maxDepth + 1} {
		agree(t, []byte(strings.Repeat("[", deep)+strings.Repeat("]", deep)))
		agree(t, []byte(strings.Repeat(`{"a":`, deep)+"1"+strings.Repeat("}", deep)))
	}
	rapid.Check(t, func(t *rapid.T) {
		data := []byte(rapid.SampledFrom(seeds).Draw(t, "seed"))
		for range rapid.IntRange(1, 3).Draw(t, "edits") {
			at := rapid.IntRange(0, len(data)).Draw(t, "at")
			put := rapid.SliceOfN(rapid.OneOf(rapid.Byte(), rapid.SampledFrom([]byte(`{}[]",:\u0123456789abcdefntr.-+eE `))), 0, 9).Draw(t, "put")
			cut := rapid.IntRange(0, min(9, len(data)-at)).Draw(t, "cut")
			data = slices.Concat(data[:at], put, data[at+cut:])
		}
		agree(t, data)
	})
}

// The states that a head takes from the excerpt are those that encoding/json takes from the whole.
func TestStatesAreThoseOfTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{`"state"`, `"State"`, `"st\u0061te"`, `"other"`, `"steps"`})
		value := rapid.SampledFrom([]string{`"done"`, `"todo"`, `null`, `{"state":"x"}`, `[]`, ` "failed" `})
		var items []string
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			var fields []string
			for range rapid.IntRange(0, 3).Draw(t, "fields") {
				fields = append(fields, word.Draw(t, "key")+": "+value.Draw(t, "value"))
			}
			item := rapid.SampledFrom([]string{"null", "{" + strings.Join(fields, ",") + "}"}).Draw(t, "item")
			items = append(items, rapid.SampledFrom([]string{`"a"`, `"b"`}).Draw(t, "id")+":"+item)
		}
		key := rapid.SampledFrom([]string{`"steps"`, `"STEPS"`, `"step\u0073"`, `"gates"`}).Draw(t, "of")
		data := []byte("{" + key + ": {" + strings.Join(items, ",") + "}, " + key + ": {}}")
		var whole, part Head
		wholeErr := json.Unmarshal(data, &whole)
		short, _ := excerpt(data, headNames, itemNames, itemFields)
		partErr := json.Unmarshal(short, &part)
		if (wholeErr == nil) != (partErr == nil) {
			t.Fatalf("%s: %v, of %s: %v", data, wholeErr, short, partErr)
		}
		if diff := cmp.Diff(whole, part); wholeErr == nil && diff != "" {
			t.Fatalf("%s of %s:\n%s", short, data, diff)
		}
	})
}

func TestHeadNamesAreThoseOfItsFields(t *testing.T) {
	var names []string
	for i := range reflect.TypeFor[Head]().NumField() {
		if name := reflect.TypeFor[Head]().Field(i).Tag.Get("json"); name != "-" { // that is looked for in the whole text
			names = append(names, name)
		}
	}
	if diff := cmp.Diff(names, headNames); diff != "" {
		t.Error(diff)
	}
}

// Whatever a file holds, a head is read or refused; where Decode reads the record, the head agrees with it.
func FuzzDecodeHead(f *testing.F) {
	f.Add(rated(f))
	for _, text := range []string{"", "{}", "[]", "null", `"x"`, "7", `{"schema":"runbook-run/v0.1","run_id":"r"}`, `{"feedback":[null]}`, "{\"a\":1}}"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		head, err := DecodeHead(data)
		rec, whole := Decode(data)
		if err != nil || whole != nil {
			return
		}
		if head.RunID != rec.RunID || head.PackID != rec.PackID || head.UpdatedAt != rec.UpdatedAt || len(head.Feedback) != len(rec.Feedback) {
			t.Errorf("%+v is not %+v", head, rec)
		}
	})
}

func BenchmarkDecodeHead(b *testing.B) {
	data := rated(b)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := DecodeHead(data); err != nil {
			b.Fatal(err)
		}
	}
}

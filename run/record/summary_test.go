package record

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// sumsUpAsTheHead holds the summary of a record to what DecodeHead makes of the same bytes, and DecodeSummary to an audit of them.
func sumsUpAsTheHead(t interface{ Fatalf(string, ...any) }, data []byte) {
	got, err := summaryOf(data)
	judged, refusal := DecodeSummary(data)
	if skim, err := SkimSummary(data); skim != judged && (err != nil || refusal == nil) {
		t.Fatalf("%q: skimmed %+v, %v, and judged %+v, %v", data, skim, err, judged, refusal)
	}
	var altered *AlteredError
	switch {
	case errors.As(refusal, &altered):
		if altered.Finding.Intact() || judged != (Summary{}) || sealed(data) {
			t.Fatalf("%q: %v, and the summary is %+v", data, refusal, judged)
		}
	case fmt.Sprint(err) != fmt.Sprint(refusal) || judged != got:
		t.Fatalf("%q: %+v, %v, and judged %+v, %v", data, got, err, judged, refusal)
	}
	head, headErr := DecodeHead(data)
	if fmt.Sprint(err) != fmt.Sprint(headErr) {
		t.Fatalf("%q: %v, and its head %v", data, err, headErr)
	}
	var want Summary
	if headErr == nil {
		want = head.Summary()
	}
	if !got.Finished() && bytes.Contains(data, []byte("feedback")) {
		want.Touched = got.Touched // which takes a look at the events
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%q:\n%s", data, diff)
	}
}

func TestRecordAsItIsWrittenIsOnlyGlancedAt(t *testing.T) {
	data := rated(t)
	if _, usual := glance(data); !usual {
		t.Error("it is taken for unusual")
	}
	sumsUpAsTheHead(t, data)
	for n := range data {
		if _, usual := glance(data[:n]); usual && n < len(data)-1 {
			t.Errorf("cut after %d bytes it is taken for usual", n)
		}
	}
}

// Whatever is put in the place of a part of a record, its summary is that of its head, or the same refusal.
func TestSummaryIsThatOfTheHead(t *testing.T) {
	whole := string(rated(t))
	parts := []string{
		`"schema"`, `"runbook-run/v0.2"`, `"run_id"`, `"pack_id"`, `"drill"`, `"operator"`, `"ana"`, `"created_at"`, `"context"`, `"staging"`, `"shop"`, `"outcome"`,
		`"succeeded"`, `"finished_at"`, `"steps"`, `"look"`, `"state"`, `"done"`, `"gates"`, `"passed"`, `"datapoints"`, `"ok"`, `"deviations"`, `"feedback"`,
		`"rating"`, `"poor"`, `"at"`, `"events"`, "[", "]", "{", "}", ",", ":", `"2026-11-30T01:45:12.000000Z"`, `"exercise_status"`,
	}
	others := slices.Concat(parts, []string{
		"", "null", "7", "true", "[]", "{}", `""`, `"STEPS"`, `"Steps"`, `"step\u0073"`, `"ſteps"`, `"\u0064one"`, "\"\xff\"", `"failed"`, `"skipped"`, `"waived"`, `"pushed"`,
		`{"state":"failed"}`, `"x":{"state":"failed"},"go"`, `"a":1,"a"`, `"state":"todo","state"`, `"state": "done", "State"`, "\xff", `"2026-11-30T00:00:00+02:00"`, `"2026-13-30T00:00:00Z"`,
		`{"rating":"good","at":"2027-01-01T00:00:00Z","comment":7},`, `null,`, "\x00", " ", "\\",
	})
	rapid.Check(t, func(t *rapid.T) {
		text := whole
		for range rapid.IntRange(1, 3).Draw(t, "edits") {
			old, new := rapid.SampledFrom(parts).Draw(t, "old"), rapid.SampledFrom(others).Draw(t, "new")
			places := strings.Split(text, old)
			at := rapid.IntRange(0, len(places)-1).Draw(t, "which")
			text = strings.Join(places[:at], old) + strings.Repeat(old, min(at, 1)) + places[at]
			if at+1 < len(places) {
				text += new + strings.Join(places[at+1:], old)
			}
		}
		sumsUpAsTheHead(t, []byte(text))
	})
}

func TestSummaryTellsWhatSpoilsACleanSuccess(t *testing.T) {
	for old, new := range map[string]string{`"done"`: `"skipped"`, `"passed"`: `"waived"`, `"ok"`: `"pushed"`, `"passed" `: `"pushed"`} {
		data := bytes.Replace(rated(t), []byte(strings.TrimSpace(old)), []byte(new), 1)
		data = bytes.Replace(data, []byte(`"deviations": [`), []byte(`"were": [`), 1)
		s, usual := glance(data)
		if !usual || s.Clean {
			t.Errorf("%s: usual %t, clean %t", new, usual, s.Clean)
		}
	}
	clean, usual := glance(bytes.Replace(rated(t), []byte(`"deviations": [`), []byte(`"were": [`), 1))
	if !usual || !clean.Clean || clean.StoppedByGate {
		t.Errorf("a clean success is not: usual %t, %+v", usual, clean)
	}
	stopped, _ := glance(bytes.Replace(rated(t), []byte(`"passed"`), []byte(`"failed"`), 1))
	failed, _ := glance(bytes.Replace(rated(t), []byte(`"done"`), []byte(`"failed"`), 1))
	if !stopped.StoppedByGate || failed.StoppedByGate {
		t.Errorf("stopped by a gate: %t; by a step: %t", stopped.StoppedByGate, failed.StoppedByGate)
	}
}

func FuzzDecodeSummary(f *testing.F) {
	f.Add(rated(f))
	f.Add([]byte(`{"schema":"runbook-run/v0.2","run_id":"r","pack_id":"p","created_at":"2026-11-30T00:00:00Z","steps":{"a":{"state":"done"}}}`))
	f.Fuzz(func(t *testing.T, data []byte) { sumsUpAsTheHead(t, data) })
}

func BenchmarkDecodeSummary(b *testing.B) {
	data := rated(b)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := DecodeSummary(data); err != nil {
			b.Fatal(err)
		}
	}
}

package record_test

import (
	"testing"
	"testing/fstest"
	"time"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

var dawn = time.Date(2026, 11, 30, 0, 45, 12, 123456000, time.UTC)

// load loads a pack from its text.
func load(t testing.TB, text string) *pack.Pack {
	t.Helper()
	p, diags, err := pack.Load(fstest.MapFS{"pack.yaml": {Data: []byte(text)}}, "pack.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if p == nil {
		t.Fatal(diags)
	}
	return p
}

// begin makes a run of p.
func begin(t testing.TB, p *pack.Pack) *record.Record {
	t.Helper()
	rec, _, err := run.Transition(p, nil, run.Actor{Name: "ana"}, run.New{RunID: "20261130T004512.123456Z-9f2c4a", PackPath: "pack.yaml", PackDigest: "sha256:1"}, dawn)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// on carries out actions of ana's and fails the test if one of them is refused.
func on(t testing.TB, p *pack.Pack, rec *record.Record, acts ...run.Action) *record.Record {
	t.Helper()
	for _, act := range acts {
		next, _, err := run.Transition(p, rec, run.Actor{Name: "ana"}, act, dawn)
		if err != nil {
			t.Fatalf("%s %+v: %s", act.Verb(), act, err)
		}
		rec = next
	}
	return rec
}

func mustEncode(t testing.TB, rec *record.Record) []byte {
	t.Helper()
	data, err := rec.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

package report

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// samples are the runs of which golden files are kept.
var samples = map[string]func(testing.TB) *play{"night": night, "unfinished": unfinished, "old": old}

// golden compares a document with testdata/<name>, or writes it anew.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// indented is a report as JSON.
func indented(t *testing.T, r Report) []byte {
	t.Helper()
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(r); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestReportTellsTheWholeRun(t *testing.T) {
	for name, sample := range samples {
		t.Run(name, func(t *testing.T) { golden(t, name+".json", indented(t, sample(t).report())) })
	}
}

func TestReportOfAFinishedRunIsTheSameWheneverItIsMade(t *testing.T) {
	p := night(t)
	first := p.report()
	if diff := cmp.Diff(indented(t, first), indented(t, Of(p.pack, p.rec, p.now.Add(1000*time.Hour)))); diff != "" {
		t.Errorf("a report made later differs:\n%s", diff)
	}
}

func TestReportWithoutThePackHasWhatTheRecordKnows(t *testing.T) {
	p := night(t)
	with, without := p.report(), Of(nil, p.rec, p.now)
	if without.Pack.Known || len(without.Stages) > 0 {
		t.Errorf("the pack is not known: %+v", without.Pack)
	}
	if len(without.Items) != len(with.Items) || len(without.Datapoints) != len(with.Datapoints) {
		t.Errorf("%d items and %d datapoints, not %d and %d", len(without.Items), len(without.Datapoints), len(with.Items), len(with.Datapoints))
	}
	if diff := cmp.Diff(indented(t, Report{Deviations: with.Deviations, Log: with.Log}), indented(t, Report{Deviations: without.Deviations, Log: without.Log})); diff != "" {
		t.Errorf("deviations and log:\n%s", diff)
	}
}

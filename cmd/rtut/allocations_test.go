package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"rtut/pack"
	"rtut/run"
	"rtut/run/operate"
	"rtut/run/record"
	"rtut/run/report"
	"rtut/run/report/markdown"
	"rtut/run/store"
)

// countedSteps is how many steps the smaller run has whose allocations are counted; the larger has four times as many.
const countedSteps = 20

// subject is what the functions of the table are given: a pack of many steps and its run, in which auto-confirm has done all of them.
type subject struct {
	text []byte // of pack.yaml
	pack *pack.Pack
	rec  *record.Record
	data []byte // of the record
}

// countedFunctions are the functions whose allocations are counted, and how many times as many they may make for four times the steps.
var countedFunctions = []struct {
	name    string
	growth  float64
	measure func(*subject)
}{
	{"pack.Parse", 4.5, func(s *subject) { pack.Parse(pack.FileName, s.text) }},
	{"run.Decode", 4.5, func(s *subject) { _, _ = record.Decode(s.data) }},
	{"run.DecodeSummary", 4.5, func(s *subject) { _, _ = record.DecodeSummary(s.data) }},
	{"run.Audit", 4.5, func(s *subject) { record.Audit(s.data, "") }},
	{"run.Transition, a note", 4.5, func(s *subject) {
		_, _, _ = run.Transition(s.pack, s.rec, run.Actor{Name: "ana"}, run.Note{Text: "x"}, countedAt)
	}},
	{"View.Items", 4.5, func(s *subject) { run.NewView(s.pack, s.rec, countedAt).Items() }},
	{"View.Next", 4.5, func(s *subject) { run.NewView(s.pack, s.rec, countedAt).Next() }},
	{"operate.NextAction", 4.5, func(s *subject) { operate.NextAction(run.NewView(s.pack, s.rec, countedAt)) }},
	{"report.Of", 4.5, func(s *subject) { report.Of(s.pack, s.rec, countedAt) }},
	{"markdown.Write", 4.5, func(s *subject) { _ = markdown.Write(io.Discard, report.Of(s.pack, s.rec, countedAt)) }},
}

var countedAt = time.Unix(1_800_000_000, 0)

// allocations are how many a function makes for the smaller and for the larger run.
type allocations struct {
	name      string
	few, many float64
	growth    float64 // that is allowed
}

// TestCountsOfAllocations holds the allocations of functions to testdata/allocations.txt: they may be a quarter more, as versions of Go
// differ, and grow with the steps by as much as the table of functions allows. -update writes the table, to be read in review.
func TestCountsOfAllocations(t *testing.T) {
	startsManyPrograms(t)
	few, many := newSubject(t, countedSteps), newSubject(t, 4*countedSteps)
	t.Run("are those of the table", func(t *testing.T) { holdAllocations(t, few, many) })
	t.Run("show what is done twice, and a loop too many", func(t *testing.T) { findRegressions(t, few, many) })
}

func holdAllocations(t *testing.T, few, many *subject) {
	var got []allocations
	for _, f := range countedFunctions {
		got = append(got, allocations{f.name, allocationsOf(few, f.measure), allocationsOf(many, f.measure), f.growth})
	}
	golden := filepath.Join("testdata", "allocations.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(allocationsTable(got)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, difference := range differentAllocations(readAllocations(t, golden), got) {
		t.Error(difference)
	}
}

// findRegressions makes two on purpose: it decodes a record twice, and goes over all events for each step.
func findRegressions(t *testing.T, few, many *subject) {
	once := func(s *subject) { _, _ = record.Decode(s.data) }
	twice := func(s *subject) { once(s); once(s) }
	square := func(s *subject) {
		for range s.rec.Steps {
			for range s.rec.Events {
				kept = new(int)
			}
		}
	}
	for _, c := range []struct {
		was, is func(*subject)
		want    string
	}{
		{once, once, ""},
		{once, twice, "f: more allocations at 20 steps than the table has: "},
		{square, square, "f: 15."},
	} {
		want := []allocations{{name: "f", few: allocationsOf(few, c.was)}}
		got := differentAllocations(want, []allocations{{"f", allocationsOf(few, c.is), allocationsOf(many, c.is), 4.5}})
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], c.want)) {
			t.Errorf("%q, expected %q", got, c.want)
		}
	}
	if got := differentAllocations(nil, []allocations{{name: "f"}}); len(got) != 1 || got[0] != "the table does not have f; run with -update" {
		t.Errorf("%q", got)
	}
}

var kept *int

func allocationsOf(s *subject, measure func(*subject)) float64 {
	return testing.AllocsPerRun(2, func() { measure(s) })
}

// passing is a shell in which each command ends with 0.
type passing struct{}

func (passing) Run(context.Context, run.Job, io.Writer) (run.Observation, error) {
	return run.Observation{}, nil
}
func (passing) Missing(pack.Needs) (tools, env []string)  { return nil, nil }
func (passing) Wait(context.Context, time.Duration) error { return nil }

// longPack is the text of a pack with so many steps.
func longPack(steps int) []byte {
	var text bytes.Buffer
	text.WriteString("schema: runbook-pack/v0.2\nid: long\ntitle: Long\nowner: ops\nexercise_status: never\nsteps:\n")
	for i := range steps {
		fmt.Fprintf(&text, "  - { id: s%d, title: Step, effect: read-only, verify: { kind: exit-code, command: 'true' } }\n", i)
	}
	return text.Bytes()
}

func newSubject(t *testing.T, steps int) *subject {
	t.Helper()
	s := &subject{text: longPack(steps)}
	var found pack.Diagnostics
	if s.pack, found = pack.Parse(pack.FileName, s.text); s.pack == nil {
		t.Fatal(found)
	}
	records := &store.Mem{}
	session := &run.Session{
		Pack: s.pack, Store: records, Shell: passing{}, By: "ana", Host: "bastion", PID: 4711, Clock: func() time.Time { return countedAt },
		PackRevision: func() (pack.Revision, error) { return pack.Revision{Digest: "sha256:1"}, nil },
		Env:          func(string) ([]string, error) { return nil, nil },
	}
	if _, err := session.New(t.Context(), run.New{RunID: "r", PackPath: "pack.yaml", Mode: record.AutoConfirm}); err != nil {
		t.Fatal(err)
	}
	for range steps {
		if tick, err := session.Tick(t.Context(), "r", io.Discard); err != nil || tick.Result != run.TickActed {
			t.Fatal(tick, err)
		}
	}
	var err error
	if s.rec, err = records.Load(t.Context(), "r"); err != nil {
		t.Fatal(err)
	}
	if s.data, err = s.rec.Encode(); err != nil {
		t.Fatal(err)
	}
	return s
}

// allocationsTable writes allocations as a table, a row for each function.
func allocationsTable(all []allocations) string {
	var out strings.Builder
	w := tabwriter.NewWriter(&out, 0, 1, 1, ' ', 0)
	fmt.Fprintf(w, "function\t| at %d steps\t| at %d\t| allowed growth\n", countedSteps, 4*countedSteps)
	for _, a := range all {
		fmt.Fprintf(w, "%s\t| %.0f\t| %.0f\t| %.1f\n", a.name, a.few, a.many, a.growth)
	}
	_ = w.Flush() // of a strings.Builder, which takes all
	return out.String()
}

func readAllocations(t *testing.T, name string) []allocations {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var all []allocations
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if strings.TrimSpace(cells[0]) == "function" {
			continue
		}
		if len(cells) != 4 {
			t.Fatalf("%s: %q has %d columns", name, line, len(cells))
		}
		a := allocations{name: strings.TrimSpace(cells[0])}
		for i, n := range []*float64{&a.few, &a.many, &a.growth} {
			if *n, err = strconv.ParseFloat(strings.TrimSpace(cells[i+1]), 64); err != nil {
				t.Fatalf("%s: %q: %v", name, line, err)
			}
		}
		all = append(all, a)
	}
	return all
}

// differentAllocations says what allocates more than the table has, or grows faster than is allowed.
func differentAllocations(want, got []allocations) []string {
	var all []string
	for _, g := range got {
		at := slices.IndexFunc(want, func(w allocations) bool { return w.name == g.name })
		switch {
		case at < 0:
			all = append(all, "the table does not have "+g.name+"; run with -update")
		case g.few > 1.25*want[at].few+10:
			all = append(all, fmt.Sprintf("%s: more allocations at %d steps than the table has: %.0f, expected %.0f", g.name, countedSteps, g.few, want[at].few))
		case g.many > g.growth*g.few+10:
			all = append(all, fmt.Sprintf("%s: %.1f times the allocations for 4 times the steps, expected %.1f at most", g.name, g.many/g.few, g.growth))
		}
	}
	return all
}

package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rtut/pack"
	"rtut/run/record"
)

func TestSummaryIsTheMedianAndTheMiddleHalf(t *testing.T) {
	if got, want := summarize([]float64{9, 1, 8, 2, 7, 3, 6, 4, 5}), (summary{3, 5, 7}); got != want {
		t.Errorf("%v, expected %v", got, want)
	}
	if got, want := summarize([]float64{4}), (summary{4, 4, 4}); got != want {
		t.Errorf("%v, expected %v", got, want)
	}
}

// The one and the other are measured by turns, and the first time of each does not count.
func TestPairsAreMeasuredByTurns(t *testing.T) {
	var order []string
	n := 0.0
	f, err := pair(3, func() (float64, error) {
		order, n = append(order, "ours"), n+1
		return 10 * n, nil
	}, func() (float64, error) {
		order = append(order, "theirs")
		return 5, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(order, " "); got != "ours theirs theirs ours ours theirs theirs ours" {
		t.Error(got)
	}
	if f.ours != (summary{20, 30, 30}) || f.ratio.median != 6 {
		t.Errorf("%+v", f)
	}
	failed := errors.New("it failed")
	if _, err := pair(3, func() (float64, error) { return 0, failed }, nil); !errors.Is(err, failed) {
		t.Errorf("%v", err)
	}
}

func TestFigureIsHeldToItsGoal(t *testing.T) {
	for _, c := range []struct {
		figure figure
		met    bool
		line   string
	}{
		{
			figure{row: "start", what: "rtut version", peer: "hello", unit: seconds, ours: summary{0.003, 0.004, 0.005}, ratio: summary{1, 1.25, 2}, goal: 1.5},
			true,
			"start: rtut version: 4.0 ms, 1.25x (1.00 to 2.00), goal 1.5x: within its goal",
		},
		{
			figure{row: "start", what: "rtut version", peer: "hello", unit: seconds, ours: summary{3, 4, 5}, ratio: summary{1, 1.75, 2}, goal: 1.5},
			false,
			"start: rtut version: 4.00 s, 1.75x (1.00 to 2.00), goal 1.5x: NOT within its goal",
		},
		{
			figure{row: "size", what: "the program", unit: megabytes, ours: summary{18, 18, 18}, goal: 20},
			true,
			"size: the program: 18.0 MB, no peer, goal 20.0 MB: within its goal",
		},
		{figure{row: "scan", what: "score", fault: "jq is not installed"}, false, "scan: score: not measured: jq is not installed"},
	} {
		if got := c.figure.line(); got != c.line || c.figure.met() != c.met {
			t.Errorf("%s\nexpected %s", got, c.line)
		}
	}
}

// A document with a figure that was not measured is not met, and says so in its table.
func TestDocumentHasWhatWasMeasured(t *testing.T) {
	d := document{machine: "2 processors", options: options{samples: 9, records: 100, steps: 20}, figures: []figure{
		{row: "among", what: "one among many", peer: "one alone", unit: seconds, ours: summary{0.01, 0.02, 0.03}, theirs: summary{0.01, 0.02, 0.03}, ratio: summary{0.9, 1, 1.1}, goal: 1.1},
		{row: "scan", what: "score", peer: "jq", fault: "jq is not installed\nmore"},
	}}
	text := d.text()
	for _, want := range []string{
		"Measured on 2 processors. 9 samples, 100 records, 20 steps.\n",
		"\n## One run among many\n\n| what | took | beside | took | ratio | goal | within |\n",
		"| one among many | 20 ms (10 ms to 30 ms) | one alone | 20 ms (10 ms to 30 ms) | 1.00x (0.90 to 1.10) | 1.1x | yes |\n",
		"The id is the name of the file, so only that record is opened.\n",
		"| score | not measured: jq is not installed | jq |  |  |  | no |\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not there:\n%s", want, text)
		}
	}
	if d.met() || strings.Contains(text, "Both stay under") {
		t.Error(text)
	}
}

// Each row has its notes, and there are no others.
func TestNotesAreOfTheRows(t *testing.T) {
	head, told := readNotes(notes)
	if !strings.HasPrefix(head, "# Performance\n") {
		t.Error(head)
	}
	for name := range told {
		if !slices.Contains(rowNames(), name) {
			t.Errorf("the notes have %s, which is no row", name)
		}
	}
	for _, name := range rowNames() {
		if told[name] == "" {
			t.Errorf("the notes say nothing of %s", name)
		}
	}
}

func TestBenchmarksOfGoAreRead(t *testing.T) {
	got := measured("goos: linux\nBenchmarkNext/1000_items-2   \t 20\t  1100000 ns/op\nBenchmarkNext/1000_items-2 20 1200000 ns/op 3 B/op\nPASS\n")
	if want := []float64{0.0011, 0.0012}; !slices.Equal(got["Next/1000_items"], want) {
		t.Errorf("%v, expected %v", got, want)
	}
}

func TestRowsAreChosenByName(t *testing.T) {
	o := options{samples: 9, records: 100, steps: 20, only: "scan,start"}
	chosen, err := o.rows()
	if err != nil || len(chosen) != 2 || chosen[0].name != "scan" {
		t.Errorf("%v, %v", chosen, err)
	}
	o.only = "scam"
	if _, err := o.rows(); err == nil || !strings.HasPrefix(err.Error(), "there is no row scam. Expected some of: start, validate, ") {
		t.Errorf("%v", err)
	}
	o = options{records: 100, steps: 20}
	if _, err := o.rows(); err == nil {
		t.Error("no samples are enough")
	}
}

// The inputs are packs and records that rtut takes, with nothing wrong in them.
func TestInputsAreTaken(t *testing.T) {
	for steps, text := range map[int]string{50: packText(50), 20_000: shortPackText(20_000)} {
		p, found := pack.Parse(pack.FileName, []byte(text))
		if p == nil || len(p.Graph().Items()) != steps {
			t.Errorf("%d steps: %v", steps, found)
		}
	}
	dir := t.TempDir()
	if err := plantRecords(dir, 40); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) != 40 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := record.Decode(data)
		if err != nil || !rec.Finished() || len(data) > 41<<10 {
			t.Errorf("%s: %d bytes, %v", file, len(data), err)
		}
	}
}

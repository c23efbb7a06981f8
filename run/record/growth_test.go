package record_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"rtut/run"
	"rtut/run/record"
	"rtut/run/recordtest"
)

// night is the file of a run in which so many notes were written, one after the other.
func night(t testing.TB, notes int) []byte {
	t.Helper()
	p := load(t, recordtest.Gated)
	rec := begin(t, p)
	mustEncode(t, rec)
	for range notes {
		next, _, err := run.Transition(p, rec, run.Actor{Name: "ana"}, run.Note{Text: strings.Repeat("as it is. ", 10)}, dawn)
		if err != nil {
			t.Fatal(err)
		}
		rec = next
		mustEncode(t, rec)
	}
	data := mustEncode(t, rec)
	if found := record.Audit(data, ""); found.Verdict != record.VerdictUnfinished {
		t.Fatalf("%+v", found)
	}
	return data
}

// write adds an event to a record, as a command does.
func write(t testing.TB, data []byte) []byte {
	t.Helper()
	rec, err := record.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	next, _, err := run.Transition(load(t, recordtest.Gated), rec, run.Actor{Name: "ana"}, run.Note{Text: "once more"}, dawn)
	if err != nil {
		t.Fatal(err)
	}
	return mustEncode(t, next)
}

// A long night must not slow down what is done in it: four times the events cost four times as much at most, never the square.
func TestCostGrowsWithTheEventsAndNotWithTheirSquare(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	for name, do := range map[string]func(data []byte){
		"audit": func(data []byte) { record.Audit(data, "") },
		"write": func(data []byte) { write(t, data) },
		"scan":  func(data []byte) { _, _ = record.DecodeSummary(data) },
		"write on an altered record": func(data []byte) {
			write(t, bytes.Replace(data, []byte(`"state": "todo"`), []byte(`"state": "done"`), 1))
		},
	} {
		allocations := func(notes int) float64 {
			data := night(t, notes)
			return testing.AllocsPerRun(3, func() { do(data) })
		}
		if few, many := allocations(50), allocations(200); many > 5*few+1 {
			t.Errorf("%s: %v allocations with 50 events, %v with 200", name, few, many)
		}
	}
}

func BenchmarkAudit(b *testing.B) {
	for _, notes := range []int{100, 1000} {
		data := night(b, notes)
		b.Run(fmt.Sprintf("%d events", notes+1), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				record.Audit(data, "")
			}
		})
	}
}

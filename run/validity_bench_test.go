package run

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
)

// long is a pack of n steps in sequence, every tenth of which measures a value that the next one reads, and a run of it in which
// half of them are done.
func long(t testing.TB, n int) (*pack.Pack, *record.Record) {
	t.Helper()
	var text strings.Builder
	text.WriteString("schema: runbook-pack/v0.2\nid: long\ntitle: Long\norder: sequential\ndatapoints:\n")
	for i := 0; i < n; i += 10 {
		fmt.Fprintf(&text, "  - { id: d%d, title: D, type: int }\n", i)
	}
	text.WriteString("steps:\n")
	for i := range n {
		switch i % 10 {
		case 0:
			fmt.Fprintf(&text, "  - { id: s%d, title: S, effect: read-only, produces: [d%d] }\n", i, i)
		case 1:
			fmt.Fprintf(&text, "  - { id: s%d, title: S, verify: { kind: expression, expr: d%d > 0 } }\n", i, i-1)
		default:
			fmt.Fprintf(&text, "  - { id: s%d, title: S }\n", i)
		}
	}
	p := load(t, text.String())
	rec := begin(t, p)
	for i := range n / 2 {
		id, now := fmt.Sprint("s", i), record.At(dawn.Add(time.Duration(i)*time.Second))
		half := &transition{pack: p, rec: rec, by: Actor{Name: "ana"}, now: now}
		half.emit(record.VerbStart, id, record.Running, record.Detail{})
		half.emit(record.VerbVerify, id, "", record.Detail{Verification: &record.Result{Passed: true, At: now}})
		d := record.Detail{}
		if i%10 == 0 {
			d.Datapoints = map[string]*record.Datapoint{fmt.Sprint("d", i): {State: record.Set, Value: value.StringValue("1"), How: record.Produced, At: &now}}
		}
		half.emit(record.VerbDone, id, record.Done, d)
	}
	return p, rec
}

// What is next, and the rule behind it, cost as much as there are items and events, and not their square.
func TestCostOfTheRuleGrowsWithTheItems(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	allocations := func(n int) float64 {
		p, rec := long(t, n)
		return testing.AllocsPerRun(3, func() { NewView(p, rec, dawn).Next() })
	}
	if few, many := allocations(200), allocations(800); many > 5*few {
		t.Errorf("%v allocations with 200 items, %v with 800", few, many)
	}
}

func BenchmarkNext(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		p, rec := long(b, n)
		b.Run(fmt.Sprintf("%d items", n), func(b *testing.B) {
			for b.Loop() {
				NewView(p, rec, dawn).Next()
			}
		})
	}
}

func BenchmarkVerify(b *testing.B) {
	for _, n := range []int{50, 10_000} {
		p, rec := long(b, n)
		rec = on(b, p, rec, Start{Item: fmt.Sprint("s", n/2)})
		b.Run(fmt.Sprintf("%d items", n), func(b *testing.B) {
			for b.Loop() {
				on(b, p, rec, Verify{Item: fmt.Sprint("s", n/2), Answers: Answers{Confirm: true}})
			}
		})
	}
}

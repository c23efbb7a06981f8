package tui

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"rtut/run"
)

// bigPack has so many steps, ten to a stage, and a gate that waits for all of them. In a chain every step comes after the
// one before.
func bigPack(steps int, chain bool) string {
	var b strings.Builder
	order := ""
	if chain {
		order = "order: sequential, "
	}
	fmt.Fprintf(&b, "schema: runbook-pack/v0.2\nid: big\ntitle: Big\nowner: ops\n%s\nstages:\n", strings.TrimSuffix(order, ", "))
	for i := range steps {
		if i%10 == 0 {
			fmt.Fprintf(&b, "  - { id: stage-%d, title: Stage %d, %ssteps: [\n", i/10, i/10, order)
		}
		if steps > 5000 { // a pack has at most 1 MiB
			fmt.Fprintf(&b, "{ id: step-%d, title: Do number %d },\n", i, i)
		} else {
			fmt.Fprintf(&b, "      { id: step-%d, title: Do the thing number %d, instruction: 'Look at **it**, then do it.' },\n", i, i)
		}
		if i%10 == 9 || i == steps-1 {
			b.WriteString("    ] }\n")
		}
	}
	b.WriteString("gates:\n  - { id: all, title: All of it is done, checks: [{ id: seen, kind: manual, prompt: Look. }] }\n")
	return b.String()
}

// bigBench is a run of a pack of so many steps, at 200x60.
func bigBench(b testing.TB, steps int, chain bool) *bench {
	b.Helper()
	table := newBench(b, bigPack(steps, chain), 200, 60)
	table.newRun(run.New{})
	table.m = New(context.Background(), table.world, Start{})
	table.m.push(newRunScreen(newSnapshot(table.place, 0, table.record(), table.clock)))
	table.m.width, table.m.height, table.m.sight = 200, 60, seen
	return table
}

// onBigPacks runs a benchmark with packs of 50 and of 20,000 steps, each for itself and each after the one before.
func onBigPacks(b *testing.B, do func(b *testing.B, table *bench)) {
	for _, chain := range []bool{false, true} {
		for _, steps := range []int{50, 20_000} {
			name := fmt.Sprintf("apart/%d", steps)
			if chain {
				name = fmt.Sprintf("chain/%d", steps)
			}
			b.Run(name, func(b *testing.B) {
				do(b, bigBench(b, steps, chain))
			})
		}
	}
}

func BenchmarkFrame(b *testing.B) {
	onBigPacks(b, func(b *testing.B, table *bench) {
		for b.Loop() {
			table.m.View()
		}
	})
}

// A key press is the update and the frame after it, with another item laid out.
func BenchmarkKey(b *testing.B) {
	onBigPacks(b, func(b *testing.B, table *bench) {
		keys := []string{"j", "k"}
		for i := 0; b.Loop(); i++ {
			table.m.Update(keyPress(keys[i%2]))
			table.m.View()
		}
	})
}

// From end to end is the worst key press: every row changes, and the gate that waits for all of the steps is laid out.
func BenchmarkKeyToTheEnd(b *testing.B) {
	onBigPacks(b, func(b *testing.B, table *bench) {
		keys := []string{"G", "g"}
		for i := 0; b.Loop(); i++ {
			table.m.Update(keyPress(keys[i%2]))
			table.m.View()
		}
	})
}

// BenchmarkNews is the first frame after the run has changed.
func BenchmarkNews(b *testing.B) {
	for seen := range tabCount {
		b.Run(tabNames[seen], func(b *testing.B) {
			onBigPacks(b, func(b *testing.B, table *bench) {
				s := table.m.run()
				s.tab = seen
				for b.Loop() {
					news := *s.snap
					s.see(&news, false)
					table.m.View()
				}
			})
		})
	}
}

// The cost of a frame must not grow with the pack: what is not seen is not rendered.
func TestOnlyWhatIsSeenIsRendered(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	for _, chain := range []bool{false, true} {
		for seen := range tabCount {
			costsNoMore(t, chain, tabNames[seen], func(table *bench) {
				table.m.run().tab = seen
				table.m.View()
			})
		}
	}
}

// Nor must the cost of a key: of what an item waits for and what waits for it, the first are said.
func TestKeyPressCostsTheSameInEveryPack(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	for _, chain := range []bool{false, true} {
		for name, keys := range map[string][]string{"up and down": {"j", "k"}, "to the ends": {"G", "g"}, "a page": {"pgdown", "pgup"}} {
			costsNoMore(t, chain, name, func(table *bench) {
				for _, k := range keys {
					table.m.Update(keyPress(k))
					table.m.View()
				}
			})
		}
	}
}

// costsNoMore fails if something takes half as many allocations again in a pack of 2,000 steps as in one of 100.
func costsNoMore(t *testing.T, chain bool, name string, do func(table *bench)) {
	t.Helper()
	allocations := func(steps int) float64 {
		table := bigBench(t, steps, chain)
		return testing.AllocsPerRun(5, func() { do(table) })
	}
	if few, many := allocations(100), allocations(2000); many > 1.5*few {
		t.Errorf("%s, in a chain %t: %v allocations in a pack of 2000 steps, %v in one of 100", name, chain, many, few)
	}
}

package tui

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"rtut/run"
)

// bigPack has so many steps, ten to a stage.
func bigPack(steps int) string {
	var b strings.Builder
	b.WriteString("schema: runbook-pack/v0.2\nid: big\ntitle: Big\nowner: ops\nstages:\n")
	for i := range steps {
		if i%10 == 0 {
			fmt.Fprintf(&b, "  - id: stage-%d\n    title: Stage %d\n    steps:\n", i/10, i/10)
		}
		fmt.Fprintf(&b, "      - { id: step-%d, title: Do the thing number %d, instruction: 'Look at **it**, then do it.' }\n", i, i)
	}
	return b.String()
}

// bigBench is a run of a pack of so many items, at 200x60.
func bigBench(b testing.TB, items int) *bench {
	b.Helper()
	table := newBench(b, bigPack(items), 200, 60)
	table.newRun(run.New{})
	table.m = New(context.Background(), table.world, Start{})
	table.m.push(newRunScreen(newSnapshot(table.place, "", table.record(), table.clock)))
	table.m.width, table.m.height = 200, 60
	return table
}

func BenchmarkFrame(b *testing.B) {
	for _, items := range []int{50, 2000} {
		b.Run(fmt.Sprint(items), func(b *testing.B) {
			table := bigBench(b, items)
			for b.Loop() {
				table.m.View()
			}
		})
	}
}

func BenchmarkKey(b *testing.B) {
	for _, items := range []int{50, 2000} {
		b.Run(fmt.Sprint(items), func(b *testing.B) {
			table := bigBench(b, items)
			keys := []string{"j", "k"}
			for i := 0; b.Loop(); i++ {
				table.m.Update(keyPress(keys[i%2]))
				table.m.View()
			}
		})
	}
}

// The cost of a frame must not grow with the pack: what is not seen is not rendered.
func TestOnlyWhatIsSeenIsRendered(t *testing.T) {
	allocations := func(items int, seen tab) float64 {
		table := bigBench(t, items)
		table.m.run().tab = seen
		return testing.AllocsPerRun(5, func() { table.m.View() })
	}
	for seen := range tabCount {
		few, many := allocations(100, seen), allocations(2000, seen)
		if many > 1.5*few {
			t.Errorf("%s: a frame of 2000 items takes %v allocations, one of 100 %v", tabNames[seen], many, few)
		}
	}
}

package draft

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkPlanAtAllBounds applies a plan of 32 commands, near 128 KiB, to a draft of 64 steps.
func BenchmarkPlanAtAllBounds(b *testing.B) {
	d := create(b, recipeOf(repeated(32, numbered)))
	d = apply(b, d, batch(repeated(31, func(i int) string { return add(fmt.Sprintf("m%d", i), "$root", 32, tool("M")) })))
	long := strings.Repeat("x", 3900)
	inputs := each(40, `"i%d": {"kind": "node_result", "nodeId": "s0", "select": "data"}`)
	commands := repeated(31, func(i int) string { return update(fmt.Sprintf("m%d", i), `{"title": `+quote(long[:160])+`}`) })
	plan := batch(commands, add("big", "$root", 63, agent("Big", `"prompt": `+quote(strings.Repeat("x", 8192)), `"inputs": {`+inputs+`}`)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := wide().Apply(d, 2, []byte(plan), stamp()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLateFault applies one whose last command leaves a step without what it takes, which is looked for in all before it.
func BenchmarkLateFault(b *testing.B) {
	d := create(b, recipeOf(repeated(31, numbered)))
	d = apply(b, d, batch(repeated(32, func(i int) string { return add(fmt.Sprintf("m%d", i), "$root", 31, tool("M")) })))
	d = apply(b, d, batch(update("m0", `{"title": "x"}`), add("z", "$root", 63, agent("Z", `"inputs": {"it": {"kind": "node_result", "nodeId": "s0", "select": "data"}}`))))
	plan := batch(remove("s0"), repeated(31, func(i int) string { return update(fmt.Sprintf("m%d", i), `{"title": "y"}`) }))
	for b.Loop() {
		if _, err := language().Apply(d, 3, []byte(plan), stamp()); err == nil {
			b.Fatal("taken")
		}
	}
}

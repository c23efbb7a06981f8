package run

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rtut/pack"
)

// drawPack draws the text of a pack of stages within stages, with gates, datapoints, alternatives and requirements. Items
// require only what was written before them in their own stage or in stages before, so that there is no cycle.
func drawPack(t *rapid.T) string {
	d := &packDrawer{t: t}
	d.line(0, "schema: runbook-pack/v0.2\nid: drawn\ntitle: Drawn\ndefaults: { timeout: 5m, on_timeout: %s }", d.oneOf("stop", "push-through"))
	d.line(0, "datapoints:\n  - { id: d0, title: D0, type: int, initial: 1 }")
	points := rapid.IntRange(1, 3).Draw(t, "datapoints")
	for i := 1; i <= points; i++ {
		d.line(1, "- { id: d%d, title: D%d, type: int%s }", i, i, d.oneOf("", "", ", max_age: 5m"))
	}
	d.datapoints = points
	if d.chance() {
		d.line(0, "order: sequential")
	}
	d.stage(0, 2)
	return d.text.String()
}

type packDrawer struct {
	t          *rapid.T
	text       strings.Builder
	steps      []string // written so far
	gates      int
	stages     int
	datapoints int
	made       []int    // datapoints that some step written so far produces
	before     []string // ids that may be required
}

func (d *packDrawer) line(indent int, format string, args ...any) {
	for _, l := range strings.Split(fmt.Sprintf(format, args...), "\n") {
		d.text.WriteString(strings.Repeat("  ", indent) + l + "\n")
	}
}

func (d *packDrawer) chance() bool { return rapid.Bool().Draw(d.t, "chance") }

func (d *packDrawer) oneOf(words ...string) string { return rapid.SampledFrom(words).Draw(d.t, "word") }

// stage draws steps, nested stages and gates. A gate waits for all steps of its stage, so nothing in the stage may require
// it: it joins what may be required afterwards.
func (d *packDrawer) stage(indent, depth int) {
	d.line(indent, "steps:")
	for range rapid.IntRange(1, 3).Draw(d.t, "steps") {
		d.step(indent + 1)
	}
	if depth > 0 && d.chance() {
		d.line(indent, "stages:")
		for range rapid.IntRange(1, 2).Draw(d.t, "stages") {
			d.stages++
			id := fmt.Sprintf("stage-%d", d.stages)
			d.line(indent+1, "- id: %s\n  title: Stage\n  order: %s", id, d.oneOf("parallel", "sequential"))
			d.requires(indent + 2)
			d.stage(indent+2, depth-1)
			d.before = append(d.before, id)
		}
	}
	if d.chance() {
		d.gates++
		id := fmt.Sprintf("gate-%d", d.gates)
		d.line(indent, "gates:")
		d.line(indent+1, "- id: %s\n  title: Gate\n  waivable: %v", id, d.chance())
		d.line(indent+1, "  checks: [{ id: small, kind: expression, expr: d%d < 10 }, { id: said, kind: manual, prompt: Said }]", d.anyMade())
	}
}

// anyMade is a datapoint that is there when it is read: an initial one, or one that is produced before.
func (d *packDrawer) anyMade() int {
	return rapid.SampledFrom(append([]int{0}, d.made...)).Draw(d.t, "datapoint")
}

func (d *packDrawer) requires(indent int) {
	if len(d.before) > 0 && d.chance() {
		d.line(indent, "requires: [%s]", d.oneOf(d.before...))
	}
}

func (d *packDrawer) step(indent int) {
	id := fmt.Sprintf("step-%d", len(d.steps)+1)
	d.line(indent, "- id: %s\n  title: Step %d\n  idempotent: %v", id, len(d.steps)+1, d.chance())
	d.steps = append(d.steps, id)
	d.requires(indent + 1)
	switch d.oneOf("read-only", "reversible", "irreversible", "alternatives") {
	case "read-only":
		d.line(indent+1, "effect: read-only")
	case "irreversible":
		d.line(indent+1, "effect: irreversible\nconfirm: do %s at {{ d%d }}\ncommand: cut {{ d%d }}", id, d.anyMade(), d.anyMade())
		d.line(indent+1, "auto_confirm: manual-only")
	case "alternatives":
		d.line(indent+1, "one_of:\n  - { id: first, title: First, recommended_when: d%d > 5 }", d.anyMade())
		d.line(indent+1, "  - { id: second, title: Second, effect: irreversible, confirm: second, evidence: [{ id: rack, title: Rack }] }")
	}
	if d.chance() {
		d.line(indent+1, "evidence: [{ id: ticket, title: Ticket }]")
	}
	if d.chance() { // never by what it produces itself
		d.line(indent+1, "verify: { kind: exit-code, command: 'test {{ d%d }} -lt 9' }", d.anyMade())
	}
	if d.datapoints > len(d.made) && d.chance() {
		next := len(d.made) + 1
		d.made = append(d.made, next)
		d.line(indent+1, "produces: [d%d]", next)
	}
	d.before = append(d.before, id)
}

func TestRandomWalksThroughLargerPacksKeepTheRules(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	refused := map[Code]int{}
	rapid.Check(t, func(t *rapid.T) {
		text := drawPack(t)
		p := loadDrawn(t, text)
		if p == nil {
			t.Skip("a cycle was drawn")
		}
		c := checker{pack: p, oracle: newOracle(p)}
		rec := begin(t, p)
		for range 40 {
			before := encoded(rec)
			move := rapid.SampledFrom(moves(p, rec)).Draw(t, "move")
			move.at = move.at.Add(time.Duration(rapid.SampledFrom([]int{0, 0, 0, 1, 7, -2}).Draw(t, "minutes")) * time.Minute)
			after, events, err := Transition(p, rec, move.by, move.act, move.at)
			if broken := c.check(rec, move.by, move.act, move.at, after, events, err); broken != nil {
				t.Fatalf("%v\n%s", broken, text)
			}
			if string(before) != string(encoded(rec)) {
				t.Fatalf("%s changed its input", move.act.Verb())
			}
			var r *Refusal
			if errors.As(err, &r) {
				refused[r.Code]++
			}
			if after != nil && after.Finished() && !rec.Finished() {
				if broken := WhenEnded(p, after); broken != nil {
					t.Fatalf("%v\n%s", broken, text)
				}
			}
			if after != nil && (after.Outcome == nil || rapid.IntRange(0, 9).Draw(t, "end") == 0) {
				rec = after
			}
		}
	})
	t.Logf("refusals met: %v", refused)
}

func loadDrawn(t *rapid.T, text string) *pack.Pack {
	p, diags, err := loadText(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range diags {
		if p == nil && d.Rule != "cycle" {
			t.Fatalf("%s\n%s", d, text)
		}
	}
	return p
}

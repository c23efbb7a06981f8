package draft

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// writer draws plans.
type writer struct {
	t    *rapid.T
	keys int
	left int // commands that the plan may still have
}

func (w *writer) key() string {
	w.keys++
	return fmt.Sprintf("k%d", w.keys)
}

func (w *writer) number(least, most int, of string) int {
	return rapid.IntRange(least, most).Draw(w.t, of)
}

// node draws a step that takes what one of some earlier steps gives, if there are any.
func (w *writer) node(earlier []string) string {
	title := rapid.StringOfN(rapid.RuneFrom([]rune("aZ ü{'$\n")), 1, 8, -1).Draw(w.t, "title")
	bound := ""
	if len(earlier) > 0 && w.number(0, 1, "bound") == 1 {
		source := earlier[w.number(0, len(earlier)-1, "source")]
		bound = `{"kind": "node_result", "nodeId": ` + quote(source) + `, "select": "text"}`
	}
	switch {
	case w.number(0, 1, "kind") == 0 && bound != "":
		return agent(title, `"inputs": {"it": `+bound+`}`)
	case bound != "":
		return tool(title, uses("notes", "write"), `"controls": {"text": `+bound+`}`)
	}
	return tool(title, uses("notes", "write"), `"controls": {"text": {"kind": "literal", "value": `+quote(title)+`}}`)
}

// steps draws a sequence of a recipe, its leaves in order, and the keys of the steps that have ended behind it.
func (w *writer) steps(depth int, least int, earlier []string) (steps []string, leaves, ended []string, groups int) {
	ended = append([]string{}, earlier...)
	for n := w.number(least, 4, "steps"); n > 0 && (w.left > 0 || len(steps) < least); n-- {
		w.left--
		key := w.key()
		if depth == 4 || w.left < 8 || w.number(0, 2, "group") > 0 {
			steps, leaves = append(steps, keyed(key, w.node(ended))), append(leaves, key)
			ended = append(ended, "$"+key)
			continue
		}
		groups++
		var branches, after []string
		for range w.number(2, 3, "branches") {
			inner, innerLeaves, innerEnded, innerGroups := w.steps(depth+1, 1, ended)
			branches, leaves, groups = append(branches, strings.Join(inner, ", ")), append(leaves, innerLeaves...), groups+innerGroups
			after = append(after, innerEnded[len(ended):]...)
		}
		steps, ended = append(steps, group(key, branches...)), append(ended, after...)
	}
	return steps, leaves, ended, groups
}

func TestRecipesKeepTheOrderOfTheirSteps(t *testing.T) {
	s := compileSchema(t)
	rapid.Check(t, func(rt *rapid.T) {
		w := &writer{t: rt, left: 24}
		steps, leaves, _, groups := w.steps(0, 0, nil)
		plan := recipeOf(steps...)
		if err := verdict(t, s, plan); err != nil {
			rt.Fatal(err)
		}
		d, err := language().Create(draftID, "Check", []byte(plan), stamp())
		if err != nil {
			if strings.Contains(err.Error(), string(RecipeCapacityExceeded)) {
				rt.Skip("too many steps were drawn")
			}
			rt.Fatalf("%v\n%s", err, plan)
		}
		var got []string
		for _, n := range d.root.leaves() {
			got = append(got, n.id)
		}
		if strings.Join(got, " ") != strings.Join(leaves, " ") {
			rt.Fatalf("got  %s\nwant %s", got, leaves)
		}
		if n := d.History[0].Commands; n != len(leaves)+groups {
			rt.Fatalf("%d commands for %d steps and %d groups", n, len(leaves), groups)
		}
		checkDraft(rt, d)
	})
}

// checkDraft holds a draft to what every draft keeps, by another way of looking at it than that of the language.
func checkDraft(rt *rapid.T, d *Draft) {
	data, err := d.Encode()
	if err != nil {
		rt.Fatal(err)
	}
	again, err := Decode(data) // refuses an id that is there twice
	if err != nil {
		rt.Fatal(err)
	}
	if back, _ := again.Encode(); string(back) != string(data) {
		rt.Fatalf("read and written it is another:\n%s\n%s", data, back)
	}
	walk(rt, d.root, map[string]bool{}, 0)
	if n := len(d.root.leaves()); n > 64 {
		rt.Fatalf("%d steps", n)
	}
	for _, f := range d.faults(testCatalog()) {
		rt.Fatalf("%s.%s: %s", f.node, f.field, f.message)
	}
}

// walk carries out a draft in thought: what a step is bound to has ended before it begins. It returns what has ended then.
func walk(rt *rapid.T, s *sequence, ended map[string]bool, depth int) map[string]bool {
	now := map[string]bool{}
	for id := range ended {
		now[id] = true
	}
	if depth > 8 || depth > 0 && len(s.nodes) == 0 {
		rt.Fatalf("%s is empty or too deep", s.id)
	}
	for _, n := range s.nodes {
		for _, bound := range append(n.fields.at("controls").members, n.fields.at("inputs").members...) {
			if source := bound.value.at("nodeId").text; source != "" && !now[source] {
				rt.Fatalf("%s takes what %s gives, which has not ended", n.id, source)
			}
		}
		joined := map[string]bool{n.id: true}
		for _, b := range n.branches {
			for id := range walk(rt, b, now, depth+2) {
				joined[id] = true
			}
		}
		for id := range joined {
			now[id] = true
		}
	}
	return now
}

// change draws a plan for a draft. Most of what it draws is a change that can be made; the language says which.
func (w *writer) change(d *Draft) string {
	var nodes, sequences []string
	sequences = append(sequences, rootID)
	d.root.each(0, func(n *node, _ *sequence, _ int, _ int64) {
		nodes = append(nodes, n.id)
		for _, b := range n.branches {
			sequences = append(sequences, b.id)
		}
	})
	pick := func(of []string, what string) string {
		if len(of) == 0 {
			return "nothing"
		}
		return of[w.number(0, len(of)-1, what)]
	}
	var commands []string
	for range w.number(1, 4, "commands") {
		switch w.number(0, 6, "mutation") {
		case 0, 1:
			key := w.key()
			in := pick(sequences, "in")
			commands = append(commands, add(key, in, w.number(0, len(d.root.sequence(in).nodes), "index"), w.node(nodes)))
			nodes = append(nodes, "$"+key)
		case 2:
			commands = append(commands, update(pick(nodes, "node"), `{"title": "Changed"}`))
		case 3:
			commands = append(commands, remove(pick(nodes, "node")))
		case 4:
			commands = append(commands, move(pick(nodes, "node"), pick(sequences, "to"), w.number(0, 3, "index")))
		case 5:
			in := d.root.sequence(pick(sequences, "in"))
			if len(in.nodes) >= 2 {
				i := w.number(0, len(in.nodes)-2, "first")
				commands = append(commands, wrap(w.key(), in.nodes[i+1].id, in.nodes[i].id))
				continue
			}
			fallthrough
		default:
			commands = append(commands, define(`{"inputs": {"n": 1}, "objective": "x"}`))
		}
	}
	return batch(commands...)
}

func TestEverySequenceOfPlansKeepsADraftValid(t *testing.T) {
	s := compileSchema(t)
	taken, refused := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		w := &writer{t: rt, left: 12}
		steps, _, _, _ := w.steps(0, 2, nil)
		d, err := language().Create(draftID, "Check", []byte(recipeOf(steps...)), stamp())
		if err != nil {
			rt.Fatal(err)
		}
		for range 8 {
			plan := w.change(d)
			if err := verdict(t, s, plan); err != nil {
				rt.Fatal(err)
			}
			before, _ := d.Encode()
			changed, err := language().Apply(d, d.Revision, []byte(plan), stamp())
			if after, _ := d.Encode(); string(after) != string(before) {
				rt.Fatalf("the draft itself has changed by\n%s", plan)
			}
			if err != nil {
				refused++
				continue
			}
			taken++
			checkDraft(rt, changed)
			checkRefusedTwice(rt, changed, d.Revision, plan)
			checkFaultChangesNothing(rt, w, d, plan)
			d = changed
		}
	})
	if taken < 50 || refused < 50 {
		t.Errorf("%d plans were taken, %d refused", taken, refused)
	}
}

// checkRefusedTwice: a plan that was taken is stale when it comes again.
func checkRefusedTwice(rt *rapid.T, changed *Draft, revision int64, plan string) {
	_, err := language().Apply(changed, revision, []byte(plan), stamp())
	if err == nil || !strings.Contains(err.Error(), string(RevisionStale)) {
		rt.Fatalf("applied again: %v", err)
	}
}

// checkFaultChangesNothing puts one fault into a plan that was taken.
func checkFaultChangesNothing(rt *rapid.T, w *writer, d *Draft, plan string) {
	faults := []string{
		strings.Replace(plan, `"version": 1`, `"version": 2`, 1),
		strings.Replace(plan, `"commands"`, `"x": 1, "commands"`, 1),
		strings.Replace(plan, `"mutation"`, `"note": "", "mutation"`, 1),
		strings.Replace(plan, `"kind": "`, `"kind": "x`, 1),
		strings.TrimSuffix(plan, "]}") + ", " + remove("nothing-here") + "]}",
		strings.TrimSuffix(plan, "]}") + ", " + add("z9", "$root", 0, tool("hunter2")) + "]}",
		strings.TrimSuffix(plan, "]}") + ", " + add("z9", "$root", 0, agent("Z", `"inputs": {"it": {"kind": "run_input", "input": "none"}}`)) + "]}",
		plan + " 1",
		plan[:len(plan)-1],
	}
	before, _ := d.Encode()
	faulty := faults[w.number(0, len(faults)-1, "fault")]
	if _, err := language().Apply(d, d.Revision, []byte(faulty), stamp()); err == nil {
		rt.Fatalf("taken with a fault: %s", faulty)
	}
	if after, _ := d.Encode(); string(after) != string(before) {
		rt.Fatalf("the draft has changed by %s", faulty)
	}
}

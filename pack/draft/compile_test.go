package draft

import (
	"fmt"
	"strings"
	"testing"
)

// commandsOf shows the commands that a recipe is compiled to.
func commandsOf(t *testing.T, recipe string) string {
	t.Helper()
	p, refusal := read([]byte(recipe), nil, true)
	if refusal != nil {
		t.Fatal(refusal)
	}
	var lines []string
	for _, c := range p.commands {
		switch c.kind {
		case "add_node":
			lines = append(lines, fmt.Sprintf("add %s `%s` %s", c.alias, c.body.at("parentSequenceId").text, c.body.at("index").text))
		case "wrap_parallel":
			var ids []string
			for _, id := range c.body.at("nodeIds").items {
				ids = append(ids, strings.TrimPrefix(id.text, "$"))
			}
			lines = append(lines, fmt.Sprintf("wrap %s [%s]", c.alias, strings.Join(ids, " ")))
		default:
			lines = append(lines, "settings")
		}
	}
	return strings.Join(lines, " · ")
}

// group is a step of a recipe; each branch has its steps in one text.
func group(key string, branches ...string) string {
	return `{"key": ` + quote(key) + `, "kind": "parallel", "branches": [[` + strings.Join(branches, "], [") + `]]}`
}

func leaf(key string) string { return keyed(key, tool(key)) }

func leavesOf(keys ...string) string {
	var steps []string
	for _, key := range keys {
		steps = append(steps, leaf(key))
	}
	return strings.Join(steps, ", ")
}

func TestRecipeBecomesTheseCommands(t *testing.T) {
	for recipe, want := range map[string]string{
		recipeOf(leaf("a"), group("g", leaf("b1"), leaf("b2")), leaf("c")): "add a `$root` 0 · add b1 `$root` 1 · add b2 `$root` 2 · wrap g [b1 b2] · add c `$root` 2",

		recipeOf(group("g", group("h", leaf("x"), leavesOf("y", "z"))+", "+leaf("t"), leavesOf("u", "v"))): "add x `$root` 0 · add u `$root` 1 · wrap g [x u] · " +
			"add y `$g.branch1` 1 · wrap h [x y] · add z `$h.branch2` 1 · add t `$g.branch1` 1 · add v `$g.branch2` 1",

		`{"version": 1, "settings": {"objective": "x"}, "steps": [` + leaf("a") + `]}`: "settings · add a `$root` 0",

		`{"version": 1, "settings": {}, "steps": [` + leaf("a") + `]}`: "add a `$root` 0",
		recipeOf(): "",
	} {
		if got := commandsOf(t, recipe); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestRecipeBecomesThisDraft(t *testing.T) {
	d := create(t, recipeOf(group("g", group("h", leaf("x"), leavesOf("y", "z"))+", "+leaf("t"), leavesOf("u", "v")), leaf("w")))
	if got, want := drawing(d.root), "g(h(x | y z) t | u v) w"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if d.Revision != 1 || len(d.History) != 1 || d.History[0].Commands != 9 {
		t.Errorf("revision %d, history %v", d.Revision, d.History)
	}
	for alias, id := range d.Aliases {
		if alias != id {
			t.Errorf("the alias %s became %s", alias, id)
		}
	}
}

func TestRecipeFillsInWhatItLeavesOut(t *testing.T) {
	d := create(t, recipeOf(
		`{"key": "a", "kind": "tool", "title": "A", `+uses("catalog_tool", "catalog_operation")+`}`,
		`{"key": "b", "kind": "agent", "title": "B", "modelProfileId": "dba", "prompt": "Do it"}`,
	))
	want := `{"id":"a","kind":"tool","title":"A","onFailure":"stop",` +
		`"operation":{"toolName":"catalog_tool","operationId":"catalog_operation","contractVersion":1},"controls":{}} ` +
		`{"id":"b","kind":"agent","title":"B","onFailure":"stop","modelProfileId":"dba","agentMode":"fast","roleInstructions":"",` +
		`"prompt":"Do it","inputs":{},"tools":[],"result":{"kind":"text"}}`
	if got := string(d.root.nodes[0].value().append(nil)) + " " + string(d.root.nodes[1].value().append(nil)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestAPlanOfSettingsMakesAnEmptyDraft(t *testing.T) {
	for _, plan := range []string{recipeOf(), batch(define(`{"objective": "x"}`))} {
		if d := create(t, plan); len(d.root.nodes) != 0 || d.Revision != 1 {
			t.Errorf("%s: %s", plan, drawing(d.root))
		}
	}
}

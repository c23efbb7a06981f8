package draft

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestReferenceIsTheOneThatIsKept(t *testing.T) {
	golden(t, "testdata/reference.json", string(Reference()))
}

func TestReferenceSaysWhatItIs(t *testing.T) {
	want := "kind version authority purpose applicability presenceEffect permissions bounds createPlanExample creationRules creationCapacity " +
		"planExample mutations transaction emptyDrafts identities nodes bindings definition codes ours"
	if got := strings.Join(keysOf(parsed(string(Reference()))), " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// The examples of the reference are taken as they are printed, where the draft has what they name.
func TestExamplesOfTheReferenceAreTaken(t *testing.T) {
	r := parsed(string(Reference()))
	s := compileSchema(t)
	shown := func(v jsonValue) string { return string(v.append(nil)) }
	plans := []string{shown(r.at("createPlanExample")), shown(r.at("planExample"))}

	tools := `[` + shown(r.at("nodes").at("selectedToolExamples").items[0]) + `]`
	plans = append(plans,
		recipeOf(keyed("first", shown(r.at("nodes").at("tool"))), keyed("second", nodeText(shown(r.at("nodes").at("agent")), []string{
			`"tools": ` + tools, `"result": ` + shown(r.at("nodes").at("result").at("json")), `"acceptance": ` + shown(r.at("nodes").at("acceptanceExample")),
		}))),
		recipeOf(keyed("first", nodeText(shown(r.at("nodes").at("tool")), []string{uses("notes", "write"), `"payload": ` + shown(r.at("nodes").at("payloadExample"))}))),
		withSettings(`{"inputs": `+shown(r.at("definition").at("inputsExample"))+`, "source": `+shown(r.at("definition").at("sourceExample"))+
			`, "limits": `+shown(r.at("definition").at("limits"))+`}`, ""),
	)
	for _, schedule := range r.at("definition").at("schedules").items {
		plans = append(plans, withSettings(`{"trigger": {"kind": "schedule", "schedule": `+shown(schedule)+`}}`, ""))
	}
	for _, trigger := range r.at("definition").at("triggers").items {
		plans = append(plans, withSettings(`{"trigger": `+shown(trigger)+`}`, ""))
	}
	for _, m := range r.at("bindings").at("examples").members {
		plans = append(plans, withSettings(`{"inputs": {"topic": "x"}, "source": `+shown(r.at("definition").at("sourceExample"))+`}`, strings.Join([]string{
			keyed("first", tool("First")),
			keyed("analysis", nodeText(agent("Analysis"), []string{`"result": ` + shown(r.at("nodes").at("result").at("json"))})),
			group("group", leaf("x"), leaf("y")),
			keyed("last", agent("Last", `"inputs": {"it": `+shown(m.value)+`}`)),
		}, ", ")))
	}
	for _, plan := range plans {
		if _, err := language().Create(draftID, "Check", []byte(plan), stamp()); err != nil {
			t.Errorf("%v\n%s", err, plan)
		}
		if err := verdict(t, s, plan); err != nil {
			t.Errorf("%v\n%s", err, plan)
		}
	}
	if len(plans) < 24 {
		t.Errorf("only %d plans", len(plans))
	}
}

func TestMutationsOfTheReferenceAreTaken(t *testing.T) {
	for _, m := range parsed(string(Reference())).at("mutations").members {
		before := []string{
			add("first", "$root", 0, tool("First")), add("second", "$root", 1, tool("Second")),
			add("third", "$root", 2, tool("Third")), add("fourth", "$root", 3, tool("Fourth")),
		}
		if m.key == "move_node" {
			before = append(before, wrap("group", "$third", "$fourth"))
		}
		plan := batch(append(before, `{"mutation": `+string(m.value.append(nil))+`}`)...)
		if _, err := language().Apply(create(t, recipeOf()), 1, []byte(plan), stamp()); err != nil {
			t.Errorf("%s: %v", m.key, err)
		}
	}
	var removals struct{ ToolNodePatch, DefinitionPatch json.RawMessage }
	if err := json.Unmarshal(parsed(string(Reference())).at("definition").at("removals").append(nil), &removals); err != nil {
		t.Fatal(err)
	}
	d := create(t, withSettings(source(`"sourceId": ""`), keyed("n", tool("N", uses("notes", "write"), `"payload": {"kind": "literal", "value": "x"}`))))
	d = apply(t, d, batch(update("n", string(removals.ToolNodePatch)), define(string(removals.DefinitionPatch))))
	if _, there := d.root.nodes[0].fields.get("payload"); there || len(d.definition.members) > 0 {
		t.Errorf("left: %s %s", d.root.nodes[0].fields.append(nil), d.definition.append(nil))
	}
}

package draft

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDocumentOfADraft(t *testing.T) {
	d := apply(t, standing(t), batch(remove("g"), define(source()), define(`{"inputs": {"n": 1.50, "who": "<ana>"}}`)))
	data, err := d.Encode()
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/draft.json", string(data))
	again, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	back, err := again.Encode()
	if diff := cmp.Diff(string(data), string(back)); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
}

// Keys of a newer version are kept in the draft and in its nodes when a plan changes them.
func TestUnknownKeysSurvive(t *testing.T) {
	data, _ := standing(t).Encode()
	newer := strings.Replace(string(data), `"title": "Count",`, `"title": "Count", "budget": 1.50,`, 1)
	newer = strings.Replace(newer, `"automationId"`, `"reviewers": ["ben"], "automationId"`, 1)
	d, err := Decode([]byte(newer))
	if err != nil {
		t.Fatal(err)
	}
	d = apply(t, d, batch(update("a", `{"title": "Count again"}`), move("a", "$root", 0)))
	data, _ = d.Encode()
	for _, kept := range []string{`"budget": 1.50`, `"reviewers": [`, `"title": "Count again"`} {
		if !strings.Contains(string(data), kept) {
			t.Errorf("%s is not in\n%s", kept, data)
		}
	}
}

func TestDamagedDraftsAreNotRead(t *testing.T) {
	data, _ := standing(t).Encode()
	for from, to := range map[string]string{
		`"runbook-draft/v0.1"`:      `"runbook-draft/v9.0"`,
		`"revision": 1,`:            ``,
		`"definition": {},`:         ``,
		`"id": "b2"`:                `"id": "b1"`,
		`"id": "root"`:              `"id": "top"`,
		`"kind": "sequence"`:        `"kind": "stage"`,
		`"kind": "agent"`:           `"kind": "human"`,
		`"by": "ana"`:               `"by": 1`,
		"{\n  \"schema\"":           `{"revision": 1, "schema"`,
		`"plan": "`:                 `"plan": "` + "\xff",
		`"aliases": {`:              `"aliases": {{`,
		`"id": "g-branch1",`:        ``,
		`"automationId": "20261130`: `"automationid": "20261130`,
	} {
		damaged := strings.Replace(string(data), from, to, 1)
		if damaged == string(data) {
			t.Fatalf("%s is not in the draft", from)
		}
		if _, err := Decode([]byte(damaged)); err == nil {
			t.Errorf("%s for %s is read", to, from)
		}
	}
	if _, err := Decode(append(data, make([]byte, MaxDraft)...)); err == nil || err.Error()[:13] != "the draft has" {
		t.Errorf("too large: %v", err)
	}
}

func TestIDs(t *testing.T) {
	long := strings.Repeat("a", 48)
	d := create(t, batch(
		add("Big_One", "$root", 0, tool("x")), add("big-one", "$root", 1, tool("x")), add(long, "$root", 2, tool("x")),
		mutation(`"kind": "add_node", "parentSequenceId": "$root", "index": 3, "nodeWithoutId": `+tool("3 Überprüfungen: der Größe!")),
		mutation(`"kind": "add_node", "parentSequenceId": "$root", "index": 4, "nodeWithoutId": `+tool("验证")),
		mutation(`"kind": "add_node", "parentSequenceId": "$root", "index": 5, "nodeWithoutId": `+tool("42")),
		add("look-branch1", "$root", 6, tool("x")), add("p", "$root", 7, tool("x")), add("q", "$root", 8, tool("x")),
		wrap("look", "$p", "$q"), add("look-2-branch2", "$root", 8, tool("x")), add("after-look-2", "$root", 9, tool("x")),
	))
	want := "big-one big-one-2 " + long[:40] + " berpr-fungen-der-gr-e step step-2 look-branch1 look-2(p | q) look-2-branch2-2 after-look-2-2"
	if got := drawing(d.root); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if d.Aliases["look"] != "look-2" || d.Aliases[long] != long[:40] {
		t.Errorf("aliases %v", d.Aliases)
	}
}

func TestAnIDIsNeverUsedAgain(t *testing.T) {
	d := apply(t, standing(t), batch(remove("g"), add("b1", "$root", 1, tool("x"))))
	d = apply(t, d, batch(remove("b1-2"), add("b1", "$root", 1, tool("x")), add("g-branch2", "$root", 1, tool("x"))))
	if got, want := drawing(d.root), "a g-branch2-2 b1-3 c"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestFiveChanges(t *testing.T) {
	d := standing(t)
	for _, c := range []struct{ plan, want string }{
		{batch(add("d", "$root", 3, tool("D")), add("e", "$root", 4, tool("E"))), "a g(b1 | b2) c d e"},
		{batch(update("d", `{"title": "Do"}`)), "a g(b1 | b2) c d e"},
		{batch(move("d", "g-branch1", 1)), "a g(b1 d | b2) c e"},
		{batch(add("f", "$root", 4, tool("F")), wrap("h", "$f", "e"), add("i", "$h.branch2", 0, tool("I"))), "a g(b1 d | b2) c h(e | i f)"},
		{batch(remove("g")), "a c h(e | i f)"},
		{batch(move("h", "$root", 0)), "h(e | i f) a c"},
	} {
		before := d.Revision
		d = apply(t, d, c.plan)
		if got := drawing(d.root); got != c.want || d.Revision != before+1 {
			t.Errorf("revision %d: got %s, want %s", d.Revision, got, c.want)
		}
	}
	d = apply(t, d, batch(remove("c"), remove("h"), remove("a")))
	if drawing(d.root) != "" || len(d.OperationRefs()) != 0 {
		t.Errorf("left: %s", drawing(d.root))
	}
}

// A branch may be empty between two commands of a plan.
func TestABranchMayBeEmptyInBetween(t *testing.T) {
	d := apply(t, standing(t), batch(move("b1", "$root", 0), add("n", "g-branch1", 0, tool("N"))))
	if got, want := drawing(d.root), "b1 a g(n | b2) c"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestFieldsAreReplacedWhole(t *testing.T) {
	d := apply(t, standing(t), batch(
		update("c", `{"inputs": {}, "result": {"kind": "json", "schema": {"type": "object", "additionalProperties": false, "required": ["ok"],
			"properties": {"ok": {"type": "boolean"}}}}, "acceptance": [{"field": "ok", "equals": true}]}`),
		define(`{"inputs": {"a": 1, "b": 2}, "objective": "One"}`), define(`{"inputs": {"b": 3}}`)))
	if got, want := string(d.definition.append(nil)), `{"objective":"One","inputs":{"b":3}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	d = apply(t, d, batch(update("c", `{"acceptance": [], "result": {"kind": "text"}}`), define(`{"title": "Another"}`)))
	c, _, _ := d.root.find("c")
	if _, there := c.fields.get("acceptance"); there || len(c.fields.at("inputs").members) > 0 || d.Title != "Another" {
		t.Errorf("%s %s", d.Title, c.fields.append(nil))
	}
}

func TestASourceKeepsItsID(t *testing.T) {
	id := func(d *Draft) string { return d.definition.at("source").at("sourceId").text }
	d := create(t, withSettings(source(), ""))
	if id(d) != "source-1" {
		t.Errorf("the first source is %s", id(d))
	}
	d = apply(t, d, batch(define(source(`"sourceId": "source-1"`, `"recursive": true`))))
	if id(d) != "source-1" || d.definition.at("source").at("recursive").text != "true" {
		t.Errorf("the changed source is %s", d.definition.append(nil))
	}
	d = apply(t, d, batch(define(source())))
	if id(d) != "source-3" {
		t.Errorf("the new source is %s", id(d))
	}
}

func TestSavedAgents(t *testing.T) {
	d := create(t, recipeOf())
	d, err := language().AddAgent(d, 1, "judge", 3, "root", -1, stamp())
	if err != nil {
		t.Fatal(err)
	}
	want := `{"id":"judge-it","kind":"agent","title":"Judge it","onFailure":"stop","modelProfileId":"dba","agentMode":"fast","roleInstructions":"",` +
		`"prompt":"Is it in order?","inputs":{},"tools":[],"result":{"kind":"text"},"savedAgentOrigin":{"agentId":"judge","revision":3}}`
	if got := string(d.root.nodes[0].value().append(nil)); got != want || d.Revision != 2 {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	// A plan may carry the origin on.
	d = apply(t, d, batch(add("n", "$root", 1, agent("N", `"savedAgentOrigin": {"agentId": "judge", "revision": 3}`)), remove("judge-it")))
	if got := drawing(d.root); got != "n" {
		t.Errorf("got %s", got)
	}
	for _, c := range []struct {
		id       string
		revision int64
		parent   string
		index    int64
		want     string
	}{
		{"judge", 4, "root", 0, `agent: "judge@4" is not in the catalog. a saved agent was expected. did you mean judge@3? [automation_saved_agent_unknown]`},
		{"judge", 3, "n", 0, `parentSequenceId: "n" is a step. a sequence was expected [automation_parent_invalid]`},
		{"judge", 3, "root", 2, `index: 2. a whole number from 0 to 1 was expected: root has 1 node [automation_index_invalid]`},
	} {
		_, err := language().AddAgent(d, 3, c.id, c.revision, c.parent, c.index, stamp())
		if got := refusal(t, err).Error(); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestReceipt(t *testing.T) {
	d := create(t, recipeOf(
		keyed("a", rowCount("Count", `"onFailure": "skip"`)),
		keyed("b", agent("Judge", `"prompt": "Is $a more than $5 or $nothing?"`, `"tools": [{`+uses("http", "status")+`, "usage": "available"}]`,
			`"inputs": {"rows": {"kind": "node_result", "nodeId": "$a", "select": "text"}}`)),
	))
	data, err := json.MarshalIndent(d.Receipt(), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/receipt.json", string(data)+"\n")
}

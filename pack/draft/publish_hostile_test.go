package draft

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"rtut/pack"
	"rtut/pack/value"
)

// risky is a catalog with an operation that runs a text, one in two versions that can't be undone, and a performer.
func risky(t testing.TB) *pack.Catalog {
	t.Helper()
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	drop := "schema: runbook-operation/v0.1\ntool: pg\noperation: drop\nversion: N\ntitle: Drop a database\neffect: irreversible\n" +
		"confirm: P\ninputs: [{ id: table, type: identifier }]\ncommand: |\n  dropdb {{ table }}\n  true\nverify: { kind: exit-code, command: 'true' }\ntext: All.\n"
	c, found, err := pack.LoadCatalog(fstest.MapFS{
		"c/operations/say.yaml": file("schema: runbook-operation/v0.1\ntool: notes\noperation: say\nversion: 1\ntitle: Say\neffect: read-only\n" +
			"inputs: [{ id: text }, { id: more, default: '' }]\ncommand: printf '%s' {{ text }} \"{{ text }}\" a{{ more }}\n" +
			"verify: { kind: output-contains, command: 'printf %s {{ text }}', contains: '{{ text }}' }\ntext: What.\npayload: { title: P, max_bytes: 40 }\n"),
		"c/operations/drop1.yaml": file(strings.NewReplacer("N", "1", "P", "drop it").Replace(drop)),
		"c/operations/drop2.yaml": file(strings.NewReplacer("N", "2", "P", "'drop {{ table }}'").Replace(drop)),
		"c/performers/dba.yaml":   file("{ schema: runbook-performer/v0.1, id: dba, title: 'Ana {{ x }}', modes: [fast, deep] }"),
	}, "c", CheckAgent)
	if err != nil || c == nil {
		t.Fatal(found, err)
	}
	return c
}

// said is a plan that puts one text wherever a plan takes one.
func said(text string) string {
	literal := objectOf(member{"kind", textValue("literal")}, member{"value", textValue(text)})
	quotedText, bound := string(textValue(text).append(nil)), string(literal.append(nil))
	return `{"version": 1, "settings": {"objective": ` + quotedText + `, "inputs": {"what": "x"}}, "steps": [
		{"key": "say", "kind": "tool", "title": ` + quotedText + `, "operation": {"toolName": "notes", "operationId": "say", "contractVersion": 1},
		 "controls": {"text": ` + bound + `}},
		{"key": "ask", "kind": "agent", "title": "Ask", "modelProfileId": "dba", "roleInstructions": ` + quotedText + `, "prompt": ` + quotedText + `,
		 "inputs": {"given": ` + bound + `, "what": {"kind": "run_input", "input": "what"}}}]}`
}

// runsAsInTheCatalog: the pack runs the commands of the operation with this text, and no others.
func runsAsInTheCatalog(t *testing.T, c *pack.Catalog, p *pack.Pack, text string) {
	t.Helper()
	given, err := (value.Spec{}).Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	empty, _ := (value.Spec{}).Parse("")
	values := func(name string) value.Value {
		if name == "text" {
			return given
		}
		return empty
	}
	var operation *pack.Step
	for _, o := range c.Operations {
		if o.Name == "say" {
			operation = o.Step()
		}
	}
	none := func(string) value.Value { return value.Value{} }
	got, want := p.Step("say").Alternatives[0], operation.Alternatives[0]
	for _, pair := range [][2]interface {
		Render(value.Values) (string, error)
	}{{got.Command, want.Command}, {got.Verify.Command, want.Verify.Command}} {
		published, err := pair[0].Render(none)
		if err != nil {
			t.Fatal(err)
		}
		meant, err := pair[1].Render(values)
		if err != nil {
			t.Fatal(err)
		}
		for strings.Contains(published, "{''{") { // closed and opened quotes, which keep braces apart
			published = strings.ReplaceAll(published, "{''{", "{{")
		}
		for strings.Contains(meant, "{''{") {
			meant = strings.ReplaceAll(meant, "{''{", "{{")
		}
		if published != meant {
			t.Fatalf("the pack runs\n%s\nand the operation\n%s", published, meant)
		}
	}
	if contains, _ := got.Verify.Contains.Render(none); contains != text {
		t.Fatalf("the check looks for %q, and the text is %q", contains, text)
	}
	if p.Step("ask").Alternatives[0].Command != nil {
		t.Fatal("the step of an agent has a command")
	}
	if title := p.Step("say").Title.Display(none); title != text {
		t.Fatalf("the title %q became %q", text, title)
	}
}

func FuzzPublish(f *testing.F) {
	for _, text := range []string{
		"orders", "it's", "{{ text }}", "{{ run_id }}", `\{{ text }}`, "{{{{ text }}", "$(id)", "`id`", "-rf", "*/ #", "a\nb: c\n- d", "'\n; id; '", "\"; id; \"",
		": x", "# x", "| sh", "%{x}", "--- \n...", "!!str x", "&a *a", "\u2028", "é", " ", "\\", "{", "{{", "null", "~", "0x10", "x\ty", "{{run_id", "\\{{run_id", "{{ run_id .x }}",
	} {
		f.Add(text)
	}
	c := risky(f)
	l := Language{Catalog: CatalogOf(c)}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			t.Skip("no text of JSON")
		}
		d, err := l.Create(draftID, "Say", []byte(said(text)), stamp())
		if err != nil {
			t.Skip(err)
		}
		data, err := d.Publish("said", c)
		var refused *PublishError
		if errors.As(err, &refused) {
			if strings.TrimSpace(text) == "" || !value.IsVisible(text) {
				t.Skip(err) // a text of which nothing is seen is no title
			}
			t.Fatalf("%v\n%s", err, refused.Found)
		}
		p, found := pack.Parse(pack.FileName, data)
		if p == nil {
			t.Fatal(found)
		}
		runsAsInTheCatalog(t, c, p, text)
	})
}

const plannedAgents = `{"version": 1, "steps": [
	{"key": "both", "kind": "parallel", "branches": [
		[{"key": "one", "kind": "agent", "title": "One", "modelProfileId": "dba", "prompt": "Say one."}],
		[{"key": "two", "kind": "tool", "title": "Two", "operation": {"toolName": "notes", "operationId": "say", "contractVersion": 1},
		  "controls": {"text": {"kind": "literal", "value": "two"}}, "payload": {"kind": "literal", "value": "p"}}]]},
	{"key": "drop", "kind": "agent", "title": "Drop it", "modelProfileId": "dba", "agentMode": "deep", "prompt": "Drop what {{ is }} old.",
	 "inputs": {"all": {"kind": "branch_results", "parallelNodeId": "$both"}, "file": {"kind": "run_file", "fileName": "two.txt"},
	            "lines": {"kind": "literal", "value": "a\nb"}, "list": {"kind": "literal", "value": [1, true, "x"]}},
	 "tools": [{"operation": {"toolName": "pg", "operationId": "drop", "contractVersion": 1}, "usage": "required"},
	           {"operation": {"toolName": "pg", "operationId": "drop", "contractVersion": 2}, "usage": "required"},
	           {"operation": {"toolName": "notes", "operationId": "say", "contractVersion": 1}, "usage": "available"}]}]}`

func TestAgentsArePublishedInWords(t *testing.T) {
	c := risky(t)
	d, err := (Language{Catalog: CatalogOf(c)}).Create(draftID, "Agents", []byte(plannedAgents), stamp())
	if err != nil {
		t.Fatal(err)
	}
	data, err := d.Publish("agents", c)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/agents.yaml", string(data))
}

// Whatever has changed the file of a draft, a plan is what it has to fit.
func TestAChangedFileIsJudgedLikeAPlan(t *testing.T) {
	c := risky(t)
	d, err := (Language{Catalog: CatalogOf(c)}).Create(draftID, "Agents", []byte(plannedAgents), stamp())
	if err != nil {
		t.Fatal(err)
	}
	data, err := d.Encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []struct{ from, to, want string }{
		{`"two.txt"`, `"x\"; id; \""`, `drop.inputs.file.fileName: "x\"; id; \"". one file name of letters, digits, _, . and - that every system takes was expected`},
		{`"two.txt"`, `"../two.txt"`, `drop.inputs.file.fileName: "../two.txt". one file name of letters, digits, _, . and - that every system takes was expected`},
		{`"title": "One"`, `"title": "One", "command": "id"`, `one.command: "command" is no field here. one of kind, title`},
		{`"title": "Agents"`, `"title": ""`, `title: 0 characters. 1 to 160 were expected`},
		{`"definition": {}`, `"definition": {"command": "id"}`, `definition.command: "command" is no field here. one of title`},
		{`"deep"`, `"deepest"`, `drop.agentMode: "deepest". one of fast, reasoning, deep was expected`},
	} {
		changed := strings.Replace(string(data), change.from, change.to, 1)
		if changed == string(data) {
			t.Fatal("nothing has ", change.from)
		}
		again, err := Decode([]byte(changed))
		if err != nil {
			t.Fatal(err)
		}
		_, err = again.Publish("agents", c)
		var refused *PublishError
		if !errors.As(err, &refused) || !strings.HasPrefix(refused.Message, change.want) {
			t.Errorf("%s: got  %v\nwant %s", change.to, err, change.want)
		}
	}
}

func TestADraftWithoutAStepIsNoPack(t *testing.T) {
	d, err := language().Create(draftID, "Nothing", []byte(recipeOf()), stamp())
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.Publish("nothing", risky(t))
	want := &PublishError{Code: DraftEmpty, Message: "the draft has no step. at least one was expected"}
	if diff := cmp.Diff(want, err); diff != "" {
		t.Error(diff)
	}
}

// TestNoTextOfAPlanIsTakenForAPlaceholder: whatever a plan takes it publishes, and a text that has no place in a pack is refused there.
func TestNoTextOfAPlanIsTakenForAPlaceholder(t *testing.T) {
	c := risky(t)
	l := Language{Catalog: CatalogOf(c)}
	for _, text := range []string{"{{ run_id }}", "{{{ run_id }}", "a {{one_x}} b", `\\{{ run_id }}`} {
		plan := `{"version": 1, "settings": {"inputs": {"` + text + `": "x"}}, "steps": [{"key": "one", "kind": "agent", "title": "` + text + `", "modelProfileId": "dba",
			"prompt": "` + text + `", "inputs": {"` + text + `": {"kind": "run_input", "input": "` + text + `"}},
			"result": {"kind": "json", "schema": {"type": "object", "additionalProperties": false,
			  "properties": {"x": {"type": "string", "maxLength": 40}}, "required": ["x"]}},
			"acceptance": [{"field": "x", "equals": "` + text + `"}]}]}`
		d, err := l.Create(draftID, text, []byte(plan), stamp())
		if err != nil {
			t.Fatal(err)
		}
		data, err := d.Publish("braces", c)
		var refused *PublishError
		if errors.As(err, &refused) {
			t.Fatalf("%v\n%s", err, refused.Found)
		}
		p, found := pack.Parse(pack.FileName, data)
		if p == nil {
			t.Fatal(found)
		}
		meant := strings.ReplaceAll(text, `\\`, `\`)
		x, err := (value.Spec{}).Parse(meant)
		if err != nil {
			t.Fatal(err)
		}
		accepted, err := p.Step("one").Accept[0].Expr.Eval(func(name string) value.Value {
			return map[string]value.Value{"one_x": x}[name]
		})
		if err != nil || !accepted {
			t.Errorf("%q is not accepted where it is expected: %v, %v\n%s", meant, accepted, err, data)
		}
	}
}

func TestACheckThatComparesWithAPathOfTheRunIsRefused(t *testing.T) {
	c := risky(t)
	plan := `{"version": 1, "steps": [{"key": "two", "kind": "tool", "title": "Two", "operation": {"toolName": "notes", "operationId": "say", "contractVersion": 1},
		"controls": {"text": {"kind": "run_file", "fileName": "two.txt"}}}]}`
	_, err := (Language{Catalog: CatalogOf(c)}).Create(draftID, "Two", []byte(plan), stamp())
	want := "recipe.steps.0.controls.text.fileName: the path of a file of the run, which `contains` of the verification does not know. " +
		"another binding was expected for the input text [automation_control_type_invalid]"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

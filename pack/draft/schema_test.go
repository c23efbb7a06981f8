package draft

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func compileSchema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(JSONSchema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("plan.json", parsed); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("plan.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func verdict(t testing.TB, s *jsonschema.Schema, plan string) error {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(plan))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(v)
}

func TestSchemaIsTheOneThatIsKept(t *testing.T) {
	golden(t, "testdata/schema.json", string(JSONSchema()))
}

func TestSchemaNamesItsParts(t *testing.T) {
	schema := parsed(string(JSONSchema()))
	if got := schema.at("title").text; got != "automation_draft_plan" {
		t.Errorf("title %s", got)
	}
	if got := strings.Join(keysOf(schema.at("$defs")), " "); got != "valueBinding definitionPatch operationReference selectedTools" {
		t.Errorf("$defs %s", got)
	}
}

// What is taken at an edge of a bound is taken by the schema too.
func TestSchemaTakesWhatIsTakenAtTheEdges(t *testing.T) {
	s := compileSchema(t)
	for of, e := range edges() {
		if of == limitRaw {
			continue // the same plans, with blanks
		}
		creating, applied := e.plans(of.bound().max)
		for _, plan := range append(creating, applied...) {
			if err := verdict(t, s, plan); err != nil {
				t.Errorf("%s: %v", of, err)
			}
		}
	}
}

// A schema knows fields, kinds, words and bounds; what of these the parser refuses, it refuses.
func TestSchemaRefusesUnknownFieldsAndKinds(t *testing.T) {
	s := compileSchema(t)
	refused := 0
	for _, c := range refusals() {
		switch c.code {
		case FieldUnknown, FieldMissing, RecipeFieldUnknown, StepKindInvalid, MutationUnknown, VersionInvalid, NodeKindInvalid:
		default:
			continue
		}
		if c.path == "recipe.commands" || c.name == "settings in a batch" || strings.HasPrefix(c.name, "the root") || strings.HasPrefix(c.name, "a branch moved") ||
			strings.HasPrefix(c.name, "a group updated") || c.name == "a field of the other kind" || c.name == "an empty patch" {
			continue // the shape of these is right
		}
		refused++
		if verdict(t, s, c.plan) == nil {
			t.Errorf("%s is taken: %s", c.name, c.plan)
		}
	}
	if refused < 15 {
		t.Errorf("only %d plans were tried", refused)
	}
}

func TestControlsArePreparedAsASchema(t *testing.T) {
	p, err := language().Prepare(nil, []Ref{ref("notes", "write"), ref("postgres", "row-count")})
	if err != nil {
		t.Fatal(err)
	}
	if p.Scope != "pre_draft" || p.Preparation.OperationRefLimit != 16 {
		t.Errorf("scope %s, limit %d", p.Scope, p.Preparation.OperationRefLimit)
	}
	want := `{"type":"object","properties":{"text":{"type":"string","description":"text"},` +
		`"count":{"type":"integer","minimum":1,"maximum":100,"description":"a whole number from 1 to 100"},` +
		`"used":{"type":"integer","minimum":0,"maximum":100,"description":"a whole number from 0 to 100"},` +
		`"port":{"type":"integer","description":"a port from 1 to 65535"},"loud":{"type":"boolean","description":"true or false"},` +
		`"names":{"type":"array","items":{"type":"string"},"description":"a list, each text"},` +
		`"file":{"type":"string","description":"a path that does not start with -"}},"required":[],"additionalProperties":false}`
	if got := string(p.Operations[0].Controls.append(nil)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := string(p.Operations[0].Payload.append(nil)), `{"type":"string","title":"The note","maxLength":20}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := string(p.Operations[1].Controls.at("required").append(nil)); got != `["database","table"]` {
		t.Errorf("required %s", got)
	}
	if p, err := language().Prepare(standing(t), nil); err != nil || p.Scope != "automation" {
		t.Errorf("with a draft: %v %v", p, err)
	}
}

func TestAtMost16OperationsArePrepared(t *testing.T) {
	refs := make([]Ref, 17)
	for i := range refs {
		refs[i] = ref("http", "status")
	}
	if _, err := language().Prepare(nil, refs[:16]); err != nil {
		t.Error(err)
	}
	_, err := language().Prepare(nil, refs)
	if got, want := refusal(t, err).Error(), "operations: 17 operations. at most 16 were expected [automation_field_invalid]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	_, err = language().Prepare(nil, []Ref{{"http", "status", 2}})
	want := `operations.0: "http/status@2" is not in the catalog. an operation was expected. did you mean http/status@1? [automation_operation_unknown]`
	if got := refusal(t, err).Error(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rtut/flow"
	"rtut/pack"
	"rtut/pack/value"
	"rtut/run"
	"rtut/run/record"
)

var update = flag.Bool("update", false, "write golden files and the schema anew")

const schemaFile = "../../docs/report.schema.json"

// words are what texts of some types may be; "" stands for what is not said.
var words = map[reflect.Type][]string{
	reflect.TypeFor[record.RunState]():      {"running", "complete", "stopped", "succeeded", "failed", "abandoned"},
	reflect.TypeFor[record.State]():         {"", "todo", "running", "done", "failed", "skipped", "pushed", "open", "passed", "waived"},
	reflect.TypeFor[record.Mode]():          {"", "manual", "auto-confirm"},
	reflect.TypeFor[run.Kind]():             {"step", "gate"},
	reflect.TypeFor[record.Source]():        {"", "command", "nobody", "operator", "pasted-for-verification", "values"},
	reflect.TypeFor[record.EndReason]():     {"", "used", "attempt", "withdrawn", "replaced", "values", "words", "handover", "pack-change"},
	reflect.TypeFor[record.DeviationKind](): {"override", "waiver", "push-through", "pack-change", "redo"},
	reflect.TypeFor[record.Rating]():        {"good", "neutral", "poor"},
	reflect.TypeFor[record.Verdict]():       {"complete", "unfinished", "incomparable", "cut", "altered"},
	reflect.TypeFor[record.Schema]():        {"runbook-run/v0.1", "runbook-run/v0.2"},
	reflect.TypeFor[record.Verb](): {
		"new", "start", "confirm", "begin", "verify", "done", "fail", "retry", "redo", "skip", "waive", "reopen", "set", "note", "capture",
		"mode", "timeout", "rollback", "handover", "pack-words", "pack-files", "probe", "accept-pack-change", "exercise", "finalize", "feedback",
	},
	reflect.TypeFor[pack.Environment](): {"", "rehearsal", "staging", "production"},
	reflect.TypeFor[pack.Effect]():      {"", "read-only", "reversible", "irreversible"},
	reflect.TypeFor[pack.CheckKind]():   {"manual", "exit-code", "output-contains", "expression", "elapsed", "window"},
	reflect.TypeFor[pack.Schema]():      {"", "runbook-pack/v0.1", "runbook-pack/v0.2"},
	reflect.TypeFor[flow.Reason]():      {"requires", "order", "steps", "uses", "elapsed"},
	reflect.TypeFor[SpellKind]():        {"working", "waiting"},
	reflect.TypeFor[ProbeResult]():      {"red", "green", "none"},
	reflect.TypeFor[record.Standing](): {
		"", "turned", "ran", "seen", "word", "pasted", "nobody", "not_needed", "skipped", "waived", "pushed", "overridden", "out_of_date", "not_reached", "typed",
	},
	reflect.TypeFor[DetourKind]():    {"no", "fail", "retry", "redo", "skip", "waive", "push-through", "stop", "rollback", "reopen"},
	reflect.TypeFor[record.Proof]():  {"", "turned", "ran", "seen", "word", "pasted", "nobody"},
	reflect.TypeFor[record.Answer](): {"", "waived", "overridden", "pushed", "skipped", "passed", "stands"},
	reflect.TypeFor[Source](): {
		"initial", "set", "refused", "typed", "output", "confirmed", "unconfirmed", "taken-back", "push-through",
	},
}

// dataStates are what the states of datapoints may be.
var dataStates = []string{"nil", "set", "ok", "err", "pushed"}

// unchecked are the types of what a report takes out of a record as it stands there: what a newer rtut, or another hand, has
// written may be any text. Of record.State that holds where the state is one of the past.
var unchecked = []reflect.Type{
	reflect.TypeFor[record.EndReason](), reflect.TypeFor[record.Mode](), reflect.TypeFor[record.Source](), reflect.TypeFor[record.DeviationKind](), reflect.TypeFor[record.Rating](),
	reflect.TypeFor[record.Verb](), reflect.TypeFor[pack.Environment](), reflect.TypeFor[pack.CheckKind](),
}

// isUnchecked reports whether a field may hold any text, of which words are examples.
func isUnchecked(of reflect.Type, field reflect.StructField) bool {
	past := of == reflect.TypeFor[Attempt]() || of == reflect.TypeFor[Change]() || of == reflect.TypeFor[LogEntry]()
	return slices.Contains(unchecked, field.Type) || past && field.Type == reflect.TypeFor[record.State]()
}

// TestDocumentedSchemaIsThatOfTheStruct holds docs/report.schema.json to Report: every key, its type, and its comment here,
// and no key besides.
func TestDocumentedSchemaIsThatOfTheStruct(t *testing.T) {
	s := schemer{t: t, comments: comments(t), defs: map[string]any{}}
	root := s.object(reflect.TypeFor[Report]())
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = "The report of a run: rtut run report --format json"
	root["$defs"] = s.defs
	root["properties"].(map[string]any)["schema"].(map[string]any)["const"] = Schema
	want, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *update {
		if err := os.WriteFile(schemaFile, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not the schema of Report; make docs-update writes it", schemaFile)
	}
}

// schemer makes JSON Schema of Go types.
type schemer struct {
	t        *testing.T
	comments map[string]string // of Type, and of Type.Field
	defs     map[string]any
}

// object is the schema of a struct, whose fields are all there and all that is there.
func (s *schemer) object(of reflect.Type) map[string]any {
	properties, required := map[string]any{}, []string{}
	for field := range fields(of) {
		name := field.Tag.Get("json")
		if name == "" || strings.Contains(name, ",") {
			s.t.Errorf("%s.%s has the tag %q, not a plain name", of.Name(), field.Name, name)
		}
		comment := s.comments[of.Name()+"."+field.Name]
		if comment == "" {
			s.t.Errorf("%s.%s is not described", of.Name(), field.Name)
		}
		schema := s.of(field.Type)
		if field.Type == reflect.TypeFor[record.State]() && (of == reflect.TypeFor[Datapoint]() || of == reflect.TypeFor[Change]()) {
			schema["enum"] = dataStates
		}
		if words := schema["enum"]; words != nil && isUnchecked(of, field) {
			schema["examples"] = words
			delete(schema, "enum")
		}
		schema["description"] = comment
		properties[name] = schema
		required = append(required, name)
	}
	return map[string]any{
		"type": "object", "description": s.comments[of.Name()], "properties": properties, "required": required, "additionalProperties": false,
	}
}

func fields(of reflect.Type) func(func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for i := range of.NumField() {
			if !yield(of.Field(i)) {
				return
			}
		}
	}
}

// of is the schema of a type.
func (s *schemer) of(t reflect.Type) map[string]any {
	switch {
	case t == reflect.TypeFor[record.Time]():
		return map[string]any{"type": "string", "format": "date-time"}
	case t == reflect.TypeFor[value.Value]():
		scalar := []string{"string", "number", "boolean"}
		return map[string]any{"anyOf": []any{
			map[string]any{"type": append(scalar, "null")},
			map[string]any{"type": "array", "items": map[string]any{"type": scalar}},
		}}
	case t.Kind() == reflect.Pointer:
		return map[string]any{"anyOf": []any{s.of(t.Elem()), map[string]any{"type": "null"}}}
	case t.Kind() == reflect.Slice:
		return map[string]any{"type": "array", "items": s.of(t.Elem())}
	case t.Kind() == reflect.Struct:
		if s.defs[t.Name()] == nil {
			s.defs[t.Name()] = true // while it is being made
			s.defs[t.Name()] = s.object(t)
		}
		return map[string]any{"$ref": "#/$defs/" + t.Name()}
	}
	return s.scalar(t)
}

func (s *schemer) scalar(t reflect.Type) map[string]any {
	switch t.Kind() {
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int, reflect.Int64:
		return map[string]any{"type": "integer"}
	case reflect.Float64:
		return map[string]any{"type": "number", "minimum": 0}
	case reflect.String:
		if t == reflect.TypeFor[string]() {
			return map[string]any{"type": "string"}
		}
		if words[t] == nil {
			s.t.Errorf("what may a %s be?", t)
		}
		return map[string]any{"type": "string", "enum": words[t]}
	}
	s.t.Fatalf("no schema for %s", t)
	return nil
}

// comments are those of the structs of this package and of their fields.
func comments(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if types, isTypes := d.(*ast.GenDecl); isTypes && types.Tok == token.TYPE {
				describe(types, found)
			}
		}
	}
	return found
}

// describe adds the comments of a declaration of types.
func describe(types *ast.GenDecl, found map[string]string) {
	for _, spec := range types.Specs {
		of := spec.(*ast.TypeSpec)
		found[of.Name.Name] = oneLine(types.Doc.Text())
		body, isStruct := of.Type.(*ast.StructType)
		if !isStruct {
			continue
		}
		for _, field := range body.Fields.List {
			for _, name := range field.Names {
				found[of.Name.Name+"."+name.Name] = oneLine(field.Doc.Text())
			}
		}
	}
}

func oneLine(comment string) string { return strings.Join(strings.Fields(comment), " ") }

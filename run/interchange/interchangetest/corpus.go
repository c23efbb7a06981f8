// Package interchangetest holds documents of package interchange to the public schemas and fixtures. Those are no part of this
// house: tests read them beside it, and do without where they are missing.
package interchangetest

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"rtut/run/schematest"
)

// corpus is where schemas and fixtures are, from the root of the house.
const corpus = "../shared/corpus/typedmark"

// Schemas are the public ones of documents.
type Schemas struct {
	Report, Event *jsonschema.Schema
}

// Fixtures returns the public documents of a kind ("valid" or "invalid-shape") by their file's name. The test is skipped where
// they are missing.
func Fixtures(t testing.TB, kind string) map[string][]byte {
	t.Helper()
	root, err := schematest.HouseRoot()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(root, corpus, "fixtures", kind, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skipf("there are no public fixtures in %s", corpus)
	}
	fixtures := map[string][]byte{}
	for _, file := range files {
		if fixtures[filepath.Base(file)], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	return fixtures
}

// NeedSchemas returns the public schemas. The test is skipped where they are missing.
func NeedSchemas(t testing.TB) Schemas {
	t.Helper()
	s, err := schemas()
	switch {
	case errors.Is(err, os.ErrNotExist):
		t.Skipf("there are no public schemas in %s", corpus)
	case err != nil:
		t.Fatal(err)
	}
	return s
}

var schemas = sync.OnceValues(func() (Schemas, error) {
	var s Schemas
	root, err := schematest.HouseRoot()
	if err != nil {
		return s, err
	}
	compiler, ids := jsonschema.NewCompiler(), map[string]string{}
	for _, name := range []string{"defs", "automation-run-report", "automation-event"} {
		text, err := os.ReadFile(filepath.Join(root, corpus, "schema", name+".schema.json"))
		if err != nil {
			return s, err
		}
		schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			return s, err
		}
		ids[name], _ = schema.(map[string]any)["$id"].(string)
		if err := compiler.AddResource(ids[name], schema); err != nil {
			return s, err
		}
	}
	if s.Report, err = compiler.Compile(ids["automation-run-report"]); err != nil {
		return s, err
	}
	s.Event, err = compiler.Compile(ids["automation-event"])
	return s, err
})

package pack

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"
)

func TestSchemaFilesAreMadeOfTheShapes(t *testing.T) {
	golden(t, "../schema/v0.1.json", string(makeSchema(V01)))
	golden(t, "../schema/v0.2.json", string(makeSchema(V02)))
	for _, version := range []Schema{V01, V02} {
		if got, err := JSONSchema(version); err != nil || !*update && !bytes.Equal(got, makeSchema(version)) {
			t.Errorf("%s: %v", version, err)
		}
	}
	if _, err := JSONSchema("runbook-pack/v0.3"); err == nil {
		t.Error("no error for an unknown version")
	}
}

// compiled returns a version's schema ready to validate.
func compiled(t *testing.T, version Schema) *jsonschema.Schema {
	t.Helper()
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(makeSchema(version)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("pack.json", parsed); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("pack.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// asJSON reads YAML as an editor does.
func asJSON(t *testing.T, file string) any {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var decoded any
	if err := yaml.Unmarshal(data, &decoded); err != nil {
		t.Skip(err)
	}
	text, err := json.Marshal(decoded)
	if err != nil {
		t.Skip(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func versionOf(value any) Schema {
	top, _ := value.(map[string]any)
	if top["schema"] == string(V01) {
		return V01
	}
	return V02
}

func TestSchemaAcceptsWhatTheLoaderAccepts(t *testing.T) {
	each(t, "ok", func(t *testing.T, file string) {
		value := asJSON(t, file)
		if err := compiled(t, versionOf(value)).Validate(value); err != nil {
			t.Error(err)
		}
	})
}

func TestSchemaRefusesUnknownKeysWhereTheLoaderDoes(t *testing.T) {
	each(t, "err", func(t *testing.T, file string) {
		out, err := os.ReadFile(strings.TrimSuffix(file, ".yaml") + ".out")
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(out, []byte("[unknown-key]")) && !bytes.Contains(out, []byte("[required]\n")) {
			t.Skip("not about keys")
		}
		value := asJSON(t, file)
		refused := compiled(t, versionOf(value)).Validate(value) != nil
		if bytes.Contains(out, []byte("[unknown-key]")) && !refused {
			t.Error("accepted")
		}
	})
}

func TestFullExampleHasEveryKey(t *testing.T) {
	data, err := os.ReadFile("testdata/ok/full-v02.yaml")
	if err != nil {
		t.Fatal(err)
	}
	loops, err := os.ReadFile("testdata/ok/loops-v02.yaml")
	if err != nil {
		t.Fatal(err)
	}
	data = append(data, loops...)
	optional := []string{"source", "imported"} // of a reference pack, which has none of the rest; of one that has no run
	for name, s := range layouts {
		for _, f := range s {
			if !bytes.Contains(data, []byte(f.key+":")) && !slices.Contains(optional, f.key) {
				t.Errorf("%s of %s is not in the example", f.key, name)
			}
		}
	}
}

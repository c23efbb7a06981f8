package pack

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
)

// schemaFiles holds what Schema returns. A test keeps it equal to what makeSchema makes of the layouts.
//
//go:embed schema/*.json
var schemaFiles embed.FS

// JSONSchema returns the JSON Schema (draft 2020-12) of pack.yaml for one version of the format. Editors use it to
// complete and check while one types; Load checks far more than a schema can say.
func JSONSchema(version Schema) ([]byte, error) {
	data, err := schemaFiles.ReadFile("schema/" + path.Base(string(version)) + ".json")
	if err != nil || version != V01 && version != V02 {
		return nil, fmt.Errorf("the version %s is not known; there are %s and %s", version, V01, V02)
	}
	return data, nil
}

// object is a piece of a JSON Schema.
type object map[string]any

// makeSchema writes the layouts of one version down as a JSON Schema.
func makeSchema(version Schema) []byte {
	defs := object{}
	for name, s := range layouts {
		if name != "pack" && reachable("pack", name, version, map[string]bool{}) {
			defs[name] = s.object(version)
		}
		if loop, is := defs[name].(object); is && name == "for_each" {
			loop["additionalProperties"] = object{"anyOf": []object{{"type": "string", "pattern": namePattern().String()}, {"type": "array", "items": object{"type": anyScalar}}}}
			loop["minProperties"] = 1
		}
	}
	top := layouts["pack"].object(version)
	top["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	top["title"] = string(version)
	top["$defs"] = defs
	top["properties"].(object)["schema"] = object{"const": version}
	text, err := json.MarshalIndent(top, "", "  ")
	if err != nil {
		panic("pack: schema: " + err.Error()) // it holds only what JSON can write
	}
	return append(text, '\n')
}

// reachable reports whether a version's layout leads to another one.
func reachable(from, to string, version Schema, seen map[string]bool) bool {
	if from == to {
		return true
	}
	if seen[from] {
		return false
	}
	seen[from] = true
	for _, f := range layouts[from] {
		if f.of != "" && (version != V01 || !f.v02) && reachable(f.of, to, version, seen) {
			return true
		}
	}
	return false
}

// object is the schema of a mapping.
func (s layout) object(version Schema) object {
	properties := object{}
	var required []string
	for _, f := range s {
		if version == V01 && f.v02 {
			continue
		}
		properties[f.key] = f.object()
		if f.required {
			required = append(required, f.key)
		}
	}
	o := object{"type": "object", "properties": properties, "patternProperties": object{"^x-": true}, "additionalProperties": false}
	if required != nil {
		o["required"] = required
	}
	return o
}

// anyScalar is what a text may look like to YAML: `no`, `0755` and `~` are texts in a pack.
var anyScalar = []string{"string", "number", "boolean", "null"}

// object is the schema of a value.
func (f field) object() object {
	ref := object{"$ref": "#/$defs/" + f.of}
	switch f.form {
	case formSlug:
		return object{"type": anyScalar, "pattern": slugPattern().String(), "maxLength": maxID}
	case formName:
		return object{"type": anyScalar, "pattern": namePattern().String(), "maxLength": maxID}
	case formLabel:
		return object{"type": anyScalar, "pattern": idPattern().String(), "maxLength": maxID}
	case formWord:
		return object{"enum": f.words}
	case formBool:
		return object{"type": "boolean"}
	case formInt:
		return object{"type": []string{"integer", "string"}}
	case formDuration:
		return object{"type": "string"}
	case formValue:
		return object{"type": append(anyScalar[:len(anyScalar):len(anyScalar)], "array")}
	case formStrings:
		return object{"type": "array", "items": object{"type": anyScalar}}
	case formWords:
		return object{"type": "array", "items": object{"enum": f.words}}
	case formLabels:
		return object{"type": "object", "additionalProperties": object{"type": anyScalar}}
	case formMapping, formLoop:
		return ref
	case formList:
		return object{"type": "array", "items": ref}
	case formExtract:
		return object{"anyOf": []object{{"type": anyScalar}, ref}}
	case formProduces:
		return object{"type": "array", "items": object{"anyOf": []object{{"type": anyScalar}, ref}}}
	}
	return object{"type": anyScalar}
}

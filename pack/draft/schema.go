package draft

import (
	"bytes"
	"encoding/json"
	"strings"
)

// defined are the parts of the schema that have a name of their own, with the shapes that they describe.
var defined = []struct {
	name  string
	shape shape
}{
	{"valueBinding", binding},
	{"definitionPatch", definition},
	{"operationReference", operation},
	{"selectedTools", listOf(shape{form: formObject, layout: "selected"}, limitTools)},
}

// JSONSchema returns the JSON Schema (draft 2020-12) of a plan. It takes every plan that is accepted; what depends on the draft,
// or on several fields at once, only the parser knows.
func JSONSchema() []byte {
	var out bytes.Buffer
	if err := json.Indent(&out, planSchema().append(nil), "", "  "); err != nil {
		panic("draft: schema: " + err.Error()) // it is JSON
	}
	out.WriteByte('\n')
	return out.Bytes()
}

func planSchema() jsonValue {
	properties := objectOf()
	for _, f := range append(layouts["batch"][:len(layouts["batch"]):len(layouts["batch"])], layouts["recipe"]...) {
		if _, there := properties.get(f.key); !there {
			properties = properties.with(f.key, f.shape.schema(true))
		}
	}
	steps := properties.at("steps")
	properties = properties.with("steps", steps.with("items", unions["step"].schema()))
	defs := objectOf()
	for _, d := range defined {
		defs = defs.with(d.name, d.shape.schema(false))
	}
	return objectOf(
		member{"$schema", textValue("https://json-schema.org/draft/2020-12/schema")},
		member{"title", textValue("automation_draft_plan")},
		member{"type", textValue("object")},
		member{"properties", properties},
		member{"required", texts("version")},
		member{"additionalProperties", jsonValue{kind: boolean, text: "false"}},
		member{"$defs", defs},
	)
}

// schema describes a value, by reference to what has a name unless that is what is described.
func (s shape) schema(byName bool) jsonValue {
	if s.nullable {
		bare := s
		bare.nullable = false
		return objectOf(member{"anyOf", jsonValue{kind: list, items: []jsonValue{bare.schema(byName), objectOf(member{"type", textValue("null")})}}})
	}
	if ref := s.named(); byName && ref != "" {
		return objectOf(member{"$ref", textValue(ref)})
	}
	switch s.form {
	case formConst:
		return objectOf(member{"const", parsed(s.constant)})
	case formWord:
		return typed("string").with("enum", texts(s.words...))
	case formText, formReference:
		return s.textSchema()
	case formWhole:
		b := s.limit.bound()
		return typed("integer").with("minimum", wholeValue(b.min)).with("maximum", wholeValue(b.max))
	case formNumber:
		return typed("number")
	case formBool:
		return typed("boolean")
	case formScalar:
		return scalarSchema()
	case formInput:
		return objectOf(member{"type", texts("string", "number", "boolean", "array")}, member{"items", scalarSchema()})
	case formObject:
		return layouts[s.layout].schema("", "", false)
	case formUnion:
		return unions[s.layout].schema()
	case formList:
		b := s.limit.bound()
		return typed("array").with("items", s.of.schema(true)).with("minItems", wholeValue(b.min)).with("maxItems", wholeValue(b.max))
	case formMap:
		return s.mapSchema()
	}
	return objectOf()
}

// named is the reference to a shape that has a name, "" for none.
func (s shape) named() string {
	switch {
	case s.layout == "step":
		return "#/properties/steps/items"
	case s.layout == "binding":
		return "#/$defs/valueBinding"
	case s.layout == "definition":
		return "#/$defs/definitionPatch"
	case s.layout == "operation":
		return "#/$defs/operationReference"
	case s.form == formList && s.of.layout == "selected":
		return "#/$defs/selectedTools"
	}
	return ""
}

func (s shape) textSchema() jsonValue {
	v := typed("string")
	if s.limit != "" {
		b := s.limit.bound()
		v = v.with("minLength", wholeValue(b.min)).with("maxLength", wholeValue(b.max))
	}
	if s.format != nil && s.format.pattern != "" {
		v = v.with("pattern", textValue(s.format.pattern))
	}
	return v
}

func (s shape) mapSchema() jsonValue {
	b := s.limit.bound()
	names := shape{form: formText, limit: s.names, format: s.naming}.textSchema().without("type")
	return typed("object").with("propertyNames", names).with("additionalProperties", s.of.schema(true)).with("maxProperties", wholeValue(b.max))
}

// schema describes an object. by is the key that says of which kind it is, and kind what it says there. A recipe may leave out
// what has a preset.
func (l layout) schema(by, kind string, recipe bool) jsonValue {
	properties, required := objectOf(), []string{}
	if by != "" {
		properties = properties.with(by, typed("string").with("enum", texts(kind)))
		required = append(required, by)
	}
	for _, f := range l {
		properties = properties.with(f.key, f.shape.schema(true))
		if !f.optional && (!recipe || f.preset == "") {
			required = append(required, f.key)
		}
	}
	return typed("object").with("properties", properties).with("required", texts(required...)).
		with("additionalProperties", jsonValue{kind: boolean, text: "false"})
}

func (u union) schema() jsonValue {
	variants := jsonValue{kind: list}
	for _, v := range u.variants {
		variants.items = append(variants.items, layouts[v.layout].schema(u.by, v.kind, strings.HasSuffix(v.layout, " step")))
	}
	return objectOf(member{"anyOf", variants})
}

func typed(name string) jsonValue { return objectOf(member{"type", textValue(name)}) }

func texts(words ...string) jsonValue {
	v := jsonValue{kind: list}
	for _, w := range words {
		v.items = append(v.items, textValue(w))
	}
	return v
}

func scalarSchema() jsonValue { return objectOf(member{"type", texts("string", "number", "boolean")}) }

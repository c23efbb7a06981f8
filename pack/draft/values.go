package draft

import (
	"fmt"
	"strings"

	"rtut/pack"
)

// packValue returns a scalar or a list of scalars as a value of a pack.
func (v jsonValue) packValue() (pack.Value, error) {
	var converted pack.Value
	err := converted.UnmarshalJSON(v.append(nil))
	return converted, err
}

// naturalSpec is the type that an input has by its value alone.
func naturalSpec(v jsonValue) pack.Spec {
	switch v.kind {
	case number:
		if isWholeText(v.text) {
			return pack.Spec{Type: pack.Int}
		}
		return pack.Spec{Type: pack.Number}
	case boolean:
		return pack.Spec{Type: pack.Bool}
	case list:
		return pack.Spec{Type: pack.List, Items: itemType(v.items)}
	}
	return pack.Spec{Type: pack.String}
}

// itemType is the type that all items of a list have; text where they are of several.
func itemType(items []jsonValue) pack.Type {
	if len(items) == 0 {
		return pack.String
	}
	first := naturalSpec(items[0]).Type
	for _, item := range items[1:] {
		if naturalSpec(item).Type != first {
			return pack.String
		}
	}
	return first
}

// isWholeText reports whether a JSON number is written as a whole one.
func isWholeText(digits string) bool { return !strings.ContainsAny(digits, ".eE") }

// isOf reports whether a JSON value is one of a type: a number for numbers, true or false for bool, a list of such for lists, and
// a text for all others.
func (v jsonValue) isOf(spec pack.Spec) bool {
	switch spec.Type {
	case pack.Int, pack.Port:
		_, whole := v.whole()
		return whole || v.kind == number && isWholeText(v.text)
	case pack.Number:
		return v.kind == number
	case pack.Bool:
		return v.kind == boolean
	case pack.List:
		for _, item := range v.items {
			if !item.isOf(pack.Spec{Type: spec.Items}) {
				return false
			}
		}
		return v.kind == list
	}
	return v.kind == text
}

// admits says what is wrong with a literal for a spec, "" for nothing. It never repeats the literal.
func admits(spec pack.Spec, v jsonValue) string {
	if spec.Type == pack.List && v.kind == list {
		item := spec
		item.Type, item.Items, item.MinItems, item.MaxItems = spec.Items, "", nil, nil
		for i, each := range v.items {
			if admits(item, each) != "" {
				return fmt.Sprintf("a list whose item %d is %s. %s was expected", i+1, each.describe(), spec.Describe())
			}
		}
	}
	if !v.isOf(spec) {
		return v.describe() + ". " + spec.Describe() + " was expected"
	}
	converted, err := v.canonical().packValue()
	if err == nil {
		_, err = spec.Check(converted)
	}
	if err != nil {
		return v.describe() + " that is refused. " + spec.Describe() + " was expected"
	}
	return ""
}

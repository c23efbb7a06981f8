package draft

import (
	"fmt"
	"strings"

	"rtut/pack/value"
)

// packValue returns a scalar or a list of scalars as a value of a pack.
func (v jsonValue) packValue() (value.Value, error) {
	var converted value.Value
	err := converted.UnmarshalJSON(v.append(nil))
	return converted, err
}

// naturalSpec is the type that an input has by its value alone.
func naturalSpec(v jsonValue) value.Spec {
	switch v.kind {
	case number:
		if isWholeText(v.text) {
			return value.Spec{Type: value.Int}
		}
		return value.Spec{Type: value.Number}
	case boolean:
		return value.Spec{Type: value.Bool}
	case list:
		return value.Spec{Type: value.List, Items: itemType(v.items)}
	}
	return value.Spec{Type: value.String}
}

// itemType is the type that all items of a list have; text where they are of several.
func itemType(items []jsonValue) value.Type {
	if len(items) == 0 {
		return value.String
	}
	first := naturalSpec(items[0]).Type
	for _, item := range items[1:] {
		if naturalSpec(item).Type != first {
			return value.String
		}
	}
	return first
}

// isWholeText reports whether a JSON number is written as a whole one.
func isWholeText(digits string) bool { return !strings.ContainsAny(digits, ".eE") }

// isOf reports whether a JSON value is one of a type: a number for numbers, true or false for bool, a list of such for lists, and
// a text for all others.
func (v jsonValue) isOf(spec value.Spec) bool {
	switch spec.Type {
	case value.Int, value.Port:
		_, whole := v.whole()
		return whole || v.kind == number && isWholeText(v.text)
	case value.Number:
		return v.kind == number
	case value.Bool:
		return v.kind == boolean
	case value.List:
		for _, item := range v.items {
			if !item.isOf(value.Spec{Type: spec.Items}) {
				return false
			}
		}
		return v.kind == list
	}
	return v.kind == text
}

// admits says what is wrong with a literal for a spec, "" for nothing. It never repeats the literal.
func admits(spec value.Spec, v jsonValue) string {
	if spec.Type == value.List && v.kind == list {
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

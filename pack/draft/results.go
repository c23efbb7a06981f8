package draft

import (
	"math/big"

	"rtut/pack/value"
)

// propertySpec is what a property of a result is in a pack.
func propertySpec(property jsonValue) value.Spec {
	spec := value.Spec{Min: property.at("minimum").text, Max: property.at("maximum").text}
	spec.MinLength, spec.MaxLength = count(property.at("minLength")), count(property.at("maxLength"))
	switch property.at("type").text {
	case "number":
		spec.Type = value.Number
	case "integer":
		spec.Type = value.Int
	case "boolean":
		spec.Type = value.Bool
	case "array":
		spec = propertySpec(property.at("items"))
		spec.Type, spec.Items = value.List, spec.Type
		spec.MinItems, spec.MaxItems = count(property.at("minItems")), count(property.at("maxItems"))
	default:
		spec.Type = value.String
	}
	return spec
}

// count reads a number of characters or items; nil where there is none.
func count(v jsonValue) *int {
	n, whole := v.whole()
	if !whole {
		return nil
	}
	as := int(n)
	return &as
}

// greater compares two numbers exactly.
func greater(a, b jsonValue) bool {
	x, okX := rational(a.text)
	y, okY := rational(b.text)
	return okX && okY && x.Cmp(y) > 0
}

// rational reads a number through the canonical form that it has in a pack, which bounds its exponent.
func rational(written string) (*big.Rat, bool) {
	canonical, err := value.Spec{Type: value.Number}.Parse(written)
	if err != nil {
		return nil, false
	}
	return new(big.Rat).SetString(canonical.Text())
}

// within reports whether every value of one spec is one of another: of its type, and within its bounds.
func within(from, to value.Spec) bool {
	return sameKind(from, to) && withinChoices(from, to) && withinRange(from, to) &&
		withinCounts(from.MinLength, from.MaxLength, to.MinLength, to.MaxLength) &&
		withinCounts(from.MinItems, from.MaxItems, to.MinItems, to.MaxItems)
}

// sameKind reports whether values of one type are values of another.
func sameKind(from, to value.Spec) bool {
	if from.Type == value.List || to.Type == value.List {
		return from.Type == to.Type && sameKind(value.Spec{Type: from.Items}, value.Spec{Type: to.Items})
	}
	switch to.Type {
	case value.String, "":
		return true
	case value.Number:
		return from.Type == value.Number || from.Type == value.Int || from.Type == value.Port
	case value.Int:
		return from.Type == value.Int || from.Type == value.Port
	case value.Choice:
		return len(from.Choices) > 0
	}
	return from.Type == to.Type
}

// withinChoices judges choices and patterns.
func withinChoices(from, to value.Spec) bool {
	if to.Pattern != nil && (from.Pattern == nil || from.Pattern.String() != to.Pattern.String()) {
		return false
	}
	among := map[string]bool{}
	for _, choice := range to.Choices {
		among[choice] = true
	}
	for _, choice := range from.Choices {
		if len(to.Choices) > 0 && !among[choice] {
			return false
		}
	}
	return len(to.Choices) == 0 || len(from.Choices) > 0
}

// withinRange judges min and max: of numbers by their value, of others only where they are the same.
func withinRange(from, to value.Spec) bool {
	return (to.Min == "" || from.Min != "" && notLess(from.Min, to.Min)) && (to.Max == "" || from.Max != "" && notLess(to.Max, from.Max))
}

func notLess(a, b string) bool {
	x, okX := rational(a)
	y, okY := rational(b)
	return a == b || okX && okY && x.Cmp(y) >= 0
}

// withinCounts judges lengths and counts.
func withinCounts(fromLeast, fromMost, toLeast, toMost *int) bool {
	return (toLeast == nil || fromLeast != nil && *fromLeast >= *toLeast) && (toMost == nil || fromMost != nil && *fromMost <= *toMost)
}

package value

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"time"
	"unicode/utf8"
)

// admits reports whether a scalar of the type meets the constraints.
func (s Spec) admits(v Value) bool {
	text := v.Text()
	if s.Pattern != nil && !matchesWhole(s.Pattern, text) {
		return false
	}
	length := utf8.RuneCountInString(text)
	if s.MinLength != nil && length < *s.MinLength || s.MaxLength != nil && length > *s.MaxLength {
		return false
	}
	return s.amongChoices(v) && s.inRange(v)
}

func (s Spec) amongChoices(v Value) bool {
	if len(s.Choices) == 0 {
		return s.Kind() != Choice
	}
	return slices.ContainsFunc(s.Choices, func(choice string) bool {
		parsed, err := parseScalar(s.Kind(), choice)
		return err == nil && parsed == v
	})
}

// matchesWhole reports whether pattern matches the whole of text, whatever anchors it has.
func matchesWhole(pattern *regexp.Regexp, text string) bool {
	whole, err := regexp.Compile(`\A(?:` + pattern.String() + `)\z`)
	return err == nil && whole.MatchString(text)
}

// inRange compares numbers exactly and times as times.
func (s Spec) inRange(v Value) bool {
	low, high := s.bounds()
	if low != "" && s.compare(v.Text(), low) < 0 {
		return false
	}
	return high == "" || s.compare(v.Text(), high) <= 0
}

// bounds returns the least and the greatest value admitted, "" for none: for ports those that there are.
func (s Spec) bounds() (low, high string) {
	low, high = s.Min, s.Max
	if s.Kind() == Port {
		if low == "" || s.compare(low, "1") < 0 {
			low = "1"
		}
		if high == "" || s.compare(high, "65535") > 0 {
			high = "65535"
		}
	}
	return low, high
}

// hasOrder reports whether min and max mean something for the type.
func hasOrder(kind Type) bool {
	return slices.Contains([]Type{Int, Number, Port, Duration, Date, Timestamp}, kind)
}

// compare orders two texts of a type that has an order. What is not of the type is equal to all: CheckSpec has
// refused it.
func (s Spec) compare(a, b string) int {
	switch s.Kind() {
	case Int, Number, Port:
		x, okX := rational(a)
		y, okY := rational(b)
		if !okX || !okY {
			return 0
		}
		return x.Cmp(y)
	case Duration:
		x, errX := time.ParseDuration(a)
		y, errY := time.ParseDuration(b)
		if errX != nil || errY != nil {
			return 0
		}
		return int(min(1, max(-1, x-y)))
	}
	x, okX := s.instant(a)
	y, okY := s.instant(b)
	if !okX || !okY {
		return 0
	}
	return x.Compare(y)
}

// rational reads a number through its canonical form, which bounds its exponent.
func rational(text string) (*big.Rat, bool) {
	canonical, err := parseNumber(text)
	if err != nil {
		return nil, false
	}
	return new(big.Rat).SetString(canonical.Text())
}

func (s Spec) instant(text string) (time.Time, bool) {
	if s.Kind() == Date {
		t, err := time.Parse(time.DateOnly, text)
		return t, err == nil
	}
	t, err := parseTimestamp(text)
	return t, err == nil
}

// CheckSpec returns what is wrong with the spec itself, one sentence a fault: a constraint that the type does not have,
// bounds that are not of the type or leave nothing between them, choices that the other constraints refuse.
func (s Spec) CheckSpec() []string {
	var faults []string
	add := func(wrong bool, format string, args ...any) {
		if wrong {
			faults = append(faults, fmt.Sprintf(format, args...))
		}
	}
	kind, scalar := s.Kind(), s.scalar()
	if !slices.Contains(Types, kind) || !slices.Contains(Types, scalar.Kind()) {
		return []string{"unknown type"}
	}
	add(kind == List && s.Items == List, "items of a list are scalars, not lists")
	add(kind != List && s.Items != "", "items is only for lists, not for type %s", kind)
	add(kind != List && (s.MinItems != nil || s.MaxItems != nil), "min_items and max_items are only for lists, not for type %s", kind)
	add(reversed(s.MinItems, s.MaxItems), "min_items is greater than max_items")
	add(scalar.Kind() == Choice && len(s.Choices) == 0, "type choice needs choices")
	faults = append(faults, scalar.checkBounds()...)
	add(!isStringLike(scalar.Kind()) && (s.MinLength != nil || s.MaxLength != nil), "min_length and max_length are not for type %s", scalar.Kind())
	add(reversed(s.MinLength, s.MaxLength), "min_length is greater than max_length")
	for i, choice := range s.Choices {
		_, err := scalar.Parse(choice)
		add(err != nil, "choice %d is refused by the other constraints", i+1)
		add(slices.Index(s.Choices, choice) < i, "choice %d is there twice", i+1)
	}
	return faults
}

// scalar returns the spec that scalars must meet: a list's items, else the spec itself.
func (s Spec) scalar() Spec {
	if s.Kind() == List {
		return s.Item()
	}
	return s
}

func (s Spec) checkBounds() []string {
	if s.Min == "" && s.Max == "" {
		return nil
	}
	if !hasOrder(s.Kind()) {
		return []string{fmt.Sprintf("min and max are not for type %s", s.Kind())}
	}
	var faults []string
	for _, bound := range []struct{ key, text string }{{"min", s.Min}, {"max", s.Max}} {
		if _, err := parseScalar(s.Kind(), bound.text); bound.text != "" && err != nil {
			faults = append(faults, fmt.Sprintf("%s is not %s", bound.key, nouns[s.Kind()]))
		}
	}
	if low, high := s.bounds(); faults == nil && low != "" && high != "" && s.compare(low, high) > 0 {
		faults = append(faults, "min is greater than max")
	}
	return faults
}

func reversed(low, high *int) bool { return low != nil && high != nil && *low > *high }

func isStringLike(kind Type) bool {
	return slices.Contains([]Type{String, Choice, Hostname, URL, Path, Identifier}, kind)
}

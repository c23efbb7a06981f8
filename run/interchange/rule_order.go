package interchange

import (
	"cmp"
	"time"
)

// diagnosticOrder holds diagnostics to the order of CR-79.
func diagnosticOrder(c *check, report *jsonValue) {
	var before *jsonValue
	for i, d := range report.field("diagnostics").items() {
		if d.kind != isObject {
			continue
		}
		if by := firstOutOfOrder(before, d); by != "" {
			c.fault("CR-79", at("diagnostics", i), "a diagnostic whose "+by+" comes before that of the one in front of it",
				"the order of wave, path, automation, field, code and message")
		}
		before = d
	}
}

// firstOutOfOrder names the component by which b has to come before a; "" if a may come first.
func firstOutOfOrder(a, b *jsonValue) string {
	if a == nil {
		return ""
	}
	for _, by := range []string{"wave", "path", "automation", "field", "code", "message"} {
		switch order := compareComponents(a.field(by), b.field(by)); {
		case order > 0:
			return by
		case order < 0:
			return ""
		}
	}
	return ""
}

// compareComponents has what is absent first, numbers by what they mean, and texts by code points.
func compareComponents(a, b *jsonValue) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	case a.kind == isNumber && b.kind == isNumber:
		return compareWhole(decimalOf(a.text), decimalOf(b.text))
	}
	return cmp.Compare(a.text, b.text)
}

// instants are when events happened, as far as their documents are at hand. One that is told of with two times is not known.
type instants map[string]time.Time

// eventOrder holds a list of event ids to their canonical order, by instant and then id, as far as the events are at hand.
func eventOrder(c *check, rule Rule, where string, ids []*jsonValue, known instants) {
	last := ""
	for i, id := range ids {
		when := known[id.text]
		if id.kind != isText || when.IsZero() {
			continue
		}
		if last != "" && cmp.Or(known[last].Compare(when), cmp.Compare(last, id.text)) > 0 {
			c.fault(rule, at(where, i), described(id), "it before %s: events stand by instant and then id", quoted(last))
		}
		last = id.text
	}
}

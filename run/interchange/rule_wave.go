package interchange

import "strconv"

// waveRules holds the waves of a report to what their schema can't say.
func waveRules(c *check, report *jsonValue) {
	for i, wave := range report.field("waves").items() {
		where := at("waves", i)
		want := decimalOf(strconv.Itoa(i)).String()
		if index := wave.field("index"); index != nil && index.kind == isNumber && decimalOf(index.text).String() != want {
			c.fault("CR-52", below(where, "index"), described(index), "%d: waves are counted from 0, in order and without holes", i)
		}
		changeRules(c, below(where, "changes"), wave.field("changes").items())
	}
	succession(c, report)
	rootRule(c, report)
}

// rootRule: before the first wave nothing has been done that an event could come from, so what that wave consumes came from
// outside, and such events are roots.
func rootRule(c *check, report *jsonValue) {
	roots := map[string]bool{}
	for _, id := range report.field("root_event_ids").items() {
		roots[id.text] = true
	}
	waves := report.field("waves").items()
	if len(waves) == 0 {
		return
	}
	for i, id := range waves[0].field("event_ids").items() {
		if id.kind == isText && !roots[id.text] {
			c.fault("CR-51", at(below(at("waves", 0), "event_ids"), i), described(id), "one of root_event_ids: nothing had happened yet that it could come from")
		}
	}
}

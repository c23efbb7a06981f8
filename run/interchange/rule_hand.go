package interchange

import "time"

// hand is what is known of the documents that are judged together.
type hand struct {
	at      instants
	outside map[string]bool   // events that did not come of an automation of any run
	first   map[string]string // by kind and id: the contents of the document that has the id, as it stands first
}

func newHand() hand { return hand{instants{}, map[string]bool{}, map[string]string{}} }

// learn takes note of a document.
func (known hand) learn(v *jsonValue) {
	key := identity(v)
	if _, has := known.first[key]; key != "" && !has {
		known.first[key] = v.canonical()
	}
	id, at := v.field("event_id"), v.field("occurred_at")
	if kindOf(v) != eventKind || id == nil || at == nil {
		return
	}
	when, err := instantOf(at.text)
	if earlier, has := known.at[id.text]; err != nil || has && !earlier.Equal(when) {
		when = time.Time{}
	}
	known.at[id.text] = when
	known.outside[id.text] = v.field("origin") != nil && !v.field("origin").says("automation")
}

// identity is what a document must be the only one to have; "" where it has none.
func identity(v *jsonValue) string {
	field := map[documentKind]string{reportKind: "run_id", eventKind: "event_id"}[kindOf(v)]
	if id := v.field(field); id != nil && id.kind == isText {
		return string(kindOf(v)) + " " + id.text
	}
	return ""
}

// hold finds a document that has the id of another one at hand, and says something else (CR-80, MN-136). The same document twice says
// it twice.
func (known hand) hold(c *check, v *jsonValue) {
	key := identity(v)
	if key == "" || known.first[key] == v.canonical() {
		return
	}
	if kindOf(v) == reportKind {
		c.fault("CR-80", "run_id", described(v.field("run_id"))+", which another report at hand has, with other contents", "an id of its own")
		return
	}
	c.fault("MN-136", "event_id", described(v.field("event_id"))+", which another event at hand has, with other contents", "an id of its own")
}

// outsideRule: what came from outside is a root, in whichever wave it is consumed, as far as the events are at hand. What the first wave
// consumes is one anyway.
func outsideRule(c *check, report *jsonValue, known hand) {
	roots := map[string]bool{}
	for _, id := range report.field("root_event_ids").items() {
		roots[id.text] = true
	}
	for i, wave := range report.field("waves").items() {
		for j, id := range wave.field("event_ids").items() {
			if i > 0 && id.kind == isText && known.outside[id.text] && !roots[id.text] {
				c.fault("CR-51", at(below(at("waves", i), "event_ids"), j), described(id), "one of root_event_ids: its event did not come of an automation")
			}
		}
	}
}

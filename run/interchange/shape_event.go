package interchange

import (
	"strings"
)

// cr42 is the one rule about events: they are as the schema says.
const cr42 Rule = "CR-42"

var instantForm = compile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})$`)

var instant = matching(cr42, instantForm, "a time such as 2026-11-30T00:45:12Z")

// eventShape is that of automation events.
var eventShape = object(cr42,
	must("specification_version", version(cr42)),
	must("event_id", filled(cr42)),
	must("kind", word(cr42, "note.created", "note.updated", "note.moved", "note.archived", "note.deleted", "schedule.tick")),
	must("occurred_at", instant),
	must("origin", word(cr42, "user", "tool", "watch", "schedule", "migration", "automation")),
	may("before", snapshotShape),
	may("after", snapshotShape),
	may("changes", changedFields),
	may("body_changed", isTrue),
	may("schedule", object(cr42, must("automation", slugged(cr42)), must("scheduled_for", instant))),
	may("caused_by", causeShape),
)

var snapshotShape = object(cr42,
	must("path", notePath),
	may("note_type", slugged(cr42)),
	must("frontmatter", func(c *check, where string, v *jsonValue) {
		if v.kind != isObject {
			c.fault(cr42, where, described(v), "an object of fields")
		}
	}),
)

func notePath(c *check, where string, v *jsonValue) {
	path(cr42)(c, where, v)
	if v.kind == isText && !strings.HasSuffix(v.text, ".md") {
		c.fault(cr42, where, described(v), "a path that ends in .md")
	}
}

func isTrue(c *check, where string, v *jsonValue) {
	if v.kind != isBool || v.text != "true" {
		c.fault(cr42, where, described(v), "true, or nothing")
	}
}

// changedFields are changes by field, at least one.
func changedFields(c *check, where string, v *jsonValue) {
	if v.kind != isObject || len(v.keys) == 0 {
		c.fault(cr42, where, described(v), "an object of at least one changed field")
	}
	change := object(cr42, must("before", anything), must("after", anything))
	for _, key := range v.keys {
		fieldName(cr42)(c, below(where, key), &jsonValue{kind: isText, text: key})
		change(c, below(where, key), v.fields[key])
	}
}

func causeShape(c *check, where string, v *jsonValue) {
	object(cr42, must("run_id", filled(cr42)), must("event_id", filled(cr42)), may("automation", slugged(cr42)),
		may("operation", word(cr42, "content_expansion")))(c, where, v)
	if v.kind == isObject && (v.field("automation") == nil) == (v.field("operation") == nil) {
		c.fault(cr42, where, "both of automation and operation, or neither", "one of them")
	}
}

// needs are the fields that an event of a kind has beside those of all, and those that it may not have.
var needs = map[string]struct{ has, hasNot []string }{
	"note.created":  {[]string{"after"}, []string{"before", "changes"}},
	"note.updated":  {[]string{"before", "after"}, nil},
	"note.moved":    {[]string{"before", "after"}, nil},
	"note.archived": {[]string{"before", "after", "changes"}, nil},
	"note.deleted":  {[]string{"before"}, []string{"after", "changes"}},
	"schedule.tick": {[]string{"schedule"}, []string{"before", "after", "changes"}},
}

// eventContent holds the fields of an event against its kind, its origin and its cause, as the schema does.
func eventContent(c *check, v *jsonValue) {
	kind := v.field("kind").word()
	for _, field := range needs[kind].has {
		c.wants(v, field, "an event of kind "+kind)
	}
	for _, field := range needs[kind].hasNot {
		c.wantsNo(v, field, "an event of kind "+kind)
	}
	updated := kind == "note.updated"
	switch {
	case updated && v.field("changes") == nil && v.field("body_changed") == nil:
		c.fault(cr42, "", "neither changes nor body_changed", "one of them in an event of kind note.updated")
	case !updated:
		c.wantsNo(v, "body_changed", "an event that is not of kind note.updated")
	}
	eventOrigin(c, v)
}

func eventOrigin(c *check, v *jsonValue) {
	switch tick := v.field("kind").says("schedule.tick"); {
	case !tick:
		c.wantsNo(v, "schedule", "an event that is not of kind schedule.tick")
	case v.field("origin") != nil && !v.field("origin").says("schedule"):
		c.fault(cr42, "origin", described(v.field("origin")), "schedule in an event of kind schedule.tick")
	}
	if v.field("origin").says("automation") {
		c.wants(v, "caused_by", "an event of origin automation")
	}
	if !v.field("caused_by").field("operation").says("content_expansion") {
		return
	}
	c.wants(v, "body_changed", "an event of a content expansion")
	if kind := v.field("kind"); kind != nil && !kind.says("note.updated") {
		c.fault(cr42, "kind", described(kind), "note.updated in an event of a content expansion")
	}
}

func (c *check) wants(v *jsonValue, field, in string) {
	if v.field(field) == nil {
		c.fault(cr42, "", "no "+field, "one in %s", in)
	}
}

func (c *check) wantsNo(v *jsonValue, field, in string) {
	if v.field(field) != nil {
		c.fault(cr42, field, described(v.field(field)), "no %s in %s", field, in)
	}
}

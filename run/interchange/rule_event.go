package interchange

import (
	"slices"
	"strings"
	"time"
)

// instantOf reads a moment. One in a leap second, which is a moment too, is that of the second before.
func instantOf(text string) (time.Time, error) {
	if len(text) > 19 && text[17:19] == "60" {
		text = text[:17] + "59" + text[19:]
	}
	return time.Parse(time.RFC3339Nano, text)
}

// momentRules: what has the form of a time is one (MN-137).
func momentRules(c *check, v *jsonValue) {
	for where, moment := range map[string]*jsonValue{"occurred_at": v.field("occurred_at"), "schedule.scheduled_for": v.field("schedule").field("scheduled_for")} {
		if moment == nil || moment.kind != isText || !instantForm().MatchString(moment.text) {
			continue
		}
		if _, err := instantOf(moment.text); err != nil {
			c.fault("MN-137", where, described(moment), "a moment that there is")
		}
	}
}

// snapshotRules: paths are normalized (MN-139), what has moved is elsewhere (MN-142), and where an event lists its changes no field has
// another value that it leaves out (MN-143).
func snapshotRules(c *check, v *jsonValue) {
	before, after := v.field("before"), v.field("after")
	for _, side := range []string{"before", "after"} {
		path := v.field(side).field("path")
		if path != nil && path.kind == isText && !normalized(path.text) {
			c.fault("MN-139", below(side, "path"), described(path), "a normalized path: no empty part, and none that is a dot")
		}
	}
	was, is := before.field("path"), after.field("path")
	if v.field("kind").says("note.moved") && was != nil && is != nil && was.canonical() == is.canonical() {
		c.fault("MN-142", "after.path", described(is), "another one than before")
	}
	if before == nil || after == nil || !v.field("kind").says("note.updated") && v.field("changes") == nil {
		return
	}
	for _, field := range unlisted(before.field("frontmatter"), after.field("frontmatter"), v.field("changes")) {
		c.fault("MN-143", below("after.frontmatter", field), described(after.field("frontmatter").field(field)),
			"what it was before, %s, or the field in changes", described(before.field("frontmatter").field(field)))
	}
}

// unlisted are the fields that two states of a note have with other values, and that a list of changes does not have.
func unlisted(before, after, changes *jsonValue) []string {
	var fields []string
	for _, state := range []*jsonValue{before, after} {
		if state == nil || state.kind != isObject {
			return nil
		}
		fields = append(fields, state.keys...)
	}
	slices.SortFunc(fields, strings.Compare)
	return slices.DeleteFunc(slices.Compact(fields), func(field string) bool {
		return changes.field(field) != nil || same(before.field(field), after.field(field))
	})
}

// same reports whether two values are; null is no value.
func same(a, b *jsonValue) bool {
	none := func(v *jsonValue) bool { return v == nil || v.canonical() == "null" }
	return none(a) && none(b) || !none(a) && !none(b) && a.canonical() == b.canonical()
}

package interchange

import (
	"strconv"
	"strings"
)

// changeRules holds the changes of a wave to what their schema can't say: none is a no-op or takes back another one (CR-64),
// each begins where the one before it on the same thing has ended, and paths are as they are afterwards (CR-77).
func changeRules(c *check, where string, changes []*jsonValue) {
	begun := map[string]*thread{}
	for i, change := range changes {
		if c.full() {
			return
		}
		here := at(where, i)
		changedPath(c, here, change)
		if unchanged(change) {
			c.fault("CR-64", here, "the same before and after", "no change that changes nothing")
			continue
		}
		key, rule, before, after := threadOf(change)
		if key == "" {
			continue
		}
		if begun[key] == nil {
			begun[key] = &thread{seen: map[string]bool{before: before != ""}, now: before}
		}
		begun[key].take(c, rule, here, before, after)
	}
}

// succession: over the waves of a report, too, a change of a thing begins where the one before it has ended. Within a wave that is
// changeRules' matter. What moves a note is left out: what is said of the new path is of another thing.
func succession(c *check, report *jsonValue) {
	type last struct {
		value string
		wave  int
	}
	ended := map[string]last{}
	for i, wave := range report.field("waves").items() {
		for j, change := range wave.field("changes").items() {
			key, rule, before, after := threadOf(change)
			if key == "" || before == "" || change.field("kind").says("path") {
				continue
			}
			if then, has := ended[key]; has && then.wave < i && then.value != before {
				c.fault(rule, at(below(at("waves", i), "changes"), j), "another value before it than wave "+strconv.Itoa(then.wave)+" has left", "the values to follow each other")
			}
			ended[key] = last{after, i}
		}
	}
}

// unchanged reports whether a change has the same before and after.
func unchanged(change *jsonValue) bool {
	before, after := change.field("before"), change.field("after")
	return before != nil && after != nil && before.canonical() == after.canonical()
}

// thread is what the changes of a wave do to one thing: the values that it had, and the one that it has.
type thread struct {
	seen map[string]bool
	now  string
}

// take adds a change to the thread.
func (t *thread) take(c *check, rule Rule, where, before, after string) {
	switch {
	case before != "" && before != t.now:
		c.fault(rule, where, "another value before it than the change before it in this wave has left", "the values to follow each other")
		clear(t.seen)
		t.seen[before] = true
	case rule == "CR-72" && t.now == after:
		c.fault("CR-64", where, "the same operation on the note once more in this wave", "it once")
	case rule == "CR-72" && t.now == `"create"` && after == `"hard_delete"`:
		c.fault("CR-64", where, "a note that this wave has created, deleted", "neither of them")
	case t.seen[after]:
		c.fault("CR-64", where, "a change back to what was there earlier in this wave", "neither of them")
	}
	t.seen[after], t.now = true, after
}

// threadOf says which thing a change is about, and its values before and after; "" for before where the change does not say
// it. The key is "" where changes can't be told to be about the same thing, as with the links of a body.
func threadOf(change *jsonValue) (key string, rule Rule, before, after string) {
	path := change.field("path").canonical()
	before, after = change.field("before").canonical(), change.field("after").canonical()
	switch is := change.field("kind"); {
	case is.says("field"):
		return "field " + change.field("field").canonical() + " " + path, "CR-69", before, after
	case is.says("expansion"):
		return "expansion " + change.field("expansion").canonical() + " " + path, "CR-83", before, after
	case is.says("path"):
		return "path " + min(before, after) + " " + max(before, after), "CR-71", before, after
	case is.says("tag") && change.field("operation").says("add"):
		return "tag " + change.field("tag").canonical() + " " + path, "CR-70", "without", "with"
	case is.says("tag"):
		return "tag " + change.field("tag").canonical() + " " + path, "CR-70", "with", "without"
	case is.says("note"):
		return "note " + path, "CR-72", "", change.field("operation").canonical()
	}
	return "", "", "", ""
}

// changedPath holds the paths of a change to CR-77, and what moves a note to the path that it has then.
func changedPath(c *check, where string, change *jsonValue) {
	for _, field := range []string{"path", "before", "after"} {
		v, is := change.field(field), change.field("kind")
		if v != nil && v.kind == isText && (field == "path" || is.says("path")) && !normalized(v.text) {
			c.fault("CR-77", below(where, field), described(v), "a normalized path: no empty part, and none that is a dot")
		}
	}
	path, after := change.field("path"), change.field("after")
	if change.field("kind").says("path") && path != nil && after != nil && path.canonical() != after.canonical() {
		c.fault("CR-77", below(where, "path"), described(path), "the path after the change, %s", described(after))
	}
}

func normalized(path string) bool {
	for part := range strings.SplitSeq(path, "/") {
		if part == "" && path != "" || part == "." {
			return false
		}
	}
	return true
}

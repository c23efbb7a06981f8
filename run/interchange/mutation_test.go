package interchange

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// mutation is one way to spoil a document, or not to.
type mutation struct {
	name string
	rule string // that is broken then; "" where the document stays sound
	// to changes the document; false where it has nothing to be changed in this way.
	to func(t *rapid.T, d jsonObject) bool
}

func wavesOf(d jsonObject) []any { return d["waves"].([]any) }

// pick returns an item of a list that is as wanted.
func pick(t *rapid.T, list []any, wanted func(jsonObject) bool) jsonObject {
	list = slices.DeleteFunc(slices.Clone(list), func(v any) bool { return wanted != nil && !wanted(v.(jsonObject)) })
	if len(list) == 0 {
		return nil
	}
	return rapid.SampledFrom(list).Draw(t, "which").(jsonObject)
}

// onWave changes some wave.
func onWave(to func(t *rapid.T, w jsonObject) bool) func(*rapid.T, jsonObject) bool {
	return func(t *rapid.T, d jsonObject) bool {
		w := pick(t, wavesOf(d), nil)
		return w != nil && to(t, w)
	}
}

// onChange changes some change of a kind, or of any kind.
func onChange(kind string, to func(c jsonObject)) func(*rapid.T, jsonObject) bool {
	return onWave(func(t *rapid.T, w jsonObject) bool {
		c := pick(t, w["changes"].([]any), func(c jsonObject) bool { return kind == "" || c["kind"] == kind })
		if c != nil {
			to(c)
		}
		return c != nil
	})
}

// doubled adds a change of a kind once more, changed by and.
func doubled(kind string, and func(c jsonObject)) func(*rapid.T, jsonObject) bool {
	return onWave(func(t *rapid.T, w jsonObject) bool {
		c := pick(t, w["changes"].([]any), func(c jsonObject) bool { return c["kind"] == kind })
		if c == nil {
			return false
		}
		twin := again(c).(jsonObject)
		if and != nil {
			and(twin)
		}
		w["changes"] = append(w["changes"].([]any), twin)
		return true
	})
}

func reversed(c jsonObject) { c["before"], c["after"] = c["after"], c["before"] }

// onDiagnostic changes some diagnostic of a report that has one alone, so that their order stays.
func onDiagnostic(to func(x jsonObject)) func(*rapid.T, jsonObject) bool {
	return func(_ *rapid.T, d jsonObject) bool {
		list := d["diagnostics"].([]any)
		if len(list) != 1 {
			return false
		}
		to(list[0].(jsonObject))
		return true
	}
}

// becomes gives a report of one status another one.
func becomes(from, to string) func(*rapid.T, jsonObject) bool {
	return func(_ *rapid.T, d jsonObject) bool {
		is := d["status"] == from
		d["status"] = to
		return is
	}
}

// dropped takes a field away.
func dropped(key string) func(*rapid.T, jsonObject) bool {
	return func(_ *rapid.T, d jsonObject) bool {
		_, has := d[key]
		delete(d, key)
		return has
	}
}

// put sets a field.
func put(key string, v any) func(*rapid.T, jsonObject) bool {
	return func(_ *rapid.T, d jsonObject) bool {
		d[key] = v
		return true
	}
}

func onList(key string, to func(list []any) []any) func(t *rapid.T, d jsonObject) bool {
	return func(_ *rapid.T, d jsonObject) bool {
		d[key] = to(d[key].([]any))
		return true
	}
}

var reportMutations = []mutation{
	{"no version", "CR-44", dropped("specification_version")},
	{"no run_id", "CR-44", dropped("run_id")},
	{"no mode", "CR-44", dropped("mode")},
	{"no status", "CR-44", dropped("status")},
	{"no roots", "CR-44", dropped("root_event_ids")},
	{"no waves", "CR-44", dropped("waves")},
	{"no diagnostics", "CR-44", dropped("diagnostics")},
	{"a field that is renamed", "CR-44", func(_ *rapid.T, d jsonObject) bool { d["Status"] = d["status"]; delete(d, "status"); return true }},
	{"a field too many", "CR-44", put("note", "x")},
	{"another version", "CR-43", put("specification_version", "0.1")},
	{"an empty run_id", "CR-43", put("run_id", "")},
	{"another mode", "CR-45", put("mode", "two_hops")},
	{"another status", "CR-46", put("status", "done")},
	{"a status of another type", "CR-46", put("status", 1)},
	{"waves of another type", "CR-43", put("waves", "none")},
	{"a wave of another type", "CR-54", onList("waves", func(l []any) []any { return append(l, "wave") })},
	{"roots of another type", "CR-51", put("root_event_ids", jsonObject{})},
	{"an empty list of roots", "CR-51", put("root_event_ids", []any{})},
	{"a root twice", "CR-51", onList("root_event_ids", func(l []any) []any { return append(l, l[0]) })},
	{"an empty root", "CR-51", onList("root_event_ids", func(l []any) []any { return append(l, "") })},
	{"a first event that is no root", "CR-51", func(_ *rapid.T, d jsonObject) bool {
		d["root_event_ids"] = []any{"evt-outside"}
		return len(wavesOf(d)) > 0
	}},
	{"committed called no_change", "CR-75", becomes("committed", "no_change")},
	{"committed called aborted", "CR-76", becomes("committed", "aborted")},
	{"committed called incomplete", "CR-62", becomes("committed", "incomplete")},
	{"no_change called committed", "CR-74", becomes("no_change", "committed")},
	{"no_change called aborted", "CR-61", becomes("no_change", "aborted")},
	{"no_change called incomplete", "CR-62", becomes("no_change", "incomplete")},
	{"aborted called committed", "CR-82", becomes("aborted", "committed")},
	{"aborted called no_change", "CR-82", becomes("aborted", "no_change")},
	{"aborted called incomplete", "CR-62", becomes("aborted", "incomplete")},
	{"incomplete called committed", "CR-82", becomes("incomplete", "committed")},
	{"incomplete called no_change", "CR-75", becomes("incomplete", "no_change")},
	{"incomplete called aborted", "CR-76", becomes("incomplete", "aborted")},
	{"a wave too many in one hop", "CR-53", func(_ *rapid.T, d jsonObject) bool {
		waves := wavesOf(d)
		if len(waves) == 0 || d["mode"] != "one_hop" {
			return false
		}
		d["waves"] = append(waves, jsonObject{"index": 1, "event_ids": []any{"evt-9"}, "automations": []any{}, "changes": []any{}})
		return true
	}},
	{"a hole in the indices", "CR-52", onWave(func(_ *rapid.T, w jsonObject) bool { w["index"] = w["index"].(int) + 1; return true })},
	{"an index below 0", "CR-52", onWave(func(_ *rapid.T, w jsonObject) bool { w["index"] = -1; return true })},
	{"an index of another type", "CR-52", onWave(func(_ *rapid.T, w jsonObject) bool { w["index"] = "0"; return true })},
	{"an index that is no whole number", "CR-52", onWave(func(_ *rapid.T, w jsonObject) bool { w["index"] = 0.5; return true })},
	{"waves the other way round", "CR-52", func(_ *rapid.T, d jsonObject) bool { slices.Reverse(wavesOf(d)); return len(wavesOf(d)) > 1 }},
	{"the first wave gone", "CR-52", func(_ *rapid.T, d jsonObject) bool {
		waves := wavesOf(d)
		if len(waves) < 2 {
			return false
		}
		d["waves"] = waves[1:]
		return true
	}},
	{"a wave twice", "CR-52", func(t *rapid.T, d jsonObject) bool {
		w := pick(t, wavesOf(d), nil)
		d["waves"] = append(wavesOf(d), w)
		return w != nil
	}},
	{"a wave without a field", "CR-54", onWave(func(t *rapid.T, w jsonObject) bool {
		delete(w, rapid.SampledFrom([]string{"index", "event_ids", "automations", "changes"}).Draw(t, "gone"))
		return true
	})},
	{"a wave with a field too many", "CR-54", onWave(put("at", "now"))},
	{"a wave without events", "CR-54", onWave(put("event_ids", []any{}))},
	{"a wave with an event twice", "CR-54", onWave(onList("event_ids", func(l []any) []any { return append(l, l[0]) }))},
	{"a wave with an automation twice", "CR-54", onWave(put("automations", []any{"a", "a"}))},
	{"an automation that is no slug", "CR-54", onWave(put("automations", []any{"Step 1"}))},
	{"changes of another type", "CR-54", onWave(put("changes", jsonObject{}))},
	{"a change of no kind", "CR-57", onChange("", func(c jsonObject) { delete(c, "kind") })},
	{"a change of another kind", "CR-57", onChange("", func(c jsonObject) { c["kind"] = "colour" })},
	{"a field change without its field", "CR-69", onChange("field", func(c jsonObject) { delete(c, "field") })},
	{"a field change of no field name", "CR-69", onChange("field", func(c jsonObject) { c["field"] = "a.b" })},
	{"a field change without what was before", "CR-69", onChange("field", func(c jsonObject) { delete(c, "before") })},
	{"a tag change of no tag", "CR-70", onChange("tag", func(c jsonObject) { c["tag"] = "#x" })},
	{"a tag change by another operation", "CR-70", onChange("tag", func(c jsonObject) { c["operation"] = "replace" })},
	{"a path change to the outside", "CR-71", onChange("path", func(c jsonObject) { c["after"], c["path"] = "../a.md", "../a.md" })},
	{"a path change at the old path", "CR-77", onChange("path", func(c jsonObject) { c["path"] = c["before"] })},
	{"a note change by another operation", "CR-72", onChange("note", func(c jsonObject) { c["operation"] = "touch" })},
	{"a link change somewhere else", "CR-73", onChange("link", func(c jsonObject) { c["location"] = "title" })},
	{"a link change from nothing", "CR-73", onChange("link", func(c jsonObject) { c["before"] = "" })},
	{"a link change in the wrong location", "CR-73", onChange("link", func(c jsonObject) {
		c["location"] = map[any]string{"body": "frontmatter", "frontmatter": "body"}[c["location"]]
	})},
	{"an expansion change of another type", "CR-83", onChange("expansion", func(c jsonObject) { c["after"] = nil })},
	{"a path of two slashes", "CR-77", onChange("", func(c jsonObject) { c["path"] = "Notes//a.md" })},
	{"a path with a dot", "CR-77", onChange("note", func(c jsonObject) { c["path"] = "./a.md" })},
	{"a field change of nothing", "CR-64", onChange("field", func(c jsonObject) { c["after"] = c["before"] })},
	{"a path change of nothing", "CR-64", onChange("path", func(c jsonObject) { c["before"] = c["after"] })},
	{"a link change of nothing", "CR-64", onChange("link", func(c jsonObject) { c["after"] = c["before"] })},
	{"an expansion change of nothing", "CR-64", onChange("expansion", func(c jsonObject) { c["after"] = c["before"] })},
	{"a field changed and changed back", "CR-64", doubled("field", reversed)},
	{"an expansion changed and changed back", "CR-64", doubled("expansion", reversed)},
	{"a note moved and moved back", "CR-64", doubled("path", func(c jsonObject) { reversed(c); c["path"] = c["after"] })},
	{"a tag changed and changed back", "CR-64", doubled("tag", func(c jsonObject) {
		c["operation"] = map[any]string{"add": "remove", "remove": "add"}[c["operation"]]
	})},
	{"a field change twice", "CR-69", doubled("field", nil)},
	{"a tag change twice", "CR-70", doubled("tag", nil)},
	{"a path change twice", "CR-71", doubled("path", nil)},
	{"a note change twice", "CR-64", doubled("note", nil)},
	{"an expansion change twice", "CR-83", doubled("expansion", nil)},
	{"diagnostics the other way round", "CR-79", func(_ *rapid.T, d jsonObject) bool {
		list := d["diagnostics"].([]any)
		if len(list) < 2 || slices.Equal(orderKey(list[0].(jsonObject)), orderKey(list[len(list)-1].(jsonObject))) {
			return false
		}
		slices.Reverse(list)
		return true
	}},
	{"a diagnostic with another code", "CR-56", onDiagnostic(func(x jsonObject) { x["code"] = "broken" })},
	{"a diagnostic without a code", "CR-43", onDiagnostic(func(x jsonObject) { delete(x, "code") })},
	{"a diagnostic that says nothing", "CR-43", onDiagnostic(func(x jsonObject) { x["message"] = "" })},
	{"a diagnostic of a wave below 0", "CR-43", onDiagnostic(func(x jsonObject) { x["wave"] = -1 })},
	{"a diagnostic of no path", "CR-43", onDiagnostic(func(x jsonObject) { x["path"] = "/etc" })},
	{"a diagnostic with a field too many", "CR-43", onDiagnostic(func(x jsonObject) { x["severity"] = "error" })},

	{"another run_id", "", put("run_id", "run 2 of \u2028 today")},
	{"another version that is known", "", put("specification_version", "0.1.12")},
	{"a version that is not known", "CR-43", put("specification_version", "12.0.7")},
	{"one more root", "", onList("root_event_ids", func(l []any) []any { return append(l, "evt-more") })},
	{"roots in another order, their events not at hand", "", onList("root_event_ids", func(l []any) []any { slices.Reverse(l); return l })},
	{"events of a wave in another order, not at hand", "", onWave(onList("event_ids", func(l []any) []any { slices.Reverse(l); return l }))},
	{"automations in another order", "", onWave(onList("automations", func(l []any) []any { slices.Reverse(l); return l }))},
	{"changes of different notes in another order", "", onWave(onList("changes", func(l []any) []any { slices.Reverse(l); return l }))},
	{"an index written with a point", "", onWave(func(_ *rapid.T, w jsonObject) bool { w["index"] = asPoint(w["index"].(int)); return true })},
	{"the last wave gone, changes left", "", func(_ *rapid.T, d jsonObject) bool {
		waves := wavesOf(d)
		if len(waves) < 2 {
			return false
		}
		d["waves"] = waves[:len(waves)-1]
		return true
	}},
	{"a link retargeted in two places", "", doubled("link", nil)},
	{"a field changed on", "", doubled("field", func(c jsonObject) { c["before"], c["after"] = c["after"], "on" })},
	{"another message", "", onDiagnostic(func(x jsonObject) { x["message"] = "what the operator said" })},
	{"a diagnostic twice", "", func(_ *rapid.T, d jsonObject) bool {
		list := d["diagnostics"].([]any)
		if len(list) == 0 {
			return false
		}
		d["diagnostics"] = append(list, list[len(list)-1])
		return true
	}},
}

// number is a literal of JSON.
type number string

func (n number) MarshalJSON() ([]byte, error) { return []byte(n), nil }

func asPoint(i int) number { return number(string(rune('0'+i)) + ".0e0") }

// onPart changes an object within an event, if it has it.
func onPart(key string, to func(*rapid.T, jsonObject) bool) func(*rapid.T, jsonObject) bool {
	return func(t *rapid.T, d jsonObject) bool {
		part, has := d[key].(jsonObject)
		return has && to(t, part)
	}
}

// onKind changes an event of a kind.
func onKind(kind string, to func(*rapid.T, jsonObject) bool) func(*rapid.T, jsonObject) bool {
	return func(t *rapid.T, d jsonObject) bool { return d["kind"] == kind && to(t, d) }
}

var snapshotOfA = jsonObject{"path": "Notes/a.md", "frontmatter": jsonObject{}}

var eventMutations = []mutation{
	{"no version", "CR-42", dropped("specification_version")},
	{"no event_id", "CR-42", dropped("event_id")},
	{"no kind", "CR-42", dropped("kind")},
	{"no occurred_at", "CR-42", dropped("occurred_at")},
	{"no origin", "CR-42", dropped("origin")},
	{"no cause of what is automatic", "CR-42", dropped("caused_by")},
	{"no schedule", "CR-42", dropped("schedule")},
	{"no note before", "CR-42", dropped("before")},
	{"no note after", "CR-42", dropped("after")},
	{"no changes", "CR-42", onKind("note.updated", dropped("changes"))},
	{"no changes of what was archived", "CR-42", onKind("note.archived", dropped("changes"))},
	{"a field too many", "CR-42", put("by", "ana")},
	{"another kind", "CR-42", put("kind", "note.read")},
	{"another origin", "CR-42", put("origin", "nobody")},
	{"another time", "CR-42", put("occurred_at", "2026-11-30 00:45")},
	{"an empty event_id", "CR-42", put("event_id", "")},
	{"a body that has not changed", "CR-42", put("body_changed", false)},
	{"a body changed by a creation", "CR-42", onKind("note.created", put("body_changed", true))},
	{"a note before its creation", "CR-42", onKind("note.created", put("before", snapshotOfA))},
	{"a note after its deletion", "CR-42", onKind("note.deleted", put("after", snapshotOfA))},
	{"a schedule of what is not scheduled", "CR-42", onKind("note.updated", put("schedule", jsonObject{"automation": "a", "scheduled_for": "2026-11-30T00:45:12Z"}))},
	{"a tick by a user", "CR-42", onKind("schedule.tick", put("origin", "user"))},
	{"a tick with a note", "CR-42", onKind("schedule.tick", put("after", snapshotOfA))},
	{"two causes", "CR-42", onPart("caused_by", put("operation", "content_expansion"))},
	{"an empty cause", "CR-42", onPart("caused_by", dropped("automation"))},
	{"a cause by another operation", "CR-42", onPart("caused_by", put("operation", "expansion"))},
	{"a note without a path", "CR-42", onPart("after", dropped("path"))},
	{"a note that is no Markdown", "CR-42", onPart("after", put("path", "Notes/a.txt"))},
	{"a note outside", "CR-42", onPart("before", put("path", "/a.md"))},
	{"a note without fields", "CR-42", onPart("after", dropped("frontmatter"))},
	{"a note whose fields are a list", "CR-42", onPart("after", put("frontmatter", []any{}))},
	{"an empty object of changes", "CR-42", onKind("note.moved", put("changes", jsonObject{}))},
	{"a change of no field name", "CR-42", onPart("changes", put("State", jsonObject{"before": 1, "after": 2}))},
	{"a change without what was before", "CR-42", onPart("changes", onPart("state", dropped("before")))},
	{"a change of nothing", "CR-64", onPart("changes", put("more", jsonObject{"before": 1, "after": 1.0}))},
	{"a change that the note before does not show", "CR-69", onPart("changes", onPart("state", put("before", "open")))},
	{"a change that the note after does not show", "CR-69", onPart("changes", onPart("state", put("after", "open")))},

	{"a version that is not known", "CR-42", put("specification_version", "0.2.0")},
	{"a moment that there is not", "MN-137", put("occurred_at", "2026-13-45T99:99:99Z")},
	{"a day that there is not", "MN-137", put("occurred_at", "2026-02-29T00:00:00Z")},
	{"a schedule for a moment that there is not", "MN-137", onPart("schedule", put("scheduled_for", "2026-11-31T00:00:00Z"))},
	{"a path with an empty part", "MN-139", onPart("before", put("path", "Notes//a.md"))},
	{"a path with a dot", "MN-139", onPart("after", put("path", "./Notes/a.md"))},
	{"moved to where it was", "MN-142", onKind("note.moved", onPart("after", put("path", "Notes/a.md")))},
	{"a changed field that is not among the changes", "MN-143", onKind("note.updated", onPart("after", onPart("frontmatter", put("n", 2))))},
	{"a new field that is not among the changes", "MN-143", onKind("note.archived", onPart("after", onPart("frontmatter", put("m", 2))))},
	{"a field gone that is not among the changes", "MN-143", onKind("note.updated", onPart("after", onPart("frontmatter", dropped("n"))))},

	{"a leap second", "", put("occurred_at", "2016-12-31T23:59:60Z")},
	{"a field that is null now and was none", "", onKind("note.updated", onPart("after", onPart("frontmatter", put("m", nil))))},
	{"another event_id", "", put("event_id", "evt-2")},
	{"another field that the notes do not show", "", onPart("changes", put("more", jsonObject{"before": 1, "after": 2}))},
	{"a body that has changed, too", "", onKind("note.updated", put("body_changed", true))},
	{"a note of another type", "", onPart("after", put("note_type", "gate"))},
	{"by a tool", "", onKind("note.deleted", func(t *rapid.T, d jsonObject) bool { delete(d, "caused_by"); return put("origin", "tool")(t, d) })},
	{"changes of what was moved gone", "", onKind("note.moved", dropped("changes"))},
}

// tries is how often each mutation is tried on another document.
const tries = 30

// TestEveryMutationIsFound spoils sound documents in every way there is a name for, and wants the rule that is broken to be
// among the findings; what stays sound must have none.
func TestEveryMutationIsFound(t *testing.T) {
	for kind, list := range map[string][]mutation{"report": reportMutations, "event": eventMutations} {
		draw := map[string]func(*rapid.T) jsonObject{"report": drawReport, "event": drawEvent}[kind]
		for _, m := range list {
			t.Run(kind+"/"+m.name, func(t *testing.T) {
				applied := 0
				try := func(t *rapid.T) {
					if applied >= tries {
						return
					}
					d := again(draw(t)).(jsonObject)
					if !m.to(t, d) {
						return
					}
					applied++
					data := written(t, d)
					found := rules(data)
					if m.rule == "" && len(found) > 0 || m.rule != "" && !slices.Contains(found, m.rule) {
						t.Fatalf("found %v, not %q\n%s\n%s", found, m.rule, said(data), data)
					}
				}
				for round := 0; applied == 0 && round < 20; round++ { // few of the documents that are drawn suit some mutations
					rapid.Check(t, try)
				}
				if applied == 0 {
					t.Error("no document could be changed in this way")
				}
			})
		}
	}
}

// TestEveryKeyThatIsThereTwiceIsFound doubles one key after the other in the text of a document.
func TestEveryKeyThatIsThereTwiceIsFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for rule, d := range map[string]jsonObject{"CR-43": drawReport(t), "CR-42": drawEvent(t)} {
			lines := bytes.SplitAfter(written(t, d), []byte("\n"))
			keyed := slices.DeleteFunc(rapid.Permutation(seq(len(lines))).Draw(t, "lines"), func(i int) bool {
				line := bytes.TrimSpace(lines[i])
				return !bytes.Contains(line, []byte(`": `)) || bytes.HasSuffix(line, []byte("{")) || bytes.HasSuffix(line, []byte("["))
			})
			line := lines[keyed[0]]
			lines[keyed[0]] = append(append(bytes.TrimRight(bytes.Clone(line), ",\n"), ','), line...)
			data := bytes.Join(lines, nil)
			if found := rules(data); !slices.Contains(found, rule) {
				t.Fatalf("found %v, not %s\n%s", found, rule, data)
			}
		}
	})
}

func seq(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

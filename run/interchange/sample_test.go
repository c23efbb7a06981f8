package interchange

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// object is a JSON object as tests put it together and take it apart.
type jsonObject = map[string]any

// drawReport is a sound report of any status.
func drawReport(t *rapid.T) jsonObject {
	status := rapid.SampledFrom([]string{"committed", "no_change", "aborted", "incomplete"}).Draw(t, "status")
	mode := rapid.SampledFrom([]string{"one_hop", "propagation"}).Draw(t, "mode")
	changes := status == "committed" || status == "incomplete"
	least, most := 0, 4
	if changes {
		least = 1
	}
	if mode == "one_hop" {
		most = 1
	}
	waves := []any{}
	for i := range rapid.IntRange(least, most).Draw(t, "waves") {
		waves = append(waves, drawWave(t, i, changes))
	}
	roots := []any{"evt-outside"}
	if len(waves) > 0 {
		roots = append(roots, waves[0].(jsonObject)["event_ids"].([]any)...)
	}
	return jsonObject{
		"specification_version": "0.1.0", "run_id": "run-1", "mode": mode, "status": status, "root_event_ids": roots, "waves": waves,
		"diagnostics": drawDiagnostics(t, status),
	}
}

func drawWave(t *rapid.T, index int, changed bool) jsonObject {
	events, automations, changes := []any{}, []any{}, []any{}
	for i := range rapid.IntRange(1, 3).Draw(t, "events") {
		events = append(events, fmt.Sprintf("evt-%d-%d", index, i))
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "automations") {
		automations = append(automations, fmt.Sprintf("step-%d", i))
	}
	if changed {
		for i := range rapid.IntRange(1, 4).Draw(t, "changes") {
			changes = append(changes, drawChange(t, fmt.Sprintf("Notes/%d/%d.md", index, i)))
		}
	}
	return jsonObject{"index": index, "event_ids": events, "automations": automations, "changes": changes}
}

// drawChange is a change of a note that nothing else changes.
func drawChange(t *rapid.T, path string) jsonObject {
	kind := rapid.SampledFrom([]string{"field", "tag", "path", "note", "link", "expansion"}).Draw(t, "kind")
	return soundChange(kind, path, rapid.IntRange(0, 3).Draw(t, "form"))
}

func soundChange(kind, path string, form int) jsonObject {
	c := jsonObject{"kind": kind, "path": path}
	switch kind {
	case "field":
		c["field"] = "state"
		c["before"], c["after"] = []any{nil, 1, "todo", jsonObject{"a": []any{1}}}[form], []any{"x", 2, true, jsonObject{"a": []any{2}}}[form]
	case "tag":
		c["tag"], c["operation"] = "state/done", []string{"add", "remove"}[form%2]
	case "path":
		c["before"], c["after"] = "Old/"+path, path
	case "note":
		c["operation"] = []string{"create", "archive", "logical_delete", "hard_delete"}[form]
	case "link":
		c["location"], c["before"], c["after"] = "body", "[[a]]", "[[b]]"
		if form%2 == 1 {
			c["location"], c["field"] = "frontmatter", "parent"
		}
	case "expansion":
		c["expansion"], c["before"], c["after"] = "summary", "", "now"
	}
	return c
}

func drawDiagnostics(t *rapid.T, status string) []any {
	if status == "committed" || status == "no_change" {
		return []any{}
	}
	all := []jsonObject{}
	for range rapid.IntRange(1, 5).Draw(t, "diagnostics") {
		d := jsonObject{
			"code":    rapid.SampledFrom([]string{"action_failed", "cycle_detected", "validation_failed"}).Draw(t, "code"),
			"message": rapid.SampledFrom([]string{"it broke", "\uffff", "\U00010000"}).Draw(t, "message"),
		}
		for field, values := range map[string][]any{"wave": {0, 2, 10}, "path": {"a.md", "b.md"}, "automation": {"one", "two"}, "field": {"state", "value"}} {
			if i := rapid.IntRange(-1, len(values)-1).Draw(t, field); i >= 0 {
				d[field] = values[i]
			}
		}
		all = append(all, d)
	}
	if status == "incomplete" {
		all = append(all, jsonObject{"code": "incomplete_commit", "message": "it stopped half way"})
	}
	slices.SortFunc(all, func(a, b jsonObject) int { return slices.Compare(orderKey(a), orderKey(b)) })
	list := []any{}
	for _, d := range all {
		list = append(list, d)
	}
	return list
}

// orderKey sorts diagnostics as CR-79 says: each component is absent or there, numbers have as many digits.
func orderKey(d jsonObject) []string {
	var key []string
	for _, field := range []string{"wave", "path", "automation", "field", "code", "message"} {
		switch v := d[field].(type) {
		case nil:
			key = append(key, "absent")
		case int:
			key = append(key, fmt.Sprintf("there %09d", v))
		case string:
			key = append(key, "there "+v)
		}
	}
	return key
}

// drawEvent is a sound event of any kind.
func drawEvent(t *rapid.T) jsonObject {
	kind := rapid.SampledFrom([]string{"note.created", "note.updated", "note.moved", "note.archived", "note.deleted", "schedule.tick"}).Draw(t, "kind")
	e := jsonObject{"specification_version": "0.1.0", "event_id": "evt-1", "kind": kind, "occurred_at": "2026-11-30T00:45:12.5+02:00", "origin": "user"}
	before := jsonObject{"path": "Notes/a.md", "note_type": "step", "frontmatter": jsonObject{"state": "todo", "n": 1}}
	after := jsonObject{"path": "Notes/a.md", "frontmatter": jsonObject{"state": "done", "n": 1}}
	changes := jsonObject{"state": jsonObject{"before": "todo", "after": "done"}}
	if kind == "note.moved" {
		after["path"] = "Notes/b.md"
	}
	switch kind {
	case "note.created":
		e["after"] = after
	case "note.deleted":
		e["before"] = before
	case "schedule.tick":
		e["origin"], e["schedule"] = "schedule", jsonObject{"automation": "daily", "scheduled_for": "2026-11-30T00:45:12Z"}
	default:
		e["before"], e["after"], e["changes"] = before, after, changes
	}
	if kind != "schedule.tick" && rapid.Bool().Draw(t, "automatic") {
		e["origin"], e["caused_by"] = "automation", jsonObject{"run_id": "run-1", "event_id": "evt-0", "automation": "step-1"}
	}
	return e
}

// written is a document as JSON.
func written(t interface{ Fatal(...any) }, v any) []byte {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// again is a copy of a document that shares nothing with it, numbers of Go kept.
func again(v any) any {
	switch v := v.(type) {
	case jsonObject:
		c := jsonObject{}
		for key, below := range v {
			c[key] = again(below)
		}
		return c
	case []any:
		c := []any{}
		for _, below := range v {
			c = append(c, again(below))
		}
		return c
	}
	return v
}

// rules are those of the findings about some files, each once.
func rules(files ...[]byte) []string {
	var in []File
	for i, data := range files {
		in = append(in, File{fmt.Sprintf("file%d", i), data})
	}
	var found []string
	for _, f := range Check(in...) {
		found = append(found, string(f.Rule))
	}
	slices.SortFunc(found, cmp.Compare[string])
	return slices.Compact(found)
}

// said are findings as lines.
func said(data []byte) string {
	var b strings.Builder
	for _, f := range Check(File{"f.json", data}) {
		b.WriteString(f.String() + "\n")
	}
	return b.String()
}

func TestSoundDocumentsHaveNoFindings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := written(t, drawReport(t))
		data = append(append(data, '\n'), written(t, drawEvent(t))...)
		if found := said(data); found != "" {
			t.Fatalf("%s\n%s", found, data)
		}
	})
}

package interchange_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rtut/run/interchange"
	"rtut/run/interchange/interchangetest"
	"rtut/run/schematest"
)

func TestPublicFixturesBehaveAsTheirFolderSays(t *testing.T) {
	for _, folder := range []string{"valid", "invalid-shape"} {
		for name, data := range interchangetest.Fixtures(t, folder) {
			t.Run(folder+"/"+name, func(t *testing.T) {
				findings := interchange.Check(interchange.File{Name: name, Data: data})
				if sound := len(findings) == 0; sound != (folder == "valid") {
					t.Errorf("%v", findings)
				}
			})
		}
	}
}

// words are what a change of a document puts in: what documents hold, and what they don't.
var words = []any{
	nil, true, false, 0, 1, 2, -1, 1.0, 0.5, json.Number("1e400"), json.Number("10e-1"), "", "a", "A b", "evt-root", "state", "a.b", "-", "a-b", "a--b",
	"0.1.0", "1.2", "one_hop", "propagation", "committed", "no_change", "aborted", "incomplete", "incomplete_commit", "action_failed",
	"field", "tag", "path", "note", "link", "expansion", "body", "frontmatter", "add", "archive", "hard_delete", "../a.md", "a/../b.md", "..a", "/a.md",
	`a\b`, "a.md", "a.txt", "\n.md", "a.md\n", "note.created", "note.updated", "note.moved", "note.archived", "note.deleted", "schedule.tick", "user", "automation", "schedule",
	"content_expansion", "2026-11-30T00:45:12Z", "2026-11-30T00:45:12.123+01:00", "2026-11-30", "é", "état/é",
	[]any{},
	map[string]any{},
	[]any{"a"},
	[]any{"a", "a"},
	map[string]any{"before": 1, "after": 2},
	map[string]any{"before": nil, "after": nil},
	map[string]any{"path": "a.md", "frontmatter": map[string]any{}},
	map[string]any{"run_id": "r", "event_id": "e", "automation": "a"},
	map[string]any{"automation": "a", "scheduled_for": "2026-11-30T00:45:12Z"},
	map[string]any{"kind": "field", "path": "a.md", "field": "state", "before": 1, "after": 2},
	map[string]any{"kind": "link", "path": "a.md", "location": "body", "before": "a", "after": "b"},
	map[string]any{"code": "action_failed", "message": "m"},
	map[string]any{"code": "incomplete_commit", "message": "m"},
	map[string]any{"index": 0, "event_ids": []any{"e"}, "automations": []any{}, "changes": []any{}},
}

// keys are fields of documents, and some that are none.
var keys = []string{
	"specification_version", "run_id", "mode", "status", "root_event_ids", "waves", "diagnostics", "index", "event_ids", "automations", "changes", "kind",
	"path", "field", "before", "after", "tag", "operation", "location", "expansion", "code", "message", "automation", "wave", "event_id", "occurred_at",
	"origin", "body_changed", "schedule", "scheduled_for", "caused_by", "note_type", "frontmatter", "state", "Odd key", "",
}

// TestShapesGoWithThePublicSchemas changes public documents at random, and wants Check to have found fault with the shape of
// each exactly where the schema has. What the schemas have no word for is told apart by its rule.
func TestShapesGoWithThePublicSchemas(t *testing.T) {
	schemas := interchangetest.NeedSchemas(t)
	fixtures := interchangetest.Fixtures(t, "valid")
	maps.Copy(fixtures, interchangetest.Fixtures(t, "invalid-shape"))
	names := slices.Sorted(maps.Keys(fixtures))
	sound, unsound := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		for _, name := range names {
			var d any
			if err := json.Unmarshal(fixtures[name], &d); err != nil {
				t.Fatal(err)
			}
			for range rapid.IntRange(0, 3).Draw(t, "changes") {
				d = changed(t, d)
			}
			data, err := json.Marshal(d)
			if err != nil {
				t.Fatal(err)
			}
			schema := schemas.Event
			if strings.Contains(name, "report") {
				schema = schemas.Report
			}
			faults := interchange.ShapeFaults(data, strings.Contains(name, "report"))
			verdict := schematest.Verdict(schema, data)
			if (verdict == nil) != (len(faults) == 0) {
				t.Fatalf("%s\nthe schema says: %v\nthe check says: %q", data, verdict, faults)
			}
			if verdict == nil {
				sound++
			} else {
				unsound++
			}
		}
	})
	if sound < 50 || unsound < 50 {
		t.Errorf("only %d sound and %d unsound documents were tried", sound, unsound)
	}
	t.Logf("%d sound and %d unsound documents", sound, unsound)
}

// drawWord is one of the words, which shares nothing with it.
func drawWord(t *rapid.T) any {
	data, err := json.Marshal(rapid.SampledFrom(words).Draw(t, "word"))
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var word any
	if err := d.Decode(&word); err != nil {
		t.Fatal(err)
	}
	return word
}

// changed is a document with one random change somewhere in it.
func changed(t *rapid.T, d any) any {
	switch v := d.(type) {
	case map[string]any:
		return changedObject(t, v)
	case []any:
		return changedList(t, v)
	}
	return drawWord(t)
}

func changedObject(t *rapid.T, v map[string]any) any {
	has := slices.Sorted(maps.Keys(v))
	switch how := rapid.IntRange(0, 9).Draw(t, "how"); {
	case how == 0:
		return drawWord(t)
	case how == 1 || len(has) == 0:
		v[rapid.SampledFrom(keys).Draw(t, "key")] = drawWord(t)
	case how == 2:
		delete(v, rapid.SampledFrom(has).Draw(t, "gone"))
	case how == 3:
		was := rapid.SampledFrom(has).Draw(t, "renamed")
		value := v[was]
		delete(v, was)
		v[rapid.SampledFrom(keys).Draw(t, "key")] = value
	default:
		key := rapid.SampledFrom(has).Draw(t, "in")
		v[key] = changed(t, v[key])
	}
	return v
}

func changedList(t *rapid.T, v []any) any {
	switch how := rapid.IntRange(0, 9).Draw(t, "how"); {
	case how == 0:
		return drawWord(t)
	case how == 1 || len(v) == 0:
		return append(v, drawWord(t))
	case how == 2:
		at := rapid.IntRange(0, len(v)-1).Draw(t, "gone")
		return slices.Delete(v, at, at+1)
	case how == 3:
		return append(v, v[rapid.IntRange(0, len(v)-1).Draw(t, "twin")])
	default:
		at := rapid.IntRange(0, len(v)-1).Draw(t, "in")
		v[at] = changed(t, v[at])
	}
	return v
}

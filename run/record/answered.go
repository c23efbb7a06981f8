package record

import (
	"bytes"
	"maps"
	"slices"
)

// AnsweredByNobody returns the items of which auto-confirm answered a check at some time, or judged one by what it had answered. An
// answer that a person gives later does not take that back: what came in between went by nobody's.
func AnsweredByNobody(rec *Record) map[string]bool {
	items := map[string]bool{}
	note := func(item string, results ...*Result) {
		for _, r := range results {
			if r != nil && (r.AutoConfirmed || r.Proof == Nobody) {
				items[item] = true
			}
		}
	}
	for id, step := range rec.Steps {
		note(id, step.Verification)
	}
	for id, gate := range rec.Gates {
		note(id, slices.Collect(maps.Values(gate.Results))...)
	}
	for i := range rec.Events {
		e := &rec.Events[i]
		note(e.Item, e.Detail.Verification)
		note(e.Item, slices.Collect(maps.Values(e.Detail.Results))...)
	}
	return items
}

// tellsOfNobody reports whether the text of a record has such an answer. No text in JSON holds a quote, so that what looks like a key
// is one.
func tellsOfNobody(data []byte) bool {
	return hasField(data, `"auto_confirmed"`, "true") || hasField(data, `"proof"`, `"nobody"`)
}

// hasField reports whether a key stands before a value anywhere in a text of JSON.
func hasField(data []byte, key, value string) bool {
	for {
		i := bytes.Index(data, []byte(key))
		if i < 0 {
			return false
		}
		data = bytes.TrimLeft(data[i+len(key):], " \t\r\n")
		if after, isKey := bytes.CutPrefix(data, []byte(":")); isKey && bytes.HasPrefix(bytes.TrimLeft(after, " \t\r\n"), []byte(value)) {
			return true
		}
	}
}

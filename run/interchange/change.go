package interchange

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Change is the change of one field of a note (CR-69).
type Change struct {
	Kind   string          `json:"kind"` // always "field"
	Path   string          `json:"path"`
	Field  string          `json:"field"`
	Before json.RawMessage `json:"before"` // null where it had no value
	After  json.RawMessage `json:"after"`  // null where it has none
}

// changesBetween are the changes that make one state of a note of the other, in the order of its fields.
func changesBetween(before, after note) []Change {
	var changes []Change
	for _, field := range fieldsOf[after.is] {
		was, is := before.fields.of(field), after.fields.of(field)
		if !bytes.Equal(was, is) {
			changes = append(changes, Change{Kind: "field", Path: after.path, Field: field, Before: was, After: is})
		}
	}
	return changes
}

// withoutCancelled leaves out what a later change takes back (CR-64): where a field gets a value that it had before, all its
// changes since then are gone, and the others stay in their order (CR-68). A change that somebody else made in between is
// counted to the next of these.
func withoutCancelled(changes []Change) []Change {
	kept := []Change{}
	for _, c := range changes {
		same := func(k Change) bool { return k.Path == c.Path && k.Field == c.Field }
		for _, k := range kept {
			if same(k) {
				c.Before = k.After
			}
		}
		back := slices.IndexFunc(kept, func(k Change) bool { return same(k) && bytes.Equal(k.Before, c.After) })
		switch {
		case back >= 0:
			kept = append(kept[:back], slices.DeleteFunc(slices.Clone(kept[back:]), same)...)
		case !bytes.Equal(c.Before, c.After):
			kept = append(kept, c)
		}
	}
	return kept
}

package run

import (
	"encoding/json"
	"strings"
)

// unknownIn returns what of source, a record as it was read, does not survive reading: the keys that a newer rtut knows; nil for
// none.
func unknownIn(source []byte) (*tree, error) {
	var known Record
	if err := json.Unmarshal(source, &known); err != nil {
		return nil, err
	}
	data, err := marshal(&known)
	if err != nil || spelledOtherwise(source, data) < 0 { // almost always: it is what this rtut would write
		return nil, err
	}
	was, err := parseTree(source)
	if err != nil {
		return nil, err
	}
	survived, err := parseTree(data)
	if err != nil {
		return nil, err
	}
	return was.without(survived), nil
}

// without returns what of t is not in known; nil if nothing.
func (t *tree) without(known *tree) *tree {
	if t.below == nil {
		return nil
	}
	rest := &tree{array: t.array, below: map[string]*tree{}}
	for _, key := range t.keys {
		child := t.below[key]
		if k, ok := known.below[key]; ok {
			child = child.without(k)
		} else if child.empty() {
			child = nil
		}
		if child != nil {
			rest.keys = append(rest.keys, key)
			rest.below[key] = child
		}
	}
	if len(rest.keys) == 0 {
		return nil
	}
	return rest
}

// empty reports whether a value says nothing: such keys may be left out.
func (t *tree) empty() bool {
	switch string(t.scalar) {
	case "null", `""`, "false", "0":
		return true
	}
	return t.scalar == nil && len(t.keys) == 0
}

// graft adds to t what is in unknown, wherever its place is still there. Lists only grow, so their items are matched by place.
func (t *tree) graft(unknown *tree) {
	if t.below == nil {
		return
	}
	for _, key := range unknown.keys {
		child, ok := t.below[key]
		switch {
		case ok:
			child.graft(unknown.below[key])
		case !t.array:
			t.keys = append(t.keys, key)
			t.below[key] = unknown.below[key]
		}
	}
}

// differsFrom names the first place, from path on, where t is not other; "" where they are the same.
func (t *tree) differsFrom(other *tree, path string) string {
	if t.below == nil || other.below == nil {
		if (t.below == nil) != (other.below == nil) || string(t.scalar) != string(other.scalar) {
			return path
		}
		return ""
	}
	for _, key := range t.keys {
		place := strings.TrimPrefix(path+"."+key, ".")
		theirs := other.below[key]
		if theirs == nil {
			return place
		}
		if found := t.below[key].differsFrom(theirs, place); found != "" {
			return found
		}
	}
	for _, key := range other.keys {
		if t.below[key] == nil {
			return strings.TrimPrefix(path+"."+key, ".")
		}
	}
	return ""
}

// spelledOtherwise returns the byte at which JSON text is not, white space aside, the compact form; -1 where there is none.
func spelledOtherwise(text, compact []byte) int {
	inString, escaped := false, false
	for i, c := range text {
		if !inString && strings.IndexByte(" \t\r\n", c) >= 0 {
			continue
		}
		if len(compact) == 0 || compact[0] != c {
			return i
		}
		compact = compact[1:]
		switch {
		case escaped:
			escaped = false
		case c == '"':
			inString = !inString
		case c == '\\':
			escaped = inString
		}
	}
	return -1
}

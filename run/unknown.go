package run

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// tree is a JSON value whose objects keep the order of their keys. Items of an array have their index as key.
type tree struct {
	scalar json.RawMessage // neither object nor array
	array  bool
	keys   []string
	below  map[string]*tree
}

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

// parseTree reads one JSON value.
func parseTree(data []byte) (*tree, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	return decodeTree(dec)
}

func decodeTree(dec *json.Decoder) (*tree, error) {
	token, err := dec.Token()
	if err != nil {
		return nil, err
	}
	delim, ok := token.(json.Delim)
	if !ok {
		scalar, err := marshal(token)
		return &tree{scalar: bytes.TrimSpace(scalar)}, err
	}
	t := &tree{array: delim == '[', below: map[string]*tree{}}
	for i := 0; dec.More(); i++ {
		key := strconv.Itoa(i)
		if !t.array {
			token, err := dec.Token()
			if err != nil {
				return nil, err
			}
			key = token.(string)
		}
		child, err := decodeTree(dec)
		if err != nil {
			return nil, err
		}
		if _, double := t.below[key]; !double {
			t.keys = append(t.keys, key)
		}
		t.below[key] = child
	}
	_, err = dec.Token()
	return t, err
}

// append writes t as compact JSON.
func (t *tree) append(out []byte) []byte {
	if t.below == nil {
		return append(out, t.scalar...)
	}
	open, shut := byte('{'), byte('}')
	if t.array {
		open, shut = '[', ']'
	}
	out = append(out, open)
	for i, key := range t.keys {
		if i > 0 {
			out = append(out, ',')
		}
		if !t.array {
			name, _ := marshal(key)
			out = append(append(out, bytes.TrimSpace(name)...), ':')
		}
		out = t.below[key].append(out)
	}
	return append(out, shut)
}

// at returns an item of a list in t; an empty object where there is none.
func (t *tree) at(list string, i int) *tree {
	if l := t.below[list]; l != nil && l.below[strconv.Itoa(i)] != nil {
		return l.below[strconv.Itoa(i)]
	}
	return &tree{below: map[string]*tree{}}
}

// differsFrom names the first place, from path on, where t is not other; "" where they are the same.
func (t *tree) differsFrom(other *tree, path string) string {
	if t.below == nil || other.below == nil {
		if (t.below == nil) != (other.below == nil) || string(t.scalar) != string(other.scalar) {
			return path
		}
		return ""
	}
	for _, key := range slices.Concat(t.keys, other.keys) {
		place := strings.TrimPrefix(path+"."+key, ".")
		mine, theirs := t.below[key], other.below[key]
		if mine == nil || theirs == nil {
			return place
		}
		if found := mine.differsFrom(theirs, place); found != "" {
			return found
		}
	}
	return ""
}

// hasJust reports whether an object in t has these very keys and no others; decoding is less strict about capitals.
func (t *tree) hasJust(object string, keys ...string) bool {
	o := t.below[object]
	return o != nil && len(o.keys) == len(keys) && !slices.ContainsFunc(keys, func(key string) bool { return o.below[key] == nil })
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

package record

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

// but is an object without some keys.
func (t *tree) but(keys ...string) *tree {
	rest := &tree{below: map[string]*tree{}}
	rest.keys = slices.DeleteFunc(slices.Clone(t.keys), func(key string) bool { return slices.Contains(keys, key) })
	for _, key := range rest.keys {
		rest.below[key] = t.below[key]
	}
	return rest
}

// first names the first value in t that is neither an object nor a list, or is an empty one.
func (t *tree) first() string {
	if len(t.keys) == 0 {
		return ""
	}
	return strings.TrimSuffix(t.keys[0]+"."+t.below[t.keys[0]].first(), ".")
}

// hasJust reports whether an object in t has these very keys and no others; decoding is less strict about capitals.
func (t *tree) hasJust(object string, keys ...string) bool {
	o := t.below[object]
	return o != nil && len(o.keys) == len(keys) && !slices.ContainsFunc(keys, func(key string) bool { return o.below[key] == nil })
}

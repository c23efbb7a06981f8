package record

import (
	"reflect"
	"strings"
	"sync"
)

// unknownIn returns what of a record's text this rtut does not know: the keys that a newer one has written, whatever their values; nil
// for none.
func unknownIn(data []byte) *tree {
	if allKnown(data, blanks(data, 0), 0, recordShape()) >= 0 { // almost always
		return nil
	}
	whole, err := parseTree(data)
	if err != nil {
		return nil // it could not be decoded either
	}
	return whole.unknownTo(recordShape())
}

// shape is what is known of the keys in a value of a record.
type shape struct {
	fields map[string]*shape // of an object with certain keys
	each   *shape            // of an object with any keys, or of a list: what is in it
}

// recordShape is the shape of a record.
var recordShape = sync.OnceValue(func() *shape { return shapeOf(reflect.TypeFor[Record]()) })

// shapeOf returns the shape of what is decoded into a type; nil where any value will do.
func shapeOf(t reflect.Type) *shape {
	switch {
	case t.Kind() == reflect.Pointer:
		return shapeOf(t.Elem())
	case decodesItself(t):
		return nil
	case t.Kind() == reflect.Struct:
		s := &shape{fields: map[string]*shape{}}
		for i := range t.NumField() {
			if name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); name != "" {
				s.fields[name] = shapeOf(t.Field(i).Type)
			}
		}
		return s
	case t.Kind() == reflect.Map, t.Kind() == reflect.Slice:
		return &shape{each: shapeOf(t.Elem())}
	}
	return nil
}

// allKnown returns where the value ends that begins at a place, if there is no key in it that its shape does not have; -1 else.
func allKnown(data []byte, at, depth int, s *shape) int {
	switch {
	case s == nil || at >= len(data):
		return valueEnd(data, at, depth)
	case data[at] == '{' && s.fields != nil:
		return eachField(data, at, depth, func(key []byte, at, depth int) int {
			field, known := s.fields[string(key[1:len(key)-1])]
			if !known {
				return -1
			}
			return allKnown(data, at, depth, field)
		})
	case data[at] == '{' && s.each != nil:
		return eachField(data, at, depth, func(_ []byte, at, depth int) int { return allKnown(data, at, depth, s.each) })
	case data[at] == '[' && s.each != nil:
		return eachItem(data, at, depth, func(at, depth int) int { return allKnown(data, at, depth, s.each) })
	}
	return valueEnd(data, at, depth)
}

// unknownTo returns what of t its shape does not have; nil for nothing.
func (t *tree) unknownTo(s *shape) *tree {
	if t.below == nil || s == nil {
		return nil
	}
	rest := &tree{array: t.array, below: map[string]*tree{}}
	for _, key := range t.keys {
		child := t.below[key]
		field, known := s.each, true
		if s.fields != nil {
			field, known = s.fields[key]
		}
		if known {
			child = child.unknownTo(field)
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

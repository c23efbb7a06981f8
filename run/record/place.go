package record

import (
	"encoding/json"
	"strconv"
	"strings"

	"rtut/pack"
)

// place is a place in a record: the keys that lead to a value. Items of a list have their index as key; nil is the record
// as a whole.
type place []string

// event returns the number of the event that the place is in, counted from 1 by where it stands; 0 if it is in none.
func (p place) event() int {
	if len(p) < 2 || p[0] != "events" {
		return 0
	}
	i, err := strconv.Atoi(p[1])
	if err != nil {
		return 0
	}
	return i + 1
}

// field returns the place as a path, as in "steps.promote.state"; "" in an event, and for the record as a whole.
func (p place) field() string {
	if p.event() > 0 {
		return ""
	}
	return strings.Join(p, ".")
}

// String returns the place in words; "" for the record as a whole. Keys may hold anything: what is not plain is quoted.
func (p place) String() string {
	keys, event := []string(p), p.event()
	if event > 0 {
		keys = p[2:]
	}
	path := pack.Shorten(strings.Join(keys, "."), maxPlace)
	if strings.ContainsFunc(path, func(r rune) bool { return !strconv.IsPrint(r) }) {
		path = strconv.Quote(path)
	}
	switch {
	case event == 0:
		return path
	case path == "":
		return "event " + strconv.Itoa(event)
	}
	return path + " of event " + strconv.Itoa(event)
}

// maxPlace bounds a path that is told, in characters: a record of somebody else's may have keys of any length.
const maxPlace = 200

// within returns the place as what follows the number of a byte.
func (p place) within() string {
	if len(p) == 0 {
		return ""
	}
	return ", in " + p.String()
}

// placeAt returns the innermost value that a byte of JSON text is in, as far as the text can be read: where it breaks before
// that byte it is the value that breaks. A key counts as its value.
func placeAt(data []byte, offset int) place {
	s := search{data: data, offset: offset}
	if begin := blanks(data, 0); begin <= offset {
		s.value(begin, 0)
	}
	return s.place
}

// search looks for the value that a byte is in.
type search struct {
	data   []byte
	offset int
	place  place // of the value that is looked at
	found  bool  // it is that one
}

// value looks through the value that begins at a place, and returns where it ends; -1 when there is nothing more to look for.
func (s *search) value(at, depth int) int {
	end := -1
	switch {
	case at >= len(s.data) || at == s.offset:
	case s.data[at] == '{':
		end = eachField(s.data, at, depth, func(key []byte, at, depth int) int { return s.below(unquoted(key), at, depth) })
	case s.data[at] == '[':
		i := -1
		end = eachItem(s.data, at, depth, func(at, depth int) int { i++; return s.below(strconv.Itoa(i), at, depth) })
	default:
		end = valueEnd(s.data, at, depth)
	}
	if s.found || end < 0 || s.offset < end {
		s.found = true
		return -1
	}
	return end
}

// below is value for a value in the one that is looked at.
func (s *search) below(key string, at, depth int) int {
	s.place = append(s.place, key)
	if s.offset < at {
		s.found = true
		return -1
	}
	end := s.value(at, depth)
	if !s.found {
		s.place = s.place[:len(s.place)-1]
	}
	return end
}

// offsetOf returns where the value begins that a place in JSON text is; where there is none, the innermost one on the way there,
// and false.
func offsetOf(data []byte, p place) (at int, found bool) {
	at = blanks(data, 0)
	for _, key := range p {
		next := childOf(data, at, key)
		if next < 0 {
			return at, false
		}
		at = next
	}
	return at, true
}

// childOf returns where the value with a key begins in the object or list that begins at a place; -1 where there is none. Of several
// it is the last, as for encoding/json.
func childOf(data []byte, at int, key string) int {
	found, i := -1, -1
	look := func(name string, at, depth int) int {
		if name == key {
			found = at
		}
		return valueEnd(data, at, depth)
	}
	switch data[at] {
	case '{':
		eachField(data, at, 0, func(name []byte, at, depth int) int { return look(unquoted(name), at, depth) })
	case '[':
		eachItem(data, at, 0, func(at, depth int) int { i++; return look(strconv.Itoa(i), at, depth) })
	}
	return found
}

// unquoted is a key of an object as encoding/json reads it.
func unquoted(key []byte) string {
	var name string
	if err := json.Unmarshal(key, &name); err != nil {
		return string(key)
	}
	return name
}

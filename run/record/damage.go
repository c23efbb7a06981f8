package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"rtut/pack"
)

// DamagedError says that a record can't be read, and where it breaks.
type DamagedError struct {
	Path   string // of the file; filled in by the store
	Offset int64  // the byte at which it breaks, from 0
	Why    string

	Truncated bool // the file ends in the middle of the record

	place  place // what the byte is in; nil where that is the record as a whole
	absent bool  // there is nothing in that place, and the byte is where something around it begins
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("record %s is damaged at byte %d%s: %s. It was not modified; restore a copy, or move it away",
		e.Path, e.Offset, e.place.within(), pack.Shorten(e.Why, maxPlace))
}

// SchemaError says that a record has a layout that this rtut does not know.
type SchemaError struct {
	Path   string // of the file; filled in by the store
	Schema Schema
}

func (e *SchemaError) Error() string {
	return fmt.Sprintf("record %s has the unknown schema %q (known: %s and %s). It was not modified",
		e.Path, pack.Shorten(string(e.Schema), maxPlace), V01, V02)
}

// damaged says where decoding a record broke off. The errors of encoding/json do not tell that of a value that can't be
// decoded, and tell it late of a bracket that is missing or too many, so the place is looked for: the first that there is.
func damaged(data []byte, err error) *DamagedError {
	var syntax *json.SyntaxError
	d := &DamagedError{Why: err.Error()}
	switch at := swallowedEvents(data); {
	case at < 0 && endsEarly(data):
		return &DamagedError{Offset: int64(len(data)), Why: "the file ends in the middle of the record", Truncated: true}
	case at >= 0:
		d = damagedAt(data, at, "the events are inside another object, which does not end before them")
	case errors.As(err, &syntax):
		d = damagedAt(data, int(max(0, syntax.Offset-1)), err.Error())
	}
	if at, why := misfit(data); at >= 0 && (d.Offset == 0 || int64(at) < d.Offset) {
		d = damagedAt(data, at, why)
	}
	if at := misindented(data); at >= 0 && int64(at) < d.Offset && !json.Valid(data) {
		d = damagedAt(data, at, "a bracket is missing or too many")
	}
	return d
}

// damagedAt is damage at a byte.
func damagedAt(data []byte, at int, why string) *DamagedError {
	return &DamagedError{Offset: int64(at), Why: why, place: placeAt(data, at)}
}

// endsEarly reports whether JSON text ends before its value does.
func endsEarly(data []byte) bool {
	return errors.Is(json.NewDecoder(bytes.NewReader(data)).Decode(new(json.RawMessage)), io.ErrUnexpectedEOF)
}

// swallowedEvents returns where the events begin in text that ends early if they are not where they belong; -1 else. Then nothing
// is missing at the end: the end of an object before the events is.
func swallowedEvents(data []byte) int {
	found := -1
	if !endsEarly(data) {
		return found
	}
	var value func(at, depth int) int
	value = func(at, depth int) int {
		if at >= len(data) || data[at] != '{' {
			return valueEnd(data, at, depth)
		}
		return eachField(data, at, depth, func(key []byte, at, depth int) int {
			if found < 0 && depth > 1 && string(key) == `"events"` && listsObjects(data, at) {
				found = at
			}
			return value(at, depth)
		})
	}
	value(blanks(data, 0), 0)
	return found
}

// listsObjects reports whether a list of objects begins at a place.
func listsObjects(data []byte, at int) bool {
	if at >= len(data) || data[at] != '[' {
		return false
	}
	first := blanks(data, at+1)
	return first < len(data) && data[first] == '{'
}

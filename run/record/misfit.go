package record

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
)

// misfit returns where the first value in a record begins that can't be decoded, and what is wrong with it; -1 where all can be.
// Of text that is no valid JSON it looks at the values before the place where it breaks.
func misfit(data []byte) (at int, why string) {
	f := fitting{data: data, at: -1}
	f.value(blanks(data, 0), 0, reflect.TypeFor[Record]())
	return f.at, f.why
}

// fitting tries each value of a record on the type that it is decoded into.
type fitting struct {
	data []byte
	at   int // of the first that does not fit; -1 while there is none
	why  string
}

// value tries the value that begins at a place, and returns where it ends; -1 where it does not fit, or breaks.
func (f *fitting) value(at, depth int, t reflect.Type) int {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if at >= len(f.data) {
		return -1
	}
	opening := f.data[at]
	switch {
	case opening == '{' && t.Kind() == reflect.Struct && !decodesItself(t):
		return eachField(f.data, at, depth, func(key []byte, at, depth int) int {
			if known := fieldType(t, unquoted(key)); known != nil {
				return f.value(at, depth, known)
			}
			return valueEnd(f.data, at, depth)
		})
	case opening == '{' && t.Kind() == reflect.Map:
		return eachField(f.data, at, depth, func(_ []byte, at, depth int) int { return f.value(at, depth, t.Elem()) })
	case opening == '[' && t.Kind() == reflect.Slice:
		return eachItem(f.data, at, depth, func(at, depth int) int { return f.value(at, depth, t.Elem()) })
	}
	end := valueEnd(f.data, at, depth)
	if end < 0 {
		return -1
	}
	if err := json.Unmarshal(f.data[at:end], reflect.New(t).Interface()); err != nil {
		f.at, f.why = at, unfit(t, err)
		return -1
	}
	return end
}

// decodesItself reports whether a type has a way of its own to be decoded.
func decodesItself(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]())
}

// fieldType returns the type of the field of a struct that a key is decoded into, as encoding/json chooses it; nil for none.
func fieldType(t reflect.Type, key string) (found reflect.Type) {
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		switch {
		case name == key:
			return t.Field(i).Type
		case name != "" && strings.EqualFold(name, key) && found == nil:
			found = t.Field(i).Type
		}
	}
	return found
}

// unfit says what is wrong with a value.
func unfit(t reflect.Type, err error) string {
	var kind *json.UnmarshalTypeError
	switch {
	case t == reflect.TypeFor[Time]():
		return "it is not a time"
	case errors.As(err, &kind) && strings.IndexByte("aeiou", kind.Value[0]) >= 0:
		return "it is an " + kind.Value
	case errors.As(err, &kind):
		return "it is a " + kind.Value
	}
	return err.Error()
}

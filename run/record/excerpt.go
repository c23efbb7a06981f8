package record

import (
	"slices"
	"strings"
)

// excerpt gives an object with only those fields of a JSON object that may be named by one of names, in their order; of
// the objects in the fields that are named by one of nested, it gives for each of their own fields only what may be
// named by one of inner. Of anything but an object it gives all. It is false for what is not valid JSON.
//
// It is written for a scan over very many records: it looks at every byte once, and encoding/json then has little to do.
func excerpt(data []byte, names, nested, inner []string) (short []byte, valid bool) {
	end := blanks(data, 0)
	if end < len(data) && data[end] == '{' {
		short, end = fieldsOf(data, end, func(key, value []byte) []byte {
			switch {
			case !named(key, names):
				return nil
			case value[0] == '{' && slices.Contains(nested, string(key[1:len(key)-1])):
				return innerOf(value, inner)
			}
			return value
		})
	} else {
		short, end = data, valueEnd(data, end, 0)
	}
	return short, end >= 0 && blanks(data, end) == len(data)
}

// innerOf gives an object whose own objects have only those fields that may be named by one of names.
func innerOf(object []byte, names []string) []byte {
	short, _ := fieldsOf(object, 0, func(_, value []byte) []byte {
		if value[0] != '{' {
			return value
		}
		item, _ := fieldsOf(value, 0, func(key, value []byte) []byte {
			if named(key, names) {
				return value
			}
			return nil
		})
		return item
	})
	return short
}

// fieldsOf gives an object of the fields of the one that begins at a place, with what keep makes of their values, and
// where that object ends; -1 where it is not valid. Where keep returns nil the field is left out.
func fieldsOf(data []byte, at int, keep func(key, value []byte) []byte) (short []byte, end int) {
	short = []byte{'{'}
	end = eachField(data, at, 0, func(key []byte, at, depth int) int {
		end := valueEnd(data, at, depth)
		if end < 0 {
			return -1
		}
		if kept := keep(key, data[at:end]); kept != nil {
			if len(short) > 1 {
				short = append(short, ',')
			}
			short = append(append(append(short, key...), ':'), kept...)
		}
		return end
	})
	return append(short, '}'), end
}

// named reports whether a quoted key may stand for one of names, as encoding/json sees it: whatever its case, or
// written with escapes.
func named(key []byte, names []string) bool {
	name := string(key[1 : len(key)-1])
	if strings.Contains(name, `\`) {
		return true
	}
	return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
}

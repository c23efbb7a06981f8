package interchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of what is looked at.
const (
	MaxBytes    = 32 << 20 // of a file
	maxDepth    = 1000     // of lists and objects within each other
	maxFindings = 1000     // in a file
)

// jsonValue is a JSON value as it was written: keys in their order, also those that are there twice, and numbers to the last
// digit.
type jsonValue struct {
	kind   kind
	text   string // of a string; of a number, its literal; "true" or "false" of a boolean
	list   []*jsonValue
	keys   []string // of an object, each once
	fields map[string]*jsonValue
	twice  []string // keys that it has more than once
}

// kind is what a value is.
type kind string

// The kinds of JSON value, as a person reads them.
const (
	isNull   kind = "null"
	isBool   kind = "true or false"
	isNumber kind = "a number"
	isText   kind = "a text"
	isList   kind = "a list"
	isObject kind = "an object"
)

// document is one of the JSON documents of a file.
type document struct {
	line  int // on which it begins, from 1
	value *jsonValue
}

// parse reads the documents of a file. What breaks off is told by the error, which says where; what came before it is
// returned.
func parse(data []byte) ([]document, error) {
	if at := invalidUTF8(data); at >= 0 {
		return nil, fmt.Errorf("line %d: bytes that are not UTF-8", lineOf(data, at))
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var all []document
	for line, counted := 1, 0; ; {
		begin := skipBlanks(data, int(d.InputOffset()))
		line, counted = line+bytes.Count(data[counted:begin], []byte("\n")), begin
		v, err := parseValue(d, 0)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, fmt.Errorf("line %d: %s", lineOf(data, int(d.InputOffset())), strings.TrimPrefix(err.Error(), "json: "))
		}
		all = append(all, document{line, v})
	}
}

func parseValue(d *json.Decoder, depth int) (*jsonValue, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("lists and objects more than %d deep", maxDepth)
	}
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case json.Delim:
		v, err := parseNested(d, t, depth)
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return v, err
	case string:
		return &jsonValue{kind: isText, text: t}, nil
	case json.Number:
		return &jsonValue{kind: isNumber, text: t.String()}, nil
	case bool:
		return &jsonValue{kind: isBool, text: strconv.FormatBool(t)}, nil
	}
	return &jsonValue{kind: isNull}, nil
}

// parseNested reads a list or an object, whose opening bracket has been read.
func parseNested(d *json.Decoder, open json.Delim, depth int) (*jsonValue, error) {
	v := &jsonValue{kind: isList}
	if open == '{' {
		v = &jsonValue{kind: isObject, fields: map[string]*jsonValue{}}
	}
	for d.More() {
		key := json.Token("")
		if open == '{' {
			var err error
			if key, err = d.Token(); err != nil {
				return nil, err
			}
		}
		below, err := parseValue(d, depth+1)
		if err != nil {
			return nil, err
		}
		if name, named := key.(string); named && open == '{' {
			v.set(name, below)
		} else {
			v.list = append(v.list, below)
		}
	}
	_, err := d.Token()
	return v, err
}

// set gives an object a field. The first of two that are called alike counts.
func (v *jsonValue) set(name string, to *jsonValue) {
	if _, has := v.fields[name]; has {
		v.twice = append(v.twice, name)
		return
	}
	v.keys = append(v.keys, name)
	v.fields[name] = to
}

// field returns a field of an object; nil where there is none, or v is no object.
func (v *jsonValue) field(name string) *jsonValue {
	if v == nil {
		return nil
	}
	return v.fields[name]
}

// items are those of a list; none of anything else.
func (v *jsonValue) items() []*jsonValue {
	if v == nil {
		return nil
	}
	return v.list
}

// says reports whether v is this text.
func (v *jsonValue) says(text string) bool { return v != nil && v.kind == isText && v.text == text }

// word returns the text that v is; "" if it is none.
func (v *jsonValue) word() string {
	if v == nil || v.kind != isText {
		return ""
	}
	return v.text
}

// canonical is the same for values that JSON Schema calls equal, and differs for others: numbers go by what they mean, and
// the order of keys does not count.
func (v *jsonValue) canonical() string {
	var b strings.Builder
	v.write(&b)
	return b.String()
}

func (v *jsonValue) write(b *strings.Builder) {
	switch {
	case v == nil:
		b.WriteString("nothing")
	case v.kind == isText:
		b.WriteString(strconv.Quote(v.text))
	case v.kind == isNumber:
		b.WriteString(decimalOf(v.text).String())
	case v.kind == isBool:
		b.WriteString(v.text)
	case v.kind == isList:
		b.WriteByte('[')
		for _, item := range v.list {
			item.write(b)
			b.WriteByte(',')
		}
		b.WriteByte(']')
	case v.kind == isObject:
		v.writeObject(b)
	default:
		b.WriteString("null")
	}
}

// writeObject writes the fields of an object by their names.
func (v *jsonValue) writeObject(b *strings.Builder) {
	b.WriteByte('{')
	for _, key := range slices.Sorted(slices.Values(v.keys)) {
		(&jsonValue{kind: isText, text: key}).write(b)
		b.WriteByte(':')
		v.fields[key].write(b)
		b.WriteByte(',')
	}
	b.WriteByte('}')
}

func invalidUTF8(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for at := 0; at < len(data); {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

func skipBlanks(data []byte, at int) int {
	for at < len(data) && bytes.IndexByte([]byte(" \t\r\n"), data[at]) >= 0 {
		at++
	}
	return at
}

// lineOf is the line on which a byte stands, from 1.
func lineOf(data []byte, at int) int { return 1 + bytes.Count(data[:min(at, len(data))], []byte("\n")) }

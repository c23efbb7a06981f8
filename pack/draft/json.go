package draft

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// kind is what a JSON value is.
type kind uint8

const (
	null kind = iota
	boolean
	number
	text
	list
	object
)

// jsonValue is a JSON value as it was written: numbers keep their digits and objects the order of their keys. A value is never
// changed; what changes one makes another.
type jsonValue struct {
	kind    kind
	text    string // of a text what it says, of a number its digits, of a boolean "true" or "false"
	items   []jsonValue
	members []member
}

// member is a key of an object and what stands under it.
type member struct {
	key   string
	value jsonValue
}

// get returns what stands under a key.
func (v jsonValue) get(key string) (jsonValue, bool) {
	for _, m := range v.members {
		if m.key == key {
			return m.value, true
		}
	}
	return jsonValue{}, false
}

// at returns what stands under a key, null where nothing does.
func (v jsonValue) at(key string) jsonValue {
	found, _ := v.get(key)
	return found
}

// with returns the object with another value under a key, at the end if the key is new.
func (v jsonValue) with(key string, to jsonValue) jsonValue {
	members := slices.Clone(v.members)
	if i := slices.IndexFunc(members, func(m member) bool { return m.key == key }); i >= 0 {
		members[i].value = to
	} else {
		members = append(members, member{key, to})
	}
	return jsonValue{kind: object, members: members}
}

// without returns the object without a key.
func (v jsonValue) without(key string) jsonValue {
	members := slices.DeleteFunc(slices.Clone(v.members), func(m member) bool { return m.key == key })
	return jsonValue{kind: object, members: members}
}

// describe says what a value is, without repeating it.
func (v jsonValue) describe() string {
	return [...]string{"null", "true or false", "a number", "a text", "a list", "an object"}[v.kind]
}

func textValue(s string) jsonValue { return jsonValue{kind: text, text: s} }

func wholeValue(n int64) jsonValue { return jsonValue{kind: number, text: fmt.Sprint(n)} }

func objectOf(members ...member) jsonValue { return jsonValue{kind: object, members: members} }

// parsed reads JSON that is known to be valid, such as a default of the tables.
func parsed(data string) jsonValue {
	v, refusal := readJSON([]byte(data))
	if refusal != nil {
		panic("draft: " + data + ": " + refusal.Error())
	}
	return v
}

// readJSON reads one strict JSON document, of a plan.
func readJSON(data []byte) (jsonValue, *Refusal) { return readLevels(data, limitLevels.bound().max) }

// readDeep reads the document of a draft, in which the nodes of a plan stand deeper.
func readDeep(data []byte) (jsonValue, *Refusal) { return readLevels(data, 4*limitLevels.bound().max) }

func readLevels(data []byte, levels int64) (jsonValue, *Refusal) {
	if i := invalidUTF8(data); i >= 0 {
		return jsonValue{}, notJSON(data, i, "a byte that is no UTF-8. JSON in UTF-8 was expected")
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return jsonValue{}, notJSON(data, 0, "nothing is there. one JSON object was expected")
	}
	var whole json.RawMessage
	if err := json.Unmarshal(data, &whole); err != nil {
		var syntax *json.SyntaxError
		offset := len(data)
		if errors.As(err, &syntax) && int(syntax.Offset) <= len(data) && syntax.Error() != "unexpected end of JSON input" {
			offset = max(0, int(syntax.Offset)-1)
		}
		return jsonValue{}, notJSON(data, offset, err.Error()+". one JSON object was expected")
	}
	r := &jsonReader{data: data, tokens: json.NewDecoder(bytes.NewReader(data)), most: levels}
	r.tokens.UseNumber()
	v := r.value()
	return v, r.fault
}

// notJSON refuses a text that is no strict JSON from a byte on.
func notJSON(data []byte, offset int, why string) *Refusal {
	before := data[:offset]
	line := bytes.Count(before, []byte{'\n'}) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	return at("").refuse(JSONInvalid, fmt.Sprintf("line %d, column %d: %s", line, column, why))
}

// invalidUTF8 returns where the first byte is that is no UTF-8, -1 for none.
func invalidUTF8(data []byte) int {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// jsonReader makes values of the tokens of a valid document, until one is not as strict JSON has it.
type jsonReader struct {
	data   []byte
	tokens *json.Decoder
	levels int64
	most   int64
	fault  *Refusal
}

func (r *jsonReader) refuse(offset int, why string) {
	if r.fault == nil {
		r.fault = notJSON(r.data, offset, why)
	}
}

// token returns the next token and where it begins. The document is valid, so that there is one.
func (r *jsonReader) token() (json.Token, int) {
	from := int(r.tokens.InputOffset())
	token, err := r.tokens.Token()
	if err != nil {
		panic("draft: JSON that is valid has no next token: " + err.Error())
	}
	for from < len(r.data) && strings.IndexByte(" \t\r\n,:", r.data[from]) >= 0 {
		from++
	}
	return token, from
}

func (r *jsonReader) value() jsonValue {
	token, from := r.token()
	switch t := token.(type) {
	case json.Delim:
		return r.nested(t, from)
	case string:
		r.checkEscapes(t, from)
		return textValue(t)
	case json.Number:
		return jsonValue{kind: number, text: t.String()}
	case bool:
		return jsonValue{kind: boolean, text: fmt.Sprint(t)}
	}
	return jsonValue{}
}

// nested reads a list or an object, whose bracket has been read.
func (r *jsonReader) nested(opening json.Delim, from int) jsonValue {
	r.levels++
	defer func() { r.levels-- }()
	if r.levels > r.most {
		r.refuse(from, fmt.Sprintf("%d levels. at most %d were expected", r.levels, r.most))
		return jsonValue{}
	}
	v := jsonValue{kind: list}
	if opening == '{' {
		v.kind = object
	}
	seen := map[string]bool{}
	for r.fault == nil && r.tokens.More() {
		if v.kind == list {
			v.items = append(v.items, r.value())
			continue
		}
		token, from := r.token()
		key, _ := token.(string)
		r.checkEscapes(key, from)
		if seen[key] {
			r.refuse(from, "the key "+quoted(key)+" is given twice. once was expected")
		}
		seen[key] = true
		v.members = append(v.members, member{key, r.value()})
	}
	if r.fault == nil {
		r.token()
	}
	return v
}

// checkEscapes refuses half of a character, of which encoding/json makes another one, and NUL, which no pack can hold.
func (r *jsonReader) checkEscapes(read string, from int) {
	if strings.ContainsRune(read, 0) {
		r.refuse(from, "a NUL character. a text without one was expected")
	}
	written := string(r.data[from:r.tokens.InputOffset()])
	if strings.ContainsRune(read, utf8.RuneError) && !strings.ContainsRune(written, utf8.RuneError) && !strings.Contains(strings.ToLower(written), `\ufffd`) {
		r.refuse(from, `a \u escape here is half of a character. its other half was expected beside it`)
	}
}

// append writes a value without blanks.
func (v jsonValue) append(out []byte) []byte {
	switch v.kind {
	case null:
		return append(out, "null"...)
	case boolean, number:
		return append(out, v.text...)
	case text:
		return appendText(out, v.text)
	case list:
		out = append(out, '[')
		for i, item := range v.items {
			out = item.append(comma(out, i))
		}
		return append(out, ']')
	}
	out = append(out, '{')
	for i, m := range v.members {
		out = append(appendText(comma(out, i), m.key), ':')
		out = m.value.append(out)
	}
	return append(out, '}')
}

func comma(out []byte, i int) []byte {
	if i > 0 {
		return append(out, ',')
	}
	return out
}

func appendText(out []byte, s string) []byte {
	var encoded bytes.Buffer
	encoder := json.NewEncoder(&encoded)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(s); err != nil {
		panic("draft: a text is no JSON: " + err.Error()) // every text is
	}
	return append(out, bytes.TrimSuffix(encoded.Bytes(), []byte{'\n'})...)
}

// MarshalJSON gives the value as it was written, without blanks.
func (v jsonValue) MarshalJSON() ([]byte, error) { return v.append(nil), nil }

// UnmarshalJSON reads strict JSON.
func (v *jsonValue) UnmarshalJSON(data []byte) error {
	read, refusal := readDeep(data)
	if refusal != nil {
		return refusal
	}
	*v = read
	return nil
}

// compact counts the bytes of a valid document without the blanks between its values.
func compact(data []byte) int {
	var out bytes.Buffer
	if err := json.Compact(&out, data); err != nil {
		return len(data)
	}
	return out.Len()
}

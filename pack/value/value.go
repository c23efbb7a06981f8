package value

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"
)

// Value is a checked value in its canonical JSON form: a string, a number, true or false, or an array of scalars.
// The zero Value is "no value". Values are comparable with ==.
type Value struct {
	json string
}

// StringValue returns text as a Value of type string. Bytes that are not UTF-8 become U+FFFD.
func StringValue(text string) Value { return Value{json: EncodeJSON(text)} }

// IsZero reports whether there is no value.
func (v Value) IsZero() bool { return v.json == "" }

// Text returns the value as a person reads it and as a placeholder renders it before quoting: a string without
// quotes, a list joined by commas. The zero Value gives "".
func (v Value) Text() string {
	if v.isList() {
		return strings.Join(v.Words(), ",")
	}
	if !strings.HasPrefix(v.json, `"`) {
		return v.json
	}
	var text string
	if err := json.Unmarshal([]byte(v.json), &text); err != nil {
		return ""
	}
	return text
}

// Words returns the words that the value becomes in a command: one, or a list's items. The zero Value gives none.
func (v Value) Words() []string {
	if v.IsZero() {
		return nil
	}
	if !v.isList() {
		return []string{v.Text()}
	}
	items := v.items()
	words := make([]string, len(items))
	for i, item := range items {
		words[i] = item.Text()
	}
	return words
}

// MarshalJSON gives the canonical form; null for the zero Value.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.IsZero() {
		return []byte("null"), nil
	}
	return []byte(v.json), nil
}

var errNotValue = errors.New("expected a string, a number, true, false, or an array of these")

// UnmarshalJSON takes a scalar, an array of scalars, or null for the zero Value. Numbers keep every digit.
func (v *Value) UnmarshalJSON(data []byte) error {
	if !utf8.Valid(data) {
		return errors.New("expected UTF-8 text")
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var decoded any
	if err := decoder.Decode(&decoded); err != nil {
		return errNotValue
	}
	if decoded == nil {
		*v = Value{}
		return nil
	}
	items, isList := decoded.([]any)
	if !isList {
		items = []any{decoded}
	}
	for _, item := range items {
		if !isScalar(item) {
			return errNotValue
		}
	}
	v.json = EncodeJSON(decoded)
	return nil
}

func isScalar(decoded any) bool {
	switch decoded.(type) {
	case string, json.Number, bool:
		return true
	}
	return false
}

func (v Value) isList() bool { return strings.HasPrefix(v.json, "[") }

// items returns the items of a list.
func (v Value) items() []Value {
	var raw []json.RawMessage
	if err := json.Unmarshal([]byte(v.json), &raw); err != nil {
		return nil
	}
	items := make([]Value, len(raw))
	for i, item := range raw {
		items[i] = Value{json: string(item)}
	}
	return items
}

// ListValue makes a list of values.
func ListValue(items []Value) Value {
	encoded := make([]string, len(items))
	for i, item := range items {
		encoded[i] = item.json
	}
	return Value{json: "[" + strings.Join(encoded, ",") + "]"}
}

// EncodeJSON returns the one JSON text that stands for decoded: no blanks, nothing escaped that need not be.
func EncodeJSON(decoded any) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(decoded); err != nil {
		return ""
	}
	return strings.TrimSuffix(out.String(), "\n")
}

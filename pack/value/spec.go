package value

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Type is the type of a param, a datapoint or a fact of evidence.
type Type string

// The types.
const (
	String     Type = "string"
	Int        Type = "int"
	Number     Type = "number"
	Bool       Type = "bool"
	Choice     Type = "choice"
	List       Type = "list"
	Duration   Type = "duration"
	Date       Type = "date"
	Timestamp  Type = "timestamp"
	Hostname   Type = "hostname"
	IP         Type = "ip"
	Port       Type = "port"
	URL        Type = "url"
	Path       Type = "path"
	Identifier Type = "identifier"
)

// Types lists every type, in the order in which the format's description has them.
var Types = []Type{
	String, Int, Number, Bool, Choice, List, Duration, Date, Timestamp, Hostname, IP, Port, URL, Path, Identifier,
}

// Spec is the type and the constraints of a value. The zero Spec admits any string.
type Spec struct {
	Type      Type           // "" counts as String
	Items     Type           // of a list: a scalar type; "" counts as String
	Pattern   *regexp.Regexp // matches the whole value; of a list, each item; nil: none
	Min, Max  string         // "" for none; of int, number, port, duration, date, timestamp, as typed
	MinLength *int           // in characters, of string-like types
	MaxLength *int
	MinItems  *int
	MaxItems  *int
	Choices   []string // of a list: of each item
}

// Kind returns the type with its default filled in.
func (s Spec) Kind() Type {
	if s.Type == "" {
		return String
	}
	return s.Type
}

// Item returns the spec of a list's items.
func (s Spec) Item() Spec {
	item := s
	item.Type, item.MinItems, item.MaxItems = s.Items, nil, nil
	return item
}

// MaxValue bounds a value, in bytes of its text: it is handed to commands in a variable, of which systems take 128 KiB.
const MaxValue = 96 << 10

var errTooLong = errors.New("expected at most 96 KiB as text")

// Parse checks text that a person typed and returns its value: a list as a JSON array or comma-separated, a timestamp
// in any form that psql and openssl print. Blanks around it count for strings and choices alone. The error says what
// is expected and never repeats the text.
func (s Spec) Parse(text string) (Value, error) {
	value, err := s.parse(text)
	if err == nil && len(value.Text()) > MaxValue {
		return Value{}, errTooLong
	}
	return value, err
}

// Now is what stands for the present moment where a timestamp is typed.
const Now = "now"

// ParseAt is Parse of what was typed at a moment: Now is that moment, for a timestamp.
func (s Spec) ParseAt(text string, at time.Time) (Value, error) {
	if s.Kind() == Timestamp && strings.TrimSpace(text) == Now {
		text = formatTimestamp(at)
	}
	return s.Parse(text)
}

func (s Spec) parse(text string) (Value, error) {
	if err := checkCharacters(s.Kind(), text); err != nil {
		return Value{}, err
	}
	if s.Kind() == List {
		return s.parseList(text)
	}
	value, err := parseScalar(s.Kind(), text)
	if err != nil {
		return Value{}, s.expected()
	}
	if !s.admits(value) {
		return Value{}, s.expected()
	}
	return value, nil
}

// ParseItems checks the texts of the items of a list, and returns the list.
func (s Spec) ParseItems(texts []string) (Value, error) {
	items := make([]Value, len(texts))
	for i, text := range texts {
		items[i] = StringValue(text)
	}
	return s.Check(ListValue(items))
}

// Check checks a value that came as JSON or YAML, and returns it in the type's canonical form. A scalar is judged by
// its text, so that "8080" is a port and 8080 a string. The error never repeats the value.
func (s Spec) Check(v Value) (Value, error) {
	if v.IsZero() || v.isList() && s.Kind() != List {
		return Value{}, s.expected()
	}
	if !v.isList() {
		return s.Parse(v.Text())
	}
	list, err := s.checkItems(v.items())
	if err == nil && len(list.Text()) > MaxValue {
		return Value{}, errTooLong
	}
	return list, err
}

func (s Spec) expected() error { return errors.New("expected " + s.Describe()) }

// checkCharacters refuses what no value may hold: NUL, bytes that are not UTF-8, and, in all types but strings and
// choices, control characters.
func checkCharacters(kind Type, text string) error {
	switch {
	case !utf8.ValidString(text):
		return errors.New("expected UTF-8 text")
	case strings.ContainsRune(text, 0):
		return errors.New("expected text without NUL characters")
	case kind != String && kind != List && strings.ContainsFunc(strings.TrimSpace(text), unicode.IsControl):
		return errors.New("expected text without control characters")
	}
	return nil
}

func (s Spec) parseList(text string) (Value, error) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "[") {
		var value Value
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			return Value{}, s.expected()
		}
		return s.checkItems(value.items())
	}
	var items []Value
	if text != "" {
		for item := range strings.SplitSeq(text, ",") {
			items = append(items, StringValue(strings.TrimSpace(item)))
		}
	}
	return s.checkItems(items)
}

func (s Spec) checkItems(items []Value) (Value, error) {
	if s.MinItems != nil && len(items) < *s.MinItems || s.MaxItems != nil && len(items) > *s.MaxItems {
		return Value{}, s.expected()
	}
	checked := make([]Value, len(items))
	for i, item := range items {
		var err error
		if checked[i], err = s.Item().Check(item); err != nil {
			return Value{}, fmt.Errorf("item %d: %w", i+1, err)
		}
	}
	return ListValue(checked), nil
}

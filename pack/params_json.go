package pack

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// isJSON reports whether a file of params is read as JSON rather than as YAML, which takes other escapes.
func isJSON(text string) bool {
	return strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") && json.Valid([]byte(text))
}

// jsonParams reads params from text that is JSON.
type jsonParams struct {
	report  *reporter
	decoder *json.Decoder
	params  map[string]string
}

func readJSONParams(report *reporter, params map[string]string) {
	r := &jsonParams{report: report, decoder: json.NewDecoder(strings.NewReader(report.source.text)), params: params}
	r.decoder.UseNumber()
	r.token() // the brace that opens the object
	seen := map[string]bool{}
	for r.decoder.More() {
		token, at := r.token()
		key, _ := token.(string)
		if seen[key] {
			r.fault(at, "duplicate-key", "the param "+r.report.quoted(key)+" is given twice. once was expected")
		}
		seen[key] = true
		r.value(key)
	}
}

// token returns the next token and where it begins. The text is JSON, so that there is one.
func (r *jsonParams) token() (json.Token, int) {
	from := int(r.decoder.InputOffset())
	token, err := r.decoder.Token()
	if err != nil {
		panic("pack: JSON that is valid has no next token: " + err.Error())
	}
	text := r.report.source.text
	for from < len(text) && strings.ContainsRune(" \t\r\n,:", rune(text[from])) {
		from++
	}
	return token, from
}

func (r *jsonParams) fault(at int, rule, message string) {
	r.report.offset(at, Error, rule, message, "")
}

// value reads what a key is given.
func (r *jsonParams) value(key string) {
	token, at := r.token()
	switch token {
	case json.Delim('{'):
		r.fault(at, "type", "the param "+r.report.quoted(key)+" is an object. "+paramForms+" was expected")
		r.skip(1)
	case json.Delim('['):
		r.list(key)
	case nil: // not given
	default:
		r.params[key] = r.scalar(token, at)
	}
}

// list reads the items up to the bracket that closes.
func (r *jsonParams) list(key string) {
	items := []string{}
	for number := 1; r.decoder.More(); number++ {
		token, at := r.token()
		switch token.(type) {
		case json.Delim:
			r.fault(at, "type", fmt.Sprintf("item %d of the param %s is not a text or number. one was expected", number, r.report.quoted(key)))
			r.skip(1)
		case nil:
			r.fault(at, "type", nullItem(number, r.report.quoted(key)))
		default:
			items = append(items, r.scalar(token, at))
		}
	}
	r.token()
	text, _ := json.Marshal(items) // texts always marshal
	r.params[key] = string(text)
}

// skip reads up to the end of the object or list that is open.
func (r *jsonParams) skip(depth int) {
	for depth > 0 {
		switch token, _ := r.token(); token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
	}
}

// scalar returns a text, a number with every digit, or true or false, as it would be typed.
func (r *jsonParams) scalar(token json.Token, at int) string {
	text, is := token.(string)
	if !is {
		return fmt.Sprint(token)
	}
	written := r.report.source.text[at:r.decoder.InputOffset()]
	if strings.ContainsRune(text, utf8.RuneError) && !strings.ContainsRune(written, utf8.RuneError) && !strings.Contains(strings.ToLower(written), `\ufffd`) {
		r.fault(at, "character", `a \u escape here is half of a character. its other half was expected beside it`)
	}
	return text
}

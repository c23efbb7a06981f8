package value

import (
	"testing"

	"pgregory.net/rapid"
)

// braced generates texts in which braces, backslashes and names are frequent.
func braced(t *rapid.T) string {
	pieces := rapid.SliceOfN(rapid.SampledFrom([]string{"{{", "}}", "{", "}", `\`, " ", "host", "end", ".Names", "|", "a", "\n", "é", "range .x", "json ."}), 0, 12)
	text := ""
	for _, piece := range pieces.Draw(t, "pieces") {
		text += piece
	}
	return text
}

func TestEscapedTextShowsWhatItWas(t *testing.T) {
	scope := Scope{"host": {Spec: Spec{Type: String}}}
	values := func(string) Value { return StringValue("FILLED") }
	rapid.Check(t, func(t *rapid.T) {
		text := braced(t)
		for name, c := range map[string]struct {
			escaped string
			parse   func(string, Scope) (Text, []Fault)
			scope   Scope
		}{
			"text":  {EscapeText(text), ParseText, scope},
			"prose": {EscapeProse(text), ParseProse, scope},
		} {
			parsed, faults := c.parse(c.escaped, c.scope)
			if len(faults) > 0 {
				t.Fatalf("%s: %q is escaped to %q: %v", name, text, c.escaped, faults)
			}
			if shown := parsed.Display(values); shown != text {
				t.Fatalf("%s: %q is escaped to %q, which shows %q", name, text, c.escaped, shown)
			}
		}
	})
}

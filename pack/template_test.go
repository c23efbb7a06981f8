package pack

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOnlyPlaceholdersAreReplaced(t *testing.T) {
	values := valuesOf(map[string]Value{"text": StringValue("a'b {{ host }}"), "list": listOf("a", "b"), "number": {json: "7"}})
	for raw, want := range map[string]string{
		"":                     "",
		"{{ text }}":           "a'b {{ host }}",
		"{{text}}{{\ttext  }}": "a'b {{ host }}a'b {{ host }}",
		"x {{ list }} y":       "x a,b y",
		`{"a":{{ number }}}`:   `{"a":7}`,
		`{{.Names}} {{ range .Items }}{{end}}{{ end }}{{ else }}{{- x }}`: `{{.Names}} {{ range .Items }}{{end}}{{ end }}{{ else }}{{- x }}`,
		"${VAR} $(cmd) {{}} {{ }} {{ text":                                "${VAR} $(cmd) {{}} {{ }} {{ text",
		`\{{ text }}`:                                                     "{{ text }}",
		`\\{{ text }}`:                                                    `\{{ text }}`,
		`\{{ nobody }} \{{end}}`:                                          "{{ nobody }} {{end}}",
		"{{\ntext }}":                                                     "{{\ntext }}",
	} {
		text, faults := ParseText(raw, testScope())
		got, err := text.Render(values)
		if faults != nil || err != nil || got != want {
			t.Errorf("%q: got %q, want %q (%v, %v)", raw, got, want, faults, err)
		}
	}
}

func TestUndeclaredNameIsAFaultThatNamesTheNearest(t *testing.T) {
	_, faults := ParseText("é {{ hsot }} {{ Text }} {{ zzz }}", testScope())
	want := []Fault{
		{Offset: 3, Message: "hsot is neither a param nor a datapoint", Hint: "did you mean host?", Rule: "unknown-name"},
		{Offset: 14, Message: "Text is neither a param nor a datapoint", Hint: "did you mean text?", Rule: "unknown-name"},
		{Offset: 25, Message: "zzz is neither a param nor a datapoint", Rule: "unknown-name"},
	}
	if diff := cmp.Diff(want, faults); diff != "" {
		t.Error(diff)
	}
}

func TestTextWithoutAValueIsDisplayedButNotRendered(t *testing.T) {
	text, _ := ParseText("{{text}} on {{ host }}", testScope())
	values := valuesOf(map[string]Value{"text": StringValue("x")})
	if got := text.Display(values); got != "x on {{ host }}" {
		t.Errorf("got %q", got)
	}
	_, err := text.Render(values)
	var noValue *NoValueError
	if !errors.As(err, &noValue) || noValue.Name != "host" {
		t.Errorf("got %v", err)
	}
	if got, err := (Text{}).Render(values); got != "" || err != nil {
		t.Errorf("the zero Text renders as %q, %v", got, err)
	}
}

func FuzzText(f *testing.F) {
	for _, text := range hostile {
		f.Add(text + "{{ text }}")
	}
	f.Add(`\\\{{ text }}}} {{{ text }}} {{ end }}`)
	f.Fuzz(func(t *testing.T, raw string) {
		text, faults := ParseText(raw, testScope())
		for _, fault := range faults {
			if !strings.HasPrefix(raw[fault.Offset:], "{{") {
				t.Errorf("%q: fault at %d", raw, fault.Offset)
			}
		}
		var sources strings.Builder
		for _, part := range text.parts {
			if part.offset != sources.Len() {
				t.Errorf("%q: part at %d, not %d", raw, part.offset, sources.Len())
			}
			sources.WriteString(part.source)
		}
		if sources.String() != raw {
			t.Errorf("%q: its parts are %q", raw, sources.String())
		}
		if _, err := text.Render(func(string) Value { return StringValue("v") }); err != nil {
			t.Error(err)
		}
	})
}

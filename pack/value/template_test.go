package value

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOnlyPlaceholdersAreReplaced(t *testing.T) {
	values := valuesOf(map[string]Value{"text": StringValue("a'b {{ host }}"), "list": listOf("a", "b"), "number": {json: "7"}})
	for raw, want := range map[string]string{
		"":                       "",
		"{{ text }}":             "a'b {{ host }}",
		"{{text}}{{\ttext  }}":   "a'b {{ host }}a'b {{ host }}",
		"x {{ list }} y":         "x a,b y",
		`{"a":{{ number }}}`:     `{"a":7}`,
		"${VAR} $(cmd) {x} }}":   "${VAR} $(cmd) {x} }}",
		`\{{ text`:               "{{ text",
		`\{{}} \{{.Names}} \{{`:  "{{}} {{.Names}} {{",
		`\{{ {{ text }} }}`:      "{{ a'b {{ host }} }}",
		`{ {{ number }} }`:       "{ 7 }",
		`\{{ text }}`:            "{{ text }}",
		`\\{{ text }}`:           `\{{ text }}`,
		`\{{ nobody }} \{{end}}`: "{{ nobody }} {{end}}",
	} {
		text, faults := ParseText(raw, testScope())
		got, err := text.Render(values)
		if faults != nil || err != nil || got != want {
			t.Errorf("%q: got %q, want %q (%v, %v)", raw, got, want, faults, err)
		}
	}
}

func TestTemplatesOfOtherProgramsStayInProse(t *testing.T) {
	raw := "{{.Names}} {{ range .Items }}{{end}}{{ end }}{{ else }} {{- .X -}} {{json .}} {{ toYaml .Values }} {{`x`}} {{\"{{\"}} {{$x := 1}} {{/* x */}} ${VAR} {{{a,b},c} {{2}"
	text, faults := ParseProse(raw, testScope())
	if got, err := text.Render(valuesOf(nil)); faults != nil || err != nil || got != raw {
		t.Errorf("got %q (%v, %v)", got, faults, err)
	}
}

func TestBracesThatLookLikeAPlaceholderAreAFault(t *testing.T) {
	const expected = " is not a placeholder. `{{ name }}` was expected, with only the name of a param or datapoint"
	const escape, item, filter = `write \{{ for two braces that are meant as such`, "an item of a list has no name: let the command go through the list, or have a param for the one", "a value is used as it was typed: there are no filters"
	for raw, want := range map[string][3]string{ // what is shown, the hint, and whether prose and commands refuse it, too
		"é {{list[0]}}": {"{{list[0]}}", item, "all"}, "{{ list [0] }}": {"{{ list [0] }}", item, "all"}, "{{ text | upper }}": {"{{ text | upper }}", filter, "all"},
		"{{text|upper}}": {"{{text|upper}}", filter, "all"}, "{{ params.text }}": {"{{ params.text }}", "write {{ text }}", "all"}, "{{ .text }}": {"{{ .text }}", "write {{ text }}", ""},
		"{{ text. }}": {"{{ text. }}", escape, "all"}, "{{- text -}}": {"{{- text -}}", "write {{ text }}", "all"}, "{{ text number }}": {"{{ text number }}", escape, "all"},
		"{{ text .x }}": {"{{ text .x }}", escape, "all"}, "{{ größe }}": {"{{ größe }}", escape, "all"}, "{{ 'text' }}": {"{{ 'text' }}", escape, "all"},
		"{{text}": {"{{", escape, "all"}, "{{ text": {"{{", escape, "all"}, "{{\ntext }}": {"{{", escape, "all"}, "{{ $text }}": {"{{ $text }}", escape, ""}, "{{}}": {"{{}}", escape, "all"}, "{{ }}": {"{{ }}", escape, "all"},
		"{{1}}": {"{{1}}", escape, "all"}, "{{.Names}}": {"{{.Names}}", escape, ""}, "{{ range .Items }}": {"{{ range .Items }}", escape, ""}, "{{end}}": {"{{end}}", escape, ""},
		"{{ nobody": {"{{", escape, ""}, "{{2}": {"{{", escape, ""}, "{{ text ? 1 : 2 }}": {"{{ text ? 1 : 2 }}", escape, "all"},
	} {
		for _, allowed := range []Templates{NoTemplates, GoTemplates} {
			_, faults := parseText(raw, allowed, testScope())
			switch {
			case allowed == GoTemplates && want[2] == "" && len(faults) > 0:
				t.Errorf("%q in prose: %+v", raw, faults)
			case allowed == GoTemplates && want[2] == "":
			case len(faults) != 1 || faults[0].Message != "`"+want[0]+"`"+expected || faults[0].Hint != want[1] || !strings.HasPrefix(raw[faults[0].Offset:], "{{"):
				t.Errorf("%q: %+v", raw, faults)
			}
		}
	}
	_, faults := ParseText("{{ text\u00a0}}", testScope())
	if len(faults) != 1 || faults[0].Hint != "U+00A0, a no-break space, stands between the braces" {
		t.Errorf("%+v", faults)
	}
	_, faults = ParseText("x {{{ text }}} {{{ text }} }", testScope())
	if len(faults) != 1 || faults[0].Message != "{{ text }} has three braces, one of which would remain. two were expected" || faults[0].Offset != 2 {
		t.Errorf("%+v", faults)
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
		for _, part := range text.Parts {
			if part.Offset != sources.Len() {
				t.Errorf("%q: part at %d, not %d", raw, part.Offset, sources.Len())
			}
			sources.WriteString(part.Source)
		}
		if sources.String() != raw {
			t.Errorf("%q: its parts are %q", raw, sources.String())
		}
		if _, err := text.Render(func(string) Value { return StringValue("v") }); err != nil {
			t.Error(err)
		}
	})
}

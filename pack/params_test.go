package pack

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParamsAreReadAsTheyWereTyped(t *testing.T) {
	for text, want := range map[string]map[string]string{
		"":                           {},
		"a: no\nb: 0755\nc: 1:30\n":  {"a": "no", "b": "0755", "c": "1:30"},
		`{"a": "x y", "b": 7}`:       {"a": "x y", "b": "7"},
		"a: ''\n":                    {"a": ""},
		"a: [x, 'y,z', no]\nb: []\n": {"a": `["x","y,z","no"]`, "b": "[]"},
		"\ufeffa: é\r\n":             {"a": "é"},
	} {
		got, found := ReadParams("params", []byte(text))
		if diff := cmp.Diff(want, got); diff != "" || len(found) > 0 {
			t.Errorf("%q: %s%s", text, diff, found)
		}
	}
}

func TestParamsThatAreNoValuesAreFaults(t *testing.T) {
	for text, want := range map[string]string{
		"a: {b: c}\n":       "has no value",
		"a:\n":              "has no value",
		"a: [[b]]\n":        "has no value",
		"- a\n":             "a mapping of params to values was expected",
		"a: [\n":            "[yaml]",
		"a: 1\na: 2\n":      "a",
		"a: 1\n---\nb: 2\n": "a second YAML document",
		"a: \xff\n":         "UTF-8",
	} {
		got, found := ReadParams("params", []byte(text))
		if got != nil || !strings.Contains(found.String(), want) {
			t.Errorf("%q: %v, %s", text, got, found)
		}
	}
}

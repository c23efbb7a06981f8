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

		"a: null\nb: ~\nc: 'null'\nd: \"~\"\ne: Null\nf: nULL\n": {"c": "null", "d": "~", "f": "nULL"},
		"a: |\n  null\n":           {"a": "null\n"},
		`{"a": null, "b": "null"}`: {"b": "null"},
		`{a: null, b: x}`:          {"b": "x"}, // no JSON, so YAML
		" \n" + `{"a": "\ud83d\ude00", "b": "a\/b", "c": "\u00e9\n"}`:              {"a": "😀", "b": "a/b", "c": "é\n"},
		`{"a": 1.50, "b": 12345678901234567890, "c": 1e3, "d": true, "e": ""}`:     {"a": "1.50", "b": "12345678901234567890", "c": "1e3", "d": "true", "e": ""},
		`{"a": [], "b": ["x", 1.50, false, "y,z", "\/"], "c": "\ufffd", "d": "�"}`: {"a": "[]", "b": `["x","1.50","false","y,z","/"]`, "c": "\ufffd", "d": "\ufffd"},
		"\ufeff{}": {},
	} {
		got, found := ReadParams("params", []byte(text))
		if diff := cmp.Diff(want, got); diff != "" || len(found) > 0 {
			t.Errorf("%q: %s%s", text, diff, found)
		}
	}
}

func TestParamsThatAreNoValuesAreFaults(t *testing.T) {
	for text, want := range map[string]string{
		"a: {b: c}\n":                 "has no value",
		"a:\n":                        "has no value",
		"a: [[b]]\n":                  "1:4: item 1 of the param on this line is not a text or number. one was expected",
		"a: [b, ~]\n":                 "1:4: item 2 of the param on this line is null. a text or a number was expected",
		"a:\n  - b\n  -\n":            "item 2 of the param on this line is null. a text or a number was expected",
		`{"a": {"b": [1]}, "c": "d"}`: "1:7: the param on this line is an object. a text, a number or a list of these was expected",
		`{"a": ["b", ["c", {}], 1]}`:  "1:13: item 2 of the param on this line is not a text or number. one was expected",
		`{"a": ["b", null]}`:          "1:13: item 2 of the param on this line is null. a text or a number was expected",
		`{"a": 1, "\u0061": 2}`:       "1:10: the param on this line is given twice. once was expected",
		`{"a": "\ud83d"}`:             "1:7: a \\u escape here is half of a character",
		`{"a": "x" "b": 1}`:           "[yaml]",
		"- a\n":                       "a mapping of params to values was expected",
		"a: [\n":                      "[yaml]",
		"a: 1\na: 2\n":                "a",
		"a: 1\n---\nb: 2\n":           "a second YAML document",
		"a: \xff\n":                   "UTF-8",
	} {
		got, found := ReadParams("params", []byte(text))
		if got != nil || !strings.Contains(found.String(), want) {
			t.Errorf("%q: %v, %s", text, got, found)
		}
	}
}

// A file of params may hold what is secret, or be another file than was meant.
func TestFaultsOfParamsRepeatNothing(t *testing.T) {
	const secret = "Gh7dk29sLqXX"
	for _, file := range []string{
		"SECRET", "password=SECRET\n", "a: \"SECRET", "a: 'SECRET\n---\n", "SECRET:\n", "SECRET: {b: c}\n", "SECRET: 1\nSECRET: 2\n", "a: !SECRET x\n",
		"a: *SECRET\n", "a: &SECRET [*SECRET]\n", "a: SECRET: b\n", "a: [SECRET\n", "a: {SECRET: b\n", "a: SECRET\n\tb: SECRET\n", "- SECRET\n", "? [SECRET]\n: a\n",
		"a: 1\n---\nSECRET: 2\n", "a: SECRET\xff\n", "a: SECRET\a\n", "%SECRET\n---\na: 1\n", "a: \"SECRET\\q\"\n", "a: |SECRET\n", "<<: SECRET\n", "a: %SECRET\n", "a: `SECRET\n",
		"machine h login a password SECRET\n", "-----BEGIN SECRET-----\nSECRET\n", "a: !<SECRET x\n", `{"SECRET": {}}`, `{"SECRET": 1, "SECRET": 2}`, `{"SECRET": [null]}`, `{"SECRET": [["SECRET"]]}`, "%TAG ! SECRET\n---\na: !x b\n", "%YAML SECRET\n---\na: b\n",
	} {
		got, found := ReadParams("params", []byte(strings.ReplaceAll(file, "SECRET", secret)))
		if !found.Failed() || got != nil || strings.Contains(found.String(), secret) {
			t.Errorf("%q: %v\n%s", file, got, found)
		}
	}
}

package value

import (
	"regexp"
	"strings"
)

// testScope has names of several types.
func testScope() Scope {
	return Scope{
		"text":     {Spec: Spec{}},
		"note":     {Spec: Spec{}, Datapoint: true},
		"number":   {Spec: Spec{Type: Int}},
		"lag":      {Spec: Spec{Type: Int}, Datapoint: true},
		"host":     {Spec: Spec{Type: Hostname}},
		"word":     {Spec: Spec{Pattern: regexp.MustCompile(`[a-z/]+`)}},
		"list":     {Spec: Spec{Type: List}},
		"operator": {Spec: Spec{}},
	}
}

func valuesOf(m map[string]Value) Values { return func(name string) Value { return m[name] } }

func listOf(words ...string) Value {
	items := make([]Value, len(words))
	for i, word := range words {
		items[i] = StringValue(word)
	}
	return ListValue(items)
}

// hostile are texts that a careless quoting would let out.
var hostile = []string{
	"", " ", "a b", "-rf", "--", "*", "?", "[a-z]", "~", "~root", "'", `"`, `\`, `\'`, `'\''`, `\\`, "$HOME", "${HOME}", "$(id)", "`id`",
	"a\nb", "\n", "a\nE\nb", "a\rb", "\r\n", "a\r\nb", "\t", "; id", "& id", "| id", "> f", "< f", "#", "a # b", "!", "!!", "{a,b}", "a=b", "=", "é", "日本", "a\u00a0b", "\u2028",
	"\x01\x1b[0m", "\x7f", "&1", "2", "1>&2", "$((1))", "'$(id)'", `"$(id)"`, "if", "done", "esac", ")", "(", "x) id;;", "a,b", "{{ text }}", "\\{{ text }}",
	"$'a'", "%s", "\u202e", "\ufeff", "😀", "^a^b", "<<E", "a[$(id)]", strings.Repeat("'", 50),
}

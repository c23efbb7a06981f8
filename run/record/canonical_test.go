package record

import (
	"strings"
	"testing"
)

// TestCanonicalFormsAgree: the form that is made without a tree is the one that is made of a tree, or none.
func TestCanonicalFormsAgree(t *testing.T) {
	for _, text := range []string{
		`{}`, `[]`, `{"b":1,"a":[{"d":null,"c":"x"}],"abcdefgh2":1,"abcdefgh1":2,"":3}`, `{"é":1,"e":"\u2028","\"":"\u0001\n","z":"\u007f"}`,
		" { \"b\" : [ 1 , 2.50 ] ,\n\t\"a\" : { } } ", `{"a":1,"a":2}`, `{"a":"\/"}`, `{"a":"\u0041"}`, "{\"a\":\"\u2028\"}", "{\"a\":\"\xff\"}", `{"a":"\u000A"}`,
		`{"a":"\ud83d\ude00"}`, `{"\u0000":1,"a":0}`, `{"\\":1,"[":0}`,
	} {
		got, usual := canonicalHash([]byte(text))
		whole, err := parseTree([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if spelled := spelledOtherwise([]byte(strings.TrimSpace(text)), whole.append(nil)) < 0; text[0] != '[' && usual != spelled {
			t.Errorf("%q: usual %t, spelled %t", text, usual, spelled)
		}
		if want := hashOf(whole.canonical(nil)); usual && got != want {
			t.Errorf("%q: %s, not %s", text, got, want)
		}
	}
}

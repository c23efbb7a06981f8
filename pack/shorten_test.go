package pack

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestLongTextIsCutInTheMiddle(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "short": "short", strings.Repeat("é", 8): strings.Repeat("é", 8), "abcdefghijkl": "abcdef… 4 characters …kl",
	} {
		if got := Shorten(text, 8); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestMessageDoesNotGrowWithTheFile(t *testing.T) {
	var text strings.Builder
	text.WriteString("schema: runbook-pack/v0.2\nid: p\ntitle: P\nsteps:\n")
	for i := range 5000 {
		fmt.Fprintf(&text, "  - { id: s%d, title: S, requires: [s%d] }\n", i, (i+4999)%5000)
	}
	_, found := Parse("pack.yaml", []byte(text.String()))
	want := "pack.yaml:5:36: s0 waits for itself: s0 requires s4999; s4999 requires s4998; s4998 requires s4997; s4997 requires s4996; s4996 requires s4995; " +
		"s4995 requires s4994; s4994 requires s4993; s4993 requires s4992; s4992 requires s4991; s4991 requires s4990; s4990 requires s4989; " +
		"and so on, over 4988 more; s1 requires s0. remove one of these dependencies [cycle]\n" +
		"      - { id: s0, title: S, requires: [s4999] }\n" + strings.Repeat(" ", 39) + "^\n"
	if got := found.String(); got != want {
		t.Errorf("got %s", got)
	}
	long := "schema: runbook-pack/v0.2\nid: p\ntitle: P\nsteps: [{ id: a, title: A, verify: { kind: output-contains, command: ls, matches: '(" + strings.Repeat("x", 9000) + "' } }]\n"
	_, found = Parse("pack.yaml", []byte(long))
	if len(found) == 0 || utf8.RuneCountInString(found[0].Message) > maxMessage+30 {
		t.Errorf("%d characters", len(found.String()))
	}
}

package main

import (
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
	"pgregory.net/rapid"
)

func TestProseIsBrokenToTheWidthOfTheTerminal(t *testing.T) {
	const instruction = `Look at the replica before you go on, and at its lag.

1. Ask the incident lead, who is on call this week, whether this may be done.
- Write down what you see, all of it.

    psql -XAt -h db2.example.com -c 'select pg_is_in_recovery()'
` + "```" + `
pg_ctl promote -D /srv/db2 --wait --timeout 600
` + "```" + `
https://wiki.example.com/runbooks/a-very-long-address-of-a-page`
	var out text
	out.prose("  ", instruction, 40)
	const want = `  Look at the replica before you go on,
  and at its lag.

  1. Ask the incident lead, who is on
     call this week, whether this may be
     done.
  - Write down what you see, all of it.

      psql -XAt -h db2.example.com -c 'select pg_is_in_recovery()'
  ` + "```" + `
  pg_ctl promote -D /srv/db2 --wait --timeout 600
  ` + "```" + `
  https://wiki.example.com/runbooks/a-very-long-address-of-a-page
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	var whole text
	whole.prose("  ", instruction, 0)
	if got := whole.String(); strings.Count(got, "\n") != strings.Count(instruction, "\n")+1 {
		t.Errorf("where there is no terminal it is broken, too:\n%s", got)
	}
}

// Breaking loses no word, and no line that has two is too wide.
func TestBrokenLinesFitAndLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-z中é]{1,12}`), 1, 30).Draw(t, "words")
		l := rapid.SampledFrom([]string{"", "- ", "12. ", "  "}).Draw(t, "mark") + strings.Join(words, " ")
		width := rapid.IntRange(narrowest, 80).Draw(t, "width")
		lines := brokenLine(l, width)
		if got := strings.Fields(strings.Join(lines, " ")); strings.Join(got, " ") != strings.Join(strings.Fields(l), " ") {
			t.Fatalf("%q is %q", l, lines)
		}
		for i, line := range lines {
			if tooWide := runewidth.StringWidth(line) > width; tooWide && len(strings.Fields(line)) > 1 && (i > 0 || hanging(l) == 0) {
				t.Fatalf("%q is wider than %d", line, width)
			}
		}
	})
}

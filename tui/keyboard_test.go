package tui

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// readsAs is what a keyboard makes of pieces that come one after the other, so long apart.
func readsAs(t *testing.T, strict bool, apart time.Duration, pieces ...string) string {
	t.Helper()
	var got strings.Builder
	synctest.Test(t, func(*testing.T) {
		k := newKeyboard(nil)
		k.strict.Store(strict)
		for _, piece := range pieces {
			<-time.After(apart)
			got.Write(k.take([]byte(piece)))
		}
	})
	return got.String()
}

func TestPasteThatIsCutOffDoesNotSwallowCtrlC(t *testing.T) {
	const begin, end, slow, fast = pasteBegins, pasteEnds, time.Second, time.Millisecond
	for name, c := range map[string]struct {
		apart time.Duration
		in    []string
		want  string
	}{
		"whole":                       {slow, []string{begin + "ab" + end, "c"}, begin + "ab" + end + "c"},
		"whole, with a Ctrl-C in it":  {slow, []string{begin + "a\x03b" + end}, begin + "a\x03b" + end},
		"split":                       {slow, []string{begin + "a", "b" + end, "c"}, begin + "ab" + end + "c"},
		"split in a mark":             {slow, []string{begin[:3], begin[3:] + "a\x1b[2", "01~", "\x03"}, begin + "a" + end + "\x03"},
		"cut off":                     {slow, []string{begin + "ab", "\x03"}, begin + "ab" + end + "\x03"},
		"cut off, in one read":        {slow, []string{begin + "ab\x03"}, begin + "ab" + end + "\x03"},
		"cut off, and typed later":    {slow, []string{begin + "ab", "\x03", "q"}, begin + "ab" + end + "\x03q"},
		"cut off, and its rest comes": {fast, []string{begin + "ab", "\x03", "rm -rf /", "\r" + end}, begin + "ab" + end + "\x03"},
		"Ctrl-C alone":                {slow, []string{"\x03", "a"}, "\x03a"},
		"a mark in a mark":            {slow, []string{begin + "\x1b[2\x1b[201~", "\x03"}, begin + "\x1b[2\x1b[201~\x03"},
	} {
		if got := readsAs(t, false, c.apart, c.in...); got != c.want {
			t.Errorf("%s: %q is read as %q, expected %q", name, c.in, got, c.want)
		}
	}
}

func TestTextThatComesTooFastCountsAsPasted(t *testing.T) {
	for in, pasted := range map[string]bool{
		"a": false, "abcdefgh": false, "абвгдежз": false, "abcdefghi": true, "a\r": true, "\r": false, "\r\r": false, "a\n": true, "a\rb": true,
		"\x1b[A\x1b[A\x1b[A\x1b[A": false, pasteBegins + "abcdefghijk" + pasteEnds: false,
	} {
		want := in
		if pasted {
			want = pasteBegins + in + pasteEnds
		}
		if got := readsAs(t, true, time.Second, in); got != want {
			t.Errorf("%q is read as %q", in, got)
		}
		if got := readsAs(t, false, time.Second, in); got != in {
			t.Errorf("%q is read as %q where nothing is strict", in, got)
		}
	}
	if got := readsAs(t, true, time.Second, pasteBegins+"abc", "defghijklmn\r", pasteEnds); strings.Count(got, pasteBegins) != 1 {
		t.Errorf("a paste in pieces is read as %q", got)
	}
}

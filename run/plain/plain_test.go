package plain

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// hostile is output that tries something, with what a person sees of it, without and with colours.
var hostile = []struct{ name, in, plain, coloured string }{
	{"text", "héllo\tworld\n", "héllo\tworld\n", "héllo\tworld\n"},
	{"empty", "", "", ""},
	{"colours", "\x1b[1;31mred\x1b[0m", "red", "\x1b[1;31mred\x1b[0m"},
	{"colours left on are reset", "\x1b[31mred", "red", "\x1b[31mred\x1b[0m"},
	{"short reset", "\x1b[32mok\x1b[m", "ok", "\x1b[32mok\x1b[0m"},
	{
		"palette and true colour", "\x1b[38;5;8mx\x1b[48;2;1;2;3my\x1b[38:2::1:2:3mz", "xyz",
		"\x1b[38;5;8mx\x1b[48;2;1;2;3my\x1b[38:2::1:2:3mz\x1b[0m",
	},
	{"concealed text", "\x1b[8mhidden\x1b[1;8;5mtoo", "hiddentoo", "hidden\x1b[1mtoo\x1b[0m"},
	{"half a colour", "\x1b[1;38;5mx\x1b[38;2;999;1;1my", "xy", "\x1b[1mxy\x1b[0m"},
	{"a colour beyond all measure", "\x1b[" + strings.Repeat("1;", 99) + "mx", "x", "x"},
	{"keyboard set-up is no colour", "\x1b[>4;2mx\x1b[?4mx\x1b[0 mx", "xxx", "xxx"},
	{"cursor and screen", "a\x1b[2J\x1b[H\x1b[1A\x1b[?1049hb", "ab", "ab"},
	{"device queries", "\x1b[c\x1b[6n\x1b[>q\x05", "^E", "^E"},
	{"reset, charset, double height", "\x1bc\x1b(0\x1b#8q", "q", "q"},
	{"title", "\x1b]0;title\abell\x1b]2;t\x1b\\end", "bellend", "bellend"},
	{"link", "\x1b]8;;http://evil\x1b\\text\x1b]8;;\x1b\\", "text", "text"},
	{"clipboard in UTF-8 ends at the 8-bit terminator", "\x1b]52;c;aGk=\u009cafter", "after", "after"},
	{"a title with bytes that look like the terminator", "\x1b]0;\xe2\x9c\x93\aok", "ok", "ok"},
	{"DCS, APC, PM, SOS", "\x1bPq#0\x1b\\a\x1b_G\x1b\\b\x1b^p\x1b\\c\x1bXs\x1b\\d", "abcd", "abcd"},
	{"an OSC without end hides one line at most", "\x1b]0;hide\nFAILED\n", "^[\nFAILED\n", "^[\nFAILED\n"},
	{"an OSC without end at the end", "a\x1b]0;hide", "a^[", "a^["},
	{"an OSC cut off by a colour", "\x1b]0;x\x1b[31mred", "^[red", "^[\x1b[31mred\x1b[0m"},
	{"a sequence cut off", "\x1b[31", "^[", "^["},
	{"a sequence cut off by a line", "\x1b[31\nx\x1b\ny", "^[\nx^[\ny", "^[\nx^[\ny"},
	{"escapes in a row", "\x1b\x1b\x1b[31mx", "^[^[x", "^[^[\x1b[31mx\x1b[0m"},
	{"8-bit control characters as bytes", "\x9b31m\x9d0;t\a", "\uFFFD31m\uFFFD0;t^G", "\uFFFD31m\uFFFD0;t^G"},
	{"8-bit control characters as UTF-8", "\u009b31mx\u0085", "<U+009B>31mx<U+0085>", "<U+009B>31mx<U+0085>"},
	{"control characters", "a\x00b\bc\x0b\x0c\x7f\x0e", "a^@b^Hc^K^L^?^N", "a^@b^Hc^K^L^?^N"},
	{"line ends", "a\r\nb\rc\n\rd\r\r\n", "a\nb\nc\n\nd\n\n", "a\nb\nc\n\nd\n\n"},
	{"a line drawn over", "FAILED\rpassed\n", "FAILED\npassed\n", "FAILED\npassed\n"},
	{"invalid UTF-8", "a\xffb\xc3(\xe2\x82", "a\uFFFDb\uFFFD(\uFFFD\uFFFD", "a\uFFFDb\uFFFD(\uFFFD\uFFFD"},
	{"surrogates and overlong", "\xed\xa0\x80\xc0\x9b", strings.Repeat("\uFFFD", 5), strings.Repeat("\uFFFD", 5)},
	{"text turned round", "a\u202eb\u2066c\u200fd", "a<U+202E>b<U+2066>c<U+200F>d", "a<U+202E>b<U+2066>c<U+200F>d"},
	{"no width", "a\u200bb\u2060c\ufeffd\u00ade", "a<U+200B>b<U+2060>c<U+FEFF>d<U+00AD>e", "a<U+200B>b<U+2060>c<U+FEFF>d<U+00AD>e"},
	{"tags and fillers", "a\U000E0041b\u3164", "a<U+E0041>b<U+3164>", "a<U+E0041>b<U+3164>"},
	{"selectors of a form", "a\ufe00b\U000E0100c⚠\ufe0f", "a<U+FE00>b<U+E0100>c⚠\ufe0f", "a<U+FE00>b<U+E0100>c⚠\ufe0f"},
	{"other line ends", "a\u2028b\u2029", "a<U+2028>b<U+2029>", "a<U+2028>b<U+2029>"},
	{"joined emoji and Persian stay", "👩\u200d👧 می\u200cخواهم", "👩\u200d👧 می\u200cخواهم", "👩\u200d👧 می\u200cخواهم"},
}

func TestHostileOutputIsMadePlain(t *testing.T) {
	for _, tc := range hostile {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.plain, Text(tc.in)); diff != "" {
				t.Errorf("without colours (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tc.coloured, written(t, KeepColour, tc.in)); diff != "" {
				t.Errorf("with colours (-want +got):\n%s", diff)
			}
		})
	}
}

func TestResultDoesNotDependOnWhereTheStreamWasCut(t *testing.T) {
	for _, tc := range hostile {
		for i := range len(tc.in) + 1 {
			for j := i; j <= len(tc.in); j++ {
				if got := written(t, KeepColour, tc.in[:i], tc.in[i:j], tc.in[j:]); got != tc.coloured {
					t.Fatalf("%s: cut at %d and %d: got %q, want %q", tc.name, i, j, got, tc.coloured)
				}
			}
		}
	}
}

func TestAnyMixtureIsHarmlessHoweverCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var parts []string
		for range rapid.IntRange(0, 6).Draw(t, "parts") {
			s := hostile[rapid.IntRange(0, len(hostile)-1).Draw(t, "part")].in
			a := rapid.IntRange(0, len(s)).Draw(t, "from")
			parts = append(parts, s[a:rapid.IntRange(a, len(s)).Draw(t, "to")])
		}
		whole := strings.Join(parts, "")
		for _, colour := range []Color{NoColor, KeepColour} {
			got := written(t, colour, parts...)
			if want := written(t, colour, whole); got != want {
				t.Fatalf("in parts %q, as a whole %q", got, want)
			}
			harmless(t, got, colour)
		}
	})
}

func FuzzOutputIsHarmless(f *testing.F) {
	for _, tc := range hostile {
		f.Add([]byte(tc.in), len(tc.in)/2)
	}
	f.Fuzz(func(t *testing.T, in []byte, cut int) {
		cut = max(0, min(cut, len(in)))
		for _, colour := range []Color{NoColor, KeepColour} {
			got := written(t, colour, string(in[:cut]), string(in[cut:]))
			harmless(t, got, colour)
			if whole := written(t, colour, string(in)); whole != got {
				t.Fatalf("cut at %d: %q, as a whole: %q", cut, got, whole)
			}
		}
		if once := Text(string(in)); Text(once) != once {
			t.Fatalf("plain text changes again: %q", once)
		}
		if strings.ContainsAny(Line(string(in)), "\n\t") {
			t.Fatalf("more than a line: %q", Line(string(in)))
		}
	})
}

func TestPlainTextIsLeftAsItIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.RuneFrom(nil, unicode.L, unicode.N, unicode.P, unicode.So)).Draw(t, "text")
		s = strings.Map(func(r rune) rune {
			if isHidden(r) {
				return -1
			}
			return r
		}, s)
		if got := Text(s); got != s {
			t.Fatalf("got %q, want %q", got, s)
		}
	})
}

func TestALongWriteIsPassedOnInPieces(t *testing.T) {
	var longest int
	w := NewWriter(writerFunc(func(p []byte) (int, error) {
		longest = max(longest, len(p))
		return len(p), nil
	}), NoColor)
	if n, err := w.Write(bytes.Repeat([]byte{0}, 10<<20)); n != 10<<20 || err != nil {
		t.Fatalf("got %d, %v", n, err)
	}
	if longest > 8*piece {
		t.Errorf("a piece of %d bytes", longest)
	}
}

func TestAWriterThatFailedIsNotWrittenToAgain(t *testing.T) {
	calls := 0
	full := errors.New("disk full")
	w := NewWriter(writerFunc(func([]byte) (int, error) { calls++; return 0, full }), NoColor)
	for range 2 {
		if _, err := w.Write([]byte("x")); !errors.Is(err, full) {
			t.Errorf("got %v", err)
		}
	}
	if err := w.Close(); !errors.Is(err, full) || calls != 1 {
		t.Errorf("got %v after %d calls", err, calls)
	}
}

func TestAShortWriteIsAnError(t *testing.T) {
	w := NewWriter(writerFunc(func(p []byte) (int, error) { return len(p) - 1, nil }), NoColor)
	if _, err := w.Write([]byte("xy")); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("got %v", err)
	}
}

func TestALineShowsItsBreaks(t *testing.T) {
	if got := Line("a\r\nb\tc\x1b[2J"); got != "a^Jb^Ic" {
		t.Errorf("got %q", got)
	}
}

// TestVisibleTakesNothingOut: each character is there, as it is or by its name.
func TestVisibleTakesNothingOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var in, want strings.Builder
		for _, tc := range rapid.SliceOfN(rapid.SampledFrom(hostile), 0, 4).Draw(t, "parts") {
			in.WriteString(tc.in)
		}
		for _, r := range in.String() {
			if shown := Name(r); shown == "" || r == '\n' {
				want.WriteRune(r)
			} else {
				want.WriteString(shown)
			}
		}
		got := Visible(in.String())
		if got != want.String() || Text(got) != got {
			t.Fatalf("%q is shown as %q", in.String(), got)
		}
	})
}

// TestWhatHasNoLookIsNamed: but for the joiners, no character that Unicode calls ignorable passes.
func TestWhatHasNoLookIsNamed(t *testing.T) {
	for _, table := range []*unicode.RangeTable{unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Bidi_Control, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector} {
		for _, r := range runesOf(table) {
			if joins := strings.ContainsRune("\u180b\u180c\u180d\u180f\u200c\u200d\ufe0e\ufe0f", r); (Name(r) == "") != (joins || r == '\t') {
				t.Errorf("%U has the name %q", r, Name(r))
			}
		}
	}
}

// runesOf lists the characters of a table.
func runesOf(table *unicode.RangeTable) (all []rune) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if unicode.Is(table, r) {
			all = append(all, r)
		}
	}
	return all
}

var sgr = regexp.MustCompile("\x1b\\[[0-9;:]*m")

// harmless fails if out holds anything but text, line breaks, tabs and, with colours, colour sequences.
func harmless(t interface{ Fatalf(string, ...any) }, out string, colour Color) {
	if !utf8.ValidString(out) {
		t.Fatalf("invalid UTF-8: %q", out)
	}
	if colour == KeepColour {
		out = sgr.ReplaceAllString(out, "")
	}
	for _, r := range out {
		if r != '\n' && r != '\t' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			t.Fatalf("%U in %q", r, out)
		}
	}
}

func written(t interface{ Fatalf(string, ...any) }, colour Color, parts ...string) string {
	var b bytes.Buffer
	w := NewWriter(&b, colour)
	for _, p := range parts {
		if n, err := io.WriteString(w, p); err != nil || n != len(p) {
			t.Fatalf("wrote %d of %d: %v", n, len(p), err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatalf("close: %v", err)
	}
	return b.String()
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func TestNameIsWhatTextShows(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) || r == '\x1b' || r == '\r' { // these two do something in a text
			continue
		}
		shown := Name(r)
		if shown == "" || r == '\n' {
			shown = string(r)
		}
		if got := Text(string(r)); got != shown {
			t.Fatalf("%U is shown as %q, and its name is %q", r, got, Name(r))
		}
	}
}

package plain

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// lineSink is what a Gutter writes to, and knows whether its last line has an end.
type lineSink struct{ strings.Builder }

func (s *lineSink) inLine() bool { return s.Len() > 0 && !strings.HasSuffix(s.String(), "\n") }

// setOff returns what a person sees of an output that comes in parts, behind a gutter.
func setOff(g *Gutter, parts ...string) string {
	var to lineSink
	g.To, g.InLine = &to, to.inLine
	w := NewWriter(g, KeepColour)
	for _, p := range parts {
		_, _ = w.Write([]byte(p))
	}
	_, _ = w.Close(), g.Close()
	return to.String()
}

func oneCell(rune) int { return 1 }

func TestEveryLineOfOutputStandsBehindAGutter(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"lines", "a\nb\n", "│ a\n│ b\n"},
		{"a line without an end", "next: rtut run done a", "│ next: rtut run done a\n"},
		{"empty lines", "\n\na\n\n", "│\n│\n│ a\n│\n"},
		{"a line that is drawn over", "10%\r20%\r\n", "│ 10%\n│ 20%\n"},
		{"cursor movements", "a\x1b[A\x1b[2K\rb", "│ a\n│ b\n"},
		{"colours that go on", "\x1b[31ma\nb\x1b[0mc\nd", "│ \x1b[31ma\x1b[0m\n│ \x1b[31mb\x1b[0mc\n│ d\n"},
		{"colours between lines", "a\n\x1b[31m\nb", "│ a\n│\n│ \x1b[31mb\x1b[0m\n"},
		{"a colour that replaces others", "\x1b[1ma\x1b[0;32mb\nc", "│ \x1b[1ma\x1b[0;32mb\x1b[0m\n│ \x1b[0;32mc\x1b[0m\n"},
		{"black on black", "\x1b[30;40ma\nb\n", "│ \x1b[30;40ma\x1b[0m\n│ \x1b[30;40mb\x1b[0m\n"},
	} {
		if got := setOff(&Gutter{Mark: "│"}, tc.in); got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
		for i := range len(tc.in) + 1 {
			if got := setOff(&Gutter{Mark: "│"}, tc.in[:i], tc.in[i:]); got != tc.want {
				t.Errorf("%s, cut at %d: got %q, want %q", tc.name, i, got, tc.want)
			}
		}
	}
}

// TestALineThatATerminalWouldBreakGoesOnBehindTheGutter, so that no row of the terminal begins as a line of ours.
func TestALineThatATerminalWouldBreakGoesOnBehindTheGutter(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"a line that fits", strings.Repeat("x", 18) + "\ny", "| " + strings.Repeat("x", 18) + "\n| y\n"},
		{"a line that does not", strings.Repeat("x", 18) + "a: passed", "| " + strings.Repeat("x", 18) + "\n| a: passed\n"},
		{"tabs", "\t\ta: passed", "| \t\ta: p\n| assed\n"},
		{"colours", "\x1b[31m" + strings.Repeat("x", 19), "| \x1b[31m" + strings.Repeat("x", 18) + "\x1b[0m\n| \x1b[31mx\x1b[0m\n"},
	} {
		if got := setOff(&Gutter{Mark: "|", Width: 20, Cells: oneCell}, tc.in); got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
	wide := func(rune) int { return 2 }
	if got := setOff(&Gutter{Mark: "|", Width: 20, Cells: wide}, strings.Repeat("日", 10)); got != "| "+strings.Repeat("日", 9)+"\n| 日\n" {
		t.Errorf("wide characters: got %q", got)
	}
}

func TestNoOutputGetsBesideTheGutter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var parts []string
		for range rapid.IntRange(0, 6).Draw(t, "parts") {
			s := hostile[rapid.IntRange(0, len(hostile)-1).Draw(t, "part")].in
			a := rapid.IntRange(0, len(s)).Draw(t, "from")
			parts = append(parts, s[a:rapid.IntRange(a, len(s)).Draw(t, "to")])
		}
		width := rapid.SampledFrom([]int{0, 20, 30}).Draw(t, "width")
		got := setOff(&Gutter{Mark: "│", Width: width, Cells: oneCell}, parts...)
		if whole := setOff(&Gutter{Mark: "│", Width: width, Cells: oneCell}, strings.Join(parts, "")); whole != got {
			t.Fatalf("in parts %q, as a whole %q", got, whole)
		}
		for line := range strings.Lines(got) {
			if !strings.HasPrefix(line, "│ ") && line != "│\n" || !strings.HasSuffix(line, "\n") {
				t.Fatalf("the line %q of %q", line, got)
			}
			if strings.Contains(line, "\x1b") && !strings.HasSuffix(line, reset+"\n") && strings.LastIndex(line, reset) < strings.LastIndex(line, "\x1b") {
				t.Fatalf("the line %q of %q ends in colour", line, got)
			}
		}
	})
}

var runnersObey = []string{
	"::error::x", "x::set-output name=a::b", "##[error]x", "a ##[add-matcher]f", "##vso[task.setvariable variable=a]b", "##VSO[task.complete]", "##teamcity[blockOpened name='a']",
	"\x1b[0Ksection_start:1560896352:x\r\x1b[0K", "\x1b[0Ksection_end:1560896353:x\r\x1b[0K", "travis_fold:start:a", ":\x1b[1m:error::", "#\x1b[0m#[group]", ":\x00\x1b[K:", ":::::",
}

func TestMarksThatRunnersObeyAreBroken(t *testing.T) {
	for in, want := range map[string]string{
		"::error::x": `:\:error:\:x`, "::::": `:\:\:\:`, "a ##[error]": `a ##\[error]`, "##vso[a]": `##vso\[a]`, "##TeamCity[a]": `##TeamCity\[a]`,
		"section_start:1:a": `section_start\:1:a`, "xsection_end:1:a": `xsection_end\:1:a`, "::1 and fe80::1": `:\:1 and fe80:\:1`, "a: b #[c] ##a[ [::": `a: b #[c] ##a[ [:\:`,
		":\n:": ":\n:", "##\n[": "##\n[",
	} {
		if got := Unmarked(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
	for _, in := range runnersObey {
		for i := range len(in) + 1 {
			got := strings.NewReplacer("\x1b[1m", "", "\x1b[0m", "").Replace(setOff(&Gutter{Mark: "|", Log: true}, in[:i], in[i:]))
			if Unmarked(got) != got {
				t.Errorf("%q, cut at %d: %q is obeyed", in, i, got)
			}
		}
		if got := setOff(&Gutter{Mark: "|"}, in); strings.Contains(got, `\`) {
			t.Errorf("%q on a terminal: got %q", in, got)
		}
	}
}

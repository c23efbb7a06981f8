package tui

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"rtut/run/plain"
)

// steady replaces what terminals disagree about the width of, such as emoji joined of several, by its first character,
// or by a question mark where even that is not sure. What comes out is as wide on every terminal.
func steady(s string) string {
	if isASCII(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		cluster, width := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		if cluster == "" {
			break
		}
		b.WriteString(steadyCluster(cluster, width))
		s = s[len(cluster):]
	}
	if out := b.String(); ansi.StringWidth(out) == ansi.StringWidthWc(out) {
		return out
	}
	return strings.Map(wellKnown, b.String()) // what was put side by side has joined
}

// wellKnown replaces characters of all but those scripts whose width nobody doubts.
func wellKnown(r rune) rune {
	if r < 0x80 || unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Han, unicode.Hiragana, unicode.Katakana) {
		return r
	}
	return '?'
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// steadyCluster is steady of what a terminal that knows of grapheme clusters shows as one character.
func steadyCluster(cluster string, width int) string {
	first, _ := utf8.DecodeRuneInString(cluster)
	if cluster == "\n" || !joins(first) && ansi.StringWidthWc(cluster) == width && !strings.ContainsAny(cluster, "\u200d\ufe0f") {
		return cluster
	}
	if w := ansi.StringWidth(string(first)); !joins(first) && w > 0 && w == ansi.StringWidthWc(string(first)) {
		return string(first)
	}
	return "?"
}

// joins reports whether a character would join what stands before or after it, which may be text of ours.
func joins(r rune) bool {
	return unicode.Is(unicode.M, r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Other_Grapheme_Extend, r) ||
		r >= 0x1100 && r <= 0x11ff || r >= 0xa960 && r <= 0xa97c || r >= 0xd7b0 && r <= 0xd7ff || // parts of Hangul
		r >= 0x1f1e6 && r <= 0x1f1ff || r >= 0x1f3fb && r <= 0x1f3ff // halves of flags, tones of skin
}

// line makes untrusted text one harmless line. Most of what is shown is harmless as it is.
func line(s string) string {
	if isPrintable(s) {
		return s
	}
	return steady(plain.Line(s))
}

func isPrintable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// text makes untrusted text harmless, line breaks kept. Tabs become spaces.
func text(s string) string { return steady(strings.ReplaceAll(plain.Text(s), "\t", "    ")) }

// shown makes an untrusted command harmless, line breaks kept: nothing of it is taken out. Tabs become spaces.
func shown(s string) string { return steady(strings.ReplaceAll(plain.Visible(s), "\t", "    ")) }

// fit makes a line exactly width cells wide: it cuts what is too long, marks that, and fills up what is too short. The
// line may have styles, which end with it.
func fit(s string, width int) string {
	if width <= 0 {
		return ""
	}
	s = cut(s, width)
	return s + strings.Repeat(" ", max(0, width-ansi.StringWidth(s)))
}

// cut is fit without filling up.
func cut(s string, width int) string {
	if width <= 0 {
		return ""
	}
	if ansi.StringWidth(s) <= width {
		return s
	}
	if out := ansi.Truncate(s, width, "~"); ansi.StringWidth(out) <= width {
		return out
	}
	return ansi.Truncate(strings.Map(wellKnown, s), width, "~") // the mark of the cut has joined what was cut off
}

// sides puts one text to the left and one to the right of a line; where both don't fit, the left one is cut.
func sides(left, right string, width int) string {
	room := width - ansi.StringWidth(right)
	if room <= 0 {
		return fit(right, width)
	}
	return fit(left, room) + right
}

// wrapped breaks text, styled or not, into lines of at most width cells; styles go on from line to line.
func wrapped(s string, width int) []string {
	if width <= 0 {
		return nil
	}
	lines := strings.Split(lipgloss.Wrap(s, width, ""), "\n")
	for i, l := range lines {
		lines[i] = cut(strings.TrimRight(l, " "), width)
	}
	return lines
}

// block makes lines exactly height lines of exactly width cells.
func block(lines []string, width, height int) []string {
	out := make([]string, 0, max(height, 0))
	for i := range height {
		if i < len(lines) {
			out = append(out, fit(lines[i], width))
		} else {
			out = append(out, strings.Repeat(" ", max(width, 0)))
		}
	}
	return out
}

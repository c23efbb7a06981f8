package value

import (
	"fmt"
	"strings"
	"unicode"
)

// Quoted shows what an author wrote inside a message, between backquotes, on one line and cut after 60 characters. What can't
// be told from a blank, or not be seen, is spelled.
func Quoted(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n", r) }), " ")
	if head, tail := SplitAt(text, 60); tail != "" {
		text = head + "…"
	}
	var out strings.Builder
	for _, r := range text {
		if HiddenName(r) != "" && !unicode.IsControl(r) {
			fmt.Fprintf(&out, "<U+%04X>", r)
			continue
		}
		out.WriteRune(r)
	}
	return "`" + Printable(out.String()) + "`"
}

// SplitAt splits text after so many characters, or at its end.
func SplitAt(text string, characters int) (before, after string) {
	for i := range text {
		if characters == 0 {
			return text[:i], text[i:]
		}
		characters--
	}
	return text, ""
}

// Printable replaces what would move a terminal's cursor or turn its text around: a tab by a space, the rest by U+FFFD.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case !unicode.IsPrint(r):
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

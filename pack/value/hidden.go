package value

import (
	"fmt"
	"strings"
	"unicode"
)

// hiddenNames are what characters are called that can't be seen, or not be told from a blank, and that are met in texts.
var hiddenNames = map[rune]string{
	0x00: "a NUL character", '\t': "a tab", '\n': "a line break", '\r': "a carriage return", 0x1b: "an escape character", 0x85: "a next line",
	0xa0: "a no-break space", 0xad: "a soft hyphen", 0x115f: "a Hangul filler", 0x1160: "a Hangul filler", 0x1680: "an Ogham space",
	0x180e: "a Mongolian vowel separator", 0x2000: "an en quad", 0x2001: "an em quad", 0x2002: "an en space", 0x2003: "an em space",
	0x2004: "a third of an em space", 0x2005: "a quarter of an em space", 0x2006: "a sixth of an em space", 0x2007: "a figure space",
	0x2008: "a punctuation space", 0x2009: "a thin space", 0x200a: "a hair space", 0x200b: "a zero width space", 0x200c: "a zero width non-joiner",
	0x200d: "a zero width joiner", 0x200e: "a left-to-right mark", 0x200f: "a right-to-left mark", 0x2028: "a line separator",
	0x2029: "a paragraph separator", 0x202f: "a narrow no-break space", 0x205f: "a mathematical space", 0x2060: "a word joiner",
	0x2800: "a Braille blank", 0x3000: "an ideographic space", 0x3164: "a Hangul filler", 0xfeff: "a byte order mark", 0xffa0: "a Hangul filler",
}

// HiddenName names a character that can't be seen, or that can't be told from a blank: "U+00A0, a no-break space". It is "" for
// all others, the blank itself included.
func HiddenName(r rune) string {
	name := hiddenNames[r]
	switch {
	case r == ' ':
		return ""
	case name != "":
	case unicode.IsControl(r):
		name = "a control character"
	case unicode.IsSpace(r), unicode.Is(unicode.Zs, r):
		name = "a space of another kind"
	case unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point):
		name = "an invisible character"
	default:
		return ""
	}
	return fmt.Sprintf("U+%04X, %s", r, name)
}

// IsVisible reports whether there is anything in a text for the eye.
func IsVisible(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return r != ' ' && HiddenName(r) == "" })
}

// HiddenIn says what stands in a text that a person who types it after what is shown could not know of: blanks at its ends,
// spaces of other kinds, characters that are not shown. It returns one clause each, nil for none.
func HiddenIn(text string) []string {
	var clauses []string
	if strings.HasPrefix(text, " ") {
		clauses = append(clauses, "it begins with a blank")
	}
	for at, r := range text {
		if name := HiddenName(r); name != "" {
			clauses = append(clauses, fmt.Sprintf("it holds %s, after %d characters", name, len([]rune(text[:at]))))
		}
	}
	if strings.HasSuffix(text, " ") {
		clauses = append(clauses, "it ends with a blank")
	}
	return clauses
}

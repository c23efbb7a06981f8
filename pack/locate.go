package pack

import (
	"strings"
	"unicode/utf8"
)

// locate returns the offset in the file of a byte of a scalar's value. Quotes, escapes, folding and indentation change
// nothing but white space and escapes: whatever else the value holds stands in the file in the same order, and that is
// what it is found by.
func (s *source) locate(n *node, offset int) int {
	start := s.offset(n.place)
	at := s.content(n, start)
	for i := 0; i < len(n.value) && at < len(s.text); {
		from, next, width := s.next(n, at, n.value[i:])
		if i+width > offset || width == 0 {
			return from
		}
		i, at = i+width, next
	}
	return at
}

// content skips anchors, tags, the opening quote or the header line of a block.
func (s *source) content(n *node, at int) int {
	for at < len(s.text) && (s.text[at] == '&' || s.text[at] == '!') {
		end := strings.IndexAny(s.text[at:], " \t\r\n")
		if end < 0 {
			return len(s.text)
		}
		at = s.skipSpace(at + end)
	}
	switch {
	case n.block():
		for at < len(s.text) {
			if width, _ := lineBreak(s.text[at:]); width > 0 {
				return at + width
			}
			at++
		}
	case n.singleQuoted(), n.doubleQuoted():
		at++
	}
	return min(at, len(s.text))
}

// next matches what value begins with against the text at an offset: it returns where that stands, where to go on in
// the text, and how many bytes of value it covers.
func (s *source) next(n *node, at int, value string) (from, next, width int) {
	if spaceWidth(value) > 0 {
		return s.nextSpace(n, at, value)
	}
	at = s.skipFolding(n, at)
	rest := s.text[at:]
	switch {
	case n.doubleQuoted() && strings.HasPrefix(rest, `\`):
		_, width = utf8.DecodeRuneInString(value)
		return at, at + escapeWidth(rest), width
	case n.singleQuoted() && strings.HasPrefix(rest, "''"):
		return at, at + 2, 1
	}
	_, width = utf8.DecodeRuneInString(value)
	return at, min(at+width, len(s.text)), width
}

// nextSpace matches white space of a value: an escape for it, the same in the text, or, where a line was folded, the
// break. What indentation is left over is skipped before the next character.
func (s *source) nextSpace(n *node, at int, value string) (from, next, width int) {
	rest := s.text[at:]
	if n.doubleQuoted() && strings.HasPrefix(rest, `\`) {
		if broken, _ := lineBreak(rest[1:]); broken == 0 {
			_, width = utf8.DecodeRuneInString(value)
			return at, at + escapeWidth(rest), width
		}
	}
	return at, at + spaceWidth(rest), spaceWidth(value)
}

// skipFolding skips white space of the text that is not in the value, and escaped line breaks.
func (s *source) skipFolding(n *node, at int) int {
	for {
		at = s.skipSpace(at)
		if !n.doubleQuoted() || !strings.HasPrefix(s.text[at:], `\`) {
			return at
		}
		width, _ := lineBreak(s.text[at+1:])
		if width == 0 {
			return at
		}
		at += 1 + width
	}
}

func (s *source) skipSpace(at int) int {
	for at < len(s.text) {
		width := spaceWidth(s.text[at:])
		if width == 0 {
			break
		}
		at += width
	}
	return at
}

// spaceWidth returns the bytes of the white space or line break that text begins with, 0 for none.
func spaceWidth(text string) int {
	if text == "" {
		return 0
	}
	if text[0] == ' ' || text[0] == '\t' {
		return 1
	}
	width, _ := lineBreak(text)
	return width
}

// escapeWidth returns the length of the escape of a double-quoted scalar that text begins with.
func escapeWidth(text string) int {
	if len(text) < 2 {
		return len(text)
	}
	_, width := utf8.DecodeRuneInString(text[1:])
	width += map[byte]int{'x': 2, 'u': 4, 'U': 8}[text[1]]
	return min(1+width, len(text))
}

package pack

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// mark is a position as YAML counts it: lines and columns from 1, columns in characters. YAML ends lines at three
// breaks that no editor counts (NEL, LS, PS), so a place is turned into a byte offset before a person sees it.
type mark struct{ line, column int }

// source is the text of one pack file, without its byte order mark.
type source struct {
	file  string
	text  string
	yaml  []int // offsets at which a line begins, as YAML counts lines
	lines []int // the same, as editors count them
}

func newSource(file, text string) *source {
	s := &source{file: file, text: text, yaml: []int{0}, lines: []int{0}}
	for i := 0; i < len(text); {
		width, everywhere := lineBreak(text[i:])
		if width == 0 {
			i++
			continue
		}
		i += width
		s.yaml = append(s.yaml, i)
		if everywhere {
			s.lines = append(s.lines, i)
		}
	}
	return s
}

// lineBreak returns the bytes of the break that text begins with, 0 for none, and whether editors count it too.
func lineBreak(text string) (width int, everywhere bool) {
	switch {
	case strings.HasPrefix(text, "\r\n"):
		return 2, true
	case strings.HasPrefix(text, "\n"), strings.HasPrefix(text, "\r"):
		return 1, true
	case strings.HasPrefix(text, "\u0085"):
		return 2, false
	case strings.HasPrefix(text, "\u2028"), strings.HasPrefix(text, "\u2029"):
		return 3, false
	}
	return 0, false
}

// offset returns where a place is, in bytes; a place beyond the end of its line or of the file is at that end.
func (s *source) offset(p mark) int {
	if p.line < 1 {
		return 0
	}
	if p.line > len(s.yaml) {
		return len(s.text)
	}
	at := s.yaml[p.line-1]
	for range p.column - 1 {
		if width, _ := lineBreak(s.text[at:]); width > 0 || at >= len(s.text) {
			break
		}
		_, width := utf8.DecodeRuneInString(s.text[at:])
		at += width
	}
	return at
}

// position returns the line and the column, both from 1, that an editor shows for an offset.
func (s *source) position(offset int) (line, column int) {
	offset = min(max(offset, 0), len(s.text))
	line = sort.Search(len(s.lines), func(i int) bool { return s.lines[i] > offset })
	return line, utf8.RuneCountInString(s.text[s.lines[line-1]:offset]) + 1
}

// line returns the text of an editor's line, from 1, without its break.
func (s *source) line(number int) string {
	from, to := s.lines[number-1], len(s.text)
	if number < len(s.lines) {
		to = s.lines[number]
	}
	return strings.TrimRight(s.text[from:to], "\r\n")
}

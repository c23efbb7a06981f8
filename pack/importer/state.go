package importer

import (
	"strings"
)

// state is where a shell stands after a line: whether what comes next belongs to the same command. It is a scan of its own, since
// a parser would have to read the same lines again and again.
type state struct {
	quote     byte // ' or ", or 0
	backslash bool
	depth     int      // of $( and (
	until     []string // words that end here-documents
	dashed    []bool   // whether tabs may stand before them
}

func (s state) open() bool { return s.quote != 0 || s.backslash || s.depth > 0 || len(s.until) > 0 }

// after is the state after one more line.
func (s state) after(line string) state {
	if len(s.until) > 0 && s.quote == 0 {
		if word := line; word == s.until[0] || s.dashed[0] && strings.TrimLeft(word, "\t") == s.until[0] {
			s.until, s.dashed = s.until[1:], s.dashed[1:]
		}
		return s
	}
	s.backslash = false
	for i := 0; i < len(line); i++ {
		i = s.step(line, i)
	}
	return s
}

// step reads what stands at an offset and returns the last one that it has read.
func (s *state) step(line string, i int) int {
	c := line[i]
	switch {
	case s.quote == '\'':
		if c == '\'' {
			s.quote = 0
		}
	case c == '\\':
		s.backslash = i+1 == len(line)
		return i + 1
	case s.quote == '"':
		if c == '"' {
			s.quote = 0
		}
	case c == '\'', c == '"':
		s.quote = c
	case c == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t'):
		return len(line)
	case c == '(':
		s.depth++
	case c == ')':
		s.depth = max(0, s.depth-1)
	case strings.HasPrefix(line[i:], "<<<"):
		return i + 2
	case strings.HasPrefix(line[i:], "<<"):
		return s.hereDocument(line, i+2)
	}
	return i
}

// hereDocument reads the word behind `<<`.
func (s *state) hereDocument(line string, i int) int {
	dashed := i < len(line) && line[i] == '-'
	if dashed {
		i++
	}
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	start := i
	for i < len(line) && !strings.ContainsRune(" \t;|&<>()", rune(line[i])) {
		i++
	}
	if word := strings.Trim(line[start:i], `'"\`); word != "" {
		s.until, s.dashed = append(s.until[:len(s.until):len(s.until)], word), append(s.dashed[:len(s.dashed):len(s.dashed)], dashed)
	}
	return i - 1
}

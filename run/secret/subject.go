package secret

import (
	"sort"
	"strings"
)

// reach is how many lines after the one with a rule's keyword the secret may stand. The longest published rule, a curl
// command continued over several lines, needs five.
const reach = 5

// subject is a text in one of its forms, with what every rule asks of it worked out once.
type subject struct {
	text  string
	lower string // text with ASCII letters in lower case; byte offsets agree with text
	lines []int  // offsets at which a line of text begins, then the length of text
}

func newSubject(text string) subject {
	lines := []int{0}
	for i := range len(text) {
		if text[i] == '\n' {
			lines = append(lines, i+1)
		}
	}
	return subject{text: text, lower: lowerASCII(text), lines: append(lines, len(text))}
}

// with returns the lines that have one of the keywords (in lower case) and also sign.
func (s subject) with(keywords []string, sign string) []string {
	if !containsAny(s.lower, keywords) {
		return nil
	}
	var lines []string
	for i := 0; i+1 < len(s.lines); i++ {
		line := s.lower[s.lines[i]:s.lines[i+1]]
		if strings.Contains(line, sign) && containsAny(line, keywords) {
			lines = append(lines, s.text[s.lines[i]:s.lines[i+1]])
		}
	}
	return lines
}

// near returns the parts of the text in which a secret may stand that one of the keywords (in lower case) goes with.
// Patterns are slow and most lines have no keyword, so only these parts are searched, whole lines every one.
func (s subject) near(keywords []string) []string {
	var marked []bool
	for _, k := range keywords {
		for from := 0; ; {
			i := strings.Index(s.lower[from:], k)
			if i < 0 {
				break
			}
			if marked == nil {
				marked = make([]bool, len(s.lines)-1)
			}
			from = s.mark(marked, from+i)
		}
	}
	return s.runs(marked)
}

func containsAny(text string, words []string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// mark marks the lines around the keyword at offset at, and returns where to look for the next one.
func (s subject) mark(marked []bool, at int) (next int) {
	line := sort.SearchInts(s.lines, at+1) - 1
	for i := max(0, line-1); i <= line+reach && i < len(marked); i++ {
		marked[i] = true
	}
	return s.lines[line+1]
}

// runs joins marked lines that follow one another.
func (s subject) runs(marked []bool) []string {
	var runs []string
	for i := 0; i < len(marked); i++ {
		start := i
		for i < len(marked) && marked[i] {
			i++
		}
		if i > start {
			runs = append(runs, s.text[s.lines[start]:s.lines[i]])
		}
	}
	return runs
}

// lowerASCII leaves everything but A to Z as it is, so that offsets stay true even where text is not UTF-8.
func lowerASCII(text string) string {
	b := []byte(text)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

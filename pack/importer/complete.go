package importer

import (
	"slices"
	"strings"
	"unicode"
)

// tokens are the words of a text: letters and digits, in whatever script.
func tokens(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}

// missing lists the lines of the page of which a word stands nowhere in the pack. With --section only those sections count.
func (p *page) missing(text []byte) []string {
	has := map[string]bool{}
	for _, word := range tokens(string(text)) {
		has[word] = true
	}
	var lost []string
	for i, line := range p.original {
		if !p.isImported(i) {
			continue
		}
		for _, word := range tokens(withoutMarkup(line)) {
			if !has[word] {
				lost = append(lost, line)
				break
			}
		}
	}
	return lost
}

// isImported reports whether a line is in what is imported.
func (p *page) isImported(line int) bool {
	for _, s := range p.root.below {
		if s.heading != nil && line >= s.heading.from && line < s.to {
			return true
		}
	}
	return !p.root.chosen && (len(p.root.below) == 0 || line < p.root.below[0].heading.from)
}

// withoutMarkup takes the number of an item and the language of a fence off a line.
func withoutMarkup(line string) string {
	if m := fence().FindStringSubmatch(line); m != nil {
		return ""
	}
	trimmed := strings.TrimLeft(line, " \t>")
	for {
		m := itemMark().FindStringSubmatch(trimmed)
		if m == nil || m[2] == "" {
			break
		}
		trimmed = trimmed[len(m[0]):]
	}
	return box().ReplaceAllString(trimmed, "")
}

func sortRemarks(all []Remark) []Remark {
	slices.SortStableFunc(all, func(a, b Remark) int { return a.Line - b.Line })
	return all
}

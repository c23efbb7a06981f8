package command

import (
	"strconv"
	"strings"
)

// marker finds the words that stand for placeholders in the marked source of a command: the marker, a number and a z. A regular
// expression would have to be compiled for each command.
type marker string

// markedWord is such a word in a text: where it is, and the number of its placeholder.
type markedWord struct{ from, to, number int }

func (m marker) words(text string) []markedWord {
	var found []markedWord
	for from := 0; ; {
		at := strings.Index(text[from:], string(m))
		if at < 0 {
			return found
		}
		at += from
		digits := at + len(m)
		end := digits
		for end < len(text) && '0' <= text[end] && text[end] <= '9' {
			end++
		}
		from = at + 1
		if number, err := strconv.Atoi(text[digits:end]); err == nil && end < len(text) && text[end] == 'z' {
			found = append(found, markedWord{at, end + 1, number})
			from = end + 1
		}
	}
}

// isWord reports whether a text is one such word and nothing else.
func (m marker) isWord(text string) bool {
	words := m.words(text)
	return len(words) > 0 && words[0].from == 0 && words[0].to == len(text)
}

// literals returns what stands between the words, one more than there are words.
func (m marker) literals(text string) []string {
	var between []string
	end := 0
	for _, w := range m.words(text) {
		between = append(between, text[end:w.from])
		end = w.to
	}
	return append(between, text[end:])
}

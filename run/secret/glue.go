package secret

import "strings"

// glue returns the words that text has if its lines were broken in the middle of one, each on a line of its own: the
// last word of every line joined to the first of the next, and all of a stretch of lines that are one word alone.
func glue(text string) string {
	lines := wordLines(text)
	var out strings.Builder
	for i := 0; i+1 < len(lines); i++ {
		out.WriteString(lines[i].last + lines[i+1].first + "\n")
	}
	for i := 0; i+2 < len(lines); i++ {
		if !lines[i+1].alone() {
			continue
		}
		out.WriteString(lines[i].last)
		for i++; i+1 < len(lines) && lines[i].alone(); i++ {
			out.WriteString(lines[i].first)
		}
		out.WriteString(lines[i].first + "\n")
		i--
	}
	return out.String()
}

// pair returns each two words of text that stand side by side in a line as one: an input of one line has put a space where a line
// was broken.
func pair(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		for i := 0; i+1 < len(words); i++ {
			if len(words[i])+len(words[i+1]) >= shortest {
				out.WriteString(strings.TrimSuffix(words[i], `\`) + words[i+1] + "\n")
			}
		}
	}
	return out.String()
}

// wordLine is a line's words at its two ends, without the backslash that continues it.
type wordLine struct {
	first, last string
	words       int
}

func (l wordLine) alone() bool { return l.words == 1 }

// marks stand before a line that is quoted, a comment, or new in a diff.
const marks = ">+#|*"

// wordLines leaves out lines without a word, and the mark before a line.
func wordLines(text string) []wordLine {
	var lines []wordLine
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(line, marks+" \t")
		words := strings.Fields(strings.TrimSuffix(strings.TrimRight(line, "\r\n"), `\`))
		if n := len(words); n > 0 {
			lines = append(lines, wordLine{first: words[0], last: words[n-1], words: n})
		}
	}
	return lines
}

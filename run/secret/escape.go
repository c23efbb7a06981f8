package secret

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// emptyQuotes are what a shell drops between two parts of one word.
var emptyQuotes = strings.NewReplacer(`'\''`, `'`, `""`, ``, `''`, ``, "\\\r\n", "", "\\\n", "")

// unescape undoes, in one go, what URLs, JSON, shells and terminals do to a text: %41, \u0041, \x41, \n, \", continued
// lines, colours, and characters that show nothing.
func unescape(text string) string {
	if !strings.ContainsAny(text, "%\\\"'\x1b") && strings.IndexFunc(text, unseen) < 0 {
		return text
	}
	text = emptyQuotes.Replace(ansi.Strip(text))
	var out strings.Builder
	for i := 0; i < len(text); {
		r, size := escaped(text[i:])
		if !unseen(r) {
			out.WriteRune(r)
		}
		i += size
	}
	return out.String()
}

// escaped reads one character at the start of text and says how many bytes it takes up there.
func escaped(text string) (r rune, size int) {
	switch {
	case text[0] == '%':
		return codepoint(text, 1, 2)
	case text[0] != '\\' || len(text) < 2:
		return utf8.DecodeRuneInString(text)
	}
	switch text[1] {
	case 'u':
		return codepoint(text, 2, 4)
	case 'x':
		return codepoint(text, 2, 2)
	case 'n', 'r':
		return '\n', 2
	case 't':
		return '\t', 2
	}
	r, size = utf8.DecodeRuneInString(text[1:])
	return r, size + 1
}

// codepoint reads digits hexadecimal digits after a mark of the given length; without them the first byte stands for itself.
func codepoint(text string, mark, digits int) (r rune, size int) {
	if len(text) >= mark+digits {
		if n, err := strconv.ParseUint(text[mark:mark+digits], 16, 32); err == nil {
			return rune(n), mark + digits
		}
	}
	return rune(text[0]), 1
}

// unseen reports whether r shows nothing on a screen but can break a word in two.
func unseen(r rune) bool {
	return unicode.Is(unicode.Cf, r) || unicode.IsControl(r) && !unicode.IsSpace(r)
}

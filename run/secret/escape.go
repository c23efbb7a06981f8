package secret

import (
	"html"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// emptyQuotes are what a shell drops between two parts of one word.
var emptyQuotes = strings.NewReplacer(`'\''`, `'`, `""`, ``, `''`, ``, `"'`, ``, `'"`, ``, "\\\r\n", "", "\\\n", "")

// plus is what joins two literals of code.
var plus = compile(`["'][ \t]*\+[ \t]*\n?[ \t]*["']`)

// unescape undoes, in one go, what URLs, JSON, HTML, code, shells and terminals do to a text: %41, \u0041, \u{41}, \x41, \101, &#65;, \n,
// \", "a"'b', "a" + "b", continued lines, colors, and characters that show nothing.
func unescape(text string) string {
	if !strings.ContainsAny(text, "%\\\"'&\x1b") && strings.IndexFunc(text, unseen) < 0 {
		return text
	}
	text = emptyQuotes.Replace(plus().ReplaceAllString(html.UnescapeString(ansi.Strip(text)), ""))
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
	case text[0] == '%' && variableOfBatch().MatchString(text[:min(len(text), 40)]):
		return '%', 1
	case text[0] == '%':
		return codepoint(text, 1, 2, 16)
	case text[0] != '\\' || len(text) < 2:
		return utf8.DecodeRuneInString(text)
	}
	if c := text[1]; c >= '0' && c <= '3' {
		return codepoint(text, 1, 3, 8)
	}
	switch text[1] {
	case 'u':
		if end := strings.IndexByte(text[:min(len(text), 10)], '}'); end > 3 && text[2] == '{' {
			r, size = codepoint(text, 3, end-3, 16)
			return r, size + 1
		}
		return codepoint(text, 2, 4, 16)
	case 'x':
		return codepoint(text, 2, 2, 16)
	case 'n', 'r':
		return '\n', 2
	case 't':
		return '\t', 2
	}
	r, size = utf8.DecodeRuneInString(text[1:])
	return r, size + 1
}

// variableOfBatch is %NAME%, which is no escape though it may begin like one.
var variableOfBatch = compile(`^%\w*[G-Zg-z_]\w*%`)

// codepoint reads so many digits to a base after a mark of the given length; without them the first byte stands for itself.
func codepoint(text string, mark, digits, base int) (r rune, size int) {
	if len(text) >= mark+digits {
		if n, err := strconv.ParseUint(text[mark:mark+digits], base, 32); err == nil {
			return rune(n), mark + digits
		}
	}
	return rune(text[0]), 1
}

// unseen reports whether r shows nothing on a screen but can break a word in two.
func unseen(r rune) bool {
	return unicode.Is(unicode.Cf, r) || unicode.IsControl(r) && !unicode.IsSpace(r)
}

package markdown

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"rtut/run/plain"
)

// joiner is the word joiner, U+2060. It has no look. Between a sign and a name it keeps GitHub and GitLab from making more of
// them than text: they look for @name, #12 and similar ones after Markdown is done, when a backslash is gone.
const joiner = "\u2060"

const (
	escaped = "\\`*_[]<>{}&~#$!" // mean something in Markdown, wherever they stand in a line
	called  = "@#!$%&~^*"        // before a name or number: a mention, an issue, a merge request, a snippet, a milestone ...
	opening = "[{"               // GitLab: [[page]], [TOC], {+ added +}
	lineEnd = " \u23ce "         // stands for a line break, where a text must stay on its line
	empty   = "(empty)"          // stands for a text without anything in it
	urlMark = "//"               // makes an address of the scheme before it
	webHost = "www"              // makes an address of what comes after it
	ghIssue = "GH"               // GH-12 is an issue on GitHub
)

// emoji is a name that is shown as a picture.
var emoji = regexp.MustCompile(`^:(?:[A-Za-z0-9_+-]*[A-Za-z_][A-Za-z0-9_+-]*|[+-]1|100|1234):`)

// oneLine makes a foreign text plain and gives it a line. Spaces at its ends, and several in a row, mean something in Markdown.
func oneLine(foreign string) string {
	lines := strings.FieldsFunc(plain.Text(foreign), func(r rune) bool { return r == '\n' })
	var kept []string
	for _, l := range lines {
		if l = strings.Join(strings.Fields(l), " "); l != "" {
			kept = append(kept, l)
		}
	}
	if len(kept) == 0 {
		return empty
	}
	return strings.Join(kept, lineEnd)
}

// Text writes a foreign text so that it is text and nothing else, in a line that something of ours begins: no markup, no
// HTML, no cell of a table, no link, no mention, no reference and no picture.
func Text(foreign string) string {
	text := oneLine(foreign)
	var out strings.Builder
	for i, r := range text {
		rest := text[i+utf8.RuneLen(r):]
		switch {
		case r == '|':
			out.WriteString("&#124;") // \| is taken apart twice in a table
		case strings.ContainsRune(escaped, r):
			out.WriteByte('\\')
			out.WriteRune(r)
		case r == '.' && strings.HasSuffix(strings.ToLower(text[:i]), webHost):
			out.WriteString(joiner)
			out.WriteRune(r)
		default:
			out.WriteRune(r)
		}
		if calls(text[:i], r, rest) {
			out.WriteString(joiner)
		}
	}
	return out.String()
}

// calls reports whether r, between what stands before and behind it, would begin more than text.
func calls(before string, r rune, rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	switch {
	case strings.ContainsRune(called, r):
		return rest != "" && (next > unicode.MaxASCII || next == '_' || next == '"' || unicode.IsLetter(next) || unicode.IsDigit(next))
	case strings.ContainsRune(opening, r):
		return true
	case r == ':':
		return strings.HasPrefix(rest, urlMark) || emoji.MatchString(":"+rest+":") // a colon of ours may come behind
	case r == '-':
		return len(before) >= len(ghIssue) && strings.EqualFold(before[len(before)-len(ghIssue):], ghIssue) && unicode.IsDigit(next)
	}
	return false
}

// Code writes a foreign text as code in a line, in which nothing means anything.
func Code(foreign string) string {
	text := oneLine(foreign)
	fence := strings.Repeat("`", longest(text, '`')+1)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return fence + text + fence
}

// cell is code in a table, where a pipe would end it: then it is text.
func cell(foreign string) string {
	if strings.ContainsAny(foreign, `|\`) {
		return Text(foreign)
	}
	return Code(foreign)
}

// Fence writes a foreign text of many lines as a block of code, whose fence is longer than any in it.
func Fence(foreign string) string {
	text := strings.TrimRight(plain.Text(foreign), "\n")
	fence := strings.Repeat("`", max(3, longest(text, '`')+1))
	return fence + "text\n" + text + "\n" + fence
}

// longest is the length of the longest row of a character in a text.
func longest(text string, c byte) int {
	most, now := 0, 0
	for i := range len(text) {
		if text[i] != c {
			now = 0
			continue
		}
		now++
		most = max(most, now)
	}
	return most
}

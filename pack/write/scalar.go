package write

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// compile puts off compiling a pattern until it is first used.
func compile(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// unplain finds what a plain scalar may not hold or begin with, or what would be read as something else.
var unplain = compile(`^[,\[\]{}#&*!|>'"%@` + "`" + `]|^[-?:]( |$)|: |:$| #|^---|^\.\.\.|^<<$|^=$|\t`)

// inFlow finds what ends a plain scalar within braces or brackets.
var inFlow = compile(`[,\[\]{}?]|^:`)

// nothing is what other readers of YAML take for no value at all.
var nothing = []string{"", "~", "null", "Null", "NULL"}

// scalar writes a text on one line: plain, in single quotes, or in double quotes. flow says that it stands within braces or
// brackets.
func scalar(text string, flow bool) string {
	switch {
	case strings.ContainsFunc(text, unreadable):
		return doubleQuoted(text)
	case slices.Contains(nothing, text), strings.Trim(text, " \t") != text, unplain().MatchString(text),
		flow && inFlow().MatchString(text):
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return text
}

// unreadable are characters that YAML takes only in an escape, or for a line break, and those that nobody sees.
func unreadable(r rune) bool {
	switch r {
	case '\t', ' ':
		return false
	case utf8.RuneError, 0xfeff:
		return true
	}
	return !unicode.IsPrint(r) || unicode.Is(unicode.Zs, r)
}

// doubleQuoted writes any text on one line.
func doubleQuoted(text string) string {
	var out strings.Builder
	for _, r := range text {
		switch {
		case r == '"', r == '\\':
			out.WriteString(`\` + string(r))
		case r == '\n':
			out.WriteString(`\n`)
		case r == '\r':
			out.WriteString(`\r`)
		case r == '\t':
			out.WriteString(`\t`)
		case unreadable(r) && r > 0xffff:
			fmt.Fprintf(&out, `\U%08x`, r)
		case unreadable(r):
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			out.WriteRune(r)
		}
	}
	return `"` + out.String() + `"`
}

// isBlock reports whether a text is written as a literal block: several lines, all of them readable.
func isBlock(text string) bool {
	body := strings.TrimSuffix(text, "\n")
	if !strings.Contains(text, "\n") || strings.TrimSpace(body) == "" || strings.HasSuffix(body, "\n") {
		return false
	}
	return !strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && unreadable(r) && !foreignBlank(r) })
}

// foreignBlank are the blanks of other scripts: a line may hold them as they are.
func foreignBlank(r rune) bool { return unicode.Is(unicode.Zs, r) }

// block writes a literal block below a key whose line is indented so far.
func block(text string, indent int) string {
	header := "|"
	if first := text[0]; first == ' ' || first == '\n' || first == '\t' {
		header += "2"
	}
	if !strings.HasSuffix(text, "\n") {
		header += "-"
	}
	var out strings.Builder
	out.WriteString(header + "\n")
	for line := range strings.Lines(strings.TrimSuffix(text, "\n") + "\n") {
		if line != "\n" {
			out.WriteString(strings.Repeat(" ", indent+2))
		}
		out.WriteString(line)
	}
	return out.String()
}

package pack

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/mattn/go-runewidth"
	"rtut/pack/value"
)

// Severity tells a fault that makes a pack unusable from one that is worth a look.
type Severity string

// The severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// Diagnostic is something that the author of a pack got wrong: what was found, what was expected, and what to do.
type Diagnostic struct {
	File     string   `json:"file"`
	Line     int      `json:"line"`   // from 1
	Column   int      `json:"column"` // from 1, in characters
	Severity Severity `json:"severity"`
	Rule     string   `json:"rule"`
	Message  string   `json:"message"`
	Hint     string   `json:"hint"` // "" for none

	excerpt excerpt
}

// Diagnostics are in the order of file, line and column.
type Diagnostics []Diagnostic

// Failed reports whether one of them is an error.
func (ds Diagnostics) Failed() bool {
	return slices.ContainsFunc(ds, func(d Diagnostic) bool { return d.Severity == Error })
}

// String puts the text forms below one another.
func (ds Diagnostics) String() string {
	var b strings.Builder
	for _, d := range ds {
		b.WriteString(d.String())
	}
	return b.String()
}

// String is the form that a person reads: `file:line:col: found. expected. hint [rule]`, the offending line, and a
// caret below the place. It ends with a newline.
func (d Diagnostic) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: ", d.File, d.Line, d.Column)
	if d.Severity == Warning {
		b.WriteString("warning: ")
	}
	b.WriteString(d.Message)
	if d.Hint != "" {
		b.WriteString(". " + d.Hint)
	}
	fmt.Fprintf(&b, " [%s]\n%s", d.Rule, d.excerpt)
	return b.String()
}

// WithoutExcerpt is the diagnostic without the line that it is about, for one that must not be shown.
func (d Diagnostic) WithoutExcerpt() Diagnostic {
	d.excerpt = excerpt{}
	return d
}

// sorted returns the diagnostics by file, line and column.
func (ds Diagnostics) sorted() Diagnostics {
	slices.SortStableFunc(ds, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message))
	})
	return ds
}

// excerpt is an offending line and the width of what stands before the place.
type excerpt struct {
	text   string
	indent int // in columns of a terminal
}

// Of a long line, this many characters before and after the place are shown.
const (
	shownBefore = 60
	shownAfter  = 40
)

// newExcerpt cuts the neighborhood of a column, from 1, out of a line.
func newExcerpt(line string, column int) excerpt {
	before, after := value.SplitAt(line, column-1)
	if head := []rune(before); len(head) > shownBefore+shownAfter {
		before = "…" + string(head[len(head)-shownBefore:])
	}
	if tail := []rune(after); len(tail) > shownBefore+shownAfter {
		after = string(tail[:shownAfter]) + "…"
	}
	before, after = value.Printable(before), value.Printable(after)
	return excerpt{text: strings.TrimRight(before+after, " "), indent: runewidth.StringWidth(before)}
}

// String gives both lines; nothing for an empty line.
func (e excerpt) String() string {
	if e.text == "" {
		return ""
	}
	return "    " + e.text + "\n    " + strings.Repeat(" ", e.indent) + "^\n"
}

// oddIn names the first character of a text that looks like a blank and is none, or that is not seen, as a hint; "" for none.
func oddIn(text string) string {
	for _, r := range text {
		if name := value.HiddenName(r); name != "" && !unicode.IsControl(r) {
			return name + ", stands in it"
		}
	}
	return ""
}

// maxMessage bounds a message, in characters.
const maxMessage = 2000

// Shorten cuts the middle out of a text that has more than so many characters, and says how many are left out.
func Shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	characters := []rune(text)
	if len(characters) <= most {
		return text
	}
	head, tail := most*3/4, most/4
	left := len(characters) - head - tail
	return fmt.Sprintf("%s… %d characters …%s", string(characters[:head]), left, string(characters[len(characters)-tail:]))
}

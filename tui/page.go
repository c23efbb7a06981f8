package tui

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// page is text that is laid out for a width: the lines of a pane that is scrolled, or of a dialog.
type page struct {
	st    *styles
	width int
	lines []string
}

func newPage(st *styles, width int) *page { return &page{st: st, width: max(width, 1)} }

// blank leaves a line out, unless one is left out already.
func (p *page) blank() {
	if n := len(p.lines); n > 0 && p.lines[n-1] != "" {
		p.lines = append(p.lines, "")
	}
}

// say adds untrusted text in one look, wrapped.
func (p *page) say(look lipgloss.Style, s string) { p.hang("", look, s) }

// hang is say with what goes before the first line; the others are indented as deep.
func (p *page) hang(before string, look lipgloss.Style, s string) {
	deep := ansi.StringWidth(before)
	for i, l := range wrapped(text(s), p.width-deep) {
		if i > 0 {
			before = strings.Repeat(" ", deep)
		}
		p.lines = append(p.lines, before+look.Render(l))
	}
}

// few adds the first of many things, each by say, and how many there are besides; besides says what is special about
// those, and may be nil.
func few[T any](p *page, most int, things []T, say func(T), besides func(left []T) string) {
	shown := things[:min(most, len(things))]
	for _, thing := range shown {
		say(thing)
	}
	if left := things[len(shown):]; len(left) > 0 {
		words := fmt.Sprintf("and %d more", len(left))
		if besides != nil {
			words += besides(left)
		}
		p.say(p.st.dim, "  "+words)
	}
}

// firstOf names the first of many words, and how many there are besides.
func firstOf(most int, words []string) string {
	if len(words) <= most {
		return strings.Join(words, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(words[:most], ", "), len(words)-most)
}

// heading adds the head of a section.
func (p *page) heading(s string) {
	p.blank()
	p.lines = append(p.lines, cut(p.st.heading.Render(s), p.width))
}

// code adds a command, of which nothing is taken out.
func (p *page) code(command string) { p.barred(shown(command)) }

// barred adds harmless text as it is: hard-wrapped, and with a bar that shows which lines go on.
func (p *page) barred(s string) {
	for _, l := range strings.Split(strings.TrimRight(s, "\n"), "\n") {
		for i, part := range strings.Split(ansi.Hardwrap(l, max(1, p.width-2), true), "\n") {
			bar := p.st.vertical() + " "
			if i > 0 {
				bar = p.st.pick("┊", ":") + " "
			}
			p.lines = append(p.lines, p.st.dim.Render(bar)+p.st.code.Render(part))
		}
	}
}

// markdown adds rendered Markdown.
func (p *page) markdown(s string) { p.lines = append(p.lines, markdown(p.st, s, p.width)...) }

// field adds a name and a value.
func (p *page) field(name, value string) { p.hang(p.st.dim.Render(name+": "), p.st.plain, value) }

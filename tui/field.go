package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// field is one thing that a form asks for: text, one of some choices, or a tick.
type field struct {
	name    string // what the form's owner knows it by
	label   string
	help    string
	in      input
	choices []string // not nil: one of these
	pick    int
	tick    bool                // it is a tick
	on      bool                // the tick is set
	check   func(string) string // says what is wrong with the text; nil: anything goes
	hidden  func() bool         // nil: always shown
	changed func()              // told when another of the choices is picked; nil: nobody is
	about   func() string       // said under it of what is picked now; nil: nothing
	wants   string              // the one text that it takes besides none; "" where there are others
	taken   string              // the text that was filled in for anyone who fills in the form
}

// takesText reports whether text is typed into the field.
func (f *field) takesText() bool { return f.choices == nil && !f.tick }

// set fills text in; of choices nothing is picked that is not one of them.
func (f *field) set(text string) {
	if i := slices.Index(f.choices, text); i >= 0 {
		f.pick = i
	}
	f.in.runes = []rune(text)
	f.in.at = len(f.in.runes)
}

// take fills text in, unless something else was typed or picked than what was there before.
func (f *field) take(text string) {
	if f.text() == f.taken {
		f.set(text)
		f.taken = f.text()
	}
}

func (f *field) text() string {
	switch {
	case f.choices != nil:
		return f.choices[f.pick]
	case f.tick && f.on:
		return "yes"
	case f.tick:
		return ""
	}
	return f.in.value()
}

// choose moves among the choices.
func (f *field) choose(msg tea.Msg) {
	was := f.pick
	defer func() {
		if f.pick != was && f.changed != nil {
			f.changed()
		}
	}()
	switch {
	case isKey(msg, "right", "space", "l"):
		f.pick = (f.pick + 1) % len(f.choices)
	case isKey(msg, "left", "h"):
		f.pick = (f.pick + len(f.choices) - 1) % len(f.choices)
	}
}

func (f *field) lay(p *page, focused bool) {
	st := p.st
	mark, look := "  ", st.plain
	if focused {
		mark, look = st.here()+" ", st.bold
	}
	switch {
	case f.tick:
		box := "[ ] "
		if f.on {
			box = "[x] "
		}
		p.hang(mark+box, look, f.label)
	case f.choices != nil:
		p.hang(mark, look, f.label)
		p.lines = append(p.lines, "    "+f.choiceLine(st, p.width-4, focused))
	case f.in.lines:
		p.hang(mark, look, f.label)
		f.layLines(p, focused)
	default:
		p.hang(mark, look, f.label)
		typed := f.in.view(st, p.width-6, focused)
		rest := strings.Repeat("_", max(0, min(40, p.width-6)-ansi.StringWidth(typed)))
		p.lines = append(p.lines, cut("    "+typed+st.dim.Render(rest), p.width))
	}
	if f.help != "" {
		p.hang("    ", st.dim, f.help)
	}
	if f.about != nil {
		p.hang("    ", st.dim, f.about())
	}
	if f.check != nil {
		if wrong := f.check(f.text()); wrong != "" {
			p.hang("    "+st.pick("✗", "!")+" ", st.bad, wrong)
		}
	}
}

// choiceLine shows the choices, or the one that is picked and how many there are where they are too many for a line.
func (f *field) choiceLine(st *styles, w int, focused bool) string {
	var words []string
	for i, c := range f.choices {
		if c = line(c); c == "" {
			c = "none"
		}
		switch {
		case i == f.pick && focused:
			words = append(words, st.selected.Render("("+c+")"))
		case i == f.pick:
			words = append(words, "("+c+")")
		default:
			words = append(words, " "+c+" ")
		}
	}
	if all := strings.Join(words, " "); ansi.StringWidth(all) <= w {
		return all
	}
	return cut(fmt.Sprintf("%s  %s", words[f.pick], st.dim.Render(fmt.Sprintf("%d of %d", f.pick+1, len(words)))), w)
}

// layLines shows the last lines of a text of several.
func (f *field) layLines(p *page, focused bool) {
	const shown = 8
	lines := strings.Split(text(f.in.value()), "\n")
	for _, l := range lines[max(0, len(lines)-shown):] {
		p.lines = append(p.lines, cut("    "+p.st.code.Render(l), p.width))
	}
	if focused {
		p.lines[len(p.lines)-1] += p.st.selected.Render(" ")
	}
}

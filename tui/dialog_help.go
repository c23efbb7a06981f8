package tui

import (
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// helpDialog lists every key.
type helpDialog struct {
	m      *Model
	scroll scroll
}

func newHelpDialog(m *Model) dialog { return &helpDialog{m: m} }

func (d *helpDialog) guarded() bool { return false }
func (d *helpDialog) keys() string  { return "Esc close  ↑↓ PgUp PgDn scroll" }

func (d *helpDialog) update(m *Model, msg tea.Msg) (dialog, tea.Cmd) {
	k, is := msg.(tea.KeyPressMsg)
	if !is {
		return d, nil
	}
	if by := scrollBy(m.keys, k, d.scroll.height); by != 0 {
		d.scroll.by(by)
		return d, nil
	}
	if isKey(msg, "esc", "?", "q", "enter", "ctrl+c") {
		return nil, nil
	}
	return d, nil
}

func (d *helpDialog) view(st *styles, w, h int) (string, []string) {
	p := newPage(st, w)
	for _, g := range d.m.keys.groups() {
		p.heading(g.title)
		for _, b := range g.keys {
			name := d.m.keyName(b)
			p.hang("  "+st.key.Render(fit(name, max(10, ansi.StringWidth(name))))+" ", st.plain, b.Help().Desc)
		}
	}
	d.scroll.set(len(p.lines), h)
	from, to := d.scroll.window()
	return "All keys", p.lines[from:to]
}

package tui

import tea "charm.land/bubbletea/v2"

// messageDialog says something, and scrolls.
type messageDialog struct {
	title  string
	lay    func(p *page)
	scroll scroll
}

func newMessageDialog(title, words string) dialog {
	return &messageDialog{title: title, lay: func(p *page) { p.say(p.st.plain, words) }}
}

func (d *messageDialog) guarded() bool { return false }
func (d *messageDialog) keys() string  { return "Esc close" }

func (d *messageDialog) update(m *Model, msg tea.Msg) (dialog, tea.Cmd) {
	k, is := msg.(tea.KeyPressMsg)
	if !is {
		return d, nil
	}
	if by := scrollBy(m.keys, k, d.scroll.height); by != 0 {
		d.scroll.by(by)
		return d, nil
	}
	if isKey(msg, "esc", "q", "enter", "ctrl+c") {
		return nil, nil
	}
	return d, nil
}

func (d *messageDialog) view(st *styles, w, h int) (string, []string) {
	p := newPage(st, w)
	d.lay(p)
	d.scroll.set(len(p.lines), h)
	from, to := d.scroll.window()
	return d.title, p.lines[from:to]
}

package tui

import (
	tea "charm.land/bubbletea/v2"
)

// formDialog asks for some things and then acts. What was typed stays when the engine refuses.
type formDialog struct {
	fields
	title  string
	intro  func(p *page)
	button string // what submitting does
	guard  bool
	submit func(m *Model, f *formDialog) (dialog, tea.Cmd) // returns the form itself to wait for what comes of it

	busy bool
	err  error
}

func (d *formDialog) guarded() bool { return d.guard }

func (d *formDialog) keys() string {
	if d.busy {
		return "working"
	}
	last := "Enter next, then " + d.button
	if d.at == d.lastShown() {
		last = "Enter " + d.button
	}
	switch {
	case len(d.list) == 0:
		last = "Enter " + d.button
	case d.list[d.at].in.lines:
		last = "Ctrl+D " + d.button + "  Tab other fields"
	case d.list[d.at].tick:
		last = "Space ticks  " + last
	case d.list[d.at].choices != nil:
		last = "Space changes  " + last
	}
	return last + "  Esc cancel"
}

func (d *formDialog) update(m *Model, msg tea.Msg) (dialog, tea.Cmd) {
	switch {
	case isKey(msg, "esc", "ctrl+c"):
		return nil, nil
	case d.busy:
		return d, nil
	case len(d.list) == 0 && !isKey(msg, "ctrl+d", "enter"):
		return d, nil
	case len(d.list) == 0 || d.press(msg):
		d.err = nil
		return d.submit(m, d)
	}
	return d, nil
}

func (d *formDialog) waits() bool { return d.busy }

// settled shows a refusal, and lets what was typed be fixed.
func (d *formDialog) settled(err error) { d.busy, d.err = false, err }

// wait returns the form, to be told what comes of a command.
func (d *formDialog) wait(cmd tea.Cmd) (dialog, tea.Cmd) {
	d.busy = true
	return d, cmd
}

func (d *formDialog) view(st *styles, w, h int) (string, []string) {
	p := newPage(st, w)
	if d.intro != nil {
		d.intro(p)
		p.blank()
	}
	from, to := d.lay(p)
	if d.err != nil {
		p.lines = append(p.lines, "")
		p.lines = append(p.lines, refusedLines(st, d.err, w)...)
		to = len(p.lines)
	}
	p.lines = append(p.lines, "")
	var s scroll
	s.set(len(p.lines), h)
	s.show(to)
	s.show(from)
	first, last := s.window()
	return d.title, p.lines[first:last]
}

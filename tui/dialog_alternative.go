package tui

import (
	tea "charm.land/bubbletea/v2"
)

// alternativeDialog chooses the way in which a step will be carried out. The engine takes it at start.
type alternativeDialog struct {
	screen *runScreen
	snap   *snapshot // as it was when the dialog was opened
	item   string
	ids    []string
	at     int
	scroll scroll
}

func newAlternativeDialog(s *runScreen, id string) dialog {
	it := s.snap.item(id)
	if it == nil || s.snap.pack().Step(id) == nil {
		return newMessageDialog("Alternatives", "a gate has no alternatives")
	}
	d := &alternativeDialog{screen: s, snap: s.snap, item: id}
	for i, a := range s.snap.detail(id, s.chosen(id)).Alternatives {
		d.ids = append(d.ids, a.ID)
		if a.Chosen {
			d.at = i
		}
	}
	if len(d.ids) == 0 {
		return newMessageDialog("Alternatives", "there is one way only to carry this step out")
	}
	return d
}

func (d *alternativeDialog) guarded() bool { return false }

func (d *alternativeDialog) keys() string {
	return "↑↓ choose  Enter take it  PgUp PgDn scroll  Esc cancel"
}

func (d *alternativeDialog) update(m *Model, msg tea.Msg) (dialog, tea.Cmd) {
	switch {
	case isKey(msg, "esc", "q", "ctrl+c"):
		return nil, nil
	case isKey(msg, "enter"):
		if d.screen.snap.place != d.snap.place {
			m.notice = notice{err: &StaleError{Pack: true}}
			return nil, nil
		}
		d.screen.alternatives[d.item] = d.ids[d.at]
		m.notice = notice{said: d.item + ": by " + d.ids[d.at]}
		return nil, nil
	case isKey(msg, "up", "k"):
		d.at, d.scroll.top = max(0, d.at-1), 0
	case isKey(msg, "down", "j"):
		d.at, d.scroll.top = min(d.at+1, len(d.ids)-1), 0
	case isKey(msg, "pgup"):
		d.scroll.by(1 - d.scroll.height)
	case isKey(msg, "pgdown"):
		d.scroll.by(d.scroll.height - 1)
	}
	return d, nil
}

func (d *alternativeDialog) view(st *styles, w, h int) (string, []string) {
	p, detail := newPage(st, w), d.snap.detail(d.item, d.ids[d.at])
	for i, a := range detail.Alternatives {
		mark, look, words := "  ", st.plain, a.ID+"  "+a.Title
		if i == d.at {
			mark, look = st.here()+" ", st.bold
		}
		if a.Recommended {
			words += "  (recommended)"
		}
		p.lines = append(p.lines, cut(mark+look.Render(line(words)), w))
	}
	below := newPage(st, w)
	below.markdown(detail.Instruction)
	if detail.Command != "" {
		below.heading("Command to run " + line(d.snap.where(detail.Host)))
		below.code(detail.Command)
	}
	d.scroll.set(len(below.lines), max(0, h-len(p.lines)-1))
	from, to := d.scroll.window()
	return "Alternative for " + line(d.item), append(append(p.lines, ""), below.lines[from:to]...)
}

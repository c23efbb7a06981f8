package tui

import (
	tea "charm.land/bubbletea/v2"
)

// mouse selects what is clicked, and turns what is under the wheel.
func (s *runScreen) mouse(m *Model, msg tea.MouseMsg) {
	l, at := m.layout(), msg.Mouse()
	if wheel, is := msg.(tea.MouseWheelMsg); is {
		s.wheel(m, l, wheel)
		return
	}
	switch {
	case l.tabs.holds(at.X, at.Y):
		s.clickTab(at.X)
	case !l.list.holds(at.X, at.Y) && l.detail.holds(at.X, at.Y):
		s.inItem = s.tab == flowTab
	case !l.list.holds(at.X, at.Y):
	case s.tab == flowTab && (l.two || !s.inItem):
		s.inItem = false
		s.flow.click(s.snap, at.Y-l.list.y)
	case s.tab == dataTab:
		s.data.list.click(at.Y - l.list.y)
	case s.tab == artefactsTab:
		s.artefacts.click(at.Y - l.list.y)
	case s.tab == logTab:
		s.log.click(at.Y - l.list.y)
	}
}

func (s *runScreen) wheel(m *Model, l layout, msg tea.MouseWheelMsg) {
	by := 1
	if msg.Button == tea.MouseWheelUp {
		by = -1
	}
	if s.tab == flowTab && l.two && l.detail.holds(msg.X, msg.Y) {
		s.item.scroll.by(3 * by)
		return
	}
	for range 3 {
		s.scroll(m, by)
	}
}

// clickTab goes to the tab whose name is at a column.
func (s *runScreen) clickTab(x int) {
	at := 1
	for i, name := range tabNames {
		if x >= at && x < at+len(name)+2 {
			s.tab = tab(i)
		}
		at += len(name) + 3
	}
}

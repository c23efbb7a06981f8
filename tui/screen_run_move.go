package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// jump selects the recommended item.
func (s *runScreen) jump() {
	if r := s.snap.recommended(); r != "" {
		s.tab, s.flow.selected = flowTab, r
	}
}

// scrollBy is how far a key moves, in lines; far beyond any end for the ends.
func scrollBy(k KeyMap, msg tea.KeyPressMsg, page int) int {
	const end = 1 << 30
	switch {
	case key.Matches(msg, k.Up):
		return -1
	case key.Matches(msg, k.Down):
		return 1
	case key.Matches(msg, k.PageUp):
		return min(-1, 1-page)
	case key.Matches(msg, k.PageDown):
		return max(1, page-1)
	case key.Matches(msg, k.Top):
		return -end
	case key.Matches(msg, k.Bottom):
		return end
	}
	return 0
}

// scroll moves in what has the focus. With two panes, pages are turned in the item.
func (s *runScreen) scroll(m *Model, by int) {
	page := by != 1 && by != -1 && by > -1<<29 && by < 1<<29
	switch s.tab {
	case flowTab:
		if s.inItem || page && m.layout().two {
			s.item.scroll.by(by)
		} else {
			s.flow.move(s.snap, by)
		}
	case dataTab:
		s.data.list.move(by)
	case overviewTab:
		s.overview.by(by)
	case artefactsTab:
		s.artefacts.move(by)
	case logTab:
		s.log.move(by)
	}
}

// find takes a key while an item is sought by its name: what is typed goes to the first that has it, Down to the next,
// and Enter stays there.
func (s *runScreen) find(msg tea.KeyPressMsg) bool {
	switch {
	case isKey(msg, "esc", "ctrl+c", "enter"):
		s.finding = nil
	case isKey(msg, "down"):
		s.flow.find(s.snap, s.finding.value(), false)
	default:
		s.finding.press(msg)
		s.flow.find(s.snap, s.finding.value(), true)
	}
	return true
}

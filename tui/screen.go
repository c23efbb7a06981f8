package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// screen is what is looked at.
type screen interface {
	// update takes a key that no dialog wanted, a mouse event in cells of the whole screen, or data. It reports whether
	// the message was for it.
	update(m *Model, msg tea.Msg) (cmd tea.Cmd, taken bool)
	header(m *Model, w int) string
	tabs(m *Model, w int) string
	// body returns exactly l.list.h lines of l.width cells. dlg is what a dialog shows; nil: there is none.
	body(m *Model, l layout, dlg []string) []string
	status(m *Model, w int) string
	// keys are those that do something now.
	keys(m *Model) []key.Binding
}

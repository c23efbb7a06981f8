package tui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"
)

// streamed hands what comes of a stream to the check that it belongs to, hidden or not.
func (m *Model) streamed(s *stream, msg tea.Msg) tea.Cmd {
	if m.hidden != nil && s == m.hidden.stream {
		return m.behind(msg)
	}
	return m.route(msg)
}

// behind hands what comes of a hidden check to it, and says under the body what is worth knowing.
func (m *Model) behind(msg tea.Msg) tea.Cmd {
	d := m.hidden
	_, cmd := d.update(m, msg)
	switch {
	case d.stage == verifyAnswers:
		m.notice = notice{said: "the check of " + d.req.Item + " waits for your answer: v shows it"}
	case d.stage != verifyEnded:
	case errors.Is(d.result.err, context.Canceled), d.result.err != nil, !d.wentWell():
		m.notice = notice{said: "the check of " + d.req.Item + " has ended and did not pass: v shows how"}
	default:
		m.hidden = nil
		m.notice = notice{said: "the check of " + d.req.Item + " passed"}
	}
	return cmd
}

// unhide shows a hidden check again.
func (m *Model) unhide() tea.Cmd {
	d := m.hidden
	m.hidden, m.notice = nil, notice{}
	return m.show(d)
}

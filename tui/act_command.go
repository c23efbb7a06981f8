package tui

import tea "charm.land/bubbletea/v2"

// command is what an operator pastes into a shell here to run the command of a step.
func (s *runScreen) command(id, alternative string) (string, error) {
	paste, err := s.snap.view.Paste(id, alternative)
	if err != nil {
		return "", err
	}
	return s.snap.place.Paste(s.snap.rec.RunID, paste)
}

// copy puts the command on the clipboard.
func (s *runScreen) copy(m *Model, id string) tea.Cmd {
	command, err := s.command(id, s.chosen(id))
	if err != nil {
		m.notice = notice{err: err}
		return nil
	}
	m.notice = notice{said: "the command was sent to the terminal's clipboard; if it did not arrive, C shows only the command"}
	return m.work.copy(command)
}

// bare shows the command alone and unwrapped, for the mouse.
func (s *runScreen) bare(m *Model, id string) tea.Cmd {
	command, err := s.command(id, s.chosen(id))
	if err != nil {
		m.notice = notice{err: err}
		return nil
	}
	m.bare = true
	return m.work.after(quiet, bareMsg(text(command))) // it is only printed once the main screen is seen
}

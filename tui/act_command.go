package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"rtut/pack"
)

// command renders the command of a step, with the variables that it reads before it.
func (s *runScreen) command(id string) (string, error) {
	paste, err := s.snap.view.Paste(id, s.chosen(id))
	if err != nil {
		return "", err
	}
	for _, assignment := range s.snap.place.Variables(s.snap.rec.RunID) {
		if name, value, _ := strings.Cut(assignment, "="); strings.Contains(paste.Command, name) {
			paste.Exports[name] = value
		}
	}
	words := ""
	for _, name := range sortedKeys(paste.Exports) {
		word, err := pack.Quote(paste.Exports[name])
		if err != nil {
			return "", err
		}
		words += "export " + name + "=" + word + "\n"
	}
	return words + paste.Command, nil
}

// copy puts the command on the clipboard.
func (s *runScreen) copy(m *Model, id string) tea.Cmd {
	command, err := s.command(id)
	if err != nil {
		m.notice = notice{err: err}
		return nil
	}
	m.notice = notice{said: "the command was sent to the terminal's clipboard; if nothing came, C shows it alone"}
	return m.work.copy(command)
}

// bare shows the command alone and unwrapped, for the mouse.
func (s *runScreen) bare(m *Model, id string) tea.Cmd {
	command, err := s.command(id)
	if err != nil {
		m.notice = notice{err: err}
		return nil
	}
	m.bare = true
	return m.work.after(quiet, bareMsg(text(command))) // it is only printed once the main screen is seen
}

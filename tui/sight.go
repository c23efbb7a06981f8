package tui

import (
	tea "charm.land/bubbletea/v2"
)

// sight is what the operator can have seen of the frame. A key acts on what was seen, or not at all.
type sight int

const (
	seen    sight = iota // the frame has been on the screen, and the keyboard quiet, for a moment: all keys are taken
	changed              // what it shows was changed, by somebody else or in answer to a key: those that act are not
	unseen               // it is another frame, or none was on the screen: none is
)

// notYet is said while keys are not taken.
const notYet = "one moment: keys typed before this screen was visible were ignored"

// most is how many keys wait for the answer to the one before.
const most = 100

// drawn reports whether the frame is the real one, which is not so before the first and where it has no space.
func (m *Model) drawn() bool {
	return m.width > 0 && len(m.screens) > 0 && !m.layout().small && !m.bare
}

// cover says that the frame is no longer what was seen, and begins the quiet after which it is.
func (m *Model) cover(s sight) tea.Cmd {
	m.sight = max(m.sight, s)
	return m.listenSoon()
}

// uncover says that a frame that is drawn has been seen.
func (m *Model) uncover(turn int) {
	if turn != m.turn || !m.drawn() {
		return
	}
	m.armed, m.sight, m.moved = true, seen, nil
}

// resize takes the size of the terminal. A frame that comes back was not seen while there was no space for it.
func (m *Model) resize(msg tea.WindowSizeMsg) tea.Cmd {
	was := m.drawn()
	m.width, m.height = msg.Width, msg.Height
	if m.drawn() && was {
		return nil
	}
	m.sight = unseen
	return m.listenSoon()
}

// admit decides whether what was typed or clicked reaches the dialog and the screen.
func (m *Model) admit(msg tea.Msg) (cmd tea.Cmd, admitted bool) {
	switch {
	case isKey(msg, "ctrl+z") && m.suspend != nil:
		m.sight = unseen // until it goes on
		m.turn++
		return m.suspend, false
	case m.bare:
		m.bare = false
		return tea.Batch(tea.ClearScreen, m.cover(unseen)), false
	case !m.drawn() && isKey(msg, "q"):
		return tea.Quit, false
	case isKey(msg, "ctrl+c") && m.sight == unseen:
		return m.interrupt(msg), false
	case !m.drawn():
		return nil, false
	case m.sight == unseen && isMouse(msg):
		return nil, false
	case m.sight == unseen:
		return m.listenSoon(), false
	case m.work.owed > 0 && !isKey(msg, "ctrl+c"):
		m.wait(msg)
		return nil, false
	}
	return nil, true
}

// interrupt is Ctrl-C where the frame can't be seen: it stops what runs, else it leaves.
func (m *Model) interrupt(msg tea.Msg) tea.Cmd {
	if d, works := m.dialog.(interface{ atWork() bool }); works && d.atWork() {
		next, cmd := m.dialog.update(m, msg)
		if next != m.dialog {
			return tea.Batch(m.show(next), cmd)
		}
		return cmd
	}
	return tea.Quit
}

// wait keeps a key until the answer to the one before has come: it is meant for what that brings.
func (m *Model) wait(msg tea.Msg) {
	if !isMouse(msg) && len(m.waiting) < most {
		m.waiting, m.waitingAt = append(m.waiting, msg), m.dialog
	}
}

// answered takes the keys that have waited for an answer. They are dropped where it was no, or where another dialog is there than
// the one that they were typed into.
func (m *Model) answered(err error) tea.Cmd {
	m.work.owed--
	if m.work.owed > 0 {
		return nil
	}
	keys, at := m.waiting, m.waitingAt
	m.waiting, m.waitingAt = nil, nil
	if err != nil || m.dialog != at {
		return nil
	}
	var cmds []tea.Cmd
	for _, key := range keys {
		_, cmd := m.Update(key)
		cmds = append(cmds, cmd)
	}
	return tea.Batch(cmds...)
}

// isMouse reports whether a message comes from the mouse.
func isMouse(msg tea.Msg) bool {
	_, is := msg.(tea.MouseMsg)
	return is
}

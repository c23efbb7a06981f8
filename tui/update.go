package tui

import (
	"errors"
	"strconv"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Update routes a message: to the dialog, then the screen, then what works everywhere.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		return m, nil
	case tea.BackgroundColorMsg:
		m.styles = newStyles(looks{ascii: m.world.ASCII, noColour: m.world.NoColour, light: !msg.IsDark()})
		return m, nil
	case clockMsg:
		return m, m.tick(msg)
	case armMsg:
		m.armed = m.armed || msg.turn == m.turn
		return m, nil
	case openedMsg:
		return m, m.opened(msg)
	case createdMsg:
		return m, m.created(msg)
	case actedMsg:
		return m, m.acted(msg)
	case bareMsg:
		return m, tea.Println(string(msg))
	case verifiedMsg:
		m.see(msg.snap)
	case tickedMsg:
		m.see(msg.snap)
	case tea.KeyPressMsg, tea.PasteMsg:
		if m.bare {
			m.bare = false
			return m, tea.ClearScreen
		}
	}
	if m.dialog != nil {
		return m, m.toDialog(msg)
	}
	if cmd, taken := m.screen().update(m, msg); taken {
		return m, cmd
	}
	return m, m.global(msg)
}

// tick takes a second that has passed.
func (m *Model) tick(msg clockMsg) tea.Cmd {
	m.now = m.world.Clock()
	if d, counts := m.dialog.(interface{ tick(now time.Time) }); counts {
		d.tick(m.now)
	}
	cmd, _ := m.screen().update(m, msg)
	return tea.Batch(cmd, m.work.clock())
}

// toDialog hands a message to the dialog. What was typed before a guarded one was seen is dropped, and the quiet begins
// anew. Data is for the screen, too.
func (m *Model) toDialog(msg tea.Msg) tea.Cmd {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg:
		if m.dialog.guarded() && !m.armed {
			return m.listenSoon()
		}
	case polledMsg:
		cmd, _ := m.screen().update(m, msg)
		return cmd
	}
	was := m.dialog
	next, cmd := was.update(m, msg)
	if m.dialog != was { // it has opened another
		return cmd
	}
	if next != was {
		return tea.Batch(m.show(next), cmd)
	}
	return cmd
}

// global takes the keys that work everywhere.
func (m *Model) global(msg tea.Msg) tea.Cmd {
	k, is := msg.(tea.KeyPressMsg)
	switch {
	case !is:
		return nil
	case key.Matches(k, m.keys.Quit):
		return tea.Quit
	case key.Matches(k, m.keys.Help):
		return m.show(newHelpDialog(m))
	}
	return nil
}

// see takes the run as it is after an action of ours.
func (m *Model) see(snap *snapshot) {
	if r := m.run(); r != nil {
		r.see(snap, true)
	}
}

// acted says what came of an action: in the dialog that waits for it, else under the body. What a stale screen refused
// is done away with, for the screen shows the run as it is now.
func (m *Model) acted(msg actedMsg) tea.Cmd {
	m.see(msg.snap)
	waits, isWaiting := m.dialog.(settler)
	isWaiting = isWaiting && waits.waits()
	var stale *StaleError
	switch {
	case errors.As(msg.err, &stale) && isWaiting:
		m.notice = notice{err: msg.err}
		return m.show(nil)
	case msg.err != nil && isWaiting:
		waits.settled(msg.err)
		return nil
	case msg.err != nil:
		m.notice = notice{err: msg.err}
		return nil
	}
	m.notice = notice{said: msg.said}
	if msg.next != nil && msg.snap != nil {
		return m.show(msg.next(msg.snap))
	}
	if isWaiting {
		return m.show(nil)
	}
	return nil
}

// opened shows a pack, or the run that was asked for.
func (m *Model) opened(msg openedMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		m.notice = notice{err: msg.err}
		if s, is := m.screen().(*loadingScreen); is {
			s.failed = true
		}
	case msg.run != nil:
		m.notice = notice{}
		m.push(newRunScreen(msg.run))
	default:
		if s, is := m.screen().(*packScreen); is && s.place.Path == msg.place.Path {
			s.fill(msg)
			return m.work.evidence(msg.place)
		}
		m.notice = notice{}
		m.push(newPackScreen(msg))
		return m.work.evidence(msg.place)
	}
	return nil
}

// created goes to a run that was just made.
func (m *Model) created(msg createdMsg) tea.Cmd {
	if waits, is := m.dialog.(settler); is && msg.err != nil {
		waits.settled(msg.err)
		return nil
	}
	if msg.err != nil {
		m.notice = notice{err: msg.err}
		return nil
	}
	m.notice = notice{said: "the run has begun"}
	m.push(newRunScreen(msg.snap))
	return m.show(nil)
}

func size(w, h int) string { return strconv.Itoa(w) + "x" + strconv.Itoa(h) }

// clockTime is a moment as a person reads it.
func clockTime(t time.Time) string { return t.Format("01-02 15:04") }

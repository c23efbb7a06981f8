package tui

import (
	"strconv"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Update routes a message: to the dialog, then the screen, then what works everywhere.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return m, m.resize(msg)
	case tea.BackgroundColorMsg:
		m.styles = newStyles(looks{ascii: m.world.ASCII, noColour: m.world.NoColor, light: !msg.IsDark()})
		return m, nil
	case tea.ResumeMsg:
		return m, tea.Batch(tea.ClearScreen, m.cover(unseen))
	case aloneMsg:
		m.notice = notice{said: "no shell to return to"}
		return m, m.cover(unseen)
	case clockMsg:
		return m, m.tick(msg)
	case armMsg:
		m.uncover(msg.turn)
		return m, nil
	case openedMsg:
		cmd := m.opened(msg)
		if !msg.again || msg.form {
			cmd = tea.Batch(cmd, m.answered(msg.err))
		}
		return m, cmd
	case createdMsg:
		return m, tea.Batch(m.created(msg), m.answered(msg.err))
	case actedMsg:
		return m, tea.Batch(m.acted(msg), m.answered(msg.err))
	case leftShellMsg:
		return m, tea.Batch(m.leftShell(msg), m.answered(msg.err))
	case bareMsg:
		return m, tea.Println(string(msg))
	case streamMsg:
		return m, m.streamed(msg.s, msg)
	case verifiedMsg:
		return m, tea.Batch(m.see(msg.snap), m.streamed(msg.s, msg))
	case tickedMsg:
		return m, tea.Batch(m.see(msg.snap), m.route(msg))
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseMsg:
		if cmd, admitted := m.admit(msg); !admitted {
			return m, cmd
		}
	}
	return m, m.route(msg)
}

// route hands a message to the dialog or, where there is none, to the screen, and then to what works everywhere.
func (m *Model) route(msg tea.Msg) tea.Cmd {
	if len(m.screens) == 0 {
		return nil
	}
	if m.dialog != nil {
		return m.toDialog(msg)
	}
	if m.notice.err != nil && isKey(msg, "esc") {
		m.notice = notice{} // who presses it at a refusal dismisses that
		return nil
	}
	if cmd, taken := m.screen().update(m, msg); taken {
		return cmd
	}
	return m.global(msg)
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
// again. Data is for the screen, too.
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
	case key.Matches(k, m.keys.Quit) && m.hidden != nil:
		m.hidden.hint = "it still runs: Ctrl+C stops it"
		return m.unhide()
	case key.Matches(k, m.keys.Quit):
		return tea.Quit
	case key.Matches(k, m.keys.Help):
		return m.show(newHelpDialog(m))
	}
	return nil
}

// see takes the run as it is after an action of ours. Where that has moved the selection, what is selected now was not seen.
func (m *Model) see(snap *snapshot) tea.Cmd {
	r := m.run()
	if r == nil {
		return nil
	}
	was := r.flow.selected
	if r.see(snap, true); r.flow.selected != was {
		return m.cover(changed)
	}
	return nil
}

// acted says the result of an action: in the dialog that waits for it, else under the body. What a stale screen refused
// is done away with, for the screen shows the run as it is now.
func (m *Model) acted(msg actedMsg) tea.Cmd {
	moved := m.see(msg.snap)
	waits, isWaiting := m.dialog.(settler)
	isWaiting = isWaiting && waits.waits()
	switch {
	case isStale(msg.err):
		m.notice = notice{err: msg.err}
		if isWaiting {
			m.show(nil)
		}
		return m.cover(unseen)
	case msg.err != nil && isWaiting:
		waits.settled(msg.err)
		return moved
	case msg.err != nil:
		m.notice = notice{err: msg.err}
		return moved
	}
	m.notice = notice{said: msg.said}
	if msg.next != nil && msg.snap != nil {
		return tea.Batch(moved, m.show(msg.next(msg.snap)))
	}
	if isWaiting {
		m.show(nil)
	}
	return moved
}

// opened shows a pack, or the run that was asked for.
func (m *Model) opened(msg openedMsg) tea.Cmd {
	s, is := m.screen().(*packScreen)
	switch shows := is && s.place.Path == msg.path; {
	case msg.again && !shows:
		return nil // who asked for it has gone on
	case shows && msg.run == nil && (msg.again || msg.err == nil):
		return s.reread(m, msg)
	case msg.err != nil:
		m.notice = notice{err: msg.err}
		if s, is := m.screen().(*loadingScreen); is {
			s.failed = true
		}
	case msg.run != nil:
		m.notice = notice{}
		m.push(newRunScreen(msg.run))
		return m.cover(unseen)
	default:
		m.notice = notice{}
		m.push(newPackScreen(msg))
		return tea.Batch(m.cover(unseen), m.work.evidence(msg.place))
	}
	return nil
}

// created goes to a run that was just made.
func (m *Model) created(msg createdMsg) tea.Cmd {
	if msg.now != nil {
		return m.formAnew(msg)
	}
	if waits, is := m.dialog.(settler); is && msg.err != nil {
		waits.settled(msg.err)
		return nil
	}
	if msg.err != nil {
		m.notice = notice{err: msg.err}
		return nil
	}
	m.notice = notice{said: "the run has started"}
	m.push(newRunScreen(msg.snap))
	m.show(nil)
	return m.cover(unseen)
}

// formAnew draws the form of a new run again, for the pack as it is now, with what was typed.
func (m *Model) formAnew(msg createdMsg) tea.Cmd {
	was, asks := m.dialog.(*formDialog)
	s, shows := m.screen().(*packScreen)
	if !asks || !shows {
		m.notice = notice{err: msg.err}
		return nil
	}
	cmd := s.reread(m, *msg.now)
	if s.lost != nil {
		m.show(nil)
		return m.cover(unseen)
	}
	form := s.form(m)
	form.refill(&was.fields)
	form.err = msg.err
	m.show(form)
	return tea.Batch(cmd, m.cover(unseen))
}

func size(w, h int) string { return strconv.Itoa(w) + "x" + strconv.Itoa(h) }

// clockTime is a moment as a person reads it.
func clockTime(t time.Time) string { return t.Format("01-02 15:04") }

package tui

import (
	tea "charm.land/bubbletea/v2"

	"rtut/run"
	"rtut/run/record"
)

// leftShellMsg says that the shell for an item has ended. snap is the run as it is now, nil if that is not known.
type leftShellMsg struct {
	item string
	snap *snapshot
	err  error
}

// byHand opens a shell for the work of an item, in its directory, with its variables and its command to recall.
func (s *runScreen) byHand(m *Model, id string) tea.Cmd {
	it := s.snap.item(id)
	if why := s.noHandwork(m, it); why != "" {
		m.notice = notice{said: why}
		return nil
	}
	command := ""
	if step := s.snap.pack().Step(id); step != nil && s.snap.view.Alternative(step, "").Command != nil {
		var err error
		if command, err = s.command(id, ""); err != nil {
			m.notice = notice{err: err}
			return nil
		}
	}
	m.sight = unseen // until it comes back
	m.turn++
	return m.work.byHand(m.outside, s.snap, id, command)
}

// noHandwork says why no shell is opened for an item; "" if one is.
func (s *runScreen) noHandwork(m *Model, it *run.ItemView) string {
	switch {
	case s.snap.place.ByHand == nil || m.outside == nil:
		return "no shell can be opened here"
	case it == nil:
		return "select the step whose work is to be done"
	case s.snap.rec.Finished():
		return "the run has ended"
	case m.hidden != nil:
		return "a check is running; Ctrl+C stops it"
	case it.Kind == run.StepKind && it.State != record.Running:
		return it.ID + " is " + string(it.State) + ". Start it, then ! opens a shell for its work"
	case finished(it):
		return it.ID + " is " + string(it.State)
	}
	return ""
}

// byHand runs the shell, and reads the run again once it has ended.
func (w *worker) byHand(outside func(do func() error) error, seen *snapshot, id, command string) tea.Cmd {
	return w.own(w.aside(func() tea.Msg {
		err := outside(func() error { return seen.place.ByHand(w.ctx, seen.rec.RunID, id, command) })
		return leftShellMsg{item: id, snap: w.snapshotOf(seen, nil, nil), err: err}
	}))
}

// leftShell shows the run as it is now, and offers the check of the step whose work was done.
func (m *Model) leftShell(msg leftShellMsg) tea.Cmd {
	moved := m.see(msg.snap)
	r := m.run()
	if msg.err != nil {
		m.notice = notice{err: msg.err}
		return moved
	}
	if r == nil || msg.snap == nil || r.snap.rec.RunID != msg.snap.rec.RunID || r.flow.selected != msg.item {
		return moved
	}
	if it := r.snap.item(msg.item); it != nil && it.State == record.Running && !r.snap.view.Verified(msg.item) && m.dialog == nil {
		return tea.Batch(moved, r.verify(m, msg.item, true))
	}
	return moved
}

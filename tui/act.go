package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"rtut/run"
)

// actionOf returns the binding of a key that acts on a run; one without keys if it is none.
func (k KeyMap) actionOf(msg tea.KeyPressMsg) key.Binding {
	for _, g := range k.groups()[:actingGroups] {
		for _, b := range g.keys {
			if key.Matches(msg, b) {
				return b
			}
		}
	}
	return key.Binding{}
}

// act does what a key means to the selected item, or to the run. What may be done is for the engine to say.
func (s *runScreen) act(m *Model, b key.Binding) (tea.Cmd, bool) {
	if len(b.Keys()) == 0 {
		return nil, false
	}
	if m.sight == changed {
		if m.notice = (notice{}); m.moved != nil {
			m.notice.err = m.moved
		}
		return m.listenSoon(), true
	}
	act := s.actions()[b.Keys()[0]]
	m.notice = notice{}
	return act(m), true
}

// actions is what each acting key does.
func (s *runScreen) actions() map[string]func(m *Model) tea.Cmd {
	id := s.flow.selected
	open := func(make func(*snapshot, string) dialog) func(*Model) tea.Cmd {
		return func(m *Model) tea.Cmd { return m.show(make(s.snap, id)) }
	}
	return map[string]func(m *Model) tea.Cmd{
		"space": s.next,
		"s":     func(m *Model) tea.Cmd { return s.start(m, id) },
		"v":     func(m *Model) tea.Cmd { return s.verify(m, id, false) },
		"V":     s.prove,
		"d":     func(m *Model) tea.Cmd { return s.done(m, id) },
		"f":     open(failDialog), "r": open(retryDialog), "R": open(redoDialog), "K": open(skipDialog), "w": open(waiveDialog),
		"t": func(m *Model) tea.Cmd { return m.show(newAlternativeDialog(s, id)) },
		"e": func(m *Model) tea.Cmd { return m.show(newDatapointDialog(s.snap, s.data.list.key())) },
		"o": open(noteDialog), "p": open(newPasteDialog),
		"c": func(m *Model) tea.Cmd { return s.copy(m, id) },
		"C": func(m *Model) tea.Cmd { return s.bare(m, id) },
		"b": open(newRollbackDialog),
		"m": open(newModeDialog), "h": open(handOverDialog), "P": open(newAcceptDialog),
		"a": func(m *Model) tea.Cmd { return s.auto(m, false) },
		"A": func(m *Model) tea.Cmd { return s.auto(m, true) },
		"x": func(m *Model) tea.Cmd { return s.close(m) },
	}
}

// finished reports whether an item needs nobody any more.
func finished(it *run.ItemView) bool {
	switch it.State {
	case run.Done, run.Skipped, run.Pushed, run.Passed, run.Waived:
		return true
	}
	return false
}

// next does the next thing to the selected item, if it can go on; else it goes to the recommended one, so that nothing
// is done to an item that is not looked at.
func (s *runScreen) next(m *Model) tea.Cmd {
	it := s.snap.item(s.flow.selected)
	if s.tab != flowTab || it == nil || it.State != run.Running && !it.Ready {
		s.jump()
		if s.snap.recommended() == "" {
			m.notice = notice{said: s.nothingNext()}
		}
		return nil
	}
	switch {
	case it.Kind == run.GateKind, finished(it): // what is finished and can go on is out of date
		return s.verify(m, it.ID, false)
	case it.State != run.Running, it.Lapsed:
		return s.start(m, it.ID)
	case it.Verified == nil || !*it.Verified || !it.Current:
		return s.verify(m, it.ID, true)
	}
	return s.done(m, it.ID)
}

// prove verifies the first item again that is out of date, or has measured what is too old. Where that is not looked at it goes
// there, and does nothing else.
func (s *runScreen) prove(m *Model) tea.Cmd {
	if len(s.snap.status.OutOfDate) == 0 {
		m.notice = notice{said: "nothing is out of date"}
		return nil
	}
	first := s.snap.status.OutOfDate[0]
	if s.tab != flowTab || s.flow.selected != first {
		s.tab, s.flow.selected = flowTab, first
		m.notice = notice{said: "this is out of date or too old: V proves it anew"}
		return nil
	}
	return s.verify(m, first, false)
}

// nothingNext says why there is no next thing.
func (s *runScreen) nothingNext() string {
	switch {
	case s.snap.rec.Finished():
		return "the run has ended as " + string(*s.snap.rec.Outcome)
	case len(s.snap.status.OutOfDate) > 0:
		return "something is out of date or too old: V proves it anew"
	case len(s.snap.status.Next.Blocked) > 0:
		return "nothing can go on as things are: r retries what failed, s overrides, x closes the run"
	}
	return "everything is finished: x closes the run"
}

// start starts a step: by its phrase, against its preconditions, or at once.
func (s *runScreen) start(m *Model, id string) tea.Cmd {
	it, start := s.snap.item(id), run.Start{Item: id, Alternative: s.chosen(id)}
	if it == nil {
		return nil
	}
	if it.State == run.Running {
		start.Alternative = ""
	}
	phrase := s.snap.phrase(id, start.Alternative)
	if (it.State == run.Todo || it.State == run.Skipped) && len(it.Waits) > 0 && it.Kind == run.StepKind {
		return m.show(newOverrideDialog(s.snap, id, func(m *Model, o *run.Override) (dialog, tea.Cmd) {
			start.Override = o
			if phrase != "" {
				return newPhraseDialog(s.snap, start, phrase), nil
			}
			return nil, m.work.act(s.snap, start, id+": started against its preconditions", nil)
		}))
	}
	if phrase != "" && (it.State == run.Todo || it.State == run.Skipped || it.Lapsed) && s.snap.rec.Mode != run.AutoConfirm {
		return m.show(newPhraseDialog(s.snap, start, phrase))
	}
	return m.work.act(s.snap, start, id+": started", nil)
}

// verify verifies an item; a gate against its preconditions, and with the evidence it owes. If complete is true, a step
// that passes and owes nothing is completed, too.
func (s *runScreen) verify(m *Model, id string, complete bool) tea.Cmd {
	it, req := s.snap.item(id), run.VerifyRequest{Verify: run.Verify{Item: id}}
	if it == nil {
		return nil
	}
	if it.Kind == run.StepKind && it.State != run.Running && it.State != run.Done || it.Lapsed {
		return m.work.act(s.snap, req.Verify, "", nil) // the engine says what is amiss
	}
	if it.Kind == run.StepKind {
		return m.ask(newVerifyDialog(s.snap, req, complete))
	}
	if len(it.Waits) > 0 {
		return m.show(newOverrideDialog(s.snap, id, func(m *Model, o *run.Override) (dialog, tea.Cmd) {
			req.Override = o
			return s.gate(m, req)
		}))
	}
	d, cmd := s.gate(m, req)
	return tea.Batch(m.show(d), cmd)
}

// gate asks for the evidence that a gate owes, and verifies it.
func (s *runScreen) gate(m *Model, req run.VerifyRequest) (dialog, tea.Cmd) {
	facts := s.snap.facts(req.Item)
	if len(facts) == 0 {
		return newVerifyDialog(s.snap, req, false).first(m)
	}
	return newEvidenceDialog(req.Item, facts, func(m *Model, given map[string]string) (dialog, tea.Cmd) {
		req.Evidence = given
		return newVerifyDialog(s.snap, req, false).first(m)
	}), nil
}

// done completes a step, asking for what it owes.
func (s *runScreen) done(m *Model, id string) tea.Cmd {
	it := s.snap.item(id)
	if it == nil {
		return nil
	}
	if it.State == run.Running && it.Verified != nil && *it.Verified && !owesNothing(s.snap, id) {
		return m.show(newDoneDialog(s.snap, id))
	}
	return m.work.act(s.snap, run.Complete{Item: id}, id+": done", nil)
}

// auto lets auto-confirm go on.
func (s *runScreen) auto(m *Model, on bool) tea.Cmd {
	d, cmd := newAutoDialog(m, s.snap, on)
	return tea.Batch(m.show(d), cmd)
}

// close asks how the run ended; one that has ended takes feedback.
func (s *runScreen) close(m *Model) tea.Cmd {
	if s.snap.rec.Finished() {
		return m.show(newFeedbackDialog(s.snap))
	}
	return tea.Batch(m.show(newCloseDialog(s.snap)), m.work.exercise(s.snap))
}

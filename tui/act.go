package tui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"rtut/run"
	"rtut/run/operate"
	"rtut/run/record"
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
	if m.world.WatchOnly && !slices.Contains([]string{"c", "C"}, b.Keys()[0]) {
		m.notice = notice{said: "this only shows the run; rtut tui acts on it"}
		return nil, true
	}
	if m.sight == changed {
		if m.notice = (notice{}); m.moved != nil {
			m.notice.err = m.moved
		}
		return m.listenSoon(), true
	}
	if m.hidden != nil && slices.Contains([]string{"space", "v", "S", "V", "a", "A"}, b.Keys()[0]) { // one check at a time
		return m.unhide(), true
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
	// ask opens a dialog unless what it asks for would be refused whatever is answered.
	ask := func(make func(*snapshot, string) dialog, act run.Action) func(*Model) tea.Cmd {
		return func(m *Model) tea.Cmd {
			if refusal := s.snap.hopeless(act); refusal != nil {
				m.notice = notice{err: refusal}
				return nil
			}
			return m.show(make(s.snap, id))
		}
	}
	return map[string]func(m *Model) tea.Cmd{
		"space": s.next,
		"s":     func(m *Model) tea.Cmd { return s.start(m, id) },
		"S":     func(m *Model) tea.Cmd { return s.probe(m, id) },
		"v":     func(m *Model) tea.Cmd { return s.verify(m, id, false) },
		"V":     s.prove,
		"d":     func(m *Model) tea.Cmd { return s.done(m, id) },
		"f":     ask(failDialog, run.Fail{Item: id, Reason: some}), "r": ask(retryDialog, run.RetryStep{Item: id, AcknowledgePartial: true}),
		"R": ask(redoDialog, run.Redo{Item: id, Reason: some, AcknowledgePartial: true}),
		"K": ask(skipDialog, run.Skip{Item: id, Reason: some}), "w": ask(waiveDialog, run.Waive{Item: id, Reason: some}),
		"t": func(m *Model) tea.Cmd { return m.show(newAlternativeDialog(s, id)) },
		"e": ask(func(snap *snapshot, _ string) dialog { return newDatapointDialog(snap, s.data.list.key()) }, run.SetValues{}),
		"o": ask(noteDialog, run.Note{Text: some}), "p": ask(newPasteDialog, run.AddCapture{Item: id, Command: some, Output: some}),
		"c": func(m *Model) tea.Cmd { return s.copy(m, id) },
		"C": func(m *Model) tea.Cmd { return s.bare(m, id) },
		"!": func(m *Model) tea.Cmd { return s.byHand(m, id) },
		"b": open(newRollbackDialog),
		"m": ask(newModeDialog, run.SwitchMode{To: otherMode(s.snap.rec.Mode)}), "h": ask(handOverDialog, run.HandOver{To: some, Reason: some}), "P": open(newAcceptDialog),
		"a": func(m *Model) tea.Cmd { return s.auto(m, false) },
		"A": func(m *Model) tea.Cmd { return s.auto(m, true) },
		"x": func(m *Model) tea.Cmd { return s.close(m) },
	}
}

// some stands for what is still to be typed.
const some = "-"

func otherMode(m record.Mode) record.Mode {
	if m == record.AutoConfirm {
		return record.ManualMode
	}
	return record.AutoConfirm
}

// finished reports whether an item needs nobody any more.
func finished(it *run.ItemView) bool {
	switch it.State {
	case record.Done, record.Skipped, record.Pushed, record.Passed, record.Waived:
		return true
	}
	return false
}

// next does the next thing to the selected item, if it can go on; else it goes to the recommended one, so that nothing
// is done to an item that is not looked at.
func (s *runScreen) next(m *Model) tea.Cmd {
	it := s.snap.item(s.flow.selected)
	if s.tab != flowTab || it == nil || it.State != record.Running && !it.Ready {
		s.jump()
		if s.snap.recommended() == "" {
			m.notice = notice{said: nextWords(operate.NextAction(s.snap.view), s.snap)}
		}
		return nil
	}
	switch a := operate.ByHand(s.snap.view, it.ID); a.Kind {
	case operate.Start, operate.Confirm, operate.TakeOver, operate.Look:
		return s.start(m, it.ID)
	case operate.Complete:
		return s.done(m, it.ID)
	case operate.Wait:
		m.notice = notice{said: nextWords(a, s.snap)}
		return nil
	}
	return s.verify(m, it.ID, it.State == record.Running) // its question is put again after a no, too
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
		m.notice = notice{said: "this is out of date or too old: V verifies it again"}
		return nil
	}
	return s.verify(m, first, false)
}

// nextWords says what comes next in a run, with the key for it, where that is not done to an item that can go on.
func nextWords(a operate.Action, s *snapshot) string {
	switch a.Kind {
	case operate.Nothing, operate.Feedback:
		return "the run has ended as " + string(*s.rec.Outcome)
	case operate.Accept:
		return "the pack has changed: P shows the change and accepts it"
	case operate.Prove, operate.Check, operate.Answer:
		return "something is out of date or too old: V verifies it again"
	case operate.Rollback:
		return strings.TrimSpace(a.Item + " is to be gone back from: b shows how; r retries what failed, x closes the run")
	case operate.Retry:
		return a.Item + " has failed: r retries it, x closes the run"
	case operate.Value:
		return "a value is missing or too old, " + needsOf(a) + ": e gives it"
	case operate.Redo:
		return a.Item + " is to be done once more: R"
	case operate.Wait:
		return "not before " + a.Until.Format("2006-01-02 15:04:05 UTC") + ": " + a.Reason
	case operate.TakeOver:
		return "auto-confirm has stopped: m takes the run over"
	case operate.Close:
		return "everything is finished: x closes the run"
	}
	return "nothing can continue at present: s overrides, x closes the run"
}

// needsOf names what an action needs.
func needsOf(a operate.Action) string {
	var ids []string
	for _, n := range a.Needs {
		if n.ID != "" {
			ids = append(ids, n.ID)
		}
	}
	return strings.Join(ids, ", ")
}

// start starts a step: by its phrase, against its preconditions, or at once.
func (s *runScreen) start(m *Model, id string) tea.Cmd {
	it, start := s.snap.item(id), run.Start{Item: id, Alternative: s.chosen(id)}
	if it == nil {
		return nil
	}
	if it.State == record.Running {
		start.Alternative = ""
	}
	phrase := s.snap.phrase(id, start.Alternative)
	if (it.State == record.Todo || it.State == record.Skipped) && len(it.Waits) > 0 && it.Kind == run.StepKind {
		return m.show(newOverrideDialog(s.snap, id, func(m *Model, o *run.Override) (dialog, tea.Cmd) {
			start.Override = o
			if phrase != "" {
				return newPhraseDialog(s.snap, start, phrase), nil
			}
			return nil, m.work.act(s.snap, start, id+": started against its preconditions", nil)
		}))
	}
	if phrase != "" && (it.State == record.Todo || it.State == record.Skipped || it.Lapsed) && s.snap.rec.Mode != record.AutoConfirm {
		return m.show(newPhraseDialog(s.snap, start, phrase))
	}
	return m.work.act(s.snap, start, id+": started", nil)
}

// probe runs the check of a step once before it is started, and starts it only if that says no.
func (s *runScreen) probe(m *Model, id string) tea.Cmd {
	it, ask := s.snap.item(id), run.Probe{Item: id, Alternative: s.chosen(id)}
	if it == nil {
		return nil
	}
	if refusal := s.snap.refused(ask); refusal != nil {
		m.notice = notice{err: refusal}
		return nil
	}
	d := newVerifyDialog(s.snap, run.VerifyRequest{Verify: run.Verify{Item: id}}, false)
	d.detail, d.probe = s.snap.detail(id, ask.Alternative), &ask
	d.red = func(m *Model, now *snapshot) (dialog, tea.Cmd) {
		start := run.Start{Item: id, Alternative: ask.Alternative}
		if phrase := now.phrase(id, start.Alternative); phrase != "" && now.rec.Mode != record.AutoConfirm {
			return newPhraseDialog(now, start, phrase), nil
		}
		return nil, m.work.act(now, start, id+": its check did not pass, so it was started", nil)
	}
	return m.show(d)
}

// verify verifies an item; a gate against its preconditions, and with the evidence it requires. If complete is true, a step
// that passes and misses nothing is completed, too.
func (s *runScreen) verify(m *Model, id string, complete bool) tea.Cmd {
	it, req := s.snap.item(id), run.VerifyRequest{Verify: run.Verify{Item: id}}
	if it == nil {
		return nil
	}
	if it.Kind == run.StepKind && it.State != record.Running && it.State != record.Done || it.Lapsed {
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

// gate asks for the evidence that a gate requires, and verifies it.
func (s *runScreen) gate(m *Model, req run.VerifyRequest) (dialog, tea.Cmd) {
	facts := s.snap.facts(req.Item)
	if len(facts) == 0 {
		return newVerifyDialog(s.snap, req, false).first(m)
	}
	return newEvidenceDialog(s.snap, req.Item, facts, func(m *Model, given map[string]string) (dialog, tea.Cmd) {
		req.Evidence = given
		return newVerifyDialog(s.snap, req, false).first(m)
	}), nil
}

// done completes a step, asking for what it requires.
func (s *runScreen) done(m *Model, id string) tea.Cmd {
	it := s.snap.item(id)
	if it == nil {
		return nil
	}
	if it.State == record.Running && it.Verified != nil && *it.Verified && !owesNothing(s.snap, id) {
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

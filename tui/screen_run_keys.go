package tui

import (
	"charm.land/bubbles/v2/key"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// keys are those that do something to the selected item as it is.
func (s *runScreen) keys(m *Model) []key.Binding {
	k := m.keys
	if m.world.WatchOnly {
		return []key.Binding{k.Open, k.NextTab, k.Find, k.Quit}
	}
	if s.tab == dataTab {
		return []key.Binding{k.Edit, k.Group, k.Filter, k.NextTab, k.Quit}
	}
	if s.snap.rec.Finished() {
		return []key.Binding{k.Close, k.NextTab, k.Quit}
	}
	keys := []key.Binding{k.Next}
	if s.tab == flowTab {
		keys = append(keys, s.itemKeys(k)...)
	}
	if s.snap.rec.Mode == record.AutoConfirm {
		keys = append(keys, k.Tick, k.Auto)
	}
	if s.snap.status.State == record.RunComplete {
		keys = append(keys, k.Close)
	}
	return append(keys, k.Quit)
}

// itemKeys are what can be done to the selected item in its state; a hint, not a rule.
func (s *runScreen) itemKeys(k KeyMap) []key.Binding {
	it := s.snap.item(s.flow.selected)
	if it == nil {
		return nil
	}
	var keys []key.Binding
	switch it.State {
	case record.Todo:
		keys = append(keys, k.Start)
	case record.Running:
		keys = append(keys, k.Verify, k.Done, k.Fail, k.ByHand, k.Copy)
	case record.Failed:
		keys = append(keys, k.Retry)
	case record.Done, record.Passed, record.Pushed, record.Waived:
		keys = append(keys, k.Redo)
	}
	if it.Kind == run.GateKind && !finished(it) {
		keys = append([]key.Binding{k.Verify}, keys...)
		if gate := s.snap.pack().Gate(it.ID); gate != nil && gate.Waivable {
			keys = append(keys, k.Waive)
		}
	}
	if step := s.snap.pack().Step(it.ID); step != nil && it.State == record.Todo {
		if step.Effect == pack.ReadOnly {
			keys = append(keys, k.Skip)
		}
		if len(step.Alternatives) > 1 {
			keys = append(keys, k.Alternative)
		}
	}
	return keys
}

package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"rtut/pack"
	"rtut/run"
)

// newModeDialog hands the run over to auto-confirm, or takes it over. Steps with a phrase are pre-authorised one by one.
func newModeDialog(snap *snapshot, _ string) dialog {
	mode := modeField(snap.rec.Mode)
	if mode.pick = 1 - mode.pick; snap.status.State == run.RunStopped {
		mode.pick = 1
	}
	fields := append([]*field{mode}, preauthFields(snap.pack(), mode, snap.rec.AutoConfirm)...)
	fields = append(fields, authorizerField(mode))
	d := askDialog(snap, "Mode", "switch", "the mode was switched", fields, func(f *formDialog) run.Action {
		act := run.SwitchMode{To: run.Mode(mode.text())}
		if act.To == run.AutoConfirm {
			act.Preauthorize, act.AuthorizedBy = f.ticked("preauth "), f.get("by")
		}
		return act
	})
	d.guard = true
	change := d.submit
	d.submit = func(m *Model, f *formDialog) (dialog, tea.Cmd) {
		if mode.text() == string(snap.rec.Mode) && snap.status.State != run.RunStopped && len(f.ticked("preauth ")) == 0 && f.get("by") == "" {
			m.notice = notice{said: "the run is " + mode.text() + " as before"}
			return nil, nil
		}
		return change(m, f)
	}
	d.intro = func(p *page) {
		p.field("now", string(snap.rec.Mode))
		p.say(p.st.plain, "Auto-confirm runs the verify commands, confirms manual checks and completes steps. It never runs a step's own command.")
	}
	return d
}

func modeField(now run.Mode) *field {
	f := &field{name: "mode", label: "Mode", choices: []string{string(run.ManualMode), string(run.AutoConfirm)}}
	if now == run.AutoConfirm {
		f.pick = 1
	}
	return f
}

// preauthFields has a tick for each step that has a phrase and is not for a person alone.
func preauthFields(p *pack.Pack, mode *field, had *run.AutoConfirmState) []*field {
	var fields []*field
	for _, id := range p.Graph().Items() {
		step := p.Step(id)
		if step == nil || step.ManualOnly || !slices.ContainsFunc(step.Alternatives, func(a pack.Alternative) bool { return a.Confirm != nil }) {
			continue
		}
		if had != nil && slices.Contains(had.Preauthorized, id) {
			continue
		}
		fields = append(fields, &field{
			name: "preauth " + id, tick: true, label: "auto-confirm may start " + id + " (" + string(step.Effect) + ")",
			hidden: func() bool { return mode.text() != string(run.AutoConfirm) },
		})
	}
	return fields
}

func authorizerField(mode *field) *field {
	return &field{
		name: "by", label: "Authorized by (you, if left empty)",
		hidden: func() bool { return mode.text() != string(run.AutoConfirm) },
	}
}

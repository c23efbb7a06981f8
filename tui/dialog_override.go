package tui

import (
	tea "charm.land/bubbletea/v2"

	"rtut/run"
)

// newOverrideDialog asks for all that it takes to go on against preconditions: what is unmet and what is downstream is
// shown, a reason is given, and the risk is ticked. then goes on with it.
func newOverrideDialog(snap *snapshot, id string, then func(m *Model, o *run.Override) (dialog, tea.Cmd)) dialog {
	d := &formDialog{title: "Override: " + line(id), button: "override them", guard: true}
	d.list = []*field{
		reasonField(),
		{name: "risk", tick: true, label: "I accept the risk to downstream items"},
	}
	d.intro = func(p *page) {
		p.say(p.st.bold, "It is blocked:")
		layWaitsFor(p, snap.item(id).Waits)
		layRisk(p, snap, id)
		p.blank()
		p.say(p.st.plain, "Continuing despite this is recorded as a deviation.")
	}
	d.submit = func(m *Model, f *formDialog) (dialog, tea.Cmd) {
		next, cmd := then(m, &run.Override{Reason: f.get("reason"), AcknowledgeRisk: f.get("risk") != ""})
		if next == nil {
			return f.wait(cmd)
		}
		return next, cmd
	}
	return d
}

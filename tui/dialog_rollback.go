package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"rtut/run"
)

// newRollbackDialog shows how to get back from what was started, the latest first, and writes down what was rolled back.
func newRollbackDialog(snap *snapshot, _ string) dialog {
	rows := snap.view.Rollbacks()
	if len(rows) == 0 {
		return newMessageDialog("Rollbacks", "nothing that was started has a rollback")
	}
	which := &field{name: "which", label: "Has been rolled back"}
	for _, r := range rows {
		which.choices = append(which.choices, r.Item)
	}
	d := &formDialog{title: "Rollbacks, the latest first", button: "write down that this was rolled back", guard: true}
	d.list = []*field{which}
	d.intro = func(p *page) { layRollback(p, rows[which.pick], which.pick, len(rows)) }
	d.submit = func(m *Model, f *formDialog) (dialog, tea.Cmd) {
		return f.wait(m.work.act(snap, run.RollBack{Item: which.text()}, which.text()+": rolled back", nil))
	}
	return d
}

func layRollback(p *page, r run.RollbackView, at, of int) {
	p.hang(p.st.state(r.State).Render(run.Sign(r.State, p.st.ascii))+" ", p.st.bold, r.Item+"  "+r.Title)
	p.field("number", fmt.Sprintf("%d of %d", at+1, of))
	if r.Instruction != "" {
		p.blank()
		p.markdown(r.Instruction)
	}
	if r.Command != "" {
		p.heading("Command")
		p.code(r.Command)
		if r.On != "" {
			p.field("on", r.On)
		}
	}
}

package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"rtut/run"
)

// askDialog is a form whose texts make one action.
func askDialog(snap *snapshot, title, button, said string, fields []*field, act func(f *formDialog) run.Action) *formDialog {
	d := &formDialog{title: title, button: button}
	d.list = fields
	d.submit = func(m *Model, f *formDialog) (dialog, tea.Cmd) {
		return f.wait(m.work.act(snap, act(f), said, nil))
	}
	return d
}

func reasonField() *field { return &field{name: "reason", label: "Reason"} }

func failDialog(snap *snapshot, id string) dialog {
	return askDialog(snap, "Fail "+line(id), "fail it", id+": failed", []*field{reasonField()}, func(f *formDialog) run.Action {
		return run.Fail{Item: id, Reason: f.get("reason")}
	})
}

func redoDialog(snap *snapshot, id string) dialog {
	fields := []*field{reasonField()}
	if snap.view.Partial(id) {
		fields = append(fields, &field{name: "partial", tick: true, label: "I have made sure that it can be done once more"})
	}
	d := askDialog(snap, "Redo "+line(id), "redo it", id+": to be done again", fields, func(f *formDialog) run.Action {
		return run.Redo{Item: id, Reason: f.get("reason"), AcknowledgePartial: f.get("partial") != ""}
	})
	d.intro = func(p *page) {
		p.say(p.st.plain, "It goes back to where it began, and its datapoints lose their values.")
	}
	return d
}

func skipDialog(snap *snapshot, id string) dialog {
	d := askDialog(snap, "Skip "+line(id), "skip it", id+": skipped", []*field{reasonField()}, func(f *formDialog) run.Action {
		return run.Skip{Item: id, Reason: f.get("reason")}
	})
	d.intro = func(p *page) { p.say(p.st.plain, "A run with a skipped step does not exercise its pack.") }
	return d
}

func waiveDialog(snap *snapshot, id string) dialog {
	d := askDialog(snap, "Waive "+line(id), "waive it", id+": waived", []*field{reasonField()}, func(f *formDialog) run.Action {
		return run.Waive{Item: id, Reason: f.get("reason")}
	})
	d.guard = true
	d.intro = func(p *page) {
		p.say(p.st.warn, "The gate passes without its checks. That is a deviation, on the record.")
		layRisk(p, snap, id)
	}
	return d
}

// layRisk says what is downstream of an item, as far as there is space, and how much of the rest is irreversible.
func layRisk(p *page, snap *snapshot, id string) {
	if snap.item(id) == nil {
		return
	}
	p.heading("Downstream")
	down := snap.detail(id, "").Downstream
	if len(down) == 0 {
		p.say(p.st.plain, "nothing")
	}
	few(p, 8, down, func(other string) {
		it := snap.item(other)
		p.hang("  "+run.Sign(it.State, p.st.ascii)+" ", p.st.plain, other+"  "+it.Title+loudly(it))
	}, func(left []string) string {
		loud := 0
		for _, other := range left {
			if loudly(snap.item(other)) != "" {
				loud++
			}
		}
		if loud == 0 {
			return ""
		}
		return fmt.Sprintf(", %d of them irreversible", loud)
	})
}

func retryDialog(snap *snapshot, id string) dialog {
	step := snap.pack().Step(id)
	fields := []*field{}
	if step != nil && !step.Idempotent {
		fields = append(fields, &field{name: "partial", tick: true, label: "I have made sure that the earlier attempt did not partly apply"})
	}
	d := askDialog(snap, "Retry "+line(id), "retry it", id+": to be tried again", fields, func(f *formDialog) run.Action {
		return run.RetryStep{Item: id, AcknowledgePartial: f.get("partial") != ""}
	})
	d.intro = func(p *page) {
		p.say(p.st.plain, "It goes back to todo, to be started again, its phrase included.")
	}
	return d
}

func noteDialog(snap *snapshot, id string) dialog {
	fields := []*field{
		{name: "text", label: "Note"},
		{name: "about", label: "About", choices: []string{id, "the run"}},
	}
	return askDialog(snap, "Note", "write it down", "noted", fields, func(f *formDialog) run.Action {
		note := run.Note{Text: f.get("text")}
		if f.list[1].pick == 0 {
			note.Item = id
		}
		return note
	})
}

func handOverDialog(snap *snapshot, _ string) dialog {
	fields := []*field{{name: "to", label: "To whom, one word"}, reasonField()}
	return askDialog(snap, "Hand over", "hand it over", "handed over", fields, func(f *formDialog) run.Action {
		return run.HandOver{To: f.get("to"), Reason: f.get("reason")}
	})
}

// newAcceptDialog accepts a change of the pack. Where there is none it only says so.
func newAcceptDialog(snap *snapshot, _ string) dialog {
	const title = "Accept the pack's change"
	if len(snap.status.PackChanges) == 0 {
		return newMessageDialog(title, "The pack has not changed in what the engine enforces.")
	}
	d := askDialog(snap, title, "accept it", "the run continues with the pack as it is now", []*field{reasonField()}, func(f *formDialog) run.Action {
		return run.AcceptPackChange{Reason: f.get("reason")}
	})
	d.guard = true
	d.intro = func(p *page) {
		for _, c := range snap.status.PackChanges {
			p.hang("  ", p.st.warn, c)
		}
		p.blank()
		p.say(p.st.warn, "The run continues with the pack as it is now. This is recorded as a deviation.")
	}
	return d
}

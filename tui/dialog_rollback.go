package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"rtut/run"
	"rtut/run/record"
)

// rollbackDialog lists how to get back from what was started, the latest first. It records nothing: y opens the form that does.
type rollbackDialog struct {
	snap   *snapshot
	rows   []run.RollbackView
	at     int
	scroll scroll
	hint   string
}

func newRollbackDialog(snap *snapshot, _ string) dialog {
	rows := snap.view.Rollbacks()
	if len(rows) == 0 {
		return newMessageDialog("Rollbacks", "nothing that was started has a rollback")
	}
	return &rollbackDialog{snap: snap, rows: rows}
}

func (d *rollbackDialog) guarded() bool { return true }

func (d *rollbackDialog) keys() string {
	words := "↑↓ choose  c copy"
	if d.notNoted() == "" {
		words += "  y it was rolled back"
	}
	return words + "  PgUp PgDn scroll  Esc close"
}

func (d *rollbackDialog) update(m *Model, msg tea.Msg) (dialog, tea.Cmd) {
	if _, is := msg.(tea.KeyPressMsg); !is {
		return d, nil
	}
	d.hint = ""
	switch {
	case isKey(msg, "esc", "q", "ctrl+c"):
		return nil, nil
	case isKey(msg, "up", "k"):
		d.choose(d.at - 1)
	case isKey(msg, "down", "j"):
		d.choose(d.at + 1)
	case isKey(msg, "pgup"):
		d.scroll.by(1 - d.scroll.height)
	case isKey(msg, "pgdown"):
		d.scroll.by(d.scroll.height - 1)
	case isKey(msg, "c"):
		return d, d.copy(m)
	case isKey(msg, "y") && d.notNoted() == "":
		return rolledBackDialog(d.snap, d.rows[d.at].Item), nil
	case isKey(msg, "y"):
		d.hint = d.notNoted()
	case isKey(msg, "enter"):
		d.hint = "Enter does nothing here"
	}
	return d, nil
}

func (d *rollbackDialog) choose(at int) {
	d.at, d.scroll.top = max(0, min(at, len(d.rows)-1)), 0
}

// notNoted says why it can't be noted that the step was rolled back; "" where it can. A hint, not a rule.
func (d *rollbackDialog) notNoted() string {
	switch row := d.rows[d.at]; {
	case d.snap.rec.Finished():
		return "the run has ended as " + string(*d.snap.rec.Outcome)
	case row.State == record.Todo || row.State == record.Skipped:
		return row.Item + " is " + string(row.State)
	}
	return ""
}

// copy puts the command on the clipboard.
func (d *rollbackDialog) copy(m *Model) tea.Cmd {
	row := d.rows[d.at]
	if row.Command == "" {
		d.hint = "it has no command"
		return nil
	}
	command, err := d.snap.place.Paste(d.snap.rec.RunID, row.Paste())
	if err != nil {
		d.hint = err.Error()
		return nil
	}
	d.hint = "the command was sent to the terminal's clipboard"
	return m.work.copy(command)
}

func (d *rollbackDialog) view(st *styles, w, h int) (string, []string) {
	p := newPage(st, w)
	for i, row := range d.rows {
		mark, look := "  ", st.plain
		if i == d.at {
			mark, look = st.here()+" ", st.bold
		}
		sign := st.state(row.State).Render(run.Sign(row.State, st.ascii))
		p.lines = append(p.lines, cut(mark+sign+" "+look.Render(line(row.Item+"  "+row.Title)), w))
	}
	if len(p.lines) > max(2, h/3) { // the list gives way to what is chosen
		var list scroll
		list.set(len(p.lines), max(2, h/3))
		list.show(d.at)
		from, to := list.window()
		p.lines = p.lines[from:to]
	}
	below := newPage(st, w)
	below.blank()
	layRollback(below, d.snap, d.rows[d.at], d.at, len(d.rows))
	if d.hint != "" {
		p.say(st.warn, d.hint)
	}
	d.scroll.set(len(below.lines), max(0, h-len(p.lines)-1))
	from, to := d.scroll.window()
	return "Rollbacks, the latest first", append(append(p.lines, ""), below.lines[from:to]...)
}

func layRollback(p *page, s *snapshot, r run.RollbackView, at, of int) {
	p.field("number", fmt.Sprintf("%d of %d", at+1, of))
	if r.RolledBack != nil {
		p.field("rolled back", r.RolledBack.String())
	}
	if r.Instruction != "" {
		p.blank()
		p.markdown(r.Instruction)
	}
	if r.Problem != "" {
		p.blank()
		p.say(p.st.warn, "the placeholders of its command cannot be filled in: "+r.Problem)
	}
	if r.Command != "" {
		p.heading("Command to run " + line(s.where(r.On)))
		p.code(r.Command)
	}
}

// rolledBackDialog asks why a step was rolled back, and notes that it was.
func rolledBackDialog(snap *snapshot, id string) dialog {
	d := askDialog(snap, "Rolled back: "+line(id), "note that it was rolled back", id+": rolled back", []*field{reasonField()}, func(f *formDialog) run.Action {
		return run.RollBack{Item: id, Reason: f.get("reason")}
	})
	d.guard = true
	d.intro = func(p *page) {
		p.say(p.st.plain, "This records that the rollback of "+id+" was carried out. It runs nothing. A step that was running or done is todo again.")
	}
	note := d.submit
	d.submit = func(m *Model, f *formDialog) (dialog, tea.Cmd) {
		if strings.TrimSpace(f.get("reason")) == "" {
			f.err = &run.Refusal{Code: run.ReasonRequired, Item: id, Message: "a reason is needed"}
			return f, nil
		}
		return note(m, f)
	}
	return d
}

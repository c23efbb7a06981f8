package tui

import (
	tea "charm.land/bubbletea/v2"

	"rtut/run"
	"rtut/run/record"
)

// closeDialog closes the run: with an outcome, a reason and, where the run proves its pack, a tick to mark the pack.
type closeDialog struct {
	*formDialog
	outcome  *field
	exercise *field
	change   *Exercise // nil: not known yet, or not allowed
	why      error     // why the run does not exercise the pack
}

func newCloseDialog(snap *snapshot) dialog {
	d := &closeDialog{formDialog: &formDialog{title: "Close this run", button: "close it", guard: true}}
	d.outcome = &field{name: "outcome", label: "Outcome", choices: []string{
		string(record.Succeeded), string(record.FailedRun), string(record.Abandoned),
	}}
	d.outcome.set(string(snap.status.Closing()))
	d.exercise = &field{name: "exercise", tick: true, label: "Record pack as exercised", hidden: func() bool {
		return d.change == nil || d.outcome.text() != string(record.Succeeded)
	}}
	d.list = []*field{d.outcome, reasonField(), d.exercise}
	d.intro = d.layIntro
	d.submit = func(m *Model, f *formDialog) (dialog, tea.Cmd) {
		f.busy = true
		act := run.Finalize{Outcome: record.Outcome(d.outcome.text()), Reason: f.get("reason"), Exercise: d.exercise.on && f.shown(2)}
		return d, m.work.finalize(snap, act, newFeedbackDialog)
	}
	return d
}

func (d *closeDialog) update(m *Model, msg tea.Msg) (dialog, tea.Cmd) {
	if e, is := msg.(exercisedMsg); is {
		d.why = e.err
		if e.err == nil {
			d.change = e.change
		}
		return d, nil
	}
	next, cmd := d.formDialog.update(m, msg)
	if next == d.formDialog {
		return d, cmd
	}
	return next, cmd
}

// layIntro says what will be written to the pack, or why nothing will.
func (d *closeDialog) layIntro(p *page) {
	p.say(p.st.plain, "A closed run takes nothing more but feedback.")
	switch {
	case d.outcome.text() != string(record.Succeeded):
	case d.change != nil && d.change.Diff != "":
		p.heading("Recording the pack as exercised writes this")
		p.barred(text(d.change.Diff))
	case d.why != nil:
		p.blank()
		p.say(p.st.dim, d.why.Error())
	}
}

// newFeedbackDialog asks what somebody thought of the run.
func newFeedbackDialog(snap *snapshot) dialog {
	fields := []*field{
		{name: "rating", label: "How was it?", choices: []string{"", string(record.Good), string(record.Neutral), string(record.Poor)}},
		{name: "comment", label: "Comment for the next operator"},
	}
	d := askDialog(snap, "Feedback", "say so", "thank you", fields, func(f *formDialog) run.Action {
		return run.AddFeedback{Rating: record.Rating(f.get("rating")), Comment: f.get("comment")}
	})
	d.intro = func(p *page) {
		p.say(p.st.plain, "The run has ended as "+string(*snap.rec.Outcome)+". Esc leaves it at that.")
	}
	return d
}

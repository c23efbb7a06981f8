package run

import (
	"slices"
	"strings"

	"rtut/pack"
	"rtut/pack/command"
	"rtut/pack/value"
	"rtut/run/record"
)

// RollbackView says how to get back from one step that was started.
type RollbackView struct {
	Item        string            `json:"item"`
	Title       string            `json:"title"`
	State       record.State      `json:"state"`
	Instruction string            `json:"instruction"`
	Command     string            `json:"command"` // "" if there is none, or it can't be filled in
	On          string            `json:"on"`
	Exports     map[string]string `json:"exports"`
	StartedAt   record.Time       `json:"started_at"`        // the latest time
	RolledBack  *record.Time      `json:"rolled_back"`       // since then; null if it was not
	Problem     string            `json:"problem,omitempty"` // why the command can't be filled in
	of          *command.Command
}

// Rollbacks returns the rollbacks of what was started, whatever has become of it, what was started last first: the order
// to roll back in. They are those of the alternatives that were taken.
func (v *View) Rollbacks() []RollbackView {
	views := []RollbackView{}
	var seen []string
	since := map[string]*record.Time{} // when a step was rolled back after its latest start
	for _, e := range slices.Backward(v.rec.Events) {
		step := v.pack.Step(e.Item)
		if e.Action == record.VerbRollback && since[e.Item] == nil {
			since[e.Item] = e.Detail.RolledBack
		}
		if e.Action != record.VerbStart || step == nil || slices.Contains(seen, e.Item) {
			continue
		}
		seen = append(seen, e.Item)
		if alt := step.Alternative(e.Detail.Alternative); alt != nil && alt.Rollback != nil {
			view := v.rollback(step, alt, e.At)
			view.RolledBack = since[e.Item]
			views = append(views, view)
		}
	}
	return views
}

func (v *View) rollback(step *pack.Step, alt *pack.Alternative, started record.Time) RollbackView {
	values := v.rec.Values()
	view := RollbackView{
		Item: step.ID, Title: step.Title.Display(values), State: v.rec.State(step.ID), StartedAt: started,
		Instruction: alt.Rollback.Instruction.Display(values), Exports: map[string]string{},
	}
	if alt.Rollback.Command == nil {
		return view
	}
	command, err := alt.Rollback.Command.Render(values)
	if err == nil && alt.On != nil {
		view.On, err = pack.RenderHost(alt.On, values)
	}
	if err != nil {
		view.Problem = err.Error()
		return view
	}
	view.Command, view.Exports, view.of = command, v.exports(alt.Rollback.Command), alt.Rollback.Command
	return view
}

// Possible reports whether the step could be recorded as rolled back.
func (r RollbackView) Possible() bool {
	return r.RolledBack == nil && r.State != record.Todo && r.State != record.Skipped
}

// Paste is what an operator needs to run the command of the rollback by hand; nil if it has none that can be filled in.
func (r RollbackView) Paste() *Paste {
	if r.Command == "" {
		return nil
	}
	return &Paste{Item: r.Item, Command: r.Command, On: r.On, Exports: r.Exports, of: r.of}
}

// exports are the variables of the pack that a command may read.
func (v *View) exports(command *command.Command) map[string]string {
	exports := map[string]string{}
	for _, assignment := range value.Env(v.pack.Scope(), v.rec.Values()) {
		if name, text, _ := strings.Cut(assignment, "="); command.Reads(name) {
			exports[name] = text
		}
	}
	return exports
}

package run

import (
	"slices"

	"rtut/pack"
)

// redo puts a step back to todo, or opens a gate again. What a step had produced loses its value.
func (t *transition) redo(a Redo) error {
	states := []State{Running, Done, Pushed}
	back := Todo
	if t.pack.Gate(a.Item) != nil {
		states, back = []State{Passed, Failed, Waived}, Open
	}
	if err := t.inState(a.Item, VerbRedo, states...); err != nil {
		return err
	}
	if err := needReason(a.Item, a.Reason); err != nil {
		return err
	}
	t.takeBack(VerbRedo, a.Item, back, Detail{Reason: a.Reason, Deviation: t.redoDeviation(a)})
	return nil
}

// takeBack puts an item back and takes back what had come of it.
func (t *transition) takeBack(verb Verb, id string, to State, d Detail) {
	lost := map[string]*Datapoint{}
	for dp, was := range t.demoted(id) {
		lost[dp] = was
	}
	var gone []string
	if step := t.pack.Step(id); step != nil {
		for _, p := range step.Produces {
			gone = append(gone, p.Datapoint)
			lost[p.Datapoint] = &Datapoint{State: Nil, At: &t.now}
		}
	}
	if len(lost) > 0 {
		d.Datapoints = lost
	}
	d.Interrupted = t.rec.intent(id)
	t.emit(verb, id, to, d)
	t.reopen(gone, id)
}

// redoDeviation returns the deviation that a redo is when a later step that is not read-only has been done, or nil.
func (t *transition) redoDeviation(a Redo) *Deviation {
	items := t.pack.Graph().Items()
	later := items[slices.Index(items, a.Item)+1:]
	for _, id := range append(slices.Clone(later), t.pack.Graph().Downstream(a.Item)...) {
		step := t.pack.Step(id)
		if step != nil && step.Effect != pack.ReadOnly && t.rec.state(id) == Done {
			return &Deviation{
				Kind: RedoDeviation, Item: a.Item, Reason: a.Reason, Risk: t.pack.Graph().Downstream(a.Item),
				By: t.by.name(), At: t.now,
			}
		}
	}
	return nil
}

// rollBack notes that a step was rolled back. One that was under way or done is todo again; a failed one stays failed.
func (t *transition) rollBack(a RollBack) error {
	def, rec, err := t.step(a.Item)
	if err != nil {
		return err
	}
	if err := t.inState(a.Item, VerbRollback, Running, Done, Pushed, Failed); err != nil {
		return err
	}
	if t.chosen(def, rec).Rollback == nil {
		return refuse(WrongState, a.Item, "the pack declares no rollback for it").with("Put it back with redo")
	}
	if rec.State == Failed {
		t.emit(VerbRollback, a.Item, "", Detail{RolledBack: &t.now})
		return nil
	}
	reason := "rolled back"
	t.takeBack(VerbRollback, a.Item, Todo, Detail{
		RolledBack: &t.now, Reason: reason, Deviation: t.redoDeviation(Redo{Item: a.Item, Reason: reason}),
	})
	return nil
}

package run

import (
	"cmp"
	"slices"

	"rtut/pack"
	"rtut/run/record"
)

// redo puts a step back to todo, or opens a gate again. What a step had produced loses its value.
func (t *transition) redo(a Redo) error {
	states := []record.State{record.Running, record.Done, record.Pushed}
	back := record.Todo
	if t.pack.Gate(a.Item) != nil {
		states, back = []record.State{record.Passed, record.Failed, record.Waived}, record.Open
	}
	if err := t.inState(a.Item, record.VerbRedo, states...); err != nil {
		return err
	}
	if err := settledFirst(t.rec, a.Item); err != nil {
		return err
	}
	if err := needReason(a.Item, a.Reason); err != nil {
		return err
	}
	d := record.Detail{Reason: a.Reason, Deviation: t.redoDeviation(a)}
	if t.partial(a.Item) {
		if !a.AcknowledgePartial {
			return refuse(PartialUnconfirmed, a.Item, "is not idempotent: the attempt may have been applied in full or in part").
				with("Make sure that it can be done once more, then add --acknowledge-partial")
		}
		d.Retry = &record.Retry{Step: a.Item, AcknowledgePartial: true, By: t.by.name(), At: t.now}
	}
	t.takeBack(record.VerbRedo, a.Item, back, d)
	return nil
}

// partial reports whether doing a step once more may apply something twice: it does more than read, is not declared idempotent,
// and was started as more than not needed.
func (t *transition) partial(id string) bool { return partial(t.pack, t.rec, id) }

// Partial reports whether a redo of an item, as things are, must be told that it can be done once more.
func (v *View) Partial(id string) bool {
	state := v.rec.State(id)
	return (state == record.Running || state == record.Done || state == record.Pushed) && partial(v.pack, v.rec, id)
}

func partial(p *pack.Pack, run *record.Record, id string) bool {
	def, rec := p.Step(id), run.Steps[id]
	return def != nil && rec != nil && !def.Idempotent && chosen(def, rec).Effect != pack.ReadOnly && rec.Alternative != pack.NotNeeded
}

// takeBack puts an item back and takes back what had come of it.
func (t *transition) takeBack(verb record.Verb, id string, to record.State, d record.Detail) {
	lost := map[string]*record.Datapoint{}
	for dp, was := range t.demoted(id) {
		lost[dp] = was
	}
	if step := t.pack.Step(id); step != nil {
		for _, p := range step.Produces {
			lost[p.Datapoint] = &record.Datapoint{State: record.Nil, At: &t.now}
		}
	}
	if len(lost) > 0 {
		d.Datapoints = lost
	}
	d.Interrupted = t.rec.Intent(id)
	t.emit(verb, id, to, d)
}

// redoDeviation returns the deviation that a redo is when a later step that is not read-only has been done, or nil.
func (t *transition) redoDeviation(a Redo) *record.Deviation {
	items := t.pack.Graph().Items()
	later := items[slices.Index(items, a.Item)+1:]
	for _, id := range append(slices.Clone(later), t.pack.Graph().Downstream(a.Item)...) {
		step := t.pack.Step(id)
		if step != nil && step.Effect != pack.ReadOnly && t.rec.State(id) == record.Done {
			return &record.Deviation{
				Kind: record.RedoDeviation, Item: a.Item, Reason: a.Reason, Risk: t.pack.Graph().Downstream(a.Item),
				By: t.by.name(), At: t.now,
			}
		}
	}
	return nil
}

// rollBack notes that a step was rolled back. One that was running or done is todo again; a failed one stays failed.
func (t *transition) rollBack(a RollBack) error {
	def, rec, err := t.step(a.Item)
	if err != nil {
		return err
	}
	if err := t.inState(a.Item, record.VerbRollback, record.Running, record.Done, record.Pushed, record.Failed); err != nil {
		return err
	}
	if t.chosen(def, rec).Rollback == nil {
		return refuse(WrongState, a.Item, "the pack declares no rollback for it").with("Put it back with redo")
	}
	if err := checkText("reason", a.Reason); err != nil {
		return err
	}
	if rec.State == record.Failed {
		t.emit(record.VerbRollback, a.Item, "", record.Detail{RolledBack: &t.now, Reason: a.Reason})
		return nil
	}
	if err := settledFirst(t.rec, a.Item); err != nil {
		return err
	}
	reason := cmp.Or(a.Reason, "rolled back")
	t.takeBack(record.VerbRollback, a.Item, record.Todo, record.Detail{
		RolledBack: &t.now, Reason: reason, Deviation: t.redoDeviation(Redo{Item: a.Item, Reason: reason}),
	})
	return nil
}

package main

import (
	"context"

	"rtut/run"
	"rtut/run/record"
)

// offersToClose reports whether there is nothing left to do but the end.
func (t *target) offersToClose() bool {
	return t.app.asks() && t.app.outTTY && t.view().Status().State == record.RunComplete
}

// close offers to close a run of which every item is finished, with the outcome that they allow. Anyone who does not press
// Enter leaves it open.
func (t *target) close(ctx context.Context) error {
	status := t.view().Status()
	act := run.Finalize{Outcome: status.Closing()}
	var out text
	out.linef("everything is finished, %d of %d: the run can be closed as %s", status.Progress.Done, status.Progress.Total, act.Outcome)
	if err := t.app.print(&out); err != nil {
		return err
	}
	yes, err := t.app.enter(ctx, "Enter closes it, q leaves it open: ")
	if err != nil {
		return err
	}
	if !yes {
		var out text
		t.sayNext(&out, "")
		return t.app.print(&out)
	}
	if err := t.do(ctx, act); err != nil {
		return err
	}
	return t.answerFinish(nil, false)
}

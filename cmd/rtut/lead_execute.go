package main

import (
	"context"

	"rtut/run"
)

// byHandKey is the key of who does the work of a step without rtut.
const byHandKey = "h"

// executeStep offers to run the command of the step, and runs it. How that ended decides nothing: the check comes next.
func (l *leader) executeStep(ctx context.Context) error {
	request := run.ExecuteRequest{Execute: run.Execute{Item: l.item}}
	leaves := false
	err := l.execute(ctx, request, func(ctx context.Context) (bool, error) {
		key, err := l.app.key(ctx, "Enter runs it, h if you run it by hand, q leaves: ", byHandKey)
		l.byHand, leaves = key == byHandKey, key == leaveKey
		return !leaves && !l.byHand, err
	})
	switch {
	case leaves:
		return l.left()
	case l.byHand:
		return nil
	}
	if err != nil {
		return err
	}
	if result := l.rec.Steps[l.item].Execution.Result; result.Interrupted {
		return executed(result)
	}
	return l.say("executed", line(l.view().Item(l.item).Work.Text()))
}

package run

import (
	"slices"
	"time"

	"rtut/run/record"
)

// leastFailures is how often the checks of an item must have failed before auto-confirm gives it up.
const leastFailures = 2

// failing says how often the checks of an item have failed in a row, and since when.
type failing struct {
	since record.Time // the first of them
	times int
}

// failingOf returns the failures of an item that auto-confirm counts: those without a pass between them since the item was started, the
// run was handed to auto-confirm and the pack was changed.
func failingOf(rec *record.Record, id string) failing {
	var f failing
	for _, e := range slices.Backward(rec.Events) {
		if e.Action == record.VerbNew || e.Action == record.VerbAcceptPackChange || e.Detail.Mode != nil {
			break
		}
		if e.Item != id {
			continue
		}
		if e.Action == record.VerbExecute || e.Action == record.VerbExecuted { // what was judged before the work was done says nothing of it
			break
		}
		failed, judged := failedBy(e)
		if judged && !failed || e.Action == record.VerbStart || e.Action == record.VerbRedo || e.Action == record.VerbRetry || e.Action == record.VerbRollback || e.Action == record.VerbReopen {
			break
		}
		if failed {
			f.since, f.times = e.At, f.times+1
		}
	}
	return f
}

// failedBy reports whether an event holds a verdict, and whether that is no. A check that waits for its time has not failed.
func failedBy(e record.Event) (failed, judged bool) {
	if v := e.Detail.Verification; v != nil {
		return !v.Passed, true
	}
	for _, r := range e.Detail.Results {
		failed = failed || !r.Passed && !r.Waits()
	}
	return failed, e.Detail.Results != nil
}

// rounded is a duration as a person reads it.
func rounded(d time.Duration) time.Duration {
	if d < time.Second {
		return d.Round(time.Millisecond)
	}
	return d.Round(time.Second)
}

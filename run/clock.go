package run

import (
	"time"

	"rtut/run/record"
)

// ClockStep is a place in a run where the clock went back. The order of what happened is that of the events: a moment behind it may
// be earlier than one before it.
type ClockStep struct {
	Seq      int         // of the event behind it
	From, To record.Time // of the event before, and of that one
}

// ClockSteps returns where the clock went back during a run, in the order of the events.
func ClockSteps(rec *record.Record) []ClockStep {
	var steps []ClockStep
	for i, e := range rec.Events {
		if i > 0 && e.At.Before(rec.Events[i-1].At.Time) {
			steps = append(steps, ClockStep{e.Seq, rec.Events[i-1].At, e.At})
		}
	}
	return steps
}

// Elapsed returns, for each event of a run, how long after the first it happened. A clock that goes back takes no time away: from one
// event to the next it is no less than none.
func Elapsed(rec *record.Record) []time.Duration {
	elapsed := make([]time.Duration, len(rec.Events))
	for i := 1; i < len(rec.Events); i++ {
		elapsed[i] = elapsed[i-1] + rec.Events[i].At.Since(rec.Events[i-1].At)
	}
	return elapsed
}

package run

import (
	"iter"

	"rtut/run/record"
)

// History replays a run: it yields every event, oldest first, with the record as that event left it. The record is only
// lent and goes on changing: what is to be kept of it must be copied.
func History(rec *record.Record) iter.Seq2[record.Event, *record.Record] {
	return func(yield func(record.Event, *record.Record) bool) {
		again := record.BeginAgain(rec)
		for _, e := range rec.Events {
			again.Apply(e)
			if !yield(e, again) {
				return
			}
		}
	}
}

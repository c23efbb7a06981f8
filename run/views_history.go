package run

import "iter"

// History replays a run: it yields every event, oldest first, with the record as that event left it. The record is only
// lent and goes on changing: what is to be kept of it must be copied.
func History(rec *Record) iter.Seq2[Event, *Record] {
	return func(yield func(Event, *Record) bool) {
		again := BeginAgain(rec)
		for _, e := range rec.Events {
			again.Apply(e)
			if !yield(e, again) {
				return
			}
		}
	}
}

package report

import (
	"rtut/run/record"
)

// Result says how a run ended, or stands, and why.
type Result struct {
	// succeeded, failed or abandoned; of an unfinished run running, complete (nothing is left to do, the run is not closed) or stopped
	State record.RunState `json:"state"`
	// the run has an outcome, and changes no more except for feedback
	Finished bool `json:"finished"`
	// succeeded without a deviation, with nothing skipped, nothing pushed through and nothing answered by nobody
	Clean bool `json:"clean"`
	// why it was closed like this, in the operator's words; of a stopped run, why auto-confirm stopped
	Reason string `json:"reason"`
	// the item at which auto-confirm stopped, "" for none
	StoppedAt string `json:"stopped_at"`
	// when the run was made
	CreatedAt record.Time `json:"created_at"`
	// when it was closed
	FinishedAt *record.Time `json:"finished_at"`
	// who closed it; "" where it is open, or the record does not say
	FinishedBy string `json:"finished_by"`
	// from the making of the run to its end, or to as_of
	Seconds float64 `json:"seconds"`
	// how many steps and gates are finished, in whatever way
	ItemsDone int `json:"items_done"`
	// how many steps and gates there are
	ItemsTotal int `json:"items_total"`
	// what the pack was to be marked with by this run, "" for nothing
	ExerciseStatus string `json:"exercise_status"`
}

func (m *maker) result() Result {
	progress := record.ProgressOf(m.rec)
	r := Result{
		State: record.StateOf(m.rec), Finished: m.rec.Finished(), Clean: m.head.Clean() && m.found.Intact(), Reason: m.rec.Reason,
		CreatedAt: m.head.Began(), FinishedAt: m.rec.FinishedAt, ItemsDone: progress.Done, ItemsTotal: progress.Total,
		ExerciseStatus: m.rec.ExerciseWrite,
	}
	r.Seconds = m.whole
	for _, e := range m.rec.Events {
		if e.Action == record.VerbFinalize {
			r.FinishedBy = e.By
		}
	}
	if auto := m.rec.AutoConfirm; r.State == record.RunStopped && auto != nil && auto.Stopped != nil {
		r.Reason, r.StoppedAt = auto.Stopped.Reason, auto.Stopped.Item
	}
	return r
}

// ends returns when what goes on in the run ends: with the run, or with the report.
func (m *maker) ends() record.Time {
	if m.rec.FinishedAt != nil {
		return *m.rec.FinishedAt
	}
	return m.until
}

// seconds is the time from one moment to another, never negative: clocks step back.
func seconds(from, to record.Time) float64 { return max(0, to.Sub(from.Time).Seconds()) }

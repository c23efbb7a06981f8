package run

import (
	"rtut/run/record"
)

// Closing is the outcome with which the run would be closed as it stands: failed where a step has failed or something was
// pushed through, succeeded where every step is done and every gate passed or was waived, else abandoned.
func (s Status) Closing() record.Outcome {
	outcome := record.Succeeded
	for _, it := range s.Items {
		switch it.State {
		case record.Pushed:
			return record.FailedRun
		case record.Failed:
			if it.Kind == StepKind {
				return record.FailedRun
			}
			outcome = record.Abandoned
		case record.Done, record.Passed, record.Waived:
		default:
			outcome = record.Abandoned
		}
	}
	return outcome
}

package run

// Closing is the outcome with which the run would be closed as it stands: failed where a step has failed or something was
// pushed through, succeeded where every step is done and every gate passed or was waived, else abandoned.
func (s Status) Closing() Outcome {
	outcome := Succeeded
	for _, it := range s.Items {
		switch it.State {
		case Pushed:
			return FailedRun
		case Failed:
			if it.Kind == StepKind {
				return FailedRun
			}
			outcome = Abandoned
		case Done, Passed, Waived:
		default:
			outcome = Abandoned
		}
	}
	return outcome
}

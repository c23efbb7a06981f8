package record

// Wait records that a check cannot pass before a moment.
func (r *Result) Wait(from Time, what string) {
	r.From, r.Error = &from, "not before "+from.Format("2006-01-02 15:04:05")+" UTC: "+what
}

// Waits reports whether a check did not pass because its time has not come.
func (r *Result) Waits() bool { return r.From != nil }

// PassedAll reports whether there are results, all of checks that passed.
func PassedAll(results map[string]*Result) bool {
	for _, r := range results {
		if !r.Passed {
			return false
		}
	}
	return results != nil
}

// Settle records the verdict and, where it is no, why.
func (r *Result) Settle(passed bool, err error, why string) {
	r.Passed = passed
	switch {
	case passed:
	case err != nil:
		r.Error = err.Error()
	default:
		r.Error = why
	}
}

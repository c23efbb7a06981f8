package run

// wait records that a check cannot pass before a moment.
func (r *Result) wait(from Time, what string) {
	r.From, r.Error = &from, "not before "+from.Format("2006-01-02 15:04:05")+" UTC: "+what
}

// waits reports whether a check did not pass because its time has not come.
func (r *Result) waits() bool { return r.From != nil }

// passedAll reports whether there are results, all of checks that passed.
func passedAll(results map[string]*Result) bool {
	for _, r := range results {
		if !r.Passed {
			return false
		}
	}
	return results != nil
}

// settle records the verdict and, where it is no, why.
func (r *Result) settle(passed bool, err error, why string) {
	r.Passed = passed
	switch {
	case passed:
	case err != nil:
		r.Error = err.Error()
	default:
		r.Error = why
	}
}

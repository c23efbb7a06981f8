package score

import (
	"fmt"
	"time"
)

// Advice is what might be done about a pack.
type Advice string

// The kinds of advice.
const (
	Rehearse         Advice = "rehearse"
	SplitStep        Advice = "split the step"
	WriteAlternative Advice = "write the missing alternative"
	MendCheck        Advice = "mend the check"
)

// Suggestion is an advice with the figures that it rests on.
type Suggestion struct {
	Advice  Advice
	Item    string // "" of the pack as a whole
	Because string
}

// What it takes for a suggestion.
const (
	StaleAfter   = 90 * 24 * time.Hour // without a clean success: rehearse
	OftenRuns    = 2                   // often is in so many runs at least,
	OftenPercent = 20                  // and in so many percent of those that reached the item
	SlowRuns     = 5                   // times of fewer attempts say nothing
	SlowFactor   = 2                   // a median of so many times what is expected is slow
	UntakenAfter = 5                   // starts of a step of which an alternative took none
)

// suggest draws conclusions.
func suggest(f Figures, now time.Time) []Suggestion {
	all := rehearse(f, now)
	for _, t := range f.Items {
		if often(t.Failing, t.Reached) && !t.Gate { // a gate that fails does its work
			all = append(all, Suggestion{WriteAlternative, t.Item, "it failed in " + ofRuns(t.Failing, t.Reached)})
		}
		if often(t.Around, t.Reached) {
			all = append(all, Suggestion{MendCheck, t.Item, "it was overridden, waived or pushed through in " + ofRuns(t.Around, t.Reached)})
		}
		if often(t.Again, t.Reached) {
			all = append(all, Suggestion{SplitStep, t.Item, "it was retried or redone in " + ofRuns(t.Again, t.Reached)})
		}
	}
	for _, t := range f.Times {
		if t.Expected > 0 && t.Spent.N >= SlowRuns && t.Spent.Median >= SlowFactor*t.Expected {
			all = append(all, Suggestion{SplitStep, t.Step, fmt.Sprintf("its median is %s, expected is %s, n=%d", rounded(t.Spent.Median), rounded(t.Expected), t.Spent.N)})
		}
	}
	return all
}

// rehearse says what was not exercised for long, or never.
func rehearse(f Figures, now time.Time) []Suggestion {
	var all []Suggestion
	switch {
	case f.Runs == 0 && !f.Since.IsZero():
		all = append(all, Suggestion{Rehearse, "", "no run of it since " + f.Since.UTC().Format(time.DateOnly)})
	case f.Runs == 0:
		all = append(all, Suggestion{Rehearse, "", "no run of it"})
	case f.LastClean == nil:
		all = append(all, Suggestion{Rehearse, "", fmt.Sprintf("no clean success in %d runs", f.Runs)})
	case now.Sub(f.LastClean.Time) >= StaleAfter:
		all = append(all, Suggestion{Rehearse, "", fmt.Sprintf("the last clean success is %d days ago, run %s", Days(now, *f.LastClean), f.LastRun)})
	}
	for _, u := range f.Untaken {
		if u.Starts >= UntakenAfter {
			all = append(all, Suggestion{Rehearse, u.Step, fmt.Sprintf("%s was never taken in %d starts", u.Alternative, u.Starts)})
		}
	}
	return all
}

// often reports whether something happened in so many of the runs that reached it that it is no accident.
func often(runs, reached int) bool { return runs >= OftenRuns && runs*100 >= OftenPercent*reached }

func ofRuns(runs, reached int) string {
	return fmt.Sprintf("%d of %d runs (%d%%)", runs, reached, runs*100/reached)
}

func rounded(d time.Duration) string { return d.Round(time.Second).String() }

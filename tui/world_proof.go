package tui

import (
	"rtut/run/score"
)

// Proof is what the runs of a pack prove.
type Proof struct {
	Maturity string // in a few words; "" where it is not known
	OpenRuns int
	Counts   score.Counts
}

// Evidence is what the runs of one pack say of it.
type Evidence struct {
	Counts  score.Counts
	Figures score.Figures
}

package score

import (
	"slices"

	"rtut/pack"
	"rtut/run/record"
)

// Level says what runs prove of a pack.
type Level string

// The levels.
const (
	Untried   Level = "untried"   // there is no run
	Tried     Level = "tried"     // there are runs, and no clean success
	Succeeded Level = "succeeded" // a clean success, which does not say where
	Rehearsed Level = "rehearsed" // a clean success in a rehearsal
	Staged    Level = "staged"    // in staging
	Proven    Level = "proven"    // in production
)

// Levels has all levels, from the least to the best.
var Levels = []Level{Untried, Tried, Succeeded, Rehearsed, Staged, Proven}

// levelOf returns what a run alone proves.
func levelOf(h *record.Summary) Level {
	switch {
	case h.ByNobody: // it went through, and nobody says that anybody looked
		return Succeeded
	case !h.Clean:
		return Tried
	}
	switch h.Context.Environment {
	case pack.Production:
		return Proven
	case pack.Staging:
		return Staged
	case pack.Rehearsal:
		return Rehearsed
	}
	return Succeeded
}

// above compares levels by their rank.
func (l Level) above(other Level) bool { return slices.Index(Levels, l) > slices.Index(Levels, other) }

// proof is the best that runs prove, and the latest run that proves it.
type proof struct {
	level Level
	run   string // "" of untried
	at    record.Time
	clean bool // that run is a clean success: no check of it was answered by nobody
}

// take counts a run.
func (p proof) take(h *record.Summary) proof {
	return p.orBetter(proof{levelOf(h), h.RunID, h.Ended, h.Clean})
}

// orBetter returns the better of two proofs; of equal ones the clean one, and else the later.
func (p proof) orBetter(found proof) proof {
	better := found.level.above(p.level)
	if found.level == p.level {
		better = found.clean && !p.clean || found.clean == p.clean && !found.at.Before(p.at.Time)
	}
	if better {
		return found
	}
	return p
}

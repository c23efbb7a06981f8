package score

import (
	"maps"
	"slices"
	"strings"

	"rtut/pack"
	"rtut/run/record"
)

// claim is what an exercise_status may rest on: runs of that operator that were finished that day, or that wrote it.
type claim struct {
	clean map[string]string // clean successes, by digest
	other string            // the latest that is none
}

// support notes a run for the exercise_status that it may be behind.
func (e *evidence) support(h *record.Summary) {
	for _, status := range []string{h.ExerciseStatus(), h.ExerciseWrite} {
		made := e.claims[status]
		switch {
		case made == nil, !h.Finished() && status != h.ExerciseWrite:
		case h.Clean:
			made.clean[h.PackDigest] = h.RunID
		default:
			made.other = h.RunID
		}
	}
}

// differs says how the exercise_status of a pack differs from what runs say of its present revision; "" if it agrees.
func (e *evidence) differs(s Standing, is pack.Revision) string {
	status := s.ExerciseStatus
	claimed := strings.HasPrefix(status, "exercised ")
	proven := s.clean
	made := e.claims[status]
	switch {
	case !claimed && !proven:
		return ""
	case !claimed:
		return "run " + s.Run + " is a clean success at this revision, and the pack is not marked with it"
	case slices.ContainsFunc(slices.Collect(maps.Keys(made.clean)), is.Is):
		return ""
	case len(made.clean) > 0:
		return "the pack has changed since run " + slices.Max(slices.Collect(maps.Values(made.clean)))
	case made.other != "":
		return "run " + made.other + ", which may explain it, is not a clean success"
	}
	return "no run here is by that operator and of that day"
}

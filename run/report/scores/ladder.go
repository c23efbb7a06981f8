package scores

import (
	"slices"

	"rtut/run"
	"rtut/run/record"
	"rtut/run/score"
)

// ladder is the table of what runs prove.
type ladder struct {
	Levels []rung // what can be proven, above "untried"
	Rows   []standing
	Gone   []string // ids of which there are runs, and no pack
}

// rung is a level in the chart.
type rung struct {
	Level score.Level
	X     string // the middle of its place
}

// standing is what is proven of a pack.
type standing struct {
	label
	score.Standing
	Now   string // in words
	Weak  string // how much of it is by word or pasted; "" for nothing
	Steps []step
}

// step is a rung of the chart that is reached.
type step struct {
	X, Width string
	Stale    bool // at an earlier revision alone
}

// Stale reports whether the best ever is known not to be of the present revision.
func (s standing) Stale() bool { return s.Level != "" && !s.Current() }

func ladderOf(c Counted) ladder {
	levels := score.Levels[1:]
	l := ladder{}
	for i, level := range levels {
		l.Levels = append(l.Levels, rung{level, at((float64(i) + 0.5) / float64(len(levels)))})
	}
	for _, s := range c.Maturity.Packs {
		if c.Pack == "" || s.ID == c.Pack {
			l.Rows = append(l.Rows, standingOf(s))
		}
	}
	for _, id := range c.Maturity.Gone {
		if c.Pack == "" || id == c.Pack {
			l.Gone = append(l.Gone, id)
		}
	}
	return l
}

func standingOf(s score.Standing) standing {
	row := standing{label: label{ID: s.ID, Title: s.Title}, Standing: s, Now: string(s.Level), Weak: score.ByWord(s.Trust)}
	if s.Doubled {
		row.Note = "the id is not unique in its repo: " + s.Path
	}
	if s.Level == "" {
		row.Now = "not known"
	}
	rank := func(l score.Level) int { return slices.Index(score.Levels, l) }
	width := 1 / float64(len(score.Levels)-1)
	for i := range max(rank(s.Level), rank(s.BestEver), 0) {
		row.Steps = append(row.Steps, step{at(float64(i) * width), at(width), i >= rank(s.Level)})
	}
	return row
}

// place is a project and a target, and what was last applied there.
type place struct {
	Project, Target string // "–" where it is not named
	Packs           []applied
}

// applied is the last run of a pack in a place.
type applied struct {
	score.Applied
	Outcome, Sign, Kind string
	Where               string // the environment
	Revision            string // in words
}

// kinds show how a run ended, or that it has not, by a color.
var kinds = map[record.RunState]string{
	record.RunState(record.Succeeded): "good", record.RunState(record.FailedRun): "bad", record.RunState(record.Abandoned): "warn", record.RunRunning: "busy",
}

func placesOf(c Counted) []place {
	var all []place
	for _, p := range c.Projects.Projects {
		row := place{Project: orDash(p.Project), Target: orDash(p.Target)}
		for _, a := range p.Packs {
			if c.Pack == "" || a.PackID == c.Pack {
				row.Packs = append(row.Packs, appliedOf(a))
			}
		}
		if len(row.Packs) > 0 {
			all = append(all, row)
		}
	}
	return all
}

func appliedOf(a score.Applied) applied {
	row := applied{Applied: a, Outcome: outcome(a.Outcome), Where: orDash(string(a.Environment)), Revision: "changed since"}
	state := record.RunRunning
	if a.Outcome != nil {
		state = record.RunState(*a.Outcome)
	}
	row.Sign, row.Kind = run.Sign(state, false), kinds[state]
	switch {
	case a.Gone:
		row.Revision = "the pack is missing"
	case a.Current:
		row.Revision = "current"
	}
	row.OpenRuns = slices.DeleteFunc(slices.Clone(a.OpenRuns), func(id string) bool { return id == a.RunID })
	return row
}

// outcome is how a run ended in one word.
func outcome(o *record.Outcome) string {
	if o == nil {
		return "open"
	}
	return string(*o)
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

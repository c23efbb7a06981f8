package score

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"rtut/pack"
	"rtut/run/record"
	"rtut/run/store"
)

// Projects says what was last applied where.
type Projects struct {
	Projects   []Project       // by project and target
	Unplaced   int             // runs that name neither a project nor a target
	Damaged    []store.Damaged // records that could not be read
	Undigested []store.Damaged // packs whose revision could not be worked out; what was applied of them counts as not current
}

// Project is a project and a target in it, either of which may be "".
type Project struct {
	Project, Target string
	Packs           []Applied // by id
}

// Applied is the last run of a pack in a place: of those that are finished the one that was finished last; where none
// is, the open one that was touched last.
type Applied struct {
	PackID      string
	RunID       string
	Outcome     *record.Outcome // nil: the run is open
	Environment pack.Environment
	At          record.Time // when it was finished; last touched, if it is open
	By          string      // the run's operator
	Digest      string      // the revision that was applied
	Current     bool        // a pack with this id is at that revision now
	Gone        bool        // there is no pack with this id
	OpenRuns    []string    // ids of unfinished runs there
}

// ProjectsOf says what was last applied where, by the runs of a tree.
func ProjectsOf(tree *store.Tree, now Revisions) Projects {
	return applied(tree, tree.Summaries(), now)
}

// place is where a pack was applied.
type place struct{ project, target, packID string }

func (p place) compare(other place) int {
	return cmp.Or(cmp.Compare(p.project, other.project), cmp.Compare(p.target, other.target), cmp.Compare(p.packID, other.packID))
}

// applied places runs that come from anywhere, one at a time.
func applied(tree *store.Tree, runs iter.Seq2[record.Summary, *store.Damaged], revisions Revisions) Projects {
	var all Projects
	last := map[place]Applied{}
	for s, damaged := range runs {
		at := place{s.Context.Project, s.Context.Target, s.PackID}
		switch {
		case damaged != nil:
			all.Damaged = append(all.Damaged, *damaged)
		case at.project == "" && at.target == "":
			all.Unplaced++
		default:
			last[at] = last[at].take(&s)
		}
	}
	now := newRevisions(tree, revisions)
	for _, at := range slices.SortedFunc(maps.Keys(last), place.compare) {
		a := last[at]
		there, current := now.place(a.PackID, a.Digest)
		a.Gone, a.Current = !there, current
		all.add(at, a)
	}
	all.Undigested = now.failed
	return all
}

// add appends what was applied in a place; places come in order.
func (all *Projects) add(at place, a Applied) {
	n := len(all.Projects)
	if n == 0 || all.Projects[n-1].Project != at.project || all.Projects[n-1].Target != at.target {
		all.Projects = append(all.Projects, Project{Project: at.project, Target: at.target})
		n++
	}
	all.Projects[n-1].Packs = append(all.Projects[n-1].Packs, a)
}

// take counts a run of the place.
func (a Applied) take(h *record.Summary) Applied {
	open := a.OpenRuns
	if !h.Finished() {
		open = append(open, h.RunID)
	}
	if a.RunID == "" || later(h, a) {
		a = Applied{
			PackID: h.PackID, RunID: h.RunID, Environment: h.Context.Environment, At: h.Ended, By: h.Operator, Digest: h.PackDigest,
		}
		if h.Finished() {
			a.Outcome = &h.Outcome
		}
	}
	a.OpenRuns = open
	return a
}

// later reports whether a run takes the place of what was applied so far.
func later(h *record.Summary, a Applied) bool {
	if finished := h.Finished(); finished != (a.Outcome != nil) {
		return finished
	}
	return !h.Ended.Before(a.At.Time)
}

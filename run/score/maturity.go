package score

import (
	"iter"
	"maps"
	"slices"

	"rtut/pack"
	"rtut/run/record"
	"rtut/run/store"
)

// Maturity is what the runs of a tree prove of its packs. It is derived each time, and stored nowhere.
type Maturity struct {
	Packs      []Standing      // in the order of the tree
	Gone       []string        // ids of which there are runs, and no pack
	Damaged    []store.Damaged // records that could not be read
	Undigested []store.Damaged // packs whose revision could not be worked out; they are in Packs, without a level
}

// Standing is what runs prove of one pack.
type Standing struct {
	store.PackDir
	Doubled bool // the id is not unique in a repo

	Level    Level        // at the present revision; "" where that could not be worked out
	Run      string       // the latest run that proves Level; "" where it is untried
	Trust    record.Trust // of Run, where that is a clean success: its items by their proof; nil where that is not known
	BestEver Level        // at whichever revision
	BestRun  string       // the latest run that proves BestEver
	Differs  string       // how exercise_status differs from what runs say; "" where it agrees

	OpenRuns []string // ids of unfinished runs, at whichever revision

	clean bool // Run is a clean success
}

// Current reports whether the best ever is proven at the present revision. Where not, it is stale.
func (s Standing) Current() bool { return s.Level == s.BestEver }

// MaturityOf derives the maturity of every pack of a tree. The revision of a pack is asked for only where it has runs.
func MaturityOf(tree *store.Tree, now Revisions) Maturity {
	return mature(tree, tree.Summaries(), now)
}

// mature judges runs that come from anywhere, one at a time.
func mature(tree *store.Tree, runs iter.Seq2[record.Summary, *store.Damaged], revisions Revisions) Maturity {
	var m Maturity
	found := map[string]*evidence{}
	for _, p := range tree.Packs {
		evidenceOf(found, p.ID).claims[p.ExerciseStatus] = &claim{clean: map[string]string{}}
	}
	for s, damaged := range runs {
		if damaged != nil {
			m.Damaged = append(m.Damaged, *damaged)
			continue
		}
		evidenceOf(found, s.PackID).take(&s)
	}
	now := newRevisions(tree, revisions)
	doubles := tree.Doubles()
	for _, p := range tree.Packs {
		standing := found[p.ID].standing(p, now)
		if standing.Level.above(Tried) {
			standing.Trust = trustOf(tree, standing.Run)
		}
		standing.Doubled = slices.Contains(doubles[p.ID], p.Path)
		m.Packs = append(m.Packs, standing)
	}
	for _, p := range tree.Packs {
		delete(found, p.ID)
	}
	m.Gone, m.Undigested = slices.Sorted(maps.Keys(found)), now.failed
	return m
}

// evidence is what the runs of one pack id say.
type evidence struct {
	at     map[string]proof // by digest
	ever   proof
	claims map[string]*claim // by what an exercise_status says
	open   []string
}

func evidenceOf(all map[string]*evidence, packID string) *evidence {
	if all[packID] == nil {
		all[packID] = &evidence{at: map[string]proof{}, ever: proof{level: Untried}, claims: map[string]*claim{}}
	}
	return all[packID]
}

// take counts a run.
func (e *evidence) take(h *record.Summary) {
	at, tried := e.at[h.PackDigest]
	if !tried {
		at.level = Untried
	}
	e.at[h.PackDigest], e.ever = at.take(h), e.ever.take(h)
	if !h.Finished() {
		e.open = append(e.open, h.RunID)
	}
	e.support(h)
}

// proven returns the best that runs of a revision prove, by whichever of its digests they know it.
func (e *evidence) proven(is pack.Revision) proof {
	best := proof{level: Untried}
	for _, digest := range slices.Sorted(maps.Keys(e.at)) {
		if is.Is(digest) {
			best = best.orBetter(e.at[digest])
		}
	}
	return best
}

// standing judges a pack by the evidence.
func (e *evidence) standing(p store.PackDir, now *revisions) Standing {
	s := Standing{PackDir: p, Level: Untried, BestEver: e.ever.level, BestRun: e.ever.run, OpenRuns: e.open}
	var is pack.Revision
	if e.ever.level != Untried {
		known := false
		if is, known = now.of(p); !known {
			s.Level = ""
			return s
		}
		at := e.proven(is)
		s.Level, s.Run, s.clean = at.level, at.run, at.clean
	}
	s.Differs = e.differs(s, is)
	return s
}

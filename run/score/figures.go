package score

import (
	"iter"
	"maps"
	"slices"
	"time"

	"rtut/pack"
	"rtut/run/record"
	"rtut/run/store"
)

// Figures are what the runs of one pack say of where it needs attention.
type Figures struct {
	Runs        int
	Items       []Trouble    // with any trouble, the most first
	Times       []Times      // of the steps that were done, in the order of the pack
	Untaken     []Untaken    // in the order of the pack
	Unknown     string       // why nothing is said of alternatives that were never taken, nor of what is expected; "" where it is
	Busiest     Share        // the operator with the most runs
	Auto        int          // runs that were in auto-confirm at any time
	LastClean   *record.Time // when the latest clean success was finished; nil if there is none
	LastRun     string       // the run that was it
	Since       time.Time    // earlier runs were left out; zero: none were
	Suggestions []Suggestion
	Unread      []store.Damaged // runs that are counted in the score, but whose records can't be read to the end
}

// Share is how many of the runs are an operator's. Of several with as many the first by name counts.
type Share struct {
	Operator string
	Runs     int
}

// Untaken is an alternative that no run has taken.
type Untaken struct {
	Step, Alternative string
	Starts            int // of the step, in all
}

// Subject is the pack that is looked at, as it is now.
type Subject struct {
	Pack    *pack.Pack // nil where it is not known
	Unknown string     // why it is not
	Gone    bool       // it is not there any more, so that nothing is suggested
}

// Study counts the runs of a tree that filter chooses, which names a pack, and looks at where they say that it needs
// attention. It reads each record once.
func Study(tree *store.Tree, filter Filter, about Subject, now time.Time) (Score, Figures) {
	s := newStudy()
	s.since = filter.Since
	counted := tally(tree, s.reading(tree.Records(filter.takes)), filter, now)
	return counted, s.figures(about, now)
}

// reading gives the summaries of runs that come from anywhere, and takes their records as they go by. Of damaged ones
// the score tells.
func (s *study) reading(readings iter.Seq2[store.Reading, *store.Damaged]) iter.Seq2[record.Summary, *store.Damaged] {
	return func(yield func(record.Summary, *store.Damaged) bool) {
		for r, damaged := range readings {
			switch {
			case r.Rest != nil:
				s.unread = append(s.unread, *r.Rest)
			case r.Record != nil:
				s.take(r.Record)
			}
			if !yield(r.Summary, damaged) {
				return
			}
		}
	}
}

// figures says what was found.
func (s *study) figures(about Subject, now time.Time) Figures {
	f := Figures{
		Runs: s.runs, Items: s.troubles(), Times: s.times(about.Pack), Untaken: s.untaken(about.Pack), Unknown: about.Unknown,
		Busiest: s.busiest(), Auto: s.auto, LastClean: s.lastClean, LastRun: s.lastRun, Since: s.since, Unread: s.unread,
	}
	if runnable := about.Pack == nil || about.Pack.Kind != pack.Reference; runnable && !about.Gone {
		f.Suggestions = suggest(f, now)
	}
	return f
}

// study is what is kept of the runs as they go by.
type study struct {
	runs      int
	auto      int
	operators map[string]int
	lastClean *record.Time
	lastRun   string
	unread    []store.Damaged
	since     time.Time
	items     map[string]*Trouble
	taken     map[string]map[string]int  // starts, by step and alternative
	spent     map[string][]time.Duration // in a step, by attempt that was done
	waited    map[string][]time.Duration // before a step
}

func newStudy() *study {
	return &study{
		operators: map[string]int{}, items: map[string]*Trouble{}, taken: map[string]map[string]int{},
		spent: map[string][]time.Duration{}, waited: map[string][]time.Duration{},
	}
}

// take counts a run.
func (s *study) take(rec *record.Record) {
	s.runs++
	s.operators[rec.Operator]++
	if wasAuto(rec) {
		s.auto++
	}
	head := record.HeadOf(rec)
	s.takeClean(head.Summary())
	s.takeTrouble(rec)
	s.takeTimes(rec)
}

// takeClean keeps the latest clean success.
func (s *study) takeClean(r record.Summary) {
	if r.Clean && (s.lastClean == nil || r.Ended.After(s.lastClean.Time)) {
		s.lastClean, s.lastRun = &r.Ended, r.RunID
	}
}

// Days returns how many whole days ago a moment was; of one to come none.
func Days(now time.Time, at record.Time) int { return int(max(0, now.Sub(at.Time)) / (24 * time.Hour)) }

// wasAuto reports whether a run was in auto-confirm at any time.
func wasAuto(rec *record.Record) bool {
	return rec.Mode == record.AutoConfirm || slices.ContainsFunc(rec.ModeHistory, func(c record.ModeChange) bool {
		return c.From == record.AutoConfirm || c.To == record.AutoConfirm
	})
}

func (s *study) busiest() Share {
	var most Share
	for _, name := range slices.Sorted(maps.Keys(s.operators)) {
		if n := s.operators[name]; n > most.Runs {
			most = Share{name, n}
		}
	}
	return most
}

// untaken returns the alternatives that nobody has taken, of steps that have several. What `when` is short for is none.
func (s *study) untaken(p *pack.Pack) []Untaken {
	var found []Untaken
	for _, id := range itemsOf(p) {
		step := p.Step(id)
		if step == nil || len(step.Alternatives) < 2 {
			continue
		}
		starts := 0
		for _, n := range s.taken[id] {
			starts += n
		}
		for _, a := range step.Alternatives {
			if a.ID != pack.Needed && a.ID != pack.NotNeeded && s.taken[id][a.ID] == 0 {
				found = append(found, Untaken{id, a.ID, starts})
			}
		}
	}
	return found
}

// itemsOf returns the ids of a pack's items in canonical order; none of a pack that is not known.
func itemsOf(p *pack.Pack) []string {
	if p == nil || p.Kind == pack.Reference {
		return nil
	}
	return p.Graph().Items()
}

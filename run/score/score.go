package score

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"rtut/run/record"
	"rtut/run/store"
)

// AbandonedAfter is how long an unfinished run may be untouched before it counts as abandoned.
const AbandonedAfter = 7 * 24 * time.Hour

// Score is the score of all packs and runs of a tree.
type Score struct {
	Packs   []Row           // by pack id; packs without runs have zeros
	Total   Counts          // of all rows
	Damaged []store.Damaged // records that could not be read; they are counted nowhere
	Missing []store.Missing // runs whose records are gone; nor are they
}

// Row is the score of one pack id.
type Row struct {
	PackID  string
	Title   string   // as the pack has it; "" where the pack is gone
	Paths   []string // of the pack.yaml files with this id; none: the pack is gone, its runs are not
	Doubled bool     // the id is not unique in a repo
	Counts

	Latest string       // the run that ended last; "" for none
	Trust  record.Trust // of that run: its items by their proof; nil where that is not known
	ended  record.Time
}

// end notes a run that has ended.
func (r *Row) end(s *record.Summary) {
	if s.Finished() && (r.Latest == "" || !s.Ended.Before(r.ended.Time)) {
		r.Latest, r.ended = s.RunID, s.Ended
	}
}

// Gone reports whether there are runs of a pack that is not there any more.
func (r Row) Gone() bool { return len(r.Paths) == 0 }

// Filter chooses the runs that count. The zero Filter takes all.
type Filter struct {
	Pack  string    // id; "" for all packs
	Since time.Time // runs that were made earlier are left out; zero for none
}

func (f Filter) takes(s *record.Summary) bool {
	return (f.Pack == "" || s.PackID == f.Pack) && !s.Began.Before(f.Since)
}

// Of counts the runs of a tree as they stand at the moment now.
func Of(tree *store.Tree, filter Filter, now time.Time) Score {
	return tally(tree, tree.Summaries(), filter, now)
}

// tally counts runs that come from anywhere, one at a time.
func tally(tree *store.Tree, runs iter.Seq2[record.Summary, *store.Damaged], filter Filter, now time.Time) Score {
	var s Score
	rows := rowsOf(tree, filter)
	for r, damaged := range runs {
		switch {
		case damaged != nil:
			s.Damaged = append(s.Damaged, *damaged)
			continue
		case !filter.takes(&r):
			continue
		}
		if rows[r.PackID] == nil {
			rows[r.PackID] = &Row{PackID: r.PackID}
		}
		rows[r.PackID].count(&r, now)
		rows[r.PackID].end(&r)
		s.Total.count(&r, now)
	}
	for _, row := range rows {
		row.Trust = trustOf(tree, row.Latest)
		s.Packs = append(s.Packs, *row)
	}
	slices.SortFunc(s.Packs, func(a, b Row) int { return cmp.Compare(a.PackID, b.PackID) })
	for _, m := range tree.Missing() {
		if filter.Pack == "" || filter.Pack == m.PackID {
			s.Missing = append(s.Missing, m)
		}
	}
	return s
}

// rowsOf makes a row of zeros for every pack that is there.
func rowsOf(tree *store.Tree, filter Filter) map[string]*Row {
	rows := map[string]*Row{}
	doubles := tree.Doubles()
	for _, p := range tree.Packs {
		if filter.Pack != "" && p.ID != filter.Pack {
			continue
		}
		if rows[p.ID] == nil {
			rows[p.ID] = &Row{PackID: p.ID, Title: p.Title, Doubled: doubles[p.ID] != nil}
		}
		rows[p.ID].Paths = append(rows[p.ID].Paths, p.Path)
	}
	return rows
}

package store

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"rtut/run/record"
)

// Unfinished is what a list of runs needs whole.
func Unfinished(s *record.Summary) bool { return !s.Finished() }

// Rows returns a row for each run, the oldest first, and the records that can't be read. It opens the records that are wanted, and
// those that were altered. Of the others it opens what has changed since the last time: what their summaries said then is remembered
// in a cache, and believed while the file is what it was. A directory that does not exist holds none.
func (f *File) Rows(ctx context.Context, wanted func(*record.Summary) bool) ([]record.Row, []Damaged, error) {
	if err := f.Usable(); err != nil {
		return nil, nil, err
	}
	dir, names, err := openRecords(f.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, absent(f.dir)
	case dir == nil:
		return nil, nil, err
	}
	defer dir.close()
	if err != nil {
		return nil, nil, err
	}
	var rows []record.Row
	var damaged []Damaged
	for reading, broken := range (Runs{Dir: f.dir}).whole((Runs{Dir: f.dir}).scan(dir, names, wanted, true)) {
		row, broken := f.row(ctx, reading, broken)
		if broken != nil {
			damaged = append(damaged, *broken)
			continue
		}
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b record.Row) int { return a.Began.Compare(b.Began.Time) })
	return rows, damaged, nil
}

// Rows returns the runs of all packs of a tree, oldest first, and what is wrong with records that are none. A run of which there are
// several copies is there once; different records with one id are damaged. wanted is as for File.Rows.
func (t *Tree) Rows(ctx context.Context, wanted func(*record.Summary) bool) ([]record.Row, []Damaged, error) {
	var all []record.Row
	var damaged []Damaged
	twins := t.twins()
	for _, runs := range t.Runs {
		rows, broken, err := NewFile(runs.Dir).Rows(ctx, wanted)
		if err != nil {
			return nil, nil, err
		}
		damaged = append(damaged, broken...)
		for _, r := range rows {
			switch wrong, is := twins.of(runs.Dir, r.RunID); {
			case !t.Holds(runs.Repo, r.PackPath):
			case !is:
				all = append(all, r)
			case wrong != nil:
				damaged = append(damaged, *wrong)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b record.Row) int { return a.Began.Compare(b.Began.Time) })
	return all, damaged, nil
}

// row makes a row of what was read of a record.
func (f *File) row(ctx context.Context, r Reading, broken *Damaged) (record.Row, *Damaged) {
	if broken == nil {
		broken = r.Rest
	}
	if broken == nil {
		return record.Row{Summary: r.Summary, Record: r.Record}, nil
	}
	var altered *record.AlteredError
	if !errors.As(broken.Err, &altered) {
		return record.Row{}, broken
	}
	rec, err := f.Load(ctx, recordID(filepath.Base(broken.Path)))
	if err != nil {
		return record.Row{}, &Damaged{Path: broken.Path, Err: err}
	}
	return record.RowOf(rec), nil
}

// Match returns the ids of the runs that begin with a text, in their order, by the names of the files alone.
func (f *File) Match(beginning string) ([]string, error) {
	ids, err := f.IDs()
	return slices.DeleteFunc(ids, func(id string) bool { return !strings.HasPrefix(id, beginning) }), err
}

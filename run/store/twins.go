package store

import (
	"fmt"
	"path/filepath"
	"slices"

	"rtut/run/record"
)

// TwinError says that there is another record with the id of this one, which is not of the same run, so that neither counts.
type TwinError struct {
	Path  string
	Other string // the path of the other one
}

func (e *TwinError) Error() string {
	return fmt.Sprintf("records %s and %s have the same id but are not of the same run; neither is counted. Move away the wrong one", e.Path, e.Other)
}

// twins are the records whose id is in several directories of a tree: of each what is wrong with it, nil for one that is a copy of
// another that counts in its place.
type twins map[string]*Damaged // by path

// twins looks for ids that are in several directories. Where there is one directory alone nothing is read twice.
func (t *Tree) twins() twins {
	if len(t.Runs) < 2 {
		return nil
	}
	places := map[string][]Runs{}
	for _, runs := range t.Runs {
		ids, _ := NewFile(runs.Dir).IDs() // what can't be listed is said by the scan
		for _, id := range ids {
			places[id] = append(places[id], runs)
		}
	}
	found := twins{}
	for id, dirs := range places {
		if len(dirs) > 1 {
			found.judge(t, id, dirs)
		}
	}
	return found
}

// twin is a record whose id another one has.
type twin struct {
	path string
	rec  *record.Record
}

// judge says which of the records with an id count. Those that can't be read, or that do not belong to the tree, are no twins.
func (found twins) judge(t *Tree, id string, dirs []Runs) {
	var all []twin
	for _, runs := range dirs {
		path := NewFile(runs.Dir).Path(id)
		data, err := Read(path)
		if err != nil {
			continue
		}
		if _, err := record.DecodeSummary(data); err != nil {
			continue
		}
		if rec, err := record.Decode(data); err == nil && rec.RunID == id && t.Holds(runs.Repo, rec.PackPath) {
			all = append(all, twin{path, rec})
		}
	}
	slices.SortStableFunc(all, func(a, b twin) int { return len(b.rec.Events) - len(a.rec.Events) })
	for i, one := range all[min(1, len(all)):] {
		if one.rec.IsEarlierThan(all[0].rec) {
			found[one.path] = nil
			continue
		}
		found[one.path] = &Damaged{Path: one.path, Err: &TwinError{one.path, all[0].path}}
		found[all[0].path] = &Damaged{Path: all[0].path, Err: &TwinError{all[0].path, all[i+1].path}}
	}
}

// of says whether a record is a twin, and what is wrong with it then, nil where another one counts in its place.
func (found twins) of(dir, id string) (wrong *Damaged, is bool) {
	wrong, is = found[filepath.Join(dir, id+".json")]
	return wrong, is
}

package store

import (
	"errors"
	"io/fs"
	"iter"
	"path/filepath"
	"strings"

	"rtut/run/record"
)

// Summaries gives the summary of every record of the tree, each once, in the order of directories and file names; in
// the place of one that can't be read, what is wrong with it. It reads some records at a time and keeps none. What it
// has read it remembers in a cache beside the records, so that next time only those are read that have changed since.
func (t *Tree) Summaries() iter.Seq2[record.Summary, *Damaged] { return t.summaries(!t.Uncached) }

// Fresh is Summaries by reading every record.
func (t *Tree) Fresh() iter.Seq2[record.Summary, *Damaged] { return t.summaries(false) }

func (t *Tree) summaries(cached bool) iter.Seq2[record.Summary, *Damaged] {
	return func(yield func(record.Summary, *Damaged) bool) {
		for r, damaged := range t.readings(nil, cached) {
			if !yield(r.Summary, damaged) {
				return
			}
		}
	}
}

// Reading is what was read of one record.
type Reading struct {
	record.Summary
	Record *record.Record // whole; nil where it was not wanted, and where it can't be read
	Rest   *Damaged       // why a wanted record can't be read, though its summary can
}

// Records gives, as Summaries does, what is read of every run, and the whole record of those whose summary is wanted.
// wanted is called by several goroutines at once.
func (t *Tree) Records(wanted func(*record.Summary) bool) iter.Seq2[Reading, *Damaged] {
	return t.readings(wanted, !t.Uncached)
}

func (t *Tree) readings(wanted func(*record.Summary) bool, cached bool) iter.Seq2[Reading, *Damaged] {
	return func(yield func(Reading, *Damaged) bool) {
		twins := t.twins()
		for _, runs := range t.Runs {
			for r, damaged := range runs.whole(runs.readings(t.held(runs, wanted), cached)) {
				if damaged == nil && !t.Holds(runs.Repo, r.PackPath) {
					continue
				}
				if wrong, is := twins.of(runs.Dir, r.RunID); damaged == nil && is {
					if wrong == nil {
						continue // a copy, of one that counts
					}
					r, damaged = Reading{}, wrong
				}
				if !yield(r, damaged) {
					return
				}
			}
		}
	}
}

// held is wanted of records that belong to the tree; nil where none is wanted.
func (t *Tree) held(runs Runs, wanted func(*record.Summary) bool) func(*record.Summary) bool {
	if wanted == nil {
		return nil
	}
	return func(s *record.Summary) bool { return t.Holds(runs.Repo, s.PackPath) && wanted(s) }
}

// whole gives, in the place of a record that lacks a head which is listed of it, what is wrong with it.
func (r Runs) whole(all iter.Seq2[Reading, *Damaged]) iter.Seq2[Reading, *Damaged] {
	return func(yield func(Reading, *Damaged) bool) {
		records := NewFile(r.Dir)
		ends := records.ended()
		for reading, damaged := range all {
			if damaged == nil {
				damaged = records.lacking(ends, &reading.Summary)
			}
			if damaged != nil {
				reading = Reading{}
			}
			if !yield(reading, damaged) {
				return
			}
		}
	}
}

// readings gives what is read of the records in one directory.
func (r Runs) readings(wanted func(*record.Summary) bool, cached bool) iter.Seq2[Reading, *Damaged] {
	return func(yield func(Reading, *Damaged) bool) {
		dir, names, err := openRecords(r.Dir)
		if err != nil && !yield(Reading{}, &Damaged{Path: r.Dir, Err: bare(err)}) || dir == nil {
			return
		}
		defer dir.close()
		r.scan(dir, names, wanted, cached)(yield)
	}
}

// scan is readings of a directory that is open.
func (r Runs) scan(dir *recordsDir, names []string, wanted func(*record.Summary) bool, cached bool) iter.Seq2[Reading, *Damaged] {
	s := newScan(r.Dir, dir, names, wanted)
	if cached && len(names) >= worthRemembering && dir.keepsTime() {
		s.remember(cacheOf(r.Dir))
	}
	return s.each
}

// IsRecord reports whether a path is the one of a record, or of what stands in its place: in a directory of records, with the name of
// one.
func IsRecord(path string) bool {
	return recordID(filepath.Base(path)) != "" && strings.HasSuffix(filepath.ToSlash(filepath.Dir(path)), "/"+RunsDir)
}

// recordID returns the id of the run whose record a file with this name is, "" if it is none.
func recordID(name string) string {
	id, isRecord := strings.CutSuffix(name, ".json")
	if !isRecord || strings.HasPrefix(id, ".") {
		return ""
	}
	return id
}

// longestID is how long an id may be, so that it is a file name and those of its temporary files are.
const longestID = 200

// isID reports whether a record could have this id: a file name below no other directory.
func isID(id string) bool {
	return id != "" && len(id) <= longestID && id[0] != '.' && !strings.ContainsAny(id, "/\\\x00")
}

// bare takes the path off an error, where anyone who shows it names the path anyway.
func bare(err error) error {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		return inner.Err
	}
	return err
}

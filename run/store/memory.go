package store

import (
	"encoding/binary"
	"slices"
	"time"

	"rtut/pack"
	"rtut/run/record"
)

// memory is what was remembered. The zero memory is of nothing.
type memory struct {
	texts   []string
	entries [][]byte // in the order of their names
}

// parseMemory reads what a memo gave; where it is anything else, nothing is remembered.
func parseMemory(data []byte) memory {
	r := reader{data: data}
	var m memory
	for n := r.count(); n > 0 && !r.bad; n-- {
		m.texts = append(m.texts, string(r.text()))
	}
	for n := r.count(); n > 0 && !r.bad; n-- {
		m.entries = append(m.entries, r.text())
	}
	if r.bad || len(r.data) > 0 {
		return memory{}
	}
	return m
}

func (m memory) len() int { return len(m.entries) }

// find returns the summary of the record in a file, if it was remembered and the file is still as it was.
func (m memory) find(name string, now stamp) (record.Summary, bool) {
	i, found := slices.BinarySearchFunc(m.entries, name, func(entry []byte, name string) int {
		r := reader{data: entry}
		switch known := r.text(); {
		case string(known) < name:
			return -1
		case string(known) > name:
			return 1
		}
		return 0
	})
	if !found {
		return record.Summary{}, false
	}
	r := reader{data: m.entries[i], texts: m.texts}
	r.text()
	if r.stamp() != now {
		return record.Summary{}, false
	}
	s := r.summary()
	s.RunID = recordID(name)
	return s, !r.bad
}

// reader reads what was written by a memo, and notes where it is anything else.
type reader struct {
	data  []byte // what is left of it
	texts []string
	bad   bool
}

func (r *reader) stamp() stamp {
	return stamp{
		size: r.number(), inode: uint64(r.number()), written: moment{r.number(), r.number()}, changed: moment{r.number(), r.number()},
	}
}

// summary reads all of a summary but the id of the run.
func (r *reader) summary() (s record.Summary) {
	s.PackID, s.PackPath, s.PackDigest, s.Operator = r.ref(), r.ref(), r.ref(), r.ref()
	s.Context = record.Context{Project: r.ref(), Target: r.ref(), Environment: pack.Environment(r.ref())}
	s.Outcome, s.Rating, s.ExerciseWrite = record.Outcome(r.ref()), record.Rating(r.ref()), r.ref()
	s.Began, s.Touched, s.Ended = r.time(), r.time(), r.time()
	s.Clean, s.ByNobody, s.StoppedByGate = r.number() == 1, r.number() == 1, r.number() == 1
	s.Mode, s.Progress = record.Mode(r.ref()), record.Progress{Done: int(r.number()), Total: int(r.number())}
	return s
}

// count reads how many of something follow, each of which takes a byte at least.
func (r *reader) count() int {
	n, size := binary.Uvarint(r.data)
	if size <= 0 || n > uint64(len(r.data)-size) {
		r.bad = true
		return 0
	}
	r.data = r.data[size:]
	return int(n)
}

func (r *reader) text() []byte {
	n := r.count()
	text := r.data[:n]
	r.data = r.data[n:]
	return text
}

func (r *reader) number() int64 {
	n, size := binary.Varint(r.data)
	if size <= 0 {
		r.bad = true
		return 0
	}
	r.data = r.data[size:]
	return n
}

func (r *reader) time() record.Time {
	seconds, nanos := r.number(), r.number()
	return record.Time{Time: time.Unix(seconds, nanos).UTC()}
}

// ref reads a reference to a text.
func (r *reader) ref() string {
	n, size := binary.Uvarint(r.data)
	if size <= 0 || n >= uint64(len(r.texts)) {
		r.bad = true
		return ""
	}
	r.data = r.data[size:]
	return r.texts[n]
}

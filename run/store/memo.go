package store

import (
	"encoding/binary"
	"slices"

	"rtut/run/record"
)

// memo is what is going to be remembered: a table of texts, each once, and an entry for each record, in their order,
// which refers to it. A remembered record takes about 95 bytes.
type memo struct {
	n       int
	known   map[string]uint64
	table   []byte
	entries []byte // each behind its length
	entry   []byte // the one that is being made
}

// newMemo makes space for so many records.
func newMemo(n int) *memo {
	return &memo{known: map[string]uint64{}, entries: make([]byte, 0, n*usualEntry)}
}

// usualEntry is how many bytes an entry has, or a few less.
const usualEntry = 100

// appendTo appends the layout that parseMemory reads.
func (m *memo) appendTo(out []byte) []byte {
	out = slices.Grow(out, len(m.table)+len(m.entries)+2*binary.MaxVarintLen64)
	out = binary.AppendUvarint(out, uint64(len(m.known)))
	out = append(out, m.table...)
	out = binary.AppendUvarint(out, uint64(m.n))
	return append(out, m.entries...)
}

// add remembers the summary of a record. Its id is the name of the file.
func (m *memo) add(name string, at stamp, s *record.Summary) {
	m.entry = appendText(m.entry[:0], name)
	m.number(at.size, int64(at.inode), at.written.seconds, at.written.nanos, at.changed.seconds, at.changed.nanos)
	m.text(s.PackID, s.PackPath, s.PackDigest, s.Operator)
	m.text(s.Context.Project, s.Context.Target, string(s.Context.Environment))
	m.text(string(s.Outcome), string(s.Rating), s.ExerciseWrite)
	for _, t := range []record.Time{s.Began, s.Touched, s.Ended} {
		m.number(t.Unix(), int64(t.Nanosecond()))
	}
	m.number(flag(s.Clean), flag(s.ByNobody), flag(s.StoppedByGate))
	m.text(string(s.Mode))
	m.number(int64(s.Progress.Done), int64(s.Progress.Total))
	m.n++
	m.entries = append(binary.AppendUvarint(m.entries, uint64(len(m.entry))), m.entry...)
}

func (m *memo) number(numbers ...int64) {
	for _, n := range numbers {
		m.entry = binary.AppendVarint(m.entry, n)
	}
}

func (m *memo) text(texts ...string) {
	for _, text := range texts {
		at, known := m.known[text]
		if !known {
			at = uint64(len(m.known))
			m.known[text] = at
			m.table = appendText(m.table, text)
		}
		m.entry = binary.AppendUvarint(m.entry, at)
	}
}

func appendText(to []byte, text string) []byte {
	return append(binary.AppendUvarint(to, uint64(len(text))), text...)
}

func flag(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

package store

import (
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"rtut/run/record"
)

// source is where a scan finds its records, by file name. Tests put another one in its place, whose clock steps and
// whose time is coarse.
type source interface {
	// stat tells one version of a file from another.
	stat(name string) (stamp, error)
	// read gives the bytes of a file by way of a buffer, which it returns, longer if need be, for the next one.
	read(name string, buffer []byte) ([]byte, error)
	now() time.Time
}

// keeper keeps what a scan remembers until the next one.
type keeper interface {
	load() memory
	save(kept *memo)
}

// scan reads the records of one directory.
type scan struct {
	dir    string
	from   source
	names  []string // of all records, in their order
	wanted func(*record.Summary) bool

	cache   keeper   // nil: nothing is remembered
	known   memory   // what was remembered earlier
	kept    *memo    // what is remembered for the next time
	hits    int      // how many of known were right
	buffers [][]byte // one for each worker
}

func newScan(dir string, from source, names []string, wanted func(*record.Summary) bool) *scan {
	return &scan{dir: dir, from: from, names: names, wanted: wanted, buffers: make([][]byte, runtime.GOMAXPROCS(0))}
}

// remember lets the scan use what is in a cache, and fill it.
func (s *scan) remember(c keeper) { s.cache, s.known, s.kept = c, c.load(), newMemo(len(s.names)) }

// batch is how many records are read at the same time, by as many goroutines as there are processors.
const batch = 128

// each gives what is read of each record, and remembers it once all are read.
func (s *scan) each(yield func(Reading, *Damaged) bool) {
	for names := range slices.Chunk(s.names, batch) {
		for i, got := range s.readAll(names) {
			if got.gone {
				continue
			}
			if s.cache != nil && got.lasts {
				s.kept.add(names[i], got.stamp, &got.Summary)
			}
			if got.known {
				s.hits++
			}
			if !yield(got.Reading, got.damaged) {
				return
			}
		}
	}
	if s.cache != nil && (s.hits != s.known.len() || s.hits != s.kept.n) {
		s.cache.save(s.kept)
	}
}

// one is the result of one record.
type one struct {
	Reading
	damaged *Damaged
	gone    bool // it was removed since the directory was listed
	stamp   stamp
	known   bool // the cache was right about it
	lasts   bool // the stamp will be another one when the record is
}

// readAll reads some records, in their order.
func (s *scan) readAll(names []string) []one {
	read := make([]one, len(names))
	var next atomic.Int64
	var workers sync.WaitGroup
	for w := range min(len(s.buffers), len(names)) {
		workers.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(names); i = next.Add(1) - 1 {
				read[i], s.buffers[w] = s.one(names[i], s.buffers[w])
			}
		})
	}
	workers.Wait()
	return read
}

// one reads one record, by way of a buffer. A stamp is taken before the bytes are read: what changes in between has
// another one, if the time of the last change has passed by then.
func (s *scan) one(name string, buffer []byte) (got one, _ []byte) {
	now := s.from.now()
	var err error
	got.stamp, err = s.from.stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return one{gone: true}, buffer
	case err != nil:
		return one{damaged: s.damage(name, err)}, buffer
	case got.stamp.size > record.MaxRecord:
		return one{damaged: s.damage(name, tooLarge(filepath.Join(s.dir, name), got.stamp.size))}, buffer
	}
	got.lasts = got.stamp.lasts(now)
	if got.Summary, got.known = s.known.find(name, got.stamp); got.known && !s.wants(&got.Summary) {
		return got, buffer
	}
	data, err := s.from.read(name, buffer)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return one{gone: true}, data
	case err != nil:
		return one{damaged: s.damage(name, err)}, data
	}
	if got.Summary, err = s.decode(name, data); err != nil {
		return one{damaged: s.damage(name, err)}, data
	}
	if !s.wants(&got.Summary) {
		return got, data
	}
	if got.Record, err = record.Decode(data); err != nil {
		got.Rest = s.damage(name, at(filepath.Join(s.dir, name), err))
	}
	return got, nil // the record keeps the bytes
}

func (s *scan) wants(summary *record.Summary) bool { return s.wanted != nil && s.wanted(summary) }

// decode sums up a record, and refuses what File.Load refuses.
func (s *scan) decode(name string, data []byte) (record.Summary, error) {
	path := filepath.Join(s.dir, name)
	decode := record.DecodeSummary
	if len(s.names) >= worthRemembering {
		decode = record.SkimSummary
	}
	summary, err := decode(data)
	if err != nil {
		return summary, at(path, err)
	}
	if summary.RunID != recordID(name) {
		return summary, &record.DamagedError{Path: path, Why: "its run_id is not its file name"}
	}
	return summary, nil
}

// damage is what is wrong with a record.
func (s *scan) damage(name string, err error) *Damaged {
	path := filepath.Join(s.dir, name)
	if errors.Is(err, errNotRegular) {
		err = &record.DamagedError{Path: path, Why: err.Error()}
	}
	var damaged *record.DamagedError
	if errors.As(err, &damaged) {
		damaged.Path = path
	}
	return &Damaged{Path: path, Err: err}
}

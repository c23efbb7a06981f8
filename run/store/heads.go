package store

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"rtut/run"
)

// Heads gives the head of every record of the tree, each once, in the order of directories and file names; in the
// place of one that can't be read, what is wrong with it. It reads some records at a time and keeps none.
func (t *Tree) Heads() iter.Seq2[run.Head, *Damaged] {
	return func(yield func(run.Head, *Damaged) bool) {
		for _, runs := range t.Runs {
			for head, damaged := range runs.heads() {
				if damaged == nil && !t.Holds(runs.Repo, head.PackPath) {
					continue
				}
				if !yield(head, damaged) {
					return
				}
			}
		}
	}
}

// Records gives, as Heads does, the whole record of every run whose head is wanted, one at a time.
func (t *Tree) Records(wanted func(head *run.Head) bool) iter.Seq2[*run.Record, *Damaged] {
	return func(yield func(*run.Record, *Damaged) bool) {
		for _, runs := range t.Runs {
			file := NewFile(runs.Dir, nil)
			for head, damaged := range runs.heads() {
				if damaged == nil && (!t.Holds(runs.Repo, head.PackPath) || !wanted(&head)) {
					continue
				}
				var rec *run.Record
				if damaged == nil {
					rec, damaged = file.whole(head.RunID)
				}
				if !yield(rec, damaged) {
					return
				}
			}
		}
	}
}

// whole returns a record, or what is wrong with it.
func (f *File) whole(id string) (*run.Record, *Damaged) {
	rec, err := f.Load(context.Background(), id)
	if err != nil {
		return nil, &Damaged{Path: f.Path(id), Err: bare(err)}
	}
	return rec, nil
}

// batch is how many records are read at the same time, by as many goroutines as there are processors.
const batch = 256

// heads gives the heads of one directory.
func (r Runs) heads() iter.Seq2[run.Head, *Damaged] {
	return func(yield func(run.Head, *Damaged) bool) {
		entries, err := os.ReadDir(r.Dir)
		if err != nil && !yield(run.Head{}, &Damaged{Path: r.Dir, Err: bare(err)}) {
			return
		}
		entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return recordID(e) == "" })
		for some := range slices.Chunk(entries, batch) {
			for _, read := range r.readAll(some) {
				if !yield(read.head, read.damaged) {
					return
				}
			}
		}
	}
}

// recordID returns the id of the run whose record an entry is, "" if it is none.
func recordID(entry fs.DirEntry) string {
	id, isRecord := strings.CutSuffix(entry.Name(), ".json")
	if !isRecord || strings.HasPrefix(id, ".") {
		return ""
	}
	return id
}

// readHead is a head, or what is wrong with the record.
type readHead struct {
	head    run.Head
	damaged *Damaged
}

// readAll reads the heads of some records, in their order.
func (r Runs) readAll(entries []fs.DirEntry) []readHead {
	read := make([]readHead, len(entries))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(entries)) {
		workers.Go(func() {
			var buffer []byte
			for i := next.Add(1) - 1; int(i) < len(entries); i = next.Add(1) - 1 {
				var head run.Head
				var err error
				head, buffer, err = r.head(entries[i], buffer)
				read[i].head = head
				if err != nil {
					read[i].damaged = &Damaged{Path: filepath.Join(r.Dir, entries[i].Name()), Err: err}
				}
			}
		})
	}
	workers.Wait()
	return read
}

// head reads the head of one record by way of a buffer, which it returns for the next one, and refuses what File.Load
// refuses.
func (r Runs) head(entry fs.DirEntry, buffer []byte) (run.Head, []byte, error) {
	path := filepath.Join(r.Dir, entry.Name())
	if !entry.Type().IsRegular() {
		return run.Head{}, buffer, &run.DamagedError{Path: path, Why: "it is not a regular file"}
	}
	data, err := readInto(path, buffer)
	if err != nil {
		return run.Head{}, data, bare(err)
	}
	head, err := run.DecodeHead(data)
	if err != nil {
		return run.Head{}, data, at(path, err)
	}
	if head.RunID != recordID(entry) {
		return run.Head{}, data, &run.DamagedError{Path: path, Why: "its run_id is not its file name"}
	}
	return head, data, nil
}

// readInto reads a file into a buffer, or into a longer one where it does not fit.
func readInto(path string, buffer []byte) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return buffer, err
	}
	defer file.Close()
	for data := buffer[:0]; ; {
		data = slices.Grow(data, 1<<16)
		n, err := file.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err == io.EOF {
			return data, nil
		}
		if err != nil {
			return data, err
		}
	}
}

// bare takes the path off an error, where whoever shows it names the path anyway.
func bare(err error) error {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		return inner.Err
	}
	return err
}

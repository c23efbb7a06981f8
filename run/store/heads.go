package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"

	"rtut/run"
)

// headsName is the list of runs that were begun and ended in a directory of records, a line each. It is only added to: with it a record
// that is missing is missed. It is no record, and nothing is counted from it.
const headsName = "heads.jsonl"

// headLine is a line of the list: the head of a record as the run began, or as it ended.
type headLine struct {
	RunID    string `json:"run_id"`
	PackID   string `json:"pack_id"`
	PackPath string `json:"pack_path"`
	Seq      int    `json:"seq"`
	Hash     string `json:"hash"`
}

// noteHead adds the head of a record that has just been written. That it can't be added takes nothing from the write, which is done:
// then a loss of the record would not be noticed. It is not synced either: an acknowledged write waits for the record alone.
func (f *File) noteHead(rec *run.Record) {
	if rec.Head == nil {
		return
	}
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if enc.Encode(headLine{rec.RunID, rec.PackID, rec.PackPath, rec.Head.Seq, rec.Head.Hash}) != nil {
		return
	}
	file, isNew, err := f.openHeads()
	if err != nil {
		return
	}
	defer file.Close()
	if isNew {
		_ = f.ownNew(file)
	}
	_ = f.disk.Write(file, line.Bytes())
}

// openHeads opens the list to add to it, and makes it where there is none. What is no file of its own is not written to.
func (f *File) openHeads() (file *os.File, isNew bool, err error) {
	path := filepath.Join(f.dir, headsName)
	const flags = os.O_WRONLY | os.O_APPEND | asItIs
	if file, err = os.OpenFile(path, flags, 0); errors.Is(err, fs.ErrNotExist) {
		isNew = true
		file, err = os.OpenFile(path, flags|os.O_CREATE, 0o600)
	}
	if err != nil {
		return nil, false, err
	}
	var st unix.Stat_t
	if err := unix.Fstat(int(file.Fd()), &st); err != nil || st.Mode&unix.S_IFMT != unix.S_IFREG || st.Nlink != 1 {
		return nil, false, errors.Join(err, errNotRegular, file.Close())
	}
	return file, isNew, nil
}

// Missing is a run that began in a directory, and whose record is not there any more.
type Missing struct {
	RunID    string
	PackID   string
	PackPath string
	Path     string // where its record was
}

// Missing returns the runs that the list of a directory has, and that have no record there, readable or not, in their order.
func (f *File) Missing() []Missing {
	data, err := Read(filepath.Join(f.dir, headsName))
	if err != nil {
		return nil
	}
	ids, err := f.IDs()
	if err != nil {
		return nil // then no record is known to be missing
	}
	known := make(map[string]bool, len(ids))
	for _, id := range ids {
		known[id] = true
	}
	var all []Missing
	for line := range bytes.Lines(data) {
		id, _, _ := bytes.Cut(bytes.TrimPrefix(line, []byte(`{"run_id":"`)), []byte(`"`))
		var h headLine
		if known[string(id)] || json.Unmarshal(line, &h) != nil || recordID(h.RunID+".json") == "" || known[h.RunID] {
			continue // almost always, said already, or another hand's
		}
		known[h.RunID] = true
		all = append(all, Missing{h.RunID, h.PackID, h.PackPath, f.Path(h.RunID)})
	}
	return all
}

// Missing returns the runs of a tree that have no record any more, in no directory of it.
func (t *Tree) Missing() []Missing {
	var all []Missing
	for _, runs := range t.Runs {
		for _, m := range NewFile(runs.Dir).Missing() {
			if t.Holds(runs.Repo, m.PackPath) && !t.has(m.RunID) && !slices.ContainsFunc(all, func(o Missing) bool { return o.RunID == m.RunID }) {
				all = append(all, m)
			}
		}
	}
	return all
}

// has reports whether some directory of the tree has a record with this id.
func (t *Tree) has(id string) bool {
	return slices.ContainsFunc(t.Runs, func(runs Runs) bool {
		_, err := os.Lstat(NewFile(runs.Dir).Path(id))
		return err == nil
	})
}

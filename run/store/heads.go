package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"

	"rtut/run/record"
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
func (f *File) noteHead(rec *record.Record) {
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

// Heads returns the heads that the list of the directory has of a run, in their order.
func (f *File) Heads(id string) []record.ChainHead {
	data, err := Read(filepath.Join(f.dir, headsName))
	if err != nil {
		return nil
	}
	var heads []record.ChainHead
	begins := []byte(`{"run_id":"` + id + `"`)
	for line := range bytes.Lines(data) {
		var h headLine
		if bytes.HasPrefix(line, begins) && json.Unmarshal(line, &h) == nil {
			heads = append(heads, record.ChainHead{Seq: h.Seq, Hash: h.Hash})
		}
	}
	return heads
}

// idIn is the id of the run that a line is of, if rtut wrote the line.
func idIn(line []byte) []byte {
	id, _, _ := bytes.Cut(bytes.TrimPrefix(line, []byte(`{"run_id":"`)), []byte(`"`))
	return id
}

// compare compares a record that was read with the heads that are listed of it. What was written since it was read is in the list, and not
// in these bytes: that is no lack.
func (f *File) compare(id string, data []byte, rec *record.Record) *record.Record {
	compared, lacks := rec.Listed(f.Heads(id))
	if lacks {
		if now, err := Read(f.Path(id)); err != nil || !bytes.Equal(now, data) {
			return rec
		}
	}
	return compared
}

// ended has the runs that the list of a directory says have ended, with how often: of several ends at most one is that of the record.
func (f *File) ended() map[string]int {
	data, err := Read(filepath.Join(f.dir, headsName))
	if err != nil {
		return nil
	}
	ends := map[string]int{}
	for line := range bytes.Lines(data) {
		if !bytes.Contains(line, []byte(`"seq":1,`)) {
			ends[string(idIn(line))]++
		}
	}
	return ends
}

// lacking says what is wrong with a record of which a summary was read, if it lacks a head that is listed of it. Only those are opened that
// may: one that is listed as ended and is open, or is listed as ended more than once.
func (f *File) lacking(ends map[string]int, s *record.Summary) *Damaged {
	if n := ends[s.RunID]; n == 0 || n == 1 && s.Finished() {
		return nil
	}
	rec, err := f.Load(context.Background(), s.RunID)
	if err != nil {
		return nil // gone or changed meanwhile
	}
	if found := rec.Integrity(); !found.Intact() {
		return &Damaged{Path: f.Path(s.RunID), Err: &record.AlteredError{Path: f.Path(s.RunID), Finding: found}}
	}
	return nil
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
		var h headLine
		if known[string(idIn(line))] || json.Unmarshal(line, &h) != nil || recordID(h.RunID+".json") == "" || known[h.RunID] {
			continue // almost always, said already, or of something other than rtut
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

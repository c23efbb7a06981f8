//go:build faults

package faults

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"rtut/run"
	"rtut/run/record"
	"rtut/run/store"
)

// errDead is what everything gives once the machine is off.
var errDead = errors.New("the process is gone")

// fickle is a disk that fails or ends at a step. It writes to a real directory, which shows what a killed process leaves, and
// keeps in memory what a power cut would leave: of a file what was synced, of a directory the entries as they were synced.
type fickle struct {
	at     int   // the step at which it happens, from 1; 0 for never
	fault  error // what the step gives; nil: the process ends there
	step   int
	dead   bool
	files  map[string]*inode // by path, as they are
	lasts  map[string]*inode // by path, as the directory was synced
	broken string            // what the control leaves out
	target string            // of the control that writes in place
}

type inode struct{ now, synced []byte }

func newFickle(before map[string][]byte) *fickle {
	d := &fickle{files: map[string]*inode{}, lasts: map[string]*inode{}}
	for path, data := range before {
		d.files[path] = &inode{data, data}
		d.lasts[path] = d.files[path]
	}
	return d
}

// next is one step; an error means that it does not take place.
func (d *fickle) next() error {
	if d.dead {
		return errDead
	}
	if d.step++; d.step != d.at {
		return nil
	}
	if d.fault == nil {
		d.dead = true
		return errDead
	}
	return d.fault
}

func (d *fickle) Mkdir(path string) error {
	if err := d.next(); err != nil {
		return err
	}
	return os.Mkdir(path, 0o700)
}

func (d *fickle) Create(dir, pattern string, mode fs.FileMode) (*os.File, error) {
	if err := d.next(); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(dir, strings.Replace(pattern, "*", rand.Text(), 1)), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
	if d.broken == "in place" {
		os.Remove(file.Name())
		file, err = os.Create(d.target)
		if d.files[d.target] != nil {
			d.files[d.target].now = nil
			return file, err
		}
	}
	if err == nil {
		d.files[file.Name()] = &inode{}
	}
	return file, err
}

// Write writes in two steps, so that half of it may be all.
func (d *fickle) Write(file *os.File, data []byte) error {
	for _, part := range [][]byte{data[:len(data)/2], data[len(data)/2:]} {
		if err := d.next(); err != nil {
			return err
		}
		if _, err := file.Write(part); err != nil {
			return err
		}
		node := d.files[file.Name()]
		if node == nil { // the list of runs, which is added to, and opened without a disk
			node = &inode{}
			d.files[file.Name()] = node
		}
		node.now = append(node.now, part...)
	}
	return nil
}

func (d *fickle) Sync(file *os.File) error {
	if err := d.next(); err != nil {
		return err
	}
	if node := d.files[file.Name()]; node != nil {
		if d.broken != "no sync of the file" {
			node.synced = append([]byte{}, node.now...)
		}
		return nil
	}
	if d.broken != "no sync of the directory" {
		d.lasts = map[string]*inode{}
		for path, node := range d.files {
			d.lasts[path] = node
		}
	}
	return nil
}

func (d *fickle) Name(from, to string) error {
	if _, err := os.Lstat(to); err == nil && d.broken != "in place" {
		return fs.ErrExist
	}
	return d.Rename(from, to)
}

func (d *fickle) Rename(from, to string) error {
	if err := d.next(); err != nil || d.broken == "in place" {
		return err
	}
	d.files[to] = d.files[from]
	delete(d.files, from)
	return os.Rename(from, to)
}

func (d *fickle) Remove(path string) error {
	if err := d.next(); err != nil || d.broken == "in place" {
		return err
	}
	delete(d.files, path)
	return os.Remove(path)
}

// afterPowerCut are the files as the next boot finds them.
func (d *fickle) afterPowerCut() map[string][]byte {
	left := map[string][]byte{}
	for path, node := range d.lasts {
		left[path] = node.synced
	}
	return left
}

// history is a run, an action a write.
func history() []run.Action {
	return []run.Action{
		run.New{RunID: "r", PackPath: "pack.yaml", PackDigest: "sha256:1"},
		run.Start{Item: "look"},
		run.Verify{Item: "look", Answers: run.Answers{Confirm: true}},
		run.Complete{Item: "look", Set: map[string]string{"figure": "1"}},
		run.SetValues{Values: map[string]string{"figure": "2"}, Reason: "again"},
		run.Finalize{},
	}
}

// stage is a directory of records in which an action is tried.
type stage struct {
	t   testing.TB
	dir string
	now time.Time
}

func newStage(t testing.TB) *stage {
	return &stage{t: t, dir: t.TempDir(), now: time.Date(2026, 11, 30, 1, 0, 0, 0, time.UTC)}
}

func (s *stage) path() string { return filepath.Join(s.dir, "r.json") }

// files are what is in the directory.
func (s *stage) files() map[string][]byte {
	found := map[string][]byte{}
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(s.dir, e.Name()))
		if err != nil {
			s.t.Fatal(err)
		}
		found[filepath.Join(s.dir, e.Name())] = data
	}
	return found
}

// put makes the directory hold these files and no others.
func (s *stage) put(files map[string][]byte) {
	for path := range s.files() {
		os.Remove(path)
	}
	for path, data := range files {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			s.t.Fatal(err)
		}
	}
}

// act carries out an action on a disk.
func (s *stage) act(d store.Disk, act run.Action) error {
	p, by, ctx := loadPack(s.t), run.Actor{Name: "ana"}, context.Background()
	records := store.NewFile(s.dir)
	if d != nil {
		records = records.On(d)
	}
	if _, isNew := act.(run.New); isNew {
		rec, _, err := run.Transition(p, nil, by, act, s.now)
		if err != nil {
			return err
		}
		return records.Create(ctx, rec)
	}
	return records.Update(ctx, "r", func(rec *record.Record) (*record.Record, error) {
		next, _, err := run.Transition(p, rec, by, act, s.now)
		return next, err
	})
}

// revision is that of the record, which must be whole; 0 if there is none. err says what is wrong with it.
func (s *stage) revision() (int, error) {
	data, err := os.ReadFile(s.path())
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if f := record.Audit(data, ""); err != nil || !f.Intact() {
		return 0, fmt.Errorf("%v, %+v", err, f)
	}
	rec, err := record.Decode(data)
	return revision(rec), err
}

// trial is what was tried, and what is wrong with what came of it.
type trial struct {
	action int
	step   int
	kind   string
	wrong  string
}

// tryAll tries every action with every fault at every step, on a disk that is broken in a way or ("") is not, and returns how
// many trials there were and those that went wrong.
func tryAll(t testing.TB, broken string) (tried int, wrong []trial) {
	s := newStage(t)
	for i, act := range history() {
		before := s.files()
		for _, kind := range []string{"killed", "power cut", "EIO", "ENOSPC"} {
			for step := 1; ; step++ {
				s.put(before)
				d := newFickle(before)
				d.at, d.broken, d.target = step, broken, s.path()
				d.fault = map[string]error{"EIO": syscall.EIO, "ENOSPC": syscall.ENOSPC}[kind]
				why := s.judge(d, kind, i, s.act(d, act))
				if tried++; why != "" {
					wrong = append(wrong, trial{i, step, kind, why})
				}
				if d.step < step {
					break // the write was over before: the last trial was one without a fault
				}
			}
		}
		s.put(before)
		if err := s.act(nil, act); err != nil {
			t.Fatal(err)
		}
	}
	return tried, wrong
}

// judge says what is wrong after action i, the first being 0, got err from a disk; "" for nothing.
func (s *stage) judge(d *fickle, kind string, i int, err error) string {
	if kind == "power cut" {
		s.put(d.afterPowerCut())
	}
	least, most := i, i+1
	if err == nil {
		least = i + 1 // it was acknowledged
	}
	got, damage := s.revision()
	switch {
	case damage != nil:
		return damage.Error()
	case got < least || got > most:
		return fmt.Sprintf("revision %d, not %d to %d", got, least, most)
	}
	goesOn := got == i
	if goesOn {
		anHourLater(s.t, s.dir)
		if err := s.act(nil, history()[i]); err != nil {
			return err.Error()
		}
	}
	if got, damage = s.revision(); damage != nil || got != i+1 {
		return fmt.Sprintf("afterwards: revision %d, %v", got, damage)
	}
	if left := litter(s.t, s.dir); goesOn && len(left) > 0 {
		return fmt.Sprintf("left behind: %v", left)
	}
	return ""
}

func TestEveryStepOfEveryWrite(t *testing.T) {
	tried, wrong := tryAll(t, "")
	for _, w := range wrong {
		t.Errorf("%+v", w)
	}
	t.Logf("%d trials, %d wrong", tried, len(wrong))
	if tried < 6*4*6 {
		t.Errorf("only %d trials", tried)
	}
}

func TestEveryStepCatchesBrokenWrites(t *testing.T) {
	var jobs []func() int
	for broken, kind := range map[string]string{
		"no sync of the directory": "power cut", "no sync of the file": "power cut", "in place": "killed",
	} {
		jobs = append(jobs, func() int {
			_, wrong := tryAll(t, broken)
			if !slices.ContainsFunc(wrong, func(w trial) bool { return w.kind == kind }) {
				t.Errorf("%s: not caught", broken)
			}
			t.Logf("%s: %d wrong", broken, len(wrong))
			return len(wrong)
		})
	}
	sum(jobs)
}

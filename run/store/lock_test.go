package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"rtut/run/record"
)

func TestALockThatIsASymbolicLinkIsNotFollowed(t *testing.T) {
	dir, victim := t.TempDir(), filepath.Join(t.TempDir(), "victim")
	for _, exists := range []bool{true, false} {
		if exists {
			if err := os.WriteFile(victim, []byte("kept"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		link := filepath.Join(dir, ".r.lock")
		if err := os.Symlink(victim, link); err != nil {
			t.Fatal(err)
		}
		err := NewFile(dir).Create(context.Background(), &record.Record{RunID: "r", Schema: record.V02, PackID: "p"})
		if err == nil || !strings.Contains(err.Error(), "symbolic link") {
			t.Errorf("the lock was taken: %v", err)
		}
		data, err := os.ReadFile(victim)
		if exists && string(data) != "kept" || !exists && err == nil {
			t.Errorf("where the link points to, there is %q now", data)
		}
		os.Remove(link)
		os.Remove(victim)
	}
}

func TestALockThatIsAPipeIsRefusedAtOnce(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, ".r.lock")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	err := NewFile(dir).Create(context.Background(), &record.Record{RunID: "r", Schema: record.V02, PackID: "p"})
	if err == nil || !strings.Contains(err.Error(), path) || holder(path) != "" {
		t.Errorf("the lock was taken: %v", err)
	}
}

func TestALockThatComesTooLateIsGivenUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	open := func() *os.File {
		file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	holder, late, next := open(), open(), open()
	if err := queue(context.Background(), holder); err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if err := queue(gone, late); !errors.Is(err, context.Canceled) {
		t.Fatalf("it came: %v", err)
	}
	if err := holder.Close(); err != nil {
		t.Fatal(err)
	}
	limited, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := queue(limited, next); err != nil {
		t.Errorf("whoever came too late holds it still: %v", err)
	}
	next.Close()
}

func TestALockWithAnotherNameIsNotWrittenTo(t *testing.T) {
	dir := t.TempDir()
	victim := filepath.Join(dir, "victim")
	if err := errors.Join(os.WriteFile(victim, []byte("kept"), 0o644), os.Link(victim, filepath.Join(dir, ".r.lock"))); err != nil {
		t.Skip(err)
	}
	err := NewFile(dir).Create(t.Context(), &record.Record{RunID: "r", Schema: record.V02, PackID: "p"})
	want := "lock " + filepath.Join(dir, ".r.lock") + ": it has another name, too, and rtut makes no such links; remove it"
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if data, _ := os.ReadFile(victim); string(data) != "kept" {
		t.Errorf("the file of the other name holds %q", data)
	}
}

func TestALockIsForThoseWhoMayWrite(t *testing.T) {
	for dirMode, want := range map[os.FileMode]os.FileMode{0o700: 0o600, 0o755: 0o600, 0o750: 0o600, 0o770: 0o660, 0o775: 0o660, 0o777: 0o666} {
		dir := t.TempDir()
		if err := os.Chmod(dir, dirMode); err != nil {
			t.Fatal(err)
		}
		if err := NewFile(dir).Create(t.Context(), &record.Record{RunID: "r", Schema: record.V02, PackID: "p"}); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(filepath.Join(dir, ".r.lock"))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("in a directory of mode %o it has %o, %v; expected %o", dirMode, info.Mode().Perm(), err, want)
		}
	}
}

func TestAHolderIsNamedOnlyIfItLives(t *testing.T) {
	host, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	ended := exec.Command("true")
	if err := ended.Run(); err != nil {
		t.Skip(err)
	}
	living := fmt.Sprintf("pid %d on %s", os.Getpid(), host)
	for text, want := range map[string]string{
		living + "\n": living,
		fmt.Sprintf("pid %d on %s\n", ended.Process.Pid, host): "",
		"pid 1 on another-host\n":                              "",
		"":                                                     "",
		"pid x on " + host + "\n":                              "",
		living + "\nand more\n":                                "",
	} {
		path := filepath.Join(t.TempDir(), "lock")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := holder(path); got != want {
			t.Errorf("%q: it names %q", text, got)
		}
	}
	f := NewFile(t.TempDir())
	lock, err := f.lock(t.Context(), "r")
	if err != nil {
		t.Fatal(err)
	}
	if got := holder(lock.path); got != living {
		t.Errorf("while it is held it names %q", got)
	}
	lock.release()
	if got := holder(lock.path); got != "" {
		t.Errorf("when it is given up it names %q", got)
	}
}

// removed has eight writers add to a record, with the given way to do so, while a ninth removes the lock again and again. It returns
// how many writes were acknowledged and how many of these the record holds.
func removed(t *testing.T, update func(f *File, change func(*record.Record) (*record.Record, error)) error) (acknowledged, held int) {
	t.Helper()
	dir := t.TempDir()
	f := NewFile(dir)
	if err := f.Create(t.Context(), &record.Record{RunID: "r", Schema: record.V02, PackID: "p"}); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	var thief, writers sync.WaitGroup
	thief.Go(func() {
		for again := time.NewTicker(20 * time.Millisecond); ; {
			select {
			case <-again.C:
				_ = os.Remove(lockPath(dir, "r"))
			case <-done:
				return
			}
		}
	})
	var count atomic.Int64
	for range 8 {
		writers.Go(func() {
			for range 40 {
				err := update(NewFile(dir), func(rec *record.Record) (*record.Record, error) {
					next := *rec
					next.Revision++
					return &next, nil
				})
				if err == nil {
					count.Add(1)
				}
			}
		})
	}
	writers.Wait()
	close(done)
	thief.Wait()
	rec, err := f.Load(t.Context(), "r")
	if err != nil {
		t.Fatal(err)
	}
	return int(count.Load()), rec.Revision
}

func TestNothingIsLostWhereALockIsRemoved(t *testing.T) {
	acknowledged, held := removed(t, func(f *File, change func(*record.Record) (*record.Record, error)) error {
		return f.Update(t.Context(), "r", change)
	})
	t.Logf("%d of 320 writes acknowledged, %d held", acknowledged, held)
	if held != acknowledged || acknowledged < 300 {
		t.Errorf("%d of 320 writes were acknowledged, and the record holds %d", acknowledged, held)
	}
}

// The control: a lock whose file is looked at no more.
func TestMuchIsLostWhereNobodyLooksWhetherTheLockIsStillThere(t *testing.T) {
	for range 20 {
		if acknowledged, held := withoutALook(t); held < acknowledged {
			t.Logf("%d of 320 writes acknowledged, %d held", acknowledged, held)
			return
		}
	}
	t.Error("nothing is lost: the test tells nothing")
}

func withoutALook(t *testing.T) (acknowledged, held int) {
	return removed(t, func(f *File, change func(*record.Record) (*record.Record, error)) error {
		lock, err := f.lockOnce(t.Context(), lockPath(f.dir, "r"))
		if err != nil {
			return err
		}
		defer lock.release()
		rec, err := f.Load(t.Context(), "r")
		if err != nil {
			return err
		}
		next, _ := change(rec)
		return f.write(next, func() error { return nil })
	})
}

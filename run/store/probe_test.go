package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

func TestProbeTriesAllAndLeavesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	made, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	at, err := Probe(dir)
	if err != nil {
		t.Fatal(err)
	}
	if apart := at.Sub(made.ModTime()).Abs(); apart > time.Minute {
		t.Errorf("written %s after the directory was made", apart)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

func TestProbeSaysWhatCanNotBeWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for place, want := range map[string]error{file: syscall.ENOTDIR, filepath.Join(dir, "gone"): syscall.ENOENT} {
		if _, err := Probe(place); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", place, err, want)
		}
	}
}

// answer is a lock that answers in one way.
type answer struct {
	held bool
	err  error
}

func (a answer) TryLock() (bool, error) { return a.held, a.err }

func TestALockThatTwoGetDoesNotHold(t *testing.T) {
	t.Parallel()
	yes, no, broken := answer{held: true}, answer{}, answer{err: syscall.ENOLCK}
	for _, tt := range []struct {
		name          string
		first, second locker
		want          string
	}{
		{"one gets it", yes, no, ""},
		{"two get it", yes, yes, "/mnt: two could lock one file at the same time"},
		{"none gets it", no, no, "/mnt: no lock is to be had"},
		{"there are no locks", broken, broken, "/mnt: no lock is to be had: no locks available"},
		{"the second can't be asked", yes, broken, "no locks available"},
	} {
		got := ""
		if err := lockTwice("/mnt", tt.first, tt.second); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"rtut/run"
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
		err := NewFile(dir).Create(context.Background(), &run.Record{RunID: "r", Schema: run.V02, PackID: "p"})
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
	err := NewFile(dir).Create(context.Background(), &run.Record{RunID: "r", Schema: run.V02, PackID: "p"})
	if err == nil || !strings.Contains(err.Error(), path) || holder(path) != "" {
		t.Errorf("the lock was taken: %v", err)
	}
}

func TestALockThatComesTooLateIsGivenUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	holder, late, next := flock.New(path), flock.New(path), flock.New(path)
	if err := holder.Lock(); err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if err := queue(gone, late); !errors.Is(err, context.Canceled) {
		t.Fatalf("it came: %v", err)
	}
	if err := holder.Unlock(); err != nil {
		t.Fatal(err)
	}
	limited, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := queue(limited, next); err != nil {
		t.Errorf("whoever came too late holds it still: %v", err)
	}
}

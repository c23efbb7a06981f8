package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// LocksDoNotHoldError says that a file system lets two hold one lock at a time, so that two terminals could write over
// each other's records.
type LocksDoNotHoldError struct{ Dir string }

func (e *LocksDoNotHoldError) Error() string {
	return fmt.Sprintf("%s: two could lock one file at the same time", e.Dir)
}

// Probe tries in a directory all that a write of a record needs: it makes, writes, syncs, locks, renames and removes a file
// there, and leaves nothing. It returns when, by the clock of the file system, the file was written; the error is of the
// step that failed, a *LocksDoNotHoldError where a lock was given twice.
func Probe(dir string) (time.Time, error) {
	tmp, err := os.CreateTemp(dir, ".probe.*.tmp")
	if err != nil {
		return time.Time{}, err
	}
	defer os.Remove(tmp.Name())
	if err := fill(disk{}, tmp, []byte("probe\n"), func(*os.File) error { return nil }); err != nil {
		return time.Time{}, err
	}
	if err := probeLock(tmp.Name()); err != nil {
		return time.Time{}, err
	}
	renamed := tmp.Name() + ".renamed.tmp"
	if err := os.Rename(tmp.Name(), renamed); err != nil {
		return time.Time{}, err
	}
	defer os.Remove(renamed)
	info, err := os.Lstat(renamed)
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), syncDir(disk{}, dir)
}

// probeLock takes a lock on a file twice, as two processes would.
func probeLock(path string) error {
	first, second := flock.New(path, flock.SetFlag(os.O_RDWR|noLink)), flock.New(path, flock.SetFlag(os.O_RDWR|noLink))
	defer func() { _ = errors.Join(second.Unlock(), first.Unlock()) }()
	return lockTwice(filepath.Dir(path), first, second)
}

// locker is somebody who wants a lock.
type locker interface{ TryLock() (bool, error) }

// lockTwice wants the first to get the lock and the second not to.
func lockTwice(dir string, first, second locker) error {
	if held, err := first.TryLock(); err != nil || !held {
		return errors.Join(fmt.Errorf("%s: no lock is to be had", dir), err)
	}
	held, err := second.TryLock()
	if held {
		return &LocksDoNotHoldError{Dir: dir}
	}
	return err
}

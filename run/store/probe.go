package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// LocksDoNotHoldError says that a file system lets two hold one lock at a time, so that two terminals could write over
// each other's records.
type LocksDoNotHoldError struct{ Dir string }

func (e *LocksDoNotHoldError) Error() string {
	return fmt.Sprintf("%s: two could lock one file at the same time", e.Dir)
}

// Probe tries in a directory all that a write of a record needs: it makes, writes, locks, syncs, renames and removes a file
// there, and leaves nothing. It returns when, by the clock of the file system, the file was written; the error is of the
// step that failed, a *LocksDoNotHoldError where a lock was given twice.
func Probe(dir string) (time.Time, error) {
	path := filepath.Join(dir, ".probe."+rand.Text()+".tmp")
	err := replace(disk{}, path, []byte("probe\n"), temporary{dir, ".probe.*.tmp"}, func(tmp *os.File) error { return probeLock(tmp.Name()) })
	defer os.Remove(path)
	if unsure := (*UnknownOutcomeError)(nil); errors.As(err, &unsure) {
		err = unsure.Err // nobody reads this file again
	}
	if err != nil {
		return time.Time{}, about(dir, err)
	}
	info, err := os.Lstat(path)
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

// probeLock takes a lock on a file twice, as two processes would.
func probeLock(path string) error {
	first, err := os.OpenFile(path, os.O_RDWR|asItIs, 0)
	if err != nil {
		return err
	}
	defer first.Close()
	second, err := os.OpenFile(path, os.O_RDWR|asItIs, 0)
	if err != nil {
		return err
	}
	defer second.Close()
	return lockTwice(filepath.Dir(path), tryLock{first}, tryLock{second})
}

// tryLock locks a file if nobody else has.
type tryLock struct{ file *os.File }

// TryLock reports whether the lock was given; no error where somebody else has it.
func (l tryLock) TryLock() (bool, error) {
	err := again(func() error { return unix.Flock(int(l.file.Fd()), unix.LOCK_EX|unix.LOCK_NB) })
	if errors.Is(err, unix.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// locker is somebody who requests a lock.
type locker interface{ TryLock() (bool, error) }

// noLock says that the first lock was not given; err is why, nil if that was not said.
func noLock(dir string, err error) error {
	if err == nil {
		return fmt.Errorf("%s: no lock is to be had", dir)
	}
	return fmt.Errorf("%s: no lock is to be had: %w", dir, err)
}

// lockTwice expects the first to get the lock and the second not to.
func lockTwice(dir string, first, second locker) error {
	if held, err := first.TryLock(); err != nil || !held {
		return noLock(dir, err)
	}
	held, err := second.TryLock()
	if held {
		return &LocksDoNotHoldError{Dir: dir}
	}
	return err
}

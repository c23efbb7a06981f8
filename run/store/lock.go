package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// lockWait is how long a lock is waited for.
const lockWait = 5 * time.Second

// LockedError says that a record stayed locked by somebody else.
type LockedError struct {
	ID     string
	Holder string // "pid 4711 on db3", as the holder wrote it; "" if it wrote nothing
}

func (e *LockedError) Error() string {
	holder := e.Holder
	if holder == "" {
		holder = "another process"
	}
	return fmt.Sprintf("run %s has been locked by %s for over %s; nothing was changed. Try again", e.ID, holder, lockWait)
}

// noLink keeps a symbolic link in a shared directory from making us write into a file of its maker's choice.
const noLink = syscall.O_NOFOLLOW

// lock is held while a record is written. It is an advisory lock on a file that is never renamed, and removed only
// where a run did not come to be, so it dies with its process.
type lock struct{ flock *flock.Flock }

// lock takes the lock of a record, waiting for at most lockWait.
func (f *File) lock(ctx context.Context, id string) (*lock, error) {
	path := lockPath(f.dir, id)
	fl := flock.New(path, flock.SetPermissions(f.newMode()), flock.SetFlag(os.O_CREATE|os.O_RDWR|noLink))
	limited, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	if info, err := os.Lstat(path); err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeDevice|fs.ModeSocket) != 0 {
		return nil, fmt.Errorf("lock %s: it is no regular file, and rtut makes no other; remove it", path)
	}
	err := queue(limited, fl)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return nil, &LockedError{ID: id, Holder: holder(path)}
	case errors.Is(err, syscall.ELOOP):
		return nil, fmt.Errorf("lock %s: it is a symbolic link, which rtut never makes; remove it", path)
	case err != nil:
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	l := &lock{flock: fl}
	l.sign(path, f.newMode())
	return l, nil
}

// queue takes a lock in its turn: the system keeps those in order who wait for it, so that nobody is passed over as who only tries
// from time to time may be. Where ctx ends first its error is returned, and the lock is given up as soon as it comes.
func queue(ctx context.Context, fl *flock.Flock) error {
	came := make(chan error, 1)
	go func() {
		err := fl.Lock()
		for errors.Is(err, syscall.EINTR) {
			err = fl.Lock()
		}
		came <- err
	}()
	select {
	case err := <-came:
		return err
	case <-ctx.Done():
		go func() {
			if <-came == nil {
				_ = fl.Unlock()
			}
		}()
		return ctx.Err()
	}
}

// sign writes into the lock file who holds it. It is advice for people alone, so what goes wrong is let be.
func (l *lock) sign(path string, mode os.FileMode) {
	file, err := os.OpenFile(path, os.O_WRONLY|noLink, 0)
	if err != nil {
		return
	}
	defer file.Close()
	_ = file.Chmod(mode)
	_ = inheritGroup(file)
	host, _ := os.Hostname()
	line := fmt.Sprintf("pid %d on %s\n", os.Getpid(), host)
	if n, err := file.WriteAt([]byte(line), 0); err == nil {
		_ = file.Truncate(int64(n))
	}
}

// holder returns what the holder of a lock wrote into it.
func holder(path string) string {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 200 {
		return ""
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(data))
}

// release gives the lock up. It dies with the process at the latest.
func (l *lock) release() { _ = l.flock.Unlock() }

// discard removes the file of a lock that nobody else can be waiting for.
func (l *lock) discard() { _ = os.Remove(l.flock.Path()) }

package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// lockWait is how long a lock is waited for.
const lockWait = 5 * time.Second

// LockedError says that a record, or a draft, stayed locked by somebody else.
type LockedError struct {
	What   string // "draft"; "" for a run
	ID     string
	Holder string // "pid 4711 on db3", as the holder wrote it; "" if it wrote nothing
}

func (e *LockedError) Error() string {
	holder := e.Holder
	if holder == "" {
		holder = "another process"
	}
	return fmt.Sprintf("%s %s is locked by %s (waited %s); nothing was changed. Try again", cmp.Or(e.What, "run"), e.ID, holder, lockWait)
}

// asItIs opens what is in a place itself: a symbolic link in a shared directory does not lead to a file of its maker's choice, and a pipe
// does not make us wait.
const asItIs = unix.O_NOFOLLOW | unix.O_NONBLOCK

// errLockGone says that somebody has removed or replaced the file of a lock that was held, so that somebody else may hold another.
var errLockGone = errors.New("its lock was removed or replaced during the write")

// lock is held while a record is written. It is an advisory lock on a file that is never renamed, and removed only
// where a run did not come to be, so it dies with its process.
type lock struct {
	path string
	file *os.File
}

// lock takes the lock of a record, waiting for at most lockWait. A lock on a file that is no longer in its place is none: it is given
// up, and that of the file which is there now is taken.
func (f *File) lock(ctx context.Context, id string) (*lock, error) {
	limited, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	path := lockPath(f.dir, id)
	for {
		l, err := f.lockOnce(limited, path)
		switch {
		case err == nil && l.held():
			l.sign(f.lockMode())
			return l, nil
		case err == nil:
			_ = l.file.Close()
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, context.DeadlineExceeded):
			return nil, &LockedError{What: f.what, ID: id, Holder: holder(path)}
		case errors.Is(err, unix.ELOOP):
			return nil, fmt.Errorf("lock %s: it is a symbolic link, which rtut never makes; remove it", path)
		default:
			return nil, fmt.Errorf("lock %s: %w", path, err)
		}
	}
}

// lockOnce locks the file that is at path now, which it makes where there is none.
func (f *File) lockOnce(ctx context.Context, path string) (*lock, error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() && info.Mode()&fs.ModeSymlink == 0 {
		return nil, errors.New("it is not a regular file, and rtut does not replace it; remove it")
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|asItIs, f.lockMode())
	if err != nil {
		return nil, bare(err)
	}
	if err := oneName(file); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if err := queue(ctx, file); err != nil {
		return nil, err
	}
	return &lock{path, file}, nil
}

// oneName refuses a file that has another name, too, by a hard link: it may be anybody's.
func oneName(file *os.File) error {
	var st unix.Stat_t
	err := again(func() error { return unix.Fstat(int(file.Fd()), &st) })
	if err == nil && st.Nlink > 1 {
		err = errors.New("it has another name, too, and rtut makes no such links; remove it")
	}
	return err
}

// lockMode lets those lock a record who may write it, and nobody else: anyone who can open a lock can hold it.
func (f *File) lockMode() fs.FileMode {
	mode := fs.FileMode(0o600)
	info, err := os.Stat(f.dir)
	if err != nil {
		return mode
	}
	if info.Mode()&0o020 != 0 {
		mode |= 0o060
	}
	if info.Mode()&0o002 != 0 {
		mode |= 0o006
	}
	return mode
}

// queue takes a lock in its turn: the system keeps those in order who wait for it, so that nobody is left out as who only tries
// from time to time may be. Where ctx ends first its error is returned, and the lock is given up as soon as it comes. Where it
// returns an error the file is closed, or will be.
func queue(ctx context.Context, file *os.File) error {
	came := make(chan error, 1)
	fd := int(file.Fd())
	go func() { came <- again(func() error { return unix.Flock(fd, unix.LOCK_EX) }) }()
	select {
	case err := <-came:
		if err != nil {
			return errors.Join(err, file.Close())
		}
		return nil
	case <-ctx.Done():
		go func() {
			<-came //nolint:errcheck // given or not, closing gives it up
			_ = file.Close()
		}()
		return ctx.Err()
	}
}

// held reports whether the file that is locked is still the one in its place.
func (l *lock) held() bool {
	own, err := l.file.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(l.path)
	return err == nil && os.SameFile(own, there)
}

// sign writes into the lock file who holds it. It is advice for people alone, so what goes wrong is let be.
func (l *lock) sign(mode os.FileMode) {
	_ = l.file.Chmod(mode)
	_ = belong(l.file)
	host, _ := os.Hostname()
	line := fmt.Sprintf("pid %d on %s\n", os.Getpid(), host)
	if n, err := l.file.WriteAt([]byte(line), 0); err == nil {
		_ = l.file.Truncate(int64(n))
	}
}

var signature = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^pid (\d{1,9}) on (\S+)\n?$`) })

// holder returns what the holder of a lock wrote into it, if that is a process of this machine that still lives. "" where nobody knows.
func holder(path string) string {
	file, err := os.OpenFile(path, os.O_RDONLY|asItIs, 0)
	if err != nil {
		return ""
	}
	defer file.Close()
	data := make([]byte, 200)
	n, _ := file.Read(data)
	m := signature().FindStringSubmatch(string(data[:n]))
	if m == nil {
		return ""
	}
	pid, err := strconv.Atoi(m[1])
	if host, _ := os.Hostname(); err != nil || m[2] != host {
		return ""
	}
	if err := unix.Kill(pid, 0); err != nil && !errors.Is(err, unix.EPERM) {
		return ""
	}
	return strings.TrimSpace(m[0])
}

// release gives the lock up, and takes the holder's name out of it. It dies with the process at the latest.
func (l *lock) release() {
	_ = l.file.Truncate(0)
	_ = l.file.Close()
}

// discard removes the file of a lock that nobody else can be waiting for.
func (l *lock) discard() { _ = os.Remove(l.path) }

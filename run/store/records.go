package store

import (
	"errors"
	"os"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"rtut/run/record"
)

// errNotRegular says that something else is in the place of a record, a symbolic link too.
var errNotRegular = errors.New("it is not a regular file")

// recordsDir is a directory of records that is open. Its files are named relative to it, which costs the kernel less
// than long paths, and read without os.File, which would ask the kernel twice as much.
type recordsDir struct {
	file *os.File
	fd   int
}

// openRecords opens a directory of records and lists them in their order; nil if it can't be opened. There may be some
// even if the error says that the directory could not be read to its end.
func openRecords(path string) (*recordsDir, []string, error) {
	file, err := openDir(path)
	if err != nil {
		return nil, nil, err
	}
	names, err := file.Readdirnames(-1)
	names = slices.DeleteFunc(names, func(name string) bool { return recordID(name) == "" })
	slices.Sort(names)
	return &recordsDir{file, int(file.Fd())}, names, err
}

func (d *recordsDir) close() { _ = d.file.Close() }

// now is the time by the clock of the machine, no other: it is compared to what that has stamped files with.
func (d *recordsDir) now() time.Time { return time.Now() } //nolint:forbidigo // see above

// keepsTime reports whether the file system is one that keeps the time of the last change of its files itself, and at
// once: not one of another host, whose clock and caches are its own, nor one that has no such time.
func (d *recordsDir) keepsTime() bool {
	var about unix.Statfs_t
	return again(func() error { return unix.Fstatfs(d.fd, &about) }) == nil && keepsTime(&about)
}

func (d *recordsDir) stat(name string) (stamp, error) {
	var st unix.Stat_t
	if err := again(func() error { return unix.Fstatat(d.fd, name, &st, unix.AT_SYMLINK_NOFOLLOW) }); err != nil {
		return stamp{}, err
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG {
		return stamp{}, errNotRegular
	}
	return stampOf(&st), nil
}

func stampOf(st *unix.Stat_t) stamp {
	return stamp{size: st.Size, inode: st.Ino, written: momentOf(st.Mtim), changed: momentOf(st.Ctim)}
}

func momentOf(at unix.Timespec) moment {
	seconds, nanos := at.Unix()
	return moment{seconds, nanos}
}

func (d *recordsDir) read(name string, buffer []byte) ([]byte, error) {
	var fd int
	err := again(func() (err error) {
		fd, err = unix.Openat(d.fd, name, unix.O_RDONLY|unix.O_CLOEXEC|asItIs, 0)
		return err
	})
	if err != nil {
		return buffer, err
	}
	defer unix.Close(fd)
	for data := buffer[:0]; ; {
		data = slices.Grow(data, 1<<15)
		var n int
		err := again(func() (err error) {
			n, err = unix.Read(fd, data[len(data):cap(data)])
			return err
		})
		if err != nil || n == 0 {
			return data, err
		}
		if data = data[:len(data)+n]; len(data) > record.MaxRecord {
			return buffer, tooLarge(name, int64(len(data)))
		}
	}
}

// again repeats what a signal interrupts.
func again(call func() error) error {
	for {
		if err := call(); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

package store

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// cache is a file in which the summaries of the records beside it are remembered, each with the stamp of its record. It
// is believed as far as its checksum and the stamps are right, may be removed at any time, and is not needed: where it
// can't be read or written, records are read.
//
// Each user has a file of their own, and believes no other: anyone who may write to the directory can't make others see
// what no record says.
type cache struct {
	runs string // the directory of the records
	user int
}

func cacheOf(runs string) *cache { return &cache{runs: runs, user: os.Geteuid()} }

const (
	// CacheDir is the directory of caches in that of the records.
	CacheDir = ".cache"
	// worthRemembering is how many records there must be: fewer are read as fast.
	worthRemembering = 256
	// mostRemembered is how many bytes a cache may have, so that it fits into memory.
	mostRemembered = 64 << 20
)

func (c *cache) dir() string  { return filepath.Join(c.runs, CacheDir) }
func (c *cache) name() string { return "summaries-" + strconv.Itoa(c.user) }

// load returns what is remembered, nothing where there is any doubt about it.
func (c *cache) load() memory {
	data, err := c.read()
	if err != nil {
		return memory{}
	}
	return unsealed(data)
}

var errDoubtful = errors.New("it is not a cache of this user")

// read gives the bytes of the cache, if it is a file of the user's own that nobody else may write to.
func (c *cache) read() ([]byte, error) {
	root, err := openRoot(c.runs)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	file, err := root.OpenFile(filepath.Join(CacheDir, c.name()), os.O_RDONLY|asItIs, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var st unix.Stat_t
	if err := unix.Fstat(int(file.Fd()), &st); err != nil {
		return nil, err
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG || int(st.Uid) != c.user || st.Mode&0o022 != 0 || st.Size > mostRemembered {
		return nil, errDoubtful
	}
	data := make([]byte, st.Size)
	_, err = io.ReadFull(file, data)
	return data, err
}

// save writes what is remembered, whole or not at all, and sweeps what killed writers left. It is not synced: what a
// power cut leaves of it has not the checksum. That it can't be written is no fault.
func (c *cache) save(kept *memo) {
	sealed := seal(kept)
	if len(sealed) > mostRemembered || c.make() != nil {
		return
	}
	pattern := "." + c.name() + ".*.tmp"
	left, _ := filepath.Glob(filepath.Join(c.dir(), pattern))
	for _, path := range left {
		_ = os.Remove(path)
	}
	_ = replace(unsynced{disk{c.runs}}, filepath.Join(c.dir(), c.name()), sealed, temporary{c.dir(), pattern}, func(*os.File) error { return nil })
}

// make makes the directory of caches, which git is told to leave alone, open to those to whom the records are.
func (c *cache) make() error {
	store := NewFile(c.runs)
	if _, err := store.makeInside(c.dir()); err != nil {
		return err
	}
	if info, err := os.Lstat(c.dir()); err != nil || !info.IsDir() {
		return errDoubtful
	}
	ignore := filepath.Join(c.dir(), ".gitignore")
	if info, err := os.Lstat(ignore); err == nil && info.Mode().IsRegular() && info.Size() == int64(len(ignoreAll)) {
		return nil
	}
	return replace(disk{c.runs}, ignore, []byte(ignoreAll), temporary{c.dir(), ".gitignore.*.tmp"}, store.ownNew)
}

// unsynced is the disk without its promise.
type unsynced struct{ disk }

func (unsynced) Sync(*os.File) error { return nil }

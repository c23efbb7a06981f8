package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// orphaned is the age from which a temporary file has no living writer. Writing one takes milliseconds; a writer that
// was held up longer, by a suspended machine say, fails at the rename, and nothing is lost.
const orphaned = time.Hour

// sweep removes from a directory what killed writers left: temporary files of the record with this id, whose lock is held, and
// others that have no living writer, and locks of runs that never came to be. id is "" where no lock is held. What can't be removed stays.
func (f *File) sweep(dir, id string) {
	sweep(f.disk, dir, func(name string) bool {
		path := filepath.Join(dir, name)
		switch {
		case !strings.HasPrefix(name, "."):
			return false
		case strings.HasSuffix(name, ".lock"):
			return isOrphan(path) && f.isOfNoRun(path)
		case strings.HasSuffix(name, ".tmp"):
			return id != "" && strings.HasPrefix(name, "."+id+".") || isOrphan(path)
		}
		return false
	})
}

// isOfNoRun reports whether a lock is that of a run which never came to be, or whose record was removed. Nobody waits for it.
func (f *File) isOfNoRun(lock string) bool {
	id := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(lock), "."), ".lock")
	_, err := os.Lstat(f.Path(id))
	return errors.Is(err, fs.ErrNotExist)
}

// ofDocument is the pattern of the temporary files beside what is no record. The directory is somebody's own, so nothing else
// may look like them.
const ofDocument = ".rtut.*.tmp"

var documentName = regexp.MustCompile(`^\.rtut\.[2-7A-Z]{26}\.tmp$`)

// sweepDocuments removes what writers of documents that were killed left in a directory.
func sweepDocuments(d Disk, dir string) {
	sweep(d, dir, func(name string) bool { return documentName.MatchString(name) && isOrphan(filepath.Join(dir, name)) })
}

// sweep removes the files of a directory that were left. A directory that can't be read is not swept.
func sweep(d Disk, dir string, left func(name string) bool) {
	open, err := openDir(dir)
	if err != nil {
		return
	}
	defer open.Close()
	names, _ := open.Readdirnames(-1)
	for _, name := range names {
		if left(name) {
			_ = d.Remove(filepath.Join(dir, name))
		}
	}
}

// isOrphan reports whether a temporary file is older than any that is being written.
func isOrphan(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular() &&
		time.Since(info.ModTime()) > orphaned //nolint:forbidigo // the age of a file is no time of a run
}

package store

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// orphaned is the age from which a temporary file has no living writer. Writing one takes milliseconds; a writer that
// was held up longer, by a suspended machine say, fails at the rename, and nothing is lost.
const orphaned = time.Hour

// sweep removes from a directory the temporary files that killed writers left: those of the record with this id, whose lock
// is held, and others that have no living writer. id is "" where no lock is held. What can't be removed stays.
func (f *File) sweep(dir, id string) {
	sweep(f.disk, dir, func(name string) bool {
		if !strings.HasPrefix(name, ".") || !strings.HasSuffix(name, ".tmp") {
			return false
		}
		return id != "" && strings.HasPrefix(name, "."+id+".") || isOrphan(filepath.Join(dir, name))
	})
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
	open, err := os.Open(dir)
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

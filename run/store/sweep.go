package store

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// orphaned is the age from which a temporary file has no living writer. Writing one takes milliseconds; a writer that
// was held up longer, by a suspended machine say, fails at the rename, and nothing is lost.
const orphaned = time.Hour

// sweep removes from a directory the temporary files that killed writers left: those of the record with this id, whose lock
// is held, and others that have no living writer. id is "" where no lock is held. What can't be removed stays.
func (f *File) sweep(dir, id string) {
	open, err := os.Open(dir)
	if err != nil {
		return
	}
	defer open.Close()
	names, _ := open.Readdirnames(-1)
	for _, name := range names {
		if !strings.HasPrefix(name, ".") || !strings.HasSuffix(name, ".tmp") {
			continue
		}
		path := filepath.Join(dir, name)
		if id != "" && strings.HasPrefix(name, "."+id+".") || isOrphan(path) {
			_ = f.disk.Remove(path)
		}
	}
}

// isOrphan reports whether a temporary file is older than any that is being written.
func isOrphan(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular() &&
		time.Since(info.ModTime()) > orphaned //nolint:forbidigo // the age of a file is no time of a run
}

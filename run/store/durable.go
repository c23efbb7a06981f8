package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"rtut/run"
)

// UnknownOutcomeError says that a record was written but its directory could not be synced, so that a power cut now
// might lose it.
type UnknownOutcomeError struct {
	Path string
	Err  error
}

func (e *UnknownOutcomeError) Error() string {
	return fmt.Sprintf("whether %s is safely on disk is not known: %s. Read it again before going on", e.Path, e.Err)
}

func (e *UnknownOutcomeError) Unwrap() error { return e.Err }

// write stores a record, whole or not at all, and returns when it would survive a power cut.
func (f *File) write(rec *run.Record) error {
	data, err := rec.Encode()
	if err != nil {
		return err
	}
	f.sweep(f.dir, rec.RunID)
	path := f.Path(rec.RunID)
	return replace(f.disk, path, data, temporary{f.dir, "." + rec.RunID + ".*.tmp"}, func(tmp *os.File) error {
		return errors.Join(tmp.Chmod(f.mode(path)), inheritGroup(tmp))
	})
}

// Replace gives an existing file new content, whole or not at all, and returns when it would survive a power cut. The
// file keeps its permissions and, where that is the caller's to give, its group. path must not be a symbolic link.
func Replace(path string, data []byte) error {
	return ReplaceOn(real(filepath.Dir(path)), path, data)
}

// ReplaceOn is Replace on another disk.
func ReplaceOn(d Disk, path string, data []byte) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	sweepDocuments(d, filepath.Dir(path))
	return rewrite(d, path, data, info)
}

// rewrite is Replace of a file that info is about.
func rewrite(d Disk, path string, data []byte, info fs.FileInfo) error {
	return replace(d, path, data, temporary{filepath.Dir(path), ofDocument}, func(tmp *os.File) error {
		return errors.Join(tmp.Chmod(info.Mode().Perm()), keepGroup(tmp, info))
	})
}

// mode returns the mode of a record: as it is or, of a new one, what the directory gives its group.
func (f *File) mode(path string) fs.FileMode {
	if info, err := os.Lstat(path); err == nil {
		return info.Mode().Perm()
	}
	return f.newMode()
}

// newMode is readable and writable by the owner and by those whom the directory lets write, readable by those whom it
// lets read.
func (f *File) newMode() fs.FileMode {
	info, err := os.Stat(f.dir)
	if err != nil {
		return 0o600
	}
	return 0o600 | info.Mode().Perm()&0o066
}

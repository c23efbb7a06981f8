package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"rtut/run"
	"rtut/run/record"
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

// write stores a record, whole or not at all, and returns when it would survive a power cut. may is asked right before the record gets
// into its place; if it returns an error nothing is stored.
func (f *File) write(rec *record.Record, may func() error) error {
	data, err := run.Encode(rec)
	if err != nil {
		return err
	}
	if err := f.writeText(rec.RunID, data, may); err != nil {
		return err
	}
	f.last.wrote(data, rec)
	return nil
}

// writeText is write of what the file of an id is to hold.
func (f *File) writeText(id string, data []byte, may func() error) error {
	f.sweep(f.dir, id)
	path := f.Path(id)
	p, err := prepare(f.disk, path, data, temporary{f.dir, "." + id + ".*.tmp"}, func(tmp *os.File) error {
		return errors.Join(f.own(tmp, path), inheritGroup(tmp))
	})
	if err != nil {
		return err
	}
	if err := may(); err != nil {
		p.Discard()
		return err
	}
	return p.Commit()
}

// Replace gives an existing file new content, whole or not at all, and returns when it would survive a power cut. The
// file keeps its permissions and, where those are the caller's to give, its owner and group. path must not be a symbolic link.
func Replace(path string, data []byte) error {
	return ReplaceOn(real(filepath.Dir(path)), path, data)
}

// ReplaceOn is Replace on another disk.
func ReplaceOn(d Disk, path string, data []byte) error {
	p, err := prepareOn(d, path, data)
	if err != nil {
		return err
	}
	return p.Commit()
}

// Prepare does all of Replace but the last step, so that what may fail for a lack of space or permission has not failed.
func Prepare(path string, data []byte) (*Prepared, error) {
	return prepareOn(real(filepath.Dir(path)), path, data)
}

func prepareOn(d Disk, path string, data []byte) (*Prepared, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	sweepDocuments(d, filepath.Dir(path))
	return rewrite(d, path, data, info)
}

// rewrite prepares the new content of a file that info is about.
func rewrite(d Disk, path string, data []byte, info fs.FileInfo) (*Prepared, error) {
	return prepare(d, path, data, temporary{filepath.Dir(path), ofDocument}, func(tmp *os.File) error {
		keepOwner(tmp, info)
		keepGroup(tmp, info)
		return tmp.Chmod(info.Mode().Perm())
	})
}

// own gives what is to be a record the mode and the owner that it has as it is or, if it is new, the mode for which the directory
// stands.
func (f *File) own(tmp *os.File, path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return f.ownNew(tmp)
	}
	keepOwner(tmp, info)
	return tmp.Chmod(info.Mode().Perm())
}

// ownNew gives a new file in the directory the mode, the group and the owner for which the directory stands.
func (f *File) ownNew(file *os.File) error { return errors.Join(file.Chmod(f.newMode()), belong(file)) }

// newMode is readable and writable by the owner and by those whom the directory lets write, readable by those whom it
// lets read.
func (f *File) newMode() fs.FileMode {
	info, err := os.Stat(f.dir)
	if err != nil {
		return 0o600
	}
	return 0o600 | info.Mode().Perm()&0o066
}

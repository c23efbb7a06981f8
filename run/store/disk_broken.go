//go:build broken

package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"syscall"

	"rtut/run/record"
)

// broken is what this build does wrong on purpose. It is the control of the tests of faults, which must catch it:
//
//   - "in place" writes the record itself;
//   - "copied" copies what was written to where it belongs, instead of renaming it;
//   - "deaf" takes no notice of errors, "nameless" does not say of which path they are;
//   - "no lock" has a lock for each process, and does not look at the end whether somebody else has written;
//   - "trusting" does not look at the end whether it still has its lock, and takes its time;
//   - "one temporary name" has one for all writers;
//   - "untidy" removes nothing;
//   - "elsewhere" makes temporary files in the home of the user;
//   - "not linked" makes a directory where a symbolic link leads to one;
//   - "forgetful" keeps of a record what it knows;
//   - "eager" makes a lock before anything is to be written.
//
// No program that is released is built with this tag.
var broken = os.Getenv("RTUT_BROKEN")

// ofRecord is the pattern of the temporary files of a record.
var ofRecord = regexp.MustCompile(`^\.(\d.*)\.\*\.tmp$`)

// careless is a disk as a careless author would make it.
type careless struct{ disk }

// real is the disk that everything in a directory is written to.
func real(dir string) Disk {
	if broken == "eager" {
		if err := os.WriteFile(filepath.Join(dir, ".lock"), nil, 0o600); err != nil {
			panic(err)
		}
	}
	return careless{disk{dir}}
}

// looksAgain is false for who has no lock, or trusts that it is still there.
var looksAgain = broken != "no lock" && broken != "trusting"

// lockPath is where the lock of a record is.
func lockPath(dir, id string) string {
	switch broken {
	case "no lock":
		return filepath.Join(dir, fmt.Sprintf(".%s.%d.lock", id, os.Getpid()))
	case "deaf", "nameless":
		return filepath.Join(os.TempDir(), "."+id+".lock") // not where it could not be made
	}
	return filepath.Join(dir, "."+id+".lock")
}

// Mkdir makes a directory.
func (d careless) Mkdir(path string) error { return named(d.disk.Mkdir(path)) }

// Create makes a temporary file.
func (d careless) Create(dir, pattern string, mode fs.FileMode) (*os.File, error) {
	record := ofRecord.FindStringSubmatch(pattern)
	switch {
	case broken == "in place" && record != nil:
		return os.Create(filepath.Join(dir, record[1]+".json"))
	case broken == "one temporary name":
		return os.Create(filepath.Join(dir, ".tmp"))
	case broken == "elsewhere":
		dir = os.Getenv("HOME")
	case broken == "not linked":
		unlink(dir)
	}
	file, err := d.disk.Create(dir, pattern, mode)
	if err != nil && broken == "deaf" {
		return d.disk.Create(os.TempDir(), pattern, mode)
	}
	return file, named(err)
}

// unlink puts a directory in the place of a symbolic link.
func unlink(dir string) {
	if info, err := os.Lstat(dir); err == nil && info.Mode().Type() == os.ModeSymlink {
		_ = os.Remove(dir)
		_ = os.Mkdir(dir, 0o777)
	}
}

// Write writes to a file.
func (d careless) Write(file *os.File, data []byte) error {
	switch broken {
	case "in place", "trusting":
		return d.dawdle(file, data)
	case "forgetful":
		data = forget(data)
	}
	return heard(d.disk.Write(file, data))
}

// dawdle takes its time, so that there is a middle to be killed in.
func (d careless) dawdle(file *os.File, data []byte) error {
	for len(data) > 64 {
		if err := d.disk.Write(file, data[:64]); err != nil {
			return err
		}
		_ = d.disk.Sync(file)
		data = data[64:]
	}
	return d.disk.Write(file, data)
}

// forget gives a record without what a newer rtut wrote into it, and anything else as it is.
func forget(data []byte) []byte {
	rec, err := record.Decode(data)
	if err != nil {
		return data
	}
	known, err := json.MarshalIndent(rec, "", "  ")
	if err != nil {
		return data
	}
	return known
}

// Sync makes a file or a directory durable.
func (d careless) Sync(file *os.File) error { return heard(d.disk.Sync(file)) }

// Rename gives a temporary file its name.
func (d careless) Rename(from, to string) error {
	if broken == "copied" {
		return d.copy(from, to)
	}
	err := d.disk.Rename(from, to)
	if err != nil && broken == "deaf" {
		_ = os.Remove(from)
	}
	return heard(err)
}

// Name gives a new document its name.
func (d careless) Name(from, to string) error {
	if broken == "copied" {
		return d.copy(from, to)
	}
	return heard(d.disk.Name(from, to))
}

// copy copies a file, and removes it.
func (d careless) copy(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	file, err := os.Create(to)
	if err != nil {
		return err
	}
	return errors.Join(d.dawdle(file, data), file.Close(), os.Remove(from))
}

// Remove removes a temporary file, which for "in place" is the record.
func (d careless) Remove(path string) error {
	if broken == "in place" || broken == "untidy" {
		return nil
	}
	return d.disk.Remove(path)
}

// heard is an error that is taken notice of.
func heard(err error) error {
	if broken == "deaf" {
		return nil
	}
	return err
}

// named is an error that says of which path it is.
func named(err error) error {
	var number syscall.Errno
	if broken == "nameless" && errors.As(err, &number) {
		return number
	}
	return err
}

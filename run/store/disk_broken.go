//go:build broken

package store

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// broken is what this build does wrong on purpose. It is the control of the tests of faults, which must catch it: "in place"
// writes the record itself, "deaf" takes no notice of errors, "no lock" has a lock for each process, and "one temporary name"
// has one for all writers. No program that is released is built with this tag.
var broken = os.Getenv("RTUT_BROKEN")

// ofRecord is the pattern of the temporary files of a record.
var ofRecord = regexp.MustCompile(`^\.(\d.*)\.\*\.tmp$`)

// careless is a disk as a careless author would make it.
type careless struct{ disk }

// real is the disk that everything is written to.
func real() Disk { return careless{} }

// lockPath is where the lock of a record is.
func lockPath(dir, id string) string {
	switch broken {
	case "no lock":
		return filepath.Join(dir, fmt.Sprintf(".%s.%d.lock", id, os.Getpid()))
	case "deaf":
		return filepath.Join(os.TempDir(), "."+id+".lock") // not where it could not be made
	}
	return filepath.Join(dir, "."+id+".lock")
}

// Create makes a temporary file.
func (d careless) Create(dir, pattern string) (*os.File, error) {
	record := ofRecord.FindStringSubmatch(pattern)
	switch {
	case broken == "in place" && record != nil:
		return os.Create(filepath.Join(dir, record[1]+".json"))
	case broken == "one temporary name":
		return os.Create(filepath.Join(dir, ".tmp"))
	}
	file, err := d.disk.Create(dir, pattern)
	if err != nil && broken == "deaf" {
		return d.disk.Create(os.TempDir(), pattern)
	}
	return file, err
}

// Write takes its time for "in place", so that there is a middle to be killed in.
func (d careless) Write(file *os.File, data []byte) error {
	for broken == "in place" && len(data) > 64 {
		if err := d.disk.Write(file, data[:64]); err != nil {
			return err
		}
		_ = d.disk.Sync(file)
		data = data[64:]
	}
	return heard(d.disk.Write(file, data))
}

// Sync makes a file or a directory durable.
func (d careless) Sync(file *os.File) error { return heard(d.disk.Sync(file)) }

// Rename gives a temporary file its name.
func (d careless) Rename(from, to string) error {
	err := d.disk.Rename(from, to)
	if err != nil && broken == "deaf" {
		_ = os.Remove(from)
	}
	return heard(err)
}

// Remove removes a temporary file, which for "in place" is the record.
func (d careless) Remove(path string) error {
	if broken == "in place" {
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

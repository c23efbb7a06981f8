package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// refuseLink is a file system that knows no second names.
func refuseLink(from, to string) error {
	return &os.LinkError{Op: "link", Old: from, New: to, Err: syscall.EPERM}
}

// links are the ways in which a new file can get its name.
var links = map[string]func(from, to string) error{"links": os.Link, "no links": refuseLink}

// holds fails unless the directory has these files alone, with this content.
func holds(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if data, err := os.ReadFile(filepath.Join(dir, e.Name())); err != nil || string(data) != want[e.Name()] {
			t.Errorf("%s holds %q, %v; expected %q", e.Name(), data, err, want[e.Name()])
		}
	}
	if len(entries) != len(want) {
		t.Errorf("there are %v; expected %v", entries, want)
	}
}

func TestPublishLeavesWhatIsThereUnlessItMayOverwrite(t *testing.T) {
	for name, link := range links {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "report.html")
			if err := publish(outside{}, link, path, []byte("one"), false); err != nil {
				t.Fatal(err)
			}
			holds(t, dir, map[string]string{"report.html": "one"})
			if err := publish(outside{}, link, path, []byte("two"), false); !errors.Is(err, fs.ErrExist) {
				t.Errorf("writing it again: %v", err)
			}
			holds(t, dir, map[string]string{"report.html": "one"})
			if err := publish(outside{}, link, path, []byte("two"), true); err != nil {
				t.Error(err)
			}
			holds(t, dir, map[string]string{"report.html": "two"})
		})
	}
}

func TestPublishObeysTheUmaskAndKeepsPermissions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.html")
	before := syscall.Umask(0o027)
	err := Publish(path, []byte("one"), false)
	syscall.Umask(before)
	if err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o640 {
		t.Errorf("the mode of a new file is %v", info.Mode())
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Publish(path, []byte("two"), true); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v after it was overwritten", info.Mode())
	}
}

func TestPublishWritesToNothingButFiles(t *testing.T) {
	dir := t.TempDir()
	for name, make := range map[string]func(path string) error{
		"a directory":                  func(path string) error { return os.Mkdir(path, 0o777) },
		"a symbolic link to elsewhere": func(path string) error { return os.Symlink("elsewhere", path) },
		"no regular file":              func(path string) error { return syscall.Mkfifo(path, 0o666) },
	} {
		path := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
		if err := make(path); err != nil {
			t.Fatal(err)
		}
		for _, overwrite := range []bool{false, true} {
			var inTheWay *InTheWayError
			if err := Publish(path, []byte("x"), overwrite); !errors.As(err, &inTheWay) || inTheWay.Is != name {
				t.Errorf("%s, overwrite %v: %v", name, overwrite, err)
			}
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	if err := Publish(filepath.Join(dir, "absent", "report.html"), []byte("x"), true); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in a directory that is not there: %v", err)
	}
	holds(t, dir, nil)
}

// brokenDisk fails at one step.
type brokenDisk struct {
	outside
	at string
}

var errBroken = errors.New("no space left on device")

func (d brokenDisk) fail(at string, otherwise func() error) error {
	if d.at == at {
		return errBroken
	}
	return otherwise()
}

func (d brokenDisk) Write(file *os.File, data []byte) error {
	if d.at == "write" {
		return errors.Join(d.outside.Write(file, data[:len(data)/2]), errBroken)
	}
	return d.outside.Write(file, data)
}

func (d brokenDisk) Sync(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	at := "sync"
	if info.IsDir() {
		at = "sync of the directory"
	}
	return d.fail(at, func() error { return d.outside.Sync(file) })
}

func (d brokenDisk) Rename(from, to string) error {
	return d.fail("rename", func() error { return d.outside.Rename(from, to) })
}

func TestPublishOnABrokenDiskLeavesNothingHalfWritten(t *testing.T) {
	for _, at := range []string{"write", "sync", "rename"} {
		dir := t.TempDir()
		path := filepath.Join(dir, "report.html")
		if err := publish(brokenDisk{at: at}, refuseLink, path, []byte("new"), false); !errors.Is(err, errBroken) {
			t.Errorf("new, broken at %s: %v", at, err)
		}
		holds(t, dir, nil)
		if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := publish(brokenDisk{at: at}, refuseLink, path, []byte("new"), true); !errors.Is(err, errBroken) {
			t.Errorf("overwritten, broken at %s: %v", at, err)
		}
		holds(t, dir, map[string]string{"report.html": "old"})
	}
}

func TestPublishSaysIfAPowerCutMightLoseIt(t *testing.T) {
	dir := t.TempDir()
	var unsure *UnknownOutcomeError
	err := publish(brokenDisk{at: "sync of the directory"}, os.Link, filepath.Join(dir, "report.html"), []byte("new"), false)
	if !errors.As(err, &unsure) {
		t.Errorf("%v", err)
	}
	holds(t, dir, map[string]string{"report.html": "new"})
}

func TestOfManyThatPublishAtOnceOneWins(t *testing.T) {
	for name, link := range links {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			won := make(chan string, 8)
			var group sync.WaitGroup
			for _, text := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
				group.Go(func() {
					if publish(outside{}, link, filepath.Join(dir, "report.html"), []byte(text), false) == nil {
						won <- text
					}
				})
			}
			group.Wait()
			if len(won) != 1 {
				t.Fatalf("%d have written it", len(won))
			}
			holds(t, dir, map[string]string{"report.html": <-won})
		})
	}
}

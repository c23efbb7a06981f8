package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// oneWay is a file system that knows one way of giving a new file its name.
type oneWay struct {
	disk
	way func(from, to string) error
}

func (d oneWay) Name(from, to string) error { return d.way(from, to) }

// everyWay are the disks on which a new file gets its name.
func everyWay() map[string]Disk {
	disks := map[string]Disk{"whichever is known": disk{}, "a second name": oneWay{way: linkNew}, "an empty file": oneWay{way: claim}}
	if runtime.GOOS == "linux" {
		disks["a rename"] = oneWay{way: renameNew}
	}
	return disks
}

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
	for name, d := range everyWay() {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "report.html")
			if err := PublishOn(d, path, []byte("one"), false); err != nil {
				t.Fatal(err)
			}
			holds(t, dir, map[string]string{"report.html": "one"})
			if err := PublishOn(d, path, []byte("two"), false); !errors.Is(err, fs.ErrExist) {
				t.Errorf("writing it again: %v", err)
			}
			holds(t, dir, map[string]string{"report.html": "one"})
			if err := PublishOn(d, path, []byte("two"), true); err != nil {
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
		"a named pipe":                 func(path string) error { return syscall.Mkfifo(path, 0o666) },
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
	disk
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
		return errors.Join(d.disk.Write(file, data[:len(data)/2]), errBroken)
	}
	return d.disk.Write(file, data)
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
	return d.fail(at, func() error { return d.disk.Sync(file) })
}

func (d brokenDisk) Rename(from, to string) error {
	return d.fail("rename", func() error { return d.disk.Rename(from, to) })
}

func (d brokenDisk) Name(from, to string) error {
	return d.fail("rename", func() error { return d.disk.Name(from, to) })
}

func TestPublishOnABrokenDiskLeavesNothingHalfWritten(t *testing.T) {
	for _, at := range []string{"write", "sync", "rename"} {
		dir := t.TempDir()
		path := filepath.Join(dir, "report.html")
		if err := PublishOn(brokenDisk{at: at}, path, []byte("new"), false); !errors.Is(err, errBroken) {
			t.Errorf("new, broken at %s: %v", at, err)
		}
		holds(t, dir, nil)
		if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := PublishOn(brokenDisk{at: at}, path, []byte("new"), true); !errors.Is(err, errBroken) {
			t.Errorf("overwritten, broken at %s: %v", at, err)
		}
		holds(t, dir, map[string]string{"report.html": "old"})
	}
}

func TestPublishSaysIfAPowerCutMightLoseIt(t *testing.T) {
	dir := t.TempDir()
	var unsure *UnknownOutcomeError
	err := PublishOn(brokenDisk{at: "sync of the directory"}, filepath.Join(dir, "report.html"), []byte("new"), false)
	if !errors.As(err, &unsure) {
		t.Errorf("%v", err)
	}
	holds(t, dir, map[string]string{"report.html": "new"})
}

func TestOfManyThatPublishAtOnceOneWins(t *testing.T) {
	for name, d := range everyWay() {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			won := make(chan string, 8)
			var group sync.WaitGroup
			for _, text := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
				group.Go(func() {
					if PublishOn(d, filepath.Join(dir, "report.html"), []byte(text), false) == nil {
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

func TestAFileSystemThatDoesNotKnowAWayIsGivenTheNext(t *testing.T) {
	before := ways
	t.Cleanup(func() { ways = before })
	for _, unknown := range []error{errors.ErrUnsupported, syscall.EINVAL, syscall.EPERM, syscall.EMLINK, syscall.ENOSYS} {
		not := func(from, to string) error { return &os.LinkError{Op: "link", Old: from, New: to, Err: unknown} }
		ways = []func(from, to string) error{not, not, claim}
		dir := t.TempDir()
		if err := Publish(filepath.Join(dir, "report.html"), []byte("new"), false); err != nil {
			t.Errorf("%v: %v", unknown, err)
		}
		holds(t, dir, map[string]string{"report.html": "new"})
		ways = []func(from, to string) error{not}
		if err := Publish(filepath.Join(dir, "another.html"), []byte("new"), false); !errors.Is(err, unknown) {
			t.Errorf("no way is known: %v", err)
		}
		holds(t, dir, map[string]string{"report.html": "new"})
	}
}

func TestWhatAKilledWriterOfADocumentLeftIsSwept(t *testing.T) {
	dir := t.TempDir()
	name := ".rtut.ABCDEFGHIJKLMNOPQRSTUVWXYZ.tmp"
	for _, write := range []func(path string) error{
		func(path string) error { return Publish(path, []byte("new"), false) },
		func(path string) error { return Publish(path, []byte("new"), true) },
		func(path string) error { return Replace(path, []byte("new")) },
	} {
		leave(t, filepath.Join(dir, name), 2*time.Hour)
		if err := write(filepath.Join(dir, "document")); err != nil {
			t.Fatal(err)
		}
		holds(t, dir, map[string]string{"document": "new"})
	}
}

func TestWhatIsSomebodyElsesBesideADocumentIsNotSwept(t *testing.T) {
	dir := t.TempDir()
	want := map[string]string{"document": "new"}
	for _, name := range []string{".rtut.tmp", ".rtut.notes.tmp", ".rtut.ABCDEFGHIJKLMNOPQRSTUVWXYZ.tmp.old", ".document.123.tmp", "a.tmp"} {
		leave(t, filepath.Join(dir, name), 2*time.Hour)
		want[name] = `{"schema":`
	}
	leave(t, filepath.Join(dir, ".rtut.ABCDEFGHIJKLMNOPQRSTUVWXYZ.tmp"), time.Minute) // it may be written just now
	want[".rtut.ABCDEFGHIJKLMNOPQRSTUVWXYZ.tmp"] = `{"schema":`
	if err := Publish(filepath.Join(dir, "document"), []byte("new"), false); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, want)
}

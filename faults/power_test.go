//go:build faults

package faults

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"rtut/run"
	"rtut/run/store"
)

// image is an ext4 file system in a file, mounted so that nothing gets onto it by the clock.
type image struct{ file, dir string }

func newImage(t testing.TB) image {
	t.Helper()
	file := filepath.Join(t.TempDir(), "image")
	command(t, "truncate", "-s", "16M", file)
	command(t, "mkfs.ext4", "-q", "-F", file)
	return image{file, mount(t, "-o", "loop,commit=900", file)}
}

// cut is the power cut: it mounts a copy of what has reached the image, and leaves alone what has not.
func (m image) cut(t testing.TB) (dir string) {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "copy")
	command(t, "cp", "--sparse=always", m.file, copied)
	return mount(t, "-o", "loop", copied)
}

// TestPowerCutAfterEachAnswer cuts the power when rtut has just answered, once for each command.
func TestPowerCutAfterEachAnswer(t *testing.T) {
	m := newImage(t)
	r := repo(filepath.Join(m.dir, "repo"))
	if err := os.Mkdir(string(r), 0o700); err != nil {
		t.Fatal(err)
	}
	r.plant(t)
	command(t, "sync", "-f", m.dir)
	for i, line := range lines {
		r.must(t, line)
		after := repo(filepath.Join(m.cut(t), "repo"))
		if got := revision(after.record(t)); got != i+1 {
			t.Errorf("rtut %s was acknowledged, and after a power cut the revision is %d, not %d", line, got, i+1)
		}
		if left := litter(t, after.runs()); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}

// noDirSync is the control: it leaves the fsync of the directory out.
type noDirSync struct{ store.Disk }

func (d noDirSync) Sync(file *os.File) error {
	if info, err := file.Stat(); err != nil || info.IsDir() {
		return err
	}
	return d.Disk.Sync(file)
}

// TestPowerCutCatchesAMissingDirectorySync makes one write and cuts the power, with the fsync of the directory and without.
func TestPowerCutCatchesAMissingDirectorySync(t *testing.T) {
	lost := map[bool]int{}
	for _, broken := range []bool{false, true} {
		for i := range 5 {
			m := newImage(t)
			s := &stage{t: t, dir: m.dir, now: newStage(t).now}
			if err := s.act(nil, history()[0]); err != nil {
				t.Fatal(err)
			}
			command(t, "sync", "-f", m.dir)
			d := store.Disk(passing{newFickle(nil)})
			if broken {
				d = noDirSync{d}
			}
			note := fmt.Sprintf("note-%d", i)
			if err := s.act(d, run.Note{Text: note}); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(filepath.Join(m.cut(t), "r.json"))
			if err != nil {
				t.Fatal(err)
			}
			if len(notes(sound(t, data))) == 0 {
				lost[broken]++
			}
		}
	}
	if lost[false] != 0 || lost[true] == 0 {
		t.Errorf("of 5 acknowledged writes were lost: %d with the fsync of the directory, %d without", lost[false], lost[true])
	}
	t.Logf("lost of 5: %d with it, %d without", lost[false], lost[true])
}

// passing is a disk that does what it is told: a fickle one that never fails, and does sync.
type passing struct{ *fickle }

func (passing) Sync(file *os.File) error { return file.Sync() }

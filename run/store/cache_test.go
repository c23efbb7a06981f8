package store

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rtut/run/record"
)

// plantMany writes so many records that they are worth remembering, and stay so when some are removed.
func plantMany(t *testing.T) (root string) {
	t.Helper()
	files := map[string]string{".git/": ""}
	for i := range worthRemembering + 9 {
		id := fmt.Sprintf("r%04d", i)
		files[".local/runbook-runs/"+id+".json"] = recordText(id, "x", "pack.yaml")
	}
	return plant(t, files)
}

// later is a directory of records an hour later, when what was just written lasts.
type later struct{ *recordsDir }

func (l later) now() time.Time { return l.recordsDir.now().Add(time.Hour) }

// summaries are those of the records of a tree, as text.
func summaries(t *testing.T, root string, k keeper) (found []string) {
	t.Helper()
	runs := filepath.Join(root, RunsDir)
	dir, names, err := openRecords(runs)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.close()
	s := newScan(runs, later{dir}, names, nil)
	if k != nil {
		s.remember(k)
	}
	s.each(func(r Reading, damaged *Damaged) bool {
		if damaged != nil {
			found = append(found, damaged.Path+": "+damaged.Err.Error())
		} else {
			found = append(found, fmt.Sprintf("%+v", r.Summary))
		}
		return true
	})
	return found
}

// agrees holds a scan with the cache, twice, to one without.
func agrees(t *testing.T, what, root string) {
	t.Helper()
	want := summaries(t, root, nil)
	for range 2 {
		if diff := cmp.Diff(want, summaries(t, root, cacheOf(filepath.Join(root, RunsDir)))); diff != "" {
			t.Errorf("%s:\n%s", what, diff)
		}
	}
}

func remembered(root string) int { return cacheOf(filepath.Join(root, RunsDir)).load().len() }

func TestWhateverIsInThePlaceOfACacheTheAnswerIsRight(t *testing.T) {
	root := plantMany(t)
	runs := filepath.Join(root, RunsDir)
	c := cacheOf(runs)
	path := filepath.Join(c.dir(), c.name())
	agrees(t, "new", root)
	if n := remembered(root); n != worthRemembering+9 {
		t.Fatalf("%d of %d records are remembered", n, worthRemembering+9)
	}
	if ignore, err := os.ReadFile(filepath.Join(c.dir(), ".gitignore")); string(ignore) != "*\n" {
		t.Errorf(".gitignore: %q, %v", ignore, err)
	}
	ids, err := NewFile(runs).IDs()
	if err != nil || len(ids) != worthRemembering+9 {
		t.Errorf("%d records are listed: %v", len(ids), err)
	}
	for what, spoil := range spoiled(t, root, path) {
		t.Run(what, func(t *testing.T) {
			if err := os.RemoveAll(c.dir()); err != nil {
				t.Fatal(err)
			}
			agrees(t, "a new cache", root)
			spoil()
			agrees(t, what, root)
		})
	}
	if err := os.RemoveAll(c.dir()); err != nil {
		t.Fatal(err)
	}
	agrees(t, "removed", root)
	if n := remembered(root); n < worthRemembering {
		t.Errorf("only %d records are remembered in the end", n)
	}
}

// spoiled is what may be in the place of a cache, and of the records that it is about.
func spoiled(t *testing.T, root, path string) map[string]func() {
	record := func(id string) string { return filepath.Join(root, RunsDir, id+".json") }
	must := func(errs ...error) {
		t.Helper()
		for _, err := range errs {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	clear := func() { must(os.RemoveAll(filepath.Dir(path)), os.Mkdir(filepath.Dir(path), 0o777)) }
	return map[string]func(){
		"a record that was edited, its size and time kept": func() {
			info, err := os.Stat(record("r0003"))
			must(err, os.WriteFile(record("r0003"), []byte(recordText("r0003", "y", "pack.yaml")), 0o666), os.Chtimes(record("r0003"), info.ModTime(), info.ModTime()))
		},
		"a record in the place of another": func() { must(os.Rename(record("r0004"), record("r0005"))) },
		"a link in the place of a record":  func() { must(os.Remove(record("r0006")), os.Symlink("r0007.json", record("r0006"))) },
		"a record that is cut":             func() { must(os.Truncate(record("r0008"), 40)) },
		"a record that is gone":            func() { must(os.Remove(record("r0009"))) },
		"a pipe":                           func() { clear(); must(syscall.Mkfifo(path, 0o600)) },
		"a directory":                      func() { clear(); must(os.Mkdir(path, 0o777)) },
		"an empty file":                    func() { clear(); must(os.WriteFile(path, nil, 0o600)) },
		"noise":                            func() { clear(); must(os.WriteFile(path, []byte(strings.Repeat("noise", 999)), 0o600)) },
		"a very long file":                 func() { clear(); must(os.WriteFile(path, nil, 0o600), os.Truncate(path, 1<<40)) },
		"a link": func() {
			must(os.Rename(path, path+".elsewhere"), os.Symlink(path+".elsewhere", path))
		},
		"a file that others may write to": func() { must(os.Chmod(path, 0o666)) },
		"what killed writers left": func() {
			must(os.WriteFile(filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".1.tmp"), nil, 0o600))
		},
		"no directory, but a file":               func() { must(os.RemoveAll(filepath.Dir(path)), os.WriteFile(filepath.Dir(path), nil, 0o600)) },
		"a link in the place of the directory":   func() { must(os.RemoveAll(filepath.Dir(path)), os.Symlink(t.TempDir(), filepath.Dir(path))) },
		"a directory that nothing is written to": func() { clear(); must(os.Chmod(filepath.Dir(path), 0o500)) },
	}
}

func TestLinkInThePlaceOfTheDirectoryIsNotFollowed(t *testing.T) {
	runs, elsewhere := t.TempDir(), t.TempDir()
	c := cacheOf(runs)
	if err := os.Symlink(elsewhere, c.dir()); err != nil {
		t.Fatal(err)
	}
	c.save(newMemo(0))
	if entries, err := os.ReadDir(elsewhere); err != nil || len(entries) > 0 {
		t.Errorf("%v was written there, %v", entries, err)
	}
}

func TestCacheIsSweptOfWhatKilledWritersLeft(t *testing.T) {
	c := cacheOf(t.TempDir())
	c.save(newMemo(0))
	left := filepath.Join(c.dir(), "."+c.name()+".1.tmp")
	if err := os.WriteFile(left, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c.save(newMemo(0))
	entries, err := os.ReadDir(c.dir())
	if err != nil || len(entries) != 2 {
		t.Errorf("%v, %v: only .gitignore and %s were expected", entries, err, c.name())
	}
}

func TestCacheIsWrittenByManyAtOnceAndIsWhole(t *testing.T) {
	c := cacheOf(t.TempDir())
	c.save(newMemo(0))
	var writers sync.WaitGroup
	for w := range 4 {
		writers.Go(func() {
			for range 20 {
				kept := newMemo(1)
				kept.add("a.json", stamp{size: int64(w)}, &record.Summary{RunID: "a"})
				c.save(kept)
			}
		})
	}
	for range 200 {
		if n := c.load().len(); n > 1 {
			t.Errorf("%d are remembered", n)
		}
	}
	writers.Wait()
	if n := c.load().len(); n != 1 {
		t.Errorf("%d are remembered in the end", n)
	}
}

func TestRecordThatWasJustWrittenIsNotRemembered(t *testing.T) {
	clock := (*recordsDir)(nil)
	began := clock.now()
	root := plantMany(t)
	tree, err := Find(root)
	if err != nil {
		t.Fatal(err)
	}
	for range tree.Summaries() {
	}
	if n := remembered(root); n > 0 && clock.now().Sub(began) < settled {
		t.Errorf("%d are remembered", n)
	}
}

func TestFewRecordsGetNoCache(t *testing.T) {
	root := plant(t, map[string]string{".local/runbook-runs/1.json": recordText("1", "x", "pack.yaml")})
	tree, err := Find(root)
	if err != nil {
		t.Fatal(err)
	}
	for range tree.Summaries() {
	}
	entries, err := os.ReadDir(filepath.Join(root, RunsDir))
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestScanThatIsBrokenOffRemembersNothing(t *testing.T) {
	d := &modelDisk{clock: time.Unix(1_800_000_000, 0), files: map[string]modelFile{}, tick: 10, phase: 1}
	for _, id := range []string{"a", "b"} {
		d.put(id+".json", recordText(id, "x", "pack.yaml"))
	}
	d.clock = d.clock.Add(time.Hour)
	k := &modelKeeper{}
	s := newScan("/r", d, []string{"a.json", "b.json"}, nil)
	s.remember(k)
	s.each(func(Reading, *Damaged) bool { return false })
	if k.sealed != nil {
		t.Error("it was saved")
	}
	d.seen(k)
	if n := k.load().len(); n != 2 {
		t.Errorf("%d are remembered", n)
	}
	saved := len(k.before)
	if d.seen(k); len(k.before) != saved {
		t.Error("it was saved once more, though nothing had changed")
	}
	if !slices.Equal(d.seen(k), d.seen(nil)) {
		t.Error("it says something else")
	}
}

package store

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// modelDisk is a disk as bad as there are: its time is coarse, its clock steps back and forth, and the inode of a file
// that was removed is given to the next one. All it promises is that a clock that was stepped does not strike the same
// nanosecond twice, unless it counts in whole seconds.
type modelDisk struct {
	clock time.Time
	tick  time.Duration
	phase time.Duration // at which nanosecond of a tick it strikes; another one after each step, but of whole seconds
	files map[string]modelFile
	free  []uint64
	inode uint64
}

type modelFile struct {
	text string
	at   stamp
}

func (d *modelDisk) now() time.Time { return d.clock }

func (d *modelDisk) stat(name string) (stamp, error) {
	file, there := d.files[name]
	if !there {
		return stamp{}, fs.ErrNotExist
	}
	return file.at, nil
}

func (d *modelDisk) read(name string, buffer []byte) ([]byte, error) {
	return append(buffer[:0], d.files[name].text...), nil
}

// struck is the time as the disk writes it.
func (d *modelDisk) struck() moment {
	at := time.Unix(0, 0).Add((d.clock.Sub(time.Unix(0, 0)) - d.phase).Truncate(d.tick) + d.phase)
	return moment{at.Unix(), int64(at.Nanosecond())}
}

func (d *modelDisk) step(by time.Duration) {
	d.clock = d.clock.Add(by)
	if d.phase > 0 {
		d.phase++
	}
}

// put writes a file in place, or makes it.
func (d *modelDisk) put(name, text string) {
	file, there := d.files[name]
	if !there {
		file.at.inode = d.nextInode()
	}
	file.text, file.at.size, file.at.written, file.at.changed = text, int64(len(text)), d.struck(), d.struck()
	d.files[name] = file
}

func (d *modelDisk) nextInode() uint64 {
	if n := len(d.free); n > 0 {
		inode := d.free[n-1]
		d.free = d.free[:n-1]
		return inode
	}
	d.inode++
	return d.inode
}

func (d *modelDisk) remove(name string) {
	if file, there := d.files[name]; there {
		d.free = append(d.free, file.at.inode)
		delete(d.files, name)
	}
}

// rename puts a file in the place of another.
func (d *modelDisk) rename(from, to string) {
	file := d.files[from]
	delete(d.files, from)
	d.remove(to)
	file.at.changed = d.struck()
	d.files[to] = file
}

// touch gives a file another time.
func (d *modelDisk) touch(name string, written moment) {
	file := d.files[name]
	file.at.written, file.at.changed = written, d.struck()
	d.files[name] = file
}

// modelKeeper is a cache in memory, and those that there were.
type modelKeeper struct {
	sealed []byte
	before [][]byte
}

func (k *modelKeeper) load() memory { return unsealed(k.sealed) }
func (k *modelKeeper) save(kept *memo) {
	k.sealed = seal(kept)
	k.before = append(k.before, k.sealed)
}

// seen is what a scan says.
func (d *modelDisk) seen(k keeper) (seen []string) {
	s := newScan("/r", d, slices.Sorted(maps.Keys(d.files)), nil)
	if k != nil {
		s.remember(k)
	}
	s.each(func(r Reading, damaged *Damaged) bool {
		if damaged != nil {
			seen = append(seen, damaged.Path+": "+damaged.Err.Error())
		} else {
			seen = append(seen, fmt.Sprintf("%+v", r.Summary))
		}
		return true
	})
	return seen
}

// Whatever is done to records, clocks and caches, a scan with a cache says what a scan without one says.
func TestCacheIsNotNeededForARightAnswer(t *testing.T) {
	remembered := 0
	rapid.Check(t, func(t *rapid.T) {
		d := &modelDisk{
			clock: time.Unix(1_800_000_000, 0), files: map[string]modelFile{},
			tick: rapid.SampledFrom([]time.Duration{10, time.Millisecond, 10 * time.Millisecond, time.Second, 2 * time.Second}).Draw(t, "tick"),
		}
		if d.tick < time.Second || rapid.Bool().Draw(t, "finer than a second") {
			d.phase = 1
		}
		k := &modelKeeper{}
		name := rapid.SampledFrom([]string{"a.json", "b.json", "c.json"})
		text := func(t *rapid.T, name string) string {
			whole := recordText(recordID(name), rapid.SampledFrom([]string{"x", "y"}).Draw(t, "pack"), "pack.yaml")
			whole = strings.Replace(whole, "null", rapid.SampledFrom([]string{"null", `"failed"`}).Draw(t, "outcome"), 1)
			return whole[:rapid.SampledFrom([]int{len(whole), len(whole), len(whole), 60, 0}).Draw(t, "cut")]
		}
		there := func(t *rapid.T) string {
			if len(d.files) == 0 {
				t.Skip("there is no record")
			}
			return rapid.SampledFrom(slices.Sorted(maps.Keys(d.files))).Draw(t, "name")
		}
		t.Repeat(map[string]func(*rapid.T){
			"write":   func(t *rapid.T) { n := name.Draw(t, "name"); d.put(n, text(t, n)) },
			"replace": func(t *rapid.T) { n := name.Draw(t, "name"); d.put("new", text(t, n)); d.rename("new", n) },
			"remove":  func(t *rapid.T) { d.remove(there(t)) },
			"rename":  func(t *rapid.T) { d.rename(there(t), name.Draw(t, "to")) },
			"edit in secret": func(t *rapid.T) { // same size, same time
				n := there(t)
				old := d.files[n]
				d.put(n, strings.NewReplacer(`:"x"`, `:"y"`, `:"y"`, `:"x"`).Replace(old.text))
				d.touch(n, old.at.written)
			},
			"touch": func(t *rapid.T) { d.touch(there(t), moment{rapid.Int64Range(0, 2e9).Draw(t, "at"), 0}) },
			"wait": func(t *rapid.T) {
				d.clock = d.clock.Add(time.Duration(rapid.IntRange(0, 5000).Draw(t, "ms")) * time.Millisecond)
			},
			"step":    func(t *rapid.T) { d.step(time.Duration(rapid.IntRange(-20, 20).Draw(t, "s")) * time.Second) },
			"forget":  func(*rapid.T) { k.sealed = nil },
			"reset":   func(t *rapid.T) { k.sealed = rapid.SampledFrom(append(k.before, nil)).Draw(t, "cache") },
			"cut":     func(t *rapid.T) { k.sealed = k.sealed[:rapid.IntRange(0, len(k.sealed)).Draw(t, "at")] },
			"corrupt": func(t *rapid.T) { k.corrupt(t) },
			"scan": func(t *rapid.T) {
				want := d.seen(nil)
				if diff := cmp.Diff(want, d.seen(k)); diff != "" {
					t.Fatal(diff)
				}
				remembered += k.load().len()
			},
		})
	})
	if remembered == 0 && !testing.Short() { // in short there are few tries
		t.Error("nothing was ever remembered")
	}
}

// corrupt changes a byte.
func (k *modelKeeper) corrupt(t *rapid.T) {
	if len(k.sealed) == 0 {
		t.Skip("there is no cache")
	}
	k.sealed = slices.Clone(k.sealed)
	k.sealed[rapid.IntRange(0, len(k.sealed)-1).Draw(t, "at")] ^= byte(rapid.IntRange(1, 255).Draw(t, "by"))
}

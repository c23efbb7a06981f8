package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"rtut/run/record"
	"rtut/run/store"
)

// skew is how far two clocks may be apart before the doctor speaks of it.
const skew = time.Minute

// stores tries, for each directory that holds records or will, whether records can be kept in it.
func (d *doctor) stores() {
	for _, dir := range d.storeDirs() {
		d.store(dir)
	}
}

// storeDirs are the directories of the records below the root and those of the packs' repos, each once.
func (d *doctor) storeDirs() []string {
	dirs := map[string]bool{}
	for _, runs := range d.tree.Runs {
		dirs[runs.Dir] = true
	}
	for _, p := range d.tree.Packs {
		place := d.elsewhere.Of(p.Repo)
		var misplaced *store.MisplacedError
		if errors.As(place.Usable(), &misplaced) {
			continue // which is said of what was skipped
		}
		dir := place.Dir()
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			dir = real // where its records are, as the tree names them
		}
		dirs[dir] = true
	}
	return slices.Sorted(maps.Keys(dirs))
}

// store tries the directory, or the nearest above it where it has not been made.
func (d *doctor) store(dir string) {
	about, place := d.app.shown(dir), dir
	for {
		if _, err := os.Lstat(place); !errors.Is(err, fs.ErrNotExist) || place == filepath.Dir(place) {
			break
		}
		place = filepath.Dir(place)
	}
	written, err := store.Probe(place)
	now := time.Now() // the machine's, whatever the runs are told
	var double *store.LocksDoNotHoldError
	switch {
	case errors.As(err, &double):
		d.say(about, trouble, "locks do not hold on this file system", remedyElsewhere())
	case err != nil:
		d.say(about, trouble, "records cannot be written: "+err.Error(), orElse(remedy(place, d.app.shown(place), err), remedyElsewhere()))
	default:
		d.holds(about, place)
		d.fileClock(about, now.Sub(written).Abs())
	}
}

// holds says that records can be kept in a directory, and on which file system that is. What is tried here on another host's holds for
// this machine alone.
func (d *doctor) holds(about, dir string) {
	name, remote := d.app.fileSystem(dir)
	message := "records can be written, locks hold"
	if name != "" {
		message += " (" + name + ")"
	}
	if remote {
		d.say(about, worry, message+"; what other machines lock there is their server's matter", "work on a run from one machine at a time, or "+remedyElsewhere())
		return
	}
	d.say(about, healthy, message, "")
}

// remedyElsewhere is what helps where a file system is not fit for records.
func remedyElsewhere() string {
	return "keep records on a local file system: set RTUT_RUNS_DIR to a directory there"
}

// fileClock says whether the file system has another time than this machine.
func (d *doctor) fileClock(about string, apart time.Duration) {
	if apart > skew {
		d.say(about, worry, fmt.Sprintf("the clocks of the file system and of this machine differ by %s", apart.Round(time.Second)),
			"set both by one time server")
	}
}

// earliest and latest are when this program can be run at all.
var (
	earliest = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	latest   = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
)

// clock says whether the time is one that can be: not before this program was built, nor before what is on record.
func (d *doctor) clock(newest record.Summary) {
	now := d.app.clock()
	stamp := now.UTC().Format(time.RFC3339)
	switch built := builtAt(); {
	case now.Before(earliest), now.After(latest):
		d.say("clock", trouble, fmt.Sprintf("it shows %s, which is impossible", stamp), "set the clock")
	case now.Before(built):
		d.say("clock", trouble, fmt.Sprintf("it shows %s, but this program was built %s", stamp, built.Format(time.RFC3339)), "set the clock")
	case newest.Touched.Sub(now) > skew:
		d.say("clock", worry, fmt.Sprintf("it shows %s, but run %s was changed %s", stamp, newest.RunID, newest.Touched.Format(time.RFC3339)),
			"set the clock; if it is right now, it was wrong when the record was written")
	default:
		d.say("clock", healthy, "it shows "+stamp, "")
	}
}

// builtAt returns the time of the commit that this program was built of, or the zero time where that is not known.
func builtAt() time.Time {
	at, err := time.Parse(time.RFC3339, buildSetting("vcs.time"))
	if err != nil {
		return time.Time{}
	}
	return at
}

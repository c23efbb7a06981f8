//go:build faults

package faults

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"rtut/run/store"
)

// writing is a way in which rtut writes what is no record.
type writing struct {
	name   string
	before string // what the file holds; "" if there is none
	write  func(d store.Disk, path string) error
}

// after is what the file is to hold.
const after = "<!DOCTYPE html>\n<html><body>A report.</body></html>\n"

var writings = []writing{
	{"a new document", "", func(d store.Disk, path string) error { return store.PublishOn(d, path, []byte(after), false) }},
	{"a document over another", "<!DOCTYPE html>\n", func(d store.Disk, path string) error { return store.PublishOn(d, path, []byte(after), true) }},
	{"a pack that is marked", "id: faults\n", func(d store.Disk, path string) error { return store.ReplaceOn(d, path, []byte(after)) }},
}

// tryDocuments tries every way of writing with every fault at every step, and returns how often, and what went wrong.
func tryDocuments(t testing.TB, broken string) (tried int, wrong []string) {
	for _, w := range writings {
		for _, kind := range []string{"killed", "power cut", "EIO", "ENOSPC"} {
			for step := 1; ; step++ {
				d, why := tryDocument(t, w, broken, kind, step)
				if tried++; why != "" {
					wrong = append(wrong, fmt.Sprintf("%s, %s at step %d: %s", w.name, kind, step, why))
				}
				if d.step < step {
					break // the last trial was one without a fault
				}
			}
		}
	}
	return tried, wrong
}

// tryDocument is one trial; why says what is wrong with what came of it.
func tryDocument(t testing.TB, w writing, broken, kind string, step int) (d *fickle, why string) {
	s := newStage(t)
	path := filepath.Join(s.dir, "document")
	before := map[string][]byte{}
	if w.before != "" {
		before[path] = []byte(w.before)
	}
	s.put(before)
	d = newFickle(before)
	d.at, d.broken, d.target = step, broken, path
	if number, fails := map[string]error{"EIO": syscall.EIO, "ENOSPC": syscall.ENOSPC}[kind]; fails {
		d.fault = &fs.PathError{Op: "write", Path: "the temporary file", Err: number}
	}
	err := w.write(d, path)
	if kind == "power cut" {
		s.put(d.afterPowerCut())
	}
	data, unread := os.ReadFile(path)
	is, was := string(data), unread == nil
	switch {
	case is != w.before && is != after, was && is == "":
		return d, fmt.Sprintf("it holds %q", is)
	case err == nil && is != after:
		return d, "it was acknowledged and is lost"
	case err != nil && kind != "killed" && kind != "power cut" && !strings.Contains(err.Error(), path):
		return d, "the error does not say which path: " + err.Error()
	}
	anHourLater(t, s.dir)
	if err := store.Publish(filepath.Join(s.dir, "another"), []byte(after), false); err != nil {
		return d, err.Error()
	}
	if left := litter(t, s.dir); len(left) > 0 {
		return d, fmt.Sprintf("left behind: %v", left)
	}
	return d, ""
}

func TestEveryStepOfEveryDocument(t *testing.T) {
	tried, wrong := tryDocuments(t, "")
	for _, w := range wrong {
		t.Error(w)
	}
	t.Logf("%d trials, %d wrong", tried, len(wrong))
	if tried < 3*4*6 {
		t.Errorf("only %d trials", tried)
	}
}

func TestEveryStepOfEveryDocumentCatchesBrokenWrites(t *testing.T) {
	for broken, about := range map[string]string{
		"no sync of the directory": "it was acknowledged and is lost", "no sync of the file": "it holds", "in place": "it holds",
	} {
		_, wrong := tryDocuments(t, broken)
		if !strings.Contains(strings.Join(wrong, "\n"), about) {
			t.Errorf("%s: not caught", broken)
		}
		t.Logf("%s: %d wrong", broken, len(wrong))
	}
}

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"rtut/run/recordtest"
)

// opened returns which records in a directory something has opened, each once.
func opened(t *testing.T, dir string, something func()) []string {
	t.Helper()
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	if _, err := unix.InotifyAddWatch(fd, dir, unix.IN_OPEN); err != nil {
		t.Fatal(err)
	}
	something()
	var names []string
	for {
		buf := make([]byte, 1<<20)
		n, err := unix.Read(fd, buf)
		if errors.Is(err, unix.EAGAIN) {
			slices.Sort(names)
			return slices.Compact(names)
		}
		if err != nil {
			t.Fatal(err)
		}
		for buf = buf[:n]; len(buf) > 0; {
			length := int(buf[12]) | int(buf[13])<<8
			name := string(bytes.TrimRight(buf[unix.SizeofInotifyEvent:unix.SizeofInotifyEvent+length], "\x00"))
			if strings.HasSuffix(name, ".json") {
				names = append(names, name)
			}
			buf = buf[unix.SizeofInotifyEvent+length:]
		}
	}
}

// manyRuns makes a repo with so many finished runs of a pack and an open one, and returns the directory of the records and the id of
// the open run.
func manyRuns(t *testing.T, n int) (r *repo, dir, open string) {
	t.Helper()
	r = newRepo(t)
	dir = filepath.Join(r.dir, ".local", "runbook-runs")
	r.must("rtut", "run", "new", "packs/linear")
	r.must("rtut", "run", "finalize", "--outcome", "abandoned", "--reason", "practice")
	const first = "20261130T004512.123456Z-9f2c4a"
	whole, err := os.ReadFile(filepath.Join(dir, first+".json"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		id := fmt.Sprintf("20251130T004512.%06dZ-9f2c4a", i)
		sealed, err := recordtest.Sealed(strings.ReplaceAll(string(whole), first, id))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, id+".json"), []byte(sealed), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r.env = append(r.env, testNow+"=2026-12-01T00:00:00Z")
	r.must("rtut", "run", "new", "packs/linear")
	return r, dir, "20261201T000000.000000Z-9f2c4a"
}

func TestACommandOpensTheRecordThatItIsAbout(t *testing.T) {
	startsManyPrograms(t)
	const n = 2000
	r, dir, open := manyRuns(t, n)
	for _, args := range [][]string{
		{"run", "status", "--run", open},
		{"run", "status", "--run", "20261201"},
		{"run", "next", "--run", open},
		{"run", "show", "--run", open},
		{"run", "log", "--run", open},
		{"run", "note", "--run", open, "seen"},
		{"run", "report", "--run", open, "--format", "markdown"},
		{"run", "cmd", "look", "--run", open},
		{"run", "data", "--run", open},
	} {
		got := opened(t, dir, func() { r.must(append([]string{"rtut"}, args...)...) })
		if !slices.Equal(got, []string{open + ".json"}) {
			t.Errorf("%s opens %d records, expected the one of the run", args, len(got))
		}
	}
}

// What a summary says of a finished run is believed as long as its file is what it was, so that lists and whoever looks for the open run
// read that one alone.
func TestFinishedRunsAreNotReadAgain(t *testing.T) {
	startsManyPrograms(t)
	r, dir, open := manyRuns(t, 300)
	list := func() []string { return opened(t, dir, func() { r.must("rtut", "run", "list") }) }
	remembered := false
	for began := time.Now(); !remembered && time.Since(began) < giveUp; { // a file that was written just now is not remembered
		remembered = slices.Equal(list(), []string{open + ".json"})
	}
	if !remembered {
		t.Fatalf("run list opens %d records, expected the open one", len(list()))
	}
	for _, args := range [][]string{
		{"run", "list"}, {"run", "list", "packs/linear", "--open"}, {"run", "status"}, {"run", "next", "packs/linear"}, {"run", "note", "seen"}, {"feedback", "packs/linear"},
	} {
		if got := opened(t, dir, func() { r.must(append([]string{"rtut"}, args...)...) }); !slices.Equal(got, []string{open + ".json"}) {
			t.Errorf("%s opens %d records, expected the open one", args, len(got))
		}
	}
	const altered = "20251130T004512.000007Z-9f2c4a"
	path := filepath.Join(dir, altered+".json")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.Replace(data, []byte(`"abandoned"`), []byte(`"succeeded"`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := list(); !slices.Equal(got, []string{altered + ".json", open + ".json"}) {
		t.Errorf("opened %s, expected the one that was changed and the open one", got)
	}
	if got := r.must("rtut", "run", "list"); !strings.Contains(got, altered+"  linear  abandoned  0/3  ana  altered: event 2 is not what was written: its hash does not match\n") {
		t.Errorf("nothing is said of the one that was altered:\n%s", got)
	}
}

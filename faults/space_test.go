//go:build faults

package faults

import (
	"fmt"
	"strings"
	"testing"
)

// mount mounts something for the time of a test.
func mount(t testing.TB, args ...string) (dir string) {
	t.Helper()
	needRoot(t)
	dir = t.TempDir()
	command(t, "mount", append(args, dir)...)
	t.Cleanup(func() { command(t, "umount", dir) })
	return dir
}

func TestFullDisk(t *testing.T) {
	for _, size := range []string{"8k", "12k", "16k", "24k", "32k"} {
		t.Run(size, func(t *testing.T) { fillUp(t, size) })
	}
}

func TestFullDiskCatchesBrokenWrites(t *testing.T) {
	for broken, about := range map[string]string{"in place": "not whole", "deaf": "is damaged"} {
		t.Run(broken, func(t *testing.T) {
			mustCatch(t, broken, about, 1, func(t testing.TB) { fillUp(t, "16k") })
		})
	}
}

// fillUp fills a small disk with one run. Nothing acknowledged is lost, the refusal says what is wrong, and with room again the
// run goes on.
func fillUp(t testing.TB, size string) {
	t.Helper()
	dir := mount(t, "-t", "tmpfs", "-o", "size="+size, "tmpfs")
	r := repo(dir)
	r.plant(t)
	sure := fill(t, r)
	rec := r.record(t)
	if rec != nil {
		checkNotes(t, notes(rec), sure)
	}
	command(t, "mount", "-o", "remount,size=1m", dir)
	if rec == nil {
		r.must(t, "run new .")
	}
	r.must(t, "run note room-again")
	checkNotes(t, notes(r.record(t)), append(sure, "room-again"))
	if left := litter(t, r.runs()); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// fill begins a run and adds notes until there is no room, and returns those that were acknowledged.
func fill(t testing.TB, r repo) (sure []string) {
	t.Helper()
	for i := range 100 {
		line := fmt.Sprintf("run note note-%d", i)
		if i == 0 {
			line = "run new ."
		}
		exit, said := r.rtut(t, line)
		switch {
		case exit == 5 && strings.Contains(said, "no space left"):
			return sure
		case exit != 0:
			t.Fatalf("rtut %s: exit code %d\n%s", line, exit, said)
		case i > 0:
			sure = append(sure, fmt.Sprintf("note-%d", i))
		}
	}
	t.Fatal("the disk never became full")
	return nil
}

func TestReadOnlyDisk(t *testing.T) { makeReadOnly(t) }

func TestReadOnlyDiskCatchesIgnoredErrors(t *testing.T) {
	mustCatch(t, "deaf", "exit code 0", 1, makeReadOnly)
}

// makeReadOnly makes a disk read-only in the middle of a run: that is refused, and what reads goes on.
func makeReadOnly(t testing.TB) {
	t.Helper()
	dir := mount(t, "-t", "tmpfs", "tmpfs")
	r := repo(dir)
	r.plant(t)
	r.must(t, "run new .")
	command(t, "mount", "-o", "remount,ro", dir)
	exit, said := r.rtut(t, "run start look")
	if exit != 5 || !strings.Contains(said, r.runs()) || !strings.Contains(said, "read-only file system") {
		t.Errorf("exit code %d\n%s", exit, said)
	}
	for _, look := range []string{"run status", "run log", "run next", "list", "score .", "run list"} {
		r.must(t, look)
	}
	if exit, said := r.rtut(t, "run audit"); exit != 10 {
		t.Errorf("exit code %d\n%s", exit, said)
	}
	command(t, "mount", "-o", "remount,rw", dir)
	r.must(t, "run start look")
	if got := revision(r.record(t)); got != 2 {
		t.Errorf("revision %d", got)
	}
}

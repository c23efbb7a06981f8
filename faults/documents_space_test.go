//go:build faults

package faults

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// full is a command that finds no room for its document.
type full struct {
	name, dir, size string // dir is on a disk of its own, of that size
	line, path      string
	says            string // beside the path
	again           string // what writes the document once there is room
	fills           bool   // the disk becomes full by the command itself, between its check and its write
}

var fulls = []full{
	{"a new report", "out", "8k", "run report packs/faults --format html --output out/report.html", "out/report.html", "", "", false},
	{"a report over another", "out", "8k", "run report packs/faults --format html --output out/old.md --force", "out/old.md", "", "", false},
	{"a new pack", "new", "4k", "pack init new", "new/pack.yaml", "", "", false},
	{
		"a pack that is marked", "packs", "16k", "run finish packs/faults --apply", "packs/faults/pack.yaml",
		"the pack is not marked; try again: rtut run finish packs/faults --apply", "", false,
	},
	{
		"a tick's report", "out", "12k", "run tick packs/auto --report out/tick.json", "out/tick.json", "The tick has been done; run log shows what it did",
		"run report packs/faults --format json --output out/tick.json", true,
	},
}

func TestFullDiskOfDocuments(t *testing.T) {
	for _, f := range fulls {
		t.Run(f.name, func(t *testing.T) { f.try(t) })
	}
}

func TestFullDiskOfDocumentsCatchesBrokenWrites(t *testing.T) {
	for broken, about := range map[string]string{"deaf": "is half a document", "untidy": "left behind"} {
		for _, f := range fulls {
			t.Run(broken+" "+f.name, func(t *testing.T) { mustCatch(t, broken, about, 1, f.try) })
		}
	}
}

// try has no room for a document: it is refused by its name, what was there stays, nothing is left, and with room it is written.
func (f full) try(t testing.TB) {
	t.Helper()
	r := newLibrary(t)
	disk := filepath.Join(string(r), f.dir)
	mountOver(t, disk, "-t", "tmpfs", "-o", "size="+f.size, "tmpfs")
	if f.fills {
		fillsItself(t, r, disk)
	} else {
		fillDisk(t, disk)
	}
	before := r.read(t, f.path)
	exit, said := r.rtut(t, f.line)
	if data := r.read(t, f.path); (data == nil) != (before == nil) || !bytes.Equal(data, before) {
		t.Fatalf("%s is half a document: %q", f.path, data)
	}
	if exit != 5 || !strings.Contains(said, f.path) || !strings.Contains(said, "no space left") || !strings.Contains(said, f.says) {
		t.Errorf("exit code %d\n%s", exit, said)
	}
	if left := litter(t, filepath.Dir(filepath.Join(string(r), f.path))); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	command(t, "mount", "-o", "remount,size=1m", disk)
	r.must(t, either(f.again, f.line))
	if bytes.Equal(r.read(t, f.path), before) {
		t.Errorf("with room it is not written")
	}
}

func either(first, second string) string {
	if first != "" {
		return first
	}
	return second
}

// mountOver mounts something where a directory is, and copies into it what was there.
func mountOver(t testing.TB, dir string, args ...string) {
	t.Helper()
	needRoot(t)
	kept := t.TempDir()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	command(t, "cp", "-a", dir+"/.", kept)
	command(t, "mount", append(args, dir)...)
	t.Cleanup(func() { command(t, "umount", dir) })
	command(t, "cp", "-a", kept+"/.", dir)
}

// fillDisk leaves room on a disk for half a page or less.
func fillDisk(t testing.TB, disk string) {
	t.Helper()
	_ = os.WriteFile(filepath.Join(disk, "filler"), make([]byte, 1<<20), 0o600) // what goes in
}

// fillsItself has the check of the pack that auto-confirm verifies fill the disk.
func fillsItself(t testing.TB, r repo, disk string) {
	t.Helper()
	script := "#!/bin/sh\nhead -c 1048576 /dev/zero 2>/dev/null >" + filepath.Join(disk, "filler") + "\ntrue\n"
	if err := os.WriteFile(filepath.Join(string(r), "packs", "auto", "check"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
}

func TestADocumentIsWholeWhoeverIsKilled(t *testing.T) { killReports(t) }

func TestKillingCatchesDocumentsInPlace(t *testing.T) {
	mustCatch(t, "copied", "is half a document", 10, func(t testing.TB) { killReports(t) })
}

// killReports kills rtut at some moment as it writes a report over another, again and again.
func killReports(t testing.TB) {
	t.Helper()
	r := newLibrary(t)
	const line, path = "run report packs/faults --format html --output out/old.html --force", "out/old.html"
	r.unbroken(t, strings.TrimSuffix(line, " --force"))
	want := len(r.read(t, path))
	killed := 0
	for range 30 {
		cmd := r.cmd(line)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		kill := time.AfterFunc(time.Duration(rand.IntN(40_000))*time.Microsecond, func() { cmd.Process.Kill() })
		if cmd.Wait() != nil {
			killed++
		}
		kill.Stop()
		if data := r.read(t, path); len(data) != want || !bytes.HasSuffix(data, []byte("</html>\n")) {
			t.Fatalf("%s is half a document, %d of %d bytes", path, len(data), want)
		}
	}
	dir := filepath.Join(string(r), "out")
	anHourLater(t, dir)
	r.must(t, line)
	if left := litter(t, dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	t.Logf("%d of 30 were killed", killed)
}

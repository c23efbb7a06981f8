//go:build faults

package faults

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rtut/run"
)

// TestStoreBehindALinkToAnotherFileSystem has the records where a symbolic link leads, on a disk of their own.
func TestStoreBehindALinkToAnotherFileSystem(t *testing.T) {
	other := mount(t, "-t", "tmpfs", "tmpfs")
	r := newRepo(t)
	if err := os.Mkdir(filepath.Join(string(r), ".local"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(other, r.runs()); err != nil {
		t.Fatal(err)
	}
	for i, line := range lines {
		r.must(t, line)
		if got := revision(r.record(t)); got != i+1 {
			t.Errorf("rtut %s: revision %d", line, got)
		}
	}
	there, err := filepath.Glob(filepath.Join(other, "*.json"))
	if err != nil || len(there) != 1 {
		t.Errorf("on the other file system are %v, %v", there, err)
	}
	if info, err := os.Lstat(r.runs()); err != nil || info.Mode().Type() != os.ModeSymlink {
		t.Errorf("the link has become %v, %v", info, err)
	}
	command(t, "mount", "-o", "remount,ro", other)
	if exit, said := r.rtut(t, "run new ."); exit != 5 || !strings.Contains(said, r.runs()) {
		t.Errorf("exit code %d\n%s", exit, said)
	}
	r.must(t, "run log")
}

// TestReadOnlyHome has a home that can't be written: with the repo outside of it nothing is missed; with the repo in it what reads
// works, and what writes names the path that it could not write.
func TestReadOnlyHome(t *testing.T) {
	home := mount(t, "-t", "tmpfs", "tmpfs")
	inside := repo(filepath.Join(home, "repo"))
	if err := os.Mkdir(string(inside), 0o700); err != nil {
		t.Fatal(err)
	}
	inside.plant(t)
	command(t, "mount", "-o", "remount,ro", home)
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	outside := newRepo(t)
	for _, line := range lines {
		outside.must(t, line)
	}
	for _, look := range []string{"pack validate .", "pack show .", "list", "score .", "run list", "projects .", "maturity .", "version"} {
		inside.must(t, look)
	}
	local := filepath.Join(string(inside), ".local")
	if exit, said := inside.rtut(t, "run new ."); exit != 5 || !strings.Contains(said, local) || !strings.Contains(said, "read-only file system") {
		t.Errorf("exit code %d\n%s", exit, said)
	}
	if exit, said := inside.rtut(t, "doctor"); exit != 1 || !strings.Contains(said, "read-only file system") {
		t.Errorf("exit code %d\n%s", exit, said)
	}
}

// TestRecordOfANewerRtutIsKept has a record that a newer rtut wrote, with keys at every depth that this one does not know, go
// through every command that is left.
func TestRecordOfANewerRtutIsKept(t *testing.T) {
	r := newRepo(t)
	r.must(t, lines[0])
	paths, err := filepath.Glob(filepath.Join(r.runs(), "*.json"))
	if err != nil || len(paths) != 1 {
		t.Fatal(paths, err)
	}
	data, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	unknown := map[string]string{ // what stands before it, and what a newer one wrote there
		`"params": {`:   `"mood": {"is": ["calm", 1.50, null]},`,
		`"state": "to`:  `"colour": "red",`,
		`"action": "ne`: `"signature": "<&>",`,
	}
	for known, key := range unknown {
		if !bytes.Contains(data, []byte(known)) {
			t.Fatalf("there is no %s in\n%s", known, data)
		}
		data = bytes.Replace(data, []byte(known), []byte(key+known), 1)
	}
	if err := os.WriteFile(paths[0], data, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		r.must(t, line)
	}
	data, err = os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	rec, err := run.Decode(data)
	if err != nil || revision(rec) != len(lines) {
		t.Errorf("revision %d, %v", revision(rec), err)
	}
	for _, kept := range []string{`"mood":`, `"calm"`, `1.50`, `"colour": "red"`, `"signature": "<&>"`} {
		if !bytes.Contains(data, []byte(kept)) {
			t.Errorf("%s is lost:\n%s", kept, data)
		}
	}
}

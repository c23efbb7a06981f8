//go:build faults

package faults

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rtut/run/record"
	"rtut/run/recordtest"
)

func TestStoreBehindALinkToAnotherFileSystem(t *testing.T) { followLink(t) }

func TestStoreBehindALinkCatchesBrokenWrites(t *testing.T) {
	for broken, about := range map[string]string{
		"elsewhere": "invalid cross-device link", "copied": "was written over", "not linked": "the link has become d", "nameless": "does not say which path",
	} {
		t.Run(broken, func(t *testing.T) { mustCatch(t, broken, about, 1, followLink) })
	}
}

// followLink has the records where RTUT_RUNS_DIR leads by a symbolic link, on a disk of their own.
func followLink(t testing.TB) {
	t.Helper()
	other := mount(t, "-t", "tmpfs", "tmpfs")
	r := newRepo(t)
	t.Setenv("RTUT_RUNS_DIR", filepath.Join(t.TempDir(), "runs"))
	if err := os.Symlink(other, r.runs()); err != nil {
		t.Fatal(err)
	}
	var before os.FileInfo
	for i, line := range lines {
		r.must(t, line)
		if info, err := os.Lstat(r.runs()); err != nil || info.Mode().Type() != os.ModeSymlink {
			t.Fatalf("rtut %s: the link has become %v, %v", line, info.Mode(), err)
		}
		if got := revision(r.record(t)); got != i+1 {
			t.Errorf("rtut %s: revision %d", line, got)
		}
		before = replaced(t, other, before)
	}
	command(t, "mount", "-o", "remount,ro", other)
	refuses(t, r, "run new .", r.runs(), readOnly)
	r.must(t, "run log")
}

// replaced wants the one record in a directory to be another file than before, which somebody may still be reading.
func replaced(t testing.TB, dir string, before os.FileInfo) os.FileInfo {
	t.Helper()
	there, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(there) != 1 {
		t.Fatalf("on the other file system are %v, %v", there, err)
	}
	now, err := os.Lstat(there[0])
	if err != nil || os.SameFile(before, now) {
		t.Errorf("%s was written over: %v", there[0], err)
	}
	return now
}

// readOnly is why nothing is written on such a disk.
const readOnly = "read-only file system"

// refuses wants a command that can't write to say so, and where.
func refuses(t testing.TB, r repo, line, path, why string) {
	t.Helper()
	exit, said := r.rtut(t, line)
	if exit != 5 || !strings.Contains(said, why) {
		t.Errorf("rtut %s: exit code %d\n%s", line, exit, said)
	}
	if _, fault, _ := strings.Cut("\n"+said, "\nrtut: "); !strings.Contains(fault, path) { // a note may name it, too
		t.Errorf("rtut %s does not say which path can't be written, %s\n%s", line, path, said)
	}
}

func TestReadOnlyHome(t *testing.T) { lockHome(t) }

func TestReadOnlyHomeCatchesBrokenWrites(t *testing.T) {
	for broken, about := range map[string]string{
		"elsewhere": "rtut run new .: exit code 5", "eager": "rtut run status: exit code 2", "nameless": "does not say which path",
	} {
		t.Run(broken, func(t *testing.T) { mustCatch(t, broken, about, 1, lockHome) })
	}
}

// lockHome has a home that can't be written: with the repo in it what reads works, and what writes names the path that it could
// not write; with the repo outside of it nothing is missed.
func lockHome(t testing.TB) {
	t.Helper()
	home := mount(t, "-t", "tmpfs", "tmpfs")
	inside, empty := repo(filepath.Join(home, "repo")), repo(filepath.Join(home, "empty"))
	for _, r := range []repo{inside, empty} {
		if err := os.Mkdir(string(r), 0o700); err != nil {
			t.Fatal(err)
		}
		r.plant(t)
	}
	inside.unbroken(t, "run new .")
	command(t, "mount", "-o", "remount,ro", home)
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	for _, look := range looks {
		inside.must(t, look)
	}
	refuses(t, inside, "run new .", inside.runs(), readOnly)
	refuses(t, empty, "run new .", filepath.Dir(empty.runs()), readOnly)
	if exit, said := inside.rtut(t, "doctor"); exit != 1 || !strings.Contains(said, "read-only file system") {
		t.Errorf("exit code %d\n%s", exit, said)
	}
	outside := newRepo(t)
	for _, line := range lines {
		outside.must(t, line)
	}
}

// looks are commands that read alone.
var looks = []string{
	"run status", "run log", "run next", "run list", "run report --format json", "pack validate .", "pack show .", "pack digest .", "list", "score .",
	"projects .", "maturity .", "version",
}

// unbroken runs a command of rtut as it is, whichever is under test.
func (r repo) unbroken(t testing.TB, line string) {
	t.Helper()
	cmd := r.cmd(line)
	cmd.Env = append(cmd.Env, "RTUT_BROKEN=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("rtut %s: %v\n%s", line, err, out)
	}
}

func TestRecordOfANewerRtutIsKept(t *testing.T) { keepNewer(t) }

func TestRecordOfANewerRtutCatchesKeysThatAreDropped(t *testing.T) {
	mustCatch(t, "forgetful", "event 1 is not what was written", 1, keepNewer) // by the next command already
}

// listHeadOf has the list of heads name the last event of one record in place of that of another, as whoever wrote it has listed it.
func (r repo) listHeadOf(t testing.TB, was, is []byte) {
	t.Helper()
	before, errBefore := record.Decode(was)
	after, errAfter := record.Decode(is)
	if err := errors.Join(errBefore, errAfter); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(r.runs(), "heads.jsonl")
	list, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	listed := bytes.ReplaceAll(list, []byte(before.Head.Hash), []byte(after.Head.Hash))
	if err := os.WriteFile(path, listed, 0o600); err != nil || bytes.Equal(list, listed) {
		t.Fatal(err, "the head is not listed")
	}
}

// keepNewer has a record that a newer rtut wrote, with keys at every depth that this one does not know, go through every
// command that is left.
func keepNewer(t testing.TB) {
	t.Helper()
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
	written := newer(t, data)
	if err := os.WriteFile(paths[0], written, 0o600); err != nil {
		t.Fatal(err)
	}
	r.listHeadOf(t, data, written)
	for _, line := range lines[1:] {
		r.must(t, line)
	}
	data, err = os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.Decode(data)
	if err != nil || revision(rec) != len(lines) {
		t.Errorf("revision %d, %v", revision(rec), err)
	}
	for _, kept := range []string{`"mood":`, `"calm"`, `1.50`, `"colour": "red"`, `"signature": "<&>"`} {
		if !bytes.Contains(data, []byte(kept)) {
			t.Errorf("%s is lost:\n%s", kept, data)
		}
	}
}

// newer gives a record that has just been begun as a newer rtut might have written it.
func newer(t testing.TB, data []byte) []byte {
	t.Helper()
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
	sealed, err := recordtest.Sealed(string(data))
	if err != nil {
		t.Fatal(err)
	}
	return []byte(sealed)
}

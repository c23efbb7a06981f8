//go:build faults

package faults

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// autoText is a pack that auto-confirm takes through. Its check is a script beside it.
const autoText = `schema: runbook-pack/v0.2
id: auto
title: Auto
steps: [{ id: look, title: Look, effect: read-only, verify: { kind: exit-code, command: ./check } }]
`

// document is a command that writes one, and where.
type document struct{ line, path string }

// documents are the commands that write what is no record: new ones, one over another, and pack.yaml.
var documents = []document{
	{"pack init new/pack", "new/pack/pack.yaml"},
	{"run report packs/faults --format html --output out/report.html", "out/report.html"},
	{"run report packs/faults --format markdown --output out/old.md --force", "out/old.md"},
	{"score . --html --output out/score.html", "out/score.html"},
	{"run finish packs/faults --apply", "packs/faults/pack.yaml"},
	{"run tick packs/auto --report out/tick.json", "out/tick.json"},
}

// newLibrary is a repo with two packs, a run that marks the one, a run of the other in auto-confirm, and an older report.
func newLibrary(t testing.TB) repo {
	t.Helper()
	r := repo(t.TempDir())
	command(t, "git", "init", "--quiet", "--template=", string(r))
	for path, text := range map[string]string{
		"packs/faults/pack.yaml": packText, "packs/auto/pack.yaml": autoText, "packs/auto/check": "#!/bin/sh\n", "out/old.md": "# Old\n",
	} {
		file := filepath.Join(string(r), path)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{
		"run new packs/faults", "run start look", "run verify look --confirm", "run done look --set figure=1", "run finalize",
		"run new packs/auto --mode auto-confirm",
	} {
		r.unbroken(t, line)
	}
	return r
}

// read returns what a file holds, nil where there is none.
func (r repo) read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(string(r), path))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return data
}

func TestEverySystemCallOfEveryDocument(t *testing.T) {
	tried := disturbDocuments(t, documents, []string{"write", "fchmod", "fsync", "renameat", "renameat2", "mkdirat"}, []string{"signal=KILL", "error=ENOSPC"})
	t.Logf("%d trials", tried)
	if tried < 60 {
		t.Errorf("only %d trials", tried)
	}
}

func TestEverySystemCallOfEveryDocumentCatchesBrokenWrites(t *testing.T) {
	for _, broken := range []struct{ how, call, fault, about string }{
		{"copied", "write", "signal=KILL", "is half a document"},
		{"copied", "write", "error=ENOSPC", "is half a document"},
		{"deaf", "fsync", "error=ENOSPC", "fsync failed, and exit code 0"},
		{"untidy", "write", "error=ENOSPC", "left behind"},
	} {
		t.Run(broken.how+" "+broken.call, func(t *testing.T) {
			mustCatch(t, broken.how, broken.about, 10, func(t testing.TB) {
				disturbDocuments(t, documents[1:3], []string{broken.call}, []string{broken.fault})
			})
		})
	}
}

// disturbDocuments disturbs commands that write documents at every call of some kinds, and returns how often it did.
func disturbDocuments(t testing.TB, commands []document, calls, faults []string) int {
	before := newLibrary(t)
	var jobs []func() int
	for _, d := range commands {
		whole := repo(t.TempDir())
		copyTo(t, whole, before)
		whole.unbroken(t, d.line)
		c := written{t, d, before.read(t, d.path), whole.read(t, d.path)}
		jobs = append(jobs, disturbances(t, before, d.line, calls, faults, c.check)...)
	}
	return sum(jobs)
}

// written is a command that writes a document, what is there before, and what it writes where nothing disturbs it.
type written struct {
	testing.TB
	document
	before, after []byte
}

// isAfter reports whether a document is as it is to be. A time that is told in it may be another.
func (w written) isAfter(data []byte) bool {
	const ends = 12
	if filepath.Ext(w.path) == ".json" {
		return json.Valid(data)
	}
	return len(data) > ends && bytes.HasPrefix(data, w.after[:ends]) && bytes.HasSuffix(data, w.after[len(w.after)-ends:]) && !bytes.Equal(data, w.before)
}

// check looks at what a disturbed command has left.
func (w written) check(name string, r repo, exit int, said string) {
	w.Helper()
	data := r.read(w, w.path)
	switch {
	case !w.isAfter(data) && (!bytes.Equal(data, w.before) || (data == nil) != (w.before == nil)):
		w.Errorf("%s: %s is half a document: %q", name, w.path, data[:min(len(data), 200)])
		return
	case exit == 0 && !w.isAfter(data):
		w.Errorf("%s: exit code 0, and %s is as before\n%s", name, w.path, said)
	case exit > 0 && strings.Contains(said, ".tmp"):
		w.Errorf("%s: it speaks of a temporary file\n%s", name, said)
	}
	w.goesOn(name, r, w.isAfter(data))
}

// goesOn wants the same command, or where that is done another one beside it, to work an hour later, and nothing to be left then.
func (w written) goesOn(name string, r repo, done bool) {
	w.Helper()
	dir := filepath.Join(string(r), filepath.Dir(w.path))
	anHourLater(w, dir)
	line := w.line
	if done {
		line = "run report packs/faults --format json --output " + filepath.Join(dir, "another.json")
	}
	r.must(w, line)
	if left := litter(w, dir); len(left) > 0 {
		w.Errorf("%s: left behind: %v", name, left)
	}
	if !w.isAfter(r.read(w, w.path)) {
		w.Errorf("%s: %s is not whole in the end", name, w.path)
	}
}

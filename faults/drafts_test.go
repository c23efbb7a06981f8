//go:build faults

package faults

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rtut/pack/draft"
)

const draftID = "20261130T004512.123456Z-aaaaaa"

// draftFiles are a catalog, a draft of one step, and the plan of a second one.
var draftFiles = map[string]string{
	"catalog/operations/list.yaml": "{ schema: runbook-operation/v0.1, tool: files, operation: list, version: 1, title: List, effect: read-only,\n" +
		"inputs: [{ id: path, type: path }], command: 'ls -- {{ path }}', verify: { kind: exit-code, command: 'ls -- {{ path }}' } }\n",
	".local/runbook-drafts/" + draftID + ".json": `{"schema": "runbook-draft/v0.1", "automationId": "` + draftID + `", "revision": 1, "title": "Look", "definition": {},
"root": {"id": "root", "kind": "sequence", "nodes": [{"id": "look", "kind": "tool", "title": "Look", "onFailure": "stop",
"operation": {"toolName": "files", "operationId": "list", "contractVersion": 1}, "controls": {"path": {"kind": "literal", "value": "/srv"}}}]},
"aliases": {}, "retired": [], "history": [], "published": []}
`,
	"plan.json": `{"version": 1, "commands": [{"mutation": {"kind": "update_node", "nodeId": "look", "patch": {"title": "Look twice"}}}]}`,
}

// draftWrite is a command that writes a draft or a pack of it, and which of the two.
type draftWrite struct{ name, line, path string }

var draftWrites = []draftWrite{
	{"apply", "draft apply " + draftID + " --expected-revision 1 --plan plan.json", ".local/runbook-drafts/" + draftID + ".json"},
	{"publish", "draft publish " + draftID + " --to packs/look --yes", "packs/look/pack.yaml"},
	{"publish again", "draft publish " + draftID + " --to packs/old --force --yes", "packs/old/pack.yaml"},
}

// newDrafts is a repo with a draft that has been published in its first revision, and changed since.
func newDrafts(t testing.TB) repo {
	t.Helper()
	r := repo(t.TempDir())
	command(t, "git", "init", "--quiet", "--template=", string(r))
	for path, text := range draftFiles {
		file := filepath.Join(string(r), path)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// ready is a repo in which a write has something to do.
func (w draftWrite) ready(t testing.TB) repo {
	t.Helper()
	r := newDrafts(t)
	if w.name == "publish again" {
		r.unbroken(t, "draft publish "+draftID+" --to packs/old --yes")
		r.unbroken(t, "draft apply "+draftID+" --expected-revision 1 --plan plan.json")
	}
	return r
}

// revisionOf is that of the draft, which has to be whole.
func revisionOf(t testing.TB, name string, r repo) int64 {
	t.Helper()
	d, err := draft.Decode(r.read(t, draftWrites[0].path))
	if err != nil {
		t.Errorf("%s: the draft is not whole: %v", name, err)
		return 0
	}
	return d.Revision
}

func TestEverySystemCallOfEveryDraft(t *testing.T) {
	tried := disturbDrafts(t, draftWrites, []string{"openat", "write", "fchmod", "fsync", "linkat", "renameat", "renameat2", "mkdirat", "flock"}, []string{"signal=KILL", "error=ENOSPC"})
	t.Logf("%d trials", tried)
	if tried < 60 {
		t.Errorf("only %d trials", tried)
	}
}

func TestEverySystemCallOfEveryDraftCatchesBrokenWrites(t *testing.T) {
	for _, broken := range []struct{ how, call, fault, about string }{
		{"in place", "write", "signal=KILL", "not whole"},
		{"copied", "write", "signal=KILL", "half a pack"},
	} {
		t.Run(broken.how, func(t *testing.T) {
			mustCatch(t, broken.how, broken.about, 10, func(t testing.TB) { disturbDrafts(t, draftWrites, []string{broken.call}, []string{broken.fault}) })
		})
	}
}

// disturbDrafts disturbs commands at every call of some kinds, and returns how often it did.
func disturbDrafts(t testing.TB, writes []draftWrite, calls, faults []string) int {
	t.Helper()
	var jobs []func() int
	for _, w := range writes {
		before := w.ready(t)
		whole := repo(t.TempDir())
		copyTo(t, whole, before)
		whole.unbroken(t, w.line)
		c := drafted{t, w, before.read(t, w.path), whole.read(t, w.path), revisionOf(t, w.name, whole)}
		jobs = append(jobs, disturbances(t, before, w.line, calls, faults, c.check)...)
	}
	return sum(jobs)
}

// drafted is a write with what is there before and after it.
type drafted struct {
	testing.TB
	draftWrite
	before, after []byte
	revision      int64
}

// check looks at what a disturbed command has left, and gives it again an hour later.
func (w drafted) check(name string, r repo, exit int, said string) {
	w.Helper()
	revision := revisionOf(w, name, r)
	data := r.read(w, w.path)
	isPack := strings.HasSuffix(w.path, ".yaml")
	switch {
	case revision == 0:
		return
	case isPack && !bytes.Equal(data, w.before) && !bytes.Equal(data, w.after):
		w.Errorf("%s: half a pack: %q", name, data)
		return
	case exit == 0 && isPack && !bytes.Equal(data, w.after), exit == 0 && revision != w.revision:
		w.Errorf("%s: exit code 0, and nothing was written\n%s", name, said)
	case exit > 0 && strings.Contains(said, ".tmp"):
		w.Errorf("%s: it speaks of a temporary file\n%s", name, said)
	}
	for _, dir := range []string{filepath.Dir(w.path), filepath.Dir(draftWrites[0].path)} {
		anHourLater(w, filepath.Join(string(r), dir))
	}
	if again, said := r.rtut(w, w.line); again != 0 && (isPack || again != 3 || revision != w.revision) {
		w.Errorf("%s: again: exit code %d\n%s", name, again, said)
	}
	if is := revisionOf(w, name, r); is != w.revision {
		w.Errorf("%s: revision %d in the end, want %d", name, is, w.revision)
	}
	if isPack && !bytes.Equal(r.read(w, w.path), w.after) {
		w.Errorf("%s: another pack in the end", name)
	}
	r.must(w, "draft apply "+draftID+" --expected-revision "+string('0'+rune(w.revision))+" --plan plan.json") // whose write sweeps
	if left := litter(w, filepath.Join(string(r), filepath.Dir(draftWrites[0].path))); len(left) > 0 {
		w.Errorf("%s: left behind: %v", name, left)
	}
}

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const (
	writeLook = "Write that to packs/look/pack.yaml?\ny or n: "
	retitle   = `{"version": 1, "commands": [{"mutation": {"kind": "update_node", "nodeId": "look", "patch": {"title": "Look again"}}}]}`
	lookPlan  = `{"version": 1, "steps": [{"key": "look", "kind": "tool", "title": "Look", "operation": {"toolName": "files", "operationId": "list",
		"contractVersion": 1}, "controls": {"path": {"kind": "literal", "value": "/srv"}}}]}`
	lookCatalog = "{ schema: runbook-operation/v0.1, tool: files, operation: list, version: 1, title: List, effect: read-only,\n" +
		"inputs: [{ id: path, type: path }], command: 'ls -- {{ path }}', verify: { kind: exit-code, command: 'ls -- {{ path }}' } }\n"
)

// drafting is a repo with a catalog and so many drafts of one step, whose ids it returns.
func drafting(t *testing.T, drafts int) (r *repo, ids []string) {
	t.Helper()
	r = newRepo(t)
	for name, text := range map[string]string{"catalog/operations/list.yaml": lookCatalog, "plan.json": lookPlan, "retitle.json": retitle} {
		file := filepath.Join(r.dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := range drafts {
		said := r.must("rtut", "draft", "create", "--title", fmt.Sprintf("Draft %d", i), "--plan", "plan.json")
		ids = append(ids, strings.Fields(said)[1])
	}
	return r, ids
}

// look is the pack that was published; "" for none.
func (r *repo) look() string {
	r.t.Helper()
	text, err := os.ReadFile(filepath.Join(r.dir, "packs", "look", "pack.yaml"))
	if err != nil && !os.IsNotExist(err) {
		r.t.Fatal(err)
	}
	return string(text)
}

func TestAPersonSeesThePackBeforeItIsWritten(t *testing.T) {
	r, ids := drafting(t, 1)
	x := r.rtut("", "draft", "publish", ids[0], "--to", "packs/look")
	x.expect("a new pack:\n")
	x.expect("      command: ls -- '/srv'\n")
	x.expect(writeLook)
	x.typed("n\n")
	if said := x.exits(exitRefused); !strings.Contains(said, "you did not agree, so nothing was written") || r.look() != "" {
		t.Errorf("it said\n%s\nand wrote\n%s", said, r.look())
	}
	x = r.rtut("", "draft", "publish", ids[0], "--to", "packs/look")
	x.expect(writeLook)
	x.typed("y\n")
	x.exits(exitDone)
	r.must("rtut", "draft", "apply", ids[0], "--expected-revision", "1", "--plan", "retitle.json")
	x = r.rtut("", "draft", "publish", ids[0], "--to", "packs/look", "--force")
	x.expect("in words: look: title was `Look`, is `Look again`\n" + writeLook)
	x.typed("y\n")
	x.exits(exitDone)
	if !strings.Contains(r.look(), "title: Look again\n") {
		t.Error(r.look())
	}
}

func TestWhatHasChangedWhileAPersonAnswersIsNotPublished(t *testing.T) {
	r, ids := drafting(t, 1)
	x := r.rtut("", "draft", "publish", ids[0], "--to", "packs/look")
	x.expect(writeLook)
	r.must("rtut", "draft", "apply", ids[0], "--expected-revision", "1", "--plan", "retitle.json")
	x.typed("y\n")
	if said := x.exits(exitRefused); !strings.Contains(said, "the draft has revision 2. revision 1 was expected") || r.look() != "" {
		t.Errorf("it said\n%s\nand wrote\n%s", said, r.look())
	}
	x = r.rtut("", "draft", "publish", ids[0], "--to", "packs/look")
	x.expect(writeLook)
	r.must("mkdir", "packs/look")
	r.must("cp", "catalog/operations/list.yaml", "packs/look/pack.yaml")
	x.typed("y\n")
	if said := x.exits(exitRefused); !strings.Contains(said, "packs/look/pack.yaml was changed at the same time") || r.look() != lookCatalog {
		t.Errorf("it said\n%s\nand wrote\n%s", said, r.look())
	}
}

// Of publishers of several drafts to one directory those of one draft win, and the others are refused.
func TestPublishersAtOneTimeDoNotMixTheirPacks(t *testing.T) {
	startsManyPrograms(t)
	r, ids := drafting(t, 3)
	said := make([]string, 16)
	var group sync.WaitGroup
	for i := range said {
		group.Go(func() {
			cmd := exec.CommandContext(t.Context(), "rtut", "draft", "publish", ids[i%len(ids)], "--to", "packs/look", "--yes")
			cmd.Dir, cmd.Env = r.dir, r.env
			out, err := cmd.CombinedOutput()
			said[i] = fmt.Sprint(err, " ", string(out))
		})
	}
	group.Wait()
	won := map[string]bool{}
	for i, s := range said {
		switch {
		case strings.HasPrefix(s, "<nil> written: packs/look/pack.yaml, revision 1 of draft "+ids[i%len(ids)]):
			won[ids[i%len(ids)]] = true
		case !strings.Contains(s, "already exists and was not modified") && !strings.Contains(s, "was changed at the same time"):
			t.Error(s)
		}
	}
	if len(won) != 1 {
		t.Fatalf("%d drafts were published: %q", len(won), said)
	}
	for id := range won {
		if !strings.HasPrefix(r.look(), "# Written by `rtut draft publish` from draft "+id+", revision 1.\n") {
			t.Errorf("the pack is\n%s", r.look())
		}
	}
}

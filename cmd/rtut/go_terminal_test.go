package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// inTerminal makes standard input of a process its terminal, so that Ctrl-C reaches it.
func inTerminal() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true, Setctty: true} }

const (
	enterStarts = "Enter starts it, q leaves: "
	enterRuns   = "Enter runs the check, q leaves: "
	yOrN        = "y or n: "
	enterCloses = "Enter closes it, q leaves it open: "
)

func TestAPlainStepTakesTwoKeys(t *testing.T) {
	r := newRepo(t)
	r.must("rtut", "run", "new", "packs/linear")
	x := r.rtut("", "go")
	x.expect(enterStarts)
	x.typed("\n")
	x.expect(enterRuns)
	x.typed("\n")
	t.Log(x.exits(0))
}

func TestGoLeadsThroughAWholeRun(t *testing.T) {
	startsManyPrograms(t)
	r := newRepo(t)
	r.must("rtut", "run", "new", "packs/drill")
	x := r.rtut("", "go")
	x.expect(enterStarts)
	x.typed("\n")
	x.expect(enterRuns)
	x.typed("\n")
	t.Log(x.exits(0))
	x = r.rtut("", "go")
	x.expect(enterStarts)
	x.typed("\n")
	x.expect(yOrN)
	x.typed("y\n")
	t.Log(x.exits(0))
	x = r.rtut("", "go")
	x.expect("Incident lead")
	x.expect("> ")
	x.typed("eva\n")
	x.expect(yOrN)
	x.typed("y\n")
	t.Log(x.exits(0))
	x = r.rtut("", "go")
	x.expect("Type exactly: promote db3 at 512\n> ")
	x.typed("promote db3 at 512\n")
	x.expect(yOrN)
	x.typed("y\n")
	t.Log(x.exits(0))
	x = r.rtut("", "go")
	x.expect("no alternative")
	x.expect("> ")
	x.typed("dns\n")
	x.expect(yOrN)
	x.typed("y\n")
	x.expect("everything is finished, 5 of 5: the run can be closed as succeeded")
	x.expect(enterCloses)
	x.typed("\n")
	shown := x.exits(0)
	if !strings.Contains(shown, " ended: succeeded") {
		t.Errorf("it was not closed:\n%s", shown)
	}
	if strings.Contains(shown, "\x1b") {
		t.Errorf("%q", shown)
	}
	t.Log(shown)
}

// oneStep makes a pack of one step that is read-only, and begins a run of it.
func (r *repo) oneStep() {
	r.t.Helper()
	text := "schema: runbook-pack/v0.2\nid: one\ntitle: One\nowner: ops\nsteps:\n" +
		"  - { id: look, title: Look, effect: read-only, instruction: Look at the replica before you go on and write down its lag. }\n"
	if err := os.MkdirAll(filepath.Join(r.dir, "one"), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(r.dir, "one", "pack.yaml"), []byte(text), 0o666); err != nil {
		r.t.Fatal(err)
	}
	r.must("rtut", "run", "new", "one")
}

// A run in which a step was skipped can't have succeeded; whoever leaves it open is offered to close it again.
func TestGoOffersToCloseUntilTheRunIsClosed(t *testing.T) {
	startsManyPrograms(t)
	r := newRepo(t)
	r.oneStep()
	r.must("rtut", "run", "skip", "look", "--reason", "seen")
	for _, leave := range []string{"q\n", "\x04", "y\nno\nq\n"} {
		x := r.rtut("", "go")
		x.expect("1 of 1: the run can be closed as abandoned")
		for _, typed := range strings.SplitAfter(leave, "\n") {
			if typed != "" {
				x.expect(enterCloses)
				x.typed(typed)
			}
		}
		if shown := x.exits(exitDone); !strings.Contains(shown, "or: rtut run finalize --outcome abandoned") {
			t.Errorf("%q: %s", leave, shown)
		}
	}
	x := r.rtut("", "go")
	x.expect(enterCloses)
	x.typed("\n")
	if shown := x.exits(exitDone); !strings.Contains(shown, " ended: abandoned") {
		t.Error(shown)
	}
}

// Instructions are broken where the terminal ends; what goes elsewhere is as the pack has it.
func TestInstructionIsBrokenOnATerminalAlone(t *testing.T) {
	r := newRepo(t)
	r.oneStep()
	if piped := r.must("rtut", "run", "next"); !strings.Contains(piped, "  Look at the replica before you go on and write down its lag.\n") {
		t.Errorf("without a terminal it was broken:\n%s", piped)
	}
	if shown := r.rtut("", "run", "next").exits(exitDone); !strings.Contains(shown, "  Look at the replica before you go on\n  and write down its lag.\n") {
		t.Errorf("on a terminal of 40 columns it was not broken:\n%s", shown)
	}
}

// Before the phrase of a step is asked for, its check can be asked.
func TestGoAsksTheCheckBeforeThePhrase(t *testing.T) {
	startsManyPrograms(t)
	r := newRepo(t)
	text := "schema: runbook-pack/v0.2\nid: cut\ntitle: Cut\nowner: ops\nsteps:\n" +
		"  - { id: cut, title: Cut, effect: irreversible, confirm: cut it, command: touch done, verify: { kind: exit-code, command: test -e done }, rollback: { instruction: Put it back } }\n"
	if err := os.MkdirAll(filepath.Join(r.dir, "cut"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(r.dir, "cut", "pack.yaml"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	r.must("rtut", "run", "new", "cut")
	x := r.rtut("", "go")
	x.expect("Enter continues with its phrase, p asks its check first, q leaves: ")
	x.typed("p\n")
	x.expect("the probe runs here, in cut:")
	x.expect(yOrN)
	x.typed("y\n")
	x.expect("cut: its check is red, so there is something to do")
	x.expect("Type exactly: cut it\n> ")
	x.typed("cut it\n")
	x.expect("cut: started")
	x.expect("Enter runs the check, q leaves: ")
	x.typed("q\n")
	t.Log(x.exits(exitRefused))
}

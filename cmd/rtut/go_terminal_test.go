package main

import (
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
	shown := x.exits(0)
	if strings.Contains(shown, "\x1b") {
		t.Errorf("%q", shown)
	}
	t.Log(shown)
}

package main

import (
	"strings"
	"testing"
)

// A terminal that does not answer keeps no command waiting, for none asks it anything: what is linked in for the
// terminal interface is quiet until that is opened.
func TestCommandsWithoutAScreenAskTheTerminalNothing(t *testing.T) {
	r := newRepo(t)
	r.env = append(r.env, "NO_COLOR=1")
	r.must("rtut", "run", "new", "packs/linear")
	for line, code := range map[string]int{"run status": exitDone, "run next": exitDone, "list": exitDone, "version": exitDone, "tui --json": exitUsage} {
		if shown := r.rtut("", strings.Fields(line)...).exits(code); strings.Contains(shown, "\x1b") {
			t.Errorf("rtut %s: %q", line, shown)
		}
	}
}

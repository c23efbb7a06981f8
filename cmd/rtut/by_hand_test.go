package main

import "testing"

func TestTheShellForTheWorkSaysHowToGetTheCommand(t *testing.T) {
	const first = "Work on copy in /repo/packs/p. `exit` returns to the run.\n"
	for _, c := range []struct {
		command string
		recalls bool
		want    string
	}{
		{"", true, first},
		{"cp a b", true, first + "Its command is one Up away.\n"},
		{"cp a b\nls", false, first + "Its command was sent to the clipboard of the terminal:\ncp a b\nls\n\x1b]52;c;Y3AgYSBiCmxz\a"},
	} {
		if got := byHandText("copy", "/repo/packs/p", c.command, c.recalls); got != c.want {
			t.Errorf("%q", got)
		}
	}
}

package pack

import (
	"rtut/pack/command"
)

// advisePipefail: of a pipe, sh knows how the last command ends, and of no other.
func advisePipefail(l *loader) {
	if l.pack.Shell != command.Sh {
		return
	}
	for _, c := range l.commands() {
		if found, is := c.script.LostFailure(); is {
			l.adviseIn(c, found.At, "no-pipefail", c.who+" goes on if "+c.shown(found)+" fails: sh takes from a pipe how its last command ends",
				"write `shell: bash` at the top of the pack, or keep the output in a variable or a file first")
		}
	}
}

// adviseNetwork: what is fetched and run at once is never the same twice, and nobody has read it.
func adviseNetwork(l *loader) {
	for _, c := range l.commands() {
		if found, is := c.script.FromNetwork(); is {
			l.adviseIn(c, found.At, "curl-to-shell", c.who+" runs what it fetches: "+c.shown(found), "keep the script beside the pack, or fetch it to a file and compare its checksum before it is run")
		}
	}
}

// adviseInput: a check has no terminal and an empty input. Anyone who pastes a command can be asked; a script of theirs can not.
func adviseInput(l *loader) {
	for _, c := range l.commands() {
		found, is := c.script.AskedFor()
		if !is {
			continue
		}
		why, hint := " waits for something to be typed: "+c.shown(found), "give it what it asks for by an option, a file or a param"
		if c.role == checkIt {
			why += ". a check has no terminal, and its input is empty"
		}
		l.adviseIn(c, found.At, "waits-for-input", c.who+why, hint)
	}
}

// adviseEndless: a check is killed after a minute, and a step is never done.
func adviseEndless(l *loader) {
	for _, c := range l.commands() {
		if found, is := c.script.GoesOn(); is {
			l.adviseIn(c, found.At, "never-ends", c.who+" continues until it is stopped: "+c.shown(found), "have it end by itself: a count, `timeout 30s`, or `poll` around a check that looks once")
		}
	}
}

package main

import (
	"rtut/run"
)

// sign is how a state is shown in one character, so that it reads without colour.
func sign(s run.State, ascii bool) string {
	signs, i := stateSigns[s], 0
	if ascii {
		i = 1
	}
	if signs[i] == "" {
		return "?"
	}
	return signs[i]
}

// stateSigns has the sign of each state of a step or gate, and the one for terminals without Unicode.
var stateSigns = map[run.State][2]string{
	run.Todo:    {"·", "."},
	run.Running: {"▶", ">"},
	run.Done:    {"✓", "x"},
	run.Failed:  {"✗", "!"},
	run.Skipped: {"–", "-"},
	run.Pushed:  {"»", "+"},
	run.Open:    {"◇", "o"},
	run.Passed:  {"◆", "*"},
	run.Waived:  {"◈", "w"},
}

package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"rtut/pack"
	"rtut/run"
	"rtut/run/shell"
)

// pasteText is what an operator pastes into a shell here to run a command by hand, and whether a terminal could not show it
// as it is.
func pasteText(p *run.Paste, syntax pack.Shell) (text string, spelled bool, err error) {
	return shell.Paste(shell.Command{Script: p.Command, Shell: string(syntax), Env: assignments(p.Exports), On: p.On})
}

func assignments(variables map[string]string) []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		list = append(list, name+"="+variables[name])
	}
	return list
}

// addVariables adds those of the run's own variables that a command names.
func (p packPlace) addVariables(runID, command string, exports map[string]string) {
	for _, assignment := range p.variables(runID) {
		if name, value, _ := strings.Cut(assignment, "="); strings.Contains(command, name) {
			exports[name] = value
		}
	}
}

// ago is how long ago something was, set off to stand behind its time; "" for less than a second.
func ago(at run.Time, now time.Time) string {
	d := now.Sub(at.Time)
	if d < time.Second {
		return ""
	}
	return " (" + span(d) + " ago)"
}

// span is a duration in its two largest units, as one would say it: 45s, 3m20s, 5h12m, 3d4h.
func span(d time.Duration) string {
	d = d.Truncate(time.Second)
	day := 24 * time.Hour
	switch {
	case d >= day:
		return fmt.Sprintf("%dd%dh", d/day, d%day/time.Hour)
	case d >= time.Hour:
		return fmt.Sprintf("%dh%dm", d/time.Hour, d%time.Hour/time.Minute)
	case d >= time.Minute:
		return fmt.Sprintf("%dm%ds", d/time.Minute, d%time.Minute/time.Second)
	}
	return d.String()
}

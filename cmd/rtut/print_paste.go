package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
	"rtut/run/shell"
)

// pasteText is the command that an operator pastes into a shell here to run a command of a pack by hand, and whether a terminal
// could not show it as it is.
func (p packPlace) pasteText(of *run.Paste, loaded *pack.Pack) (text string, spelled bool, err error) {
	return shell.Paste(shell.Command{
		Script: of.Command, Shell: string(loaded.Shell), Dir: p.workDir(loaded), Env: assignments(of.Exports), On: of.On,
	})
}

func assignments(variables map[string]string) []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		list = append(list, name+"="+variables[name])
	}
	return list
}

// addVariables adds those of the run's own variables that a command may read. The directory for its files is there then, as it is
// for a check; who may not make it finds that out when the command runs.
func (p packPlace) addVariables(runID string, of *run.Paste) {
	if of.On == "" && of.Reads("RTUT_RUN_DIR") {
		_, _ = p.store().MakeFilesDir(runID)
	}
	for _, assignment := range p.variables(runID) {
		if name, value, _ := strings.Cut(assignment, "="); of.Reads(name) {
			of.Exports[name] = value
		}
	}
}

// ago is how long ago something was, set off to come after its time; "" for less than a second.
func ago(at record.Time, now time.Time) string {
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

package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"rtut/run"
	"rtut/run/shell"
)

// pasteText is what an operator pastes into a shell here to run a step's own command: the variables that it reads and the
// command or, where it is for another host, the ssh that runs it there.
func (t *target) pasteText(p *run.Paste) (string, error) {
	var out text
	if p.On != "" {
		cmd := shell.Command{Script: p.Command, Shell: string(t.pack.Shell), Env: assignments(p.Exports), On: p.On}
		remote, err := shell.SSHLine(cmd)
		return remote + "\n", err
	}
	for _, name := range slices.Sorted(maps.Keys(p.Exports)) {
		out.block("", "export "+name+"="+word(p.Exports[name]))
	}
	out.block("", p.Command)
	return out.String(), nil
}

func assignments(variables map[string]string) []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		list = append(list, name+"="+variables[name])
	}
	return list
}

// addVariables adds those of the run's own variables that a command names.
func (t *target) addVariables(command string, exports map[string]string) {
	for _, assignment := range t.variables(t.rec.RunID) {
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

package pack

import (
	"slices"
	"strings"
	"testing"
)

// commandsOf are packs with a command in each place that takes one.
var commandsOf = map[string]string{
	"doing":                 "steps: [{ id: a, title: A, command: COMMAND }]",
	"doing on a host":       "steps: [{ id: a, title: A, command: COMMAND, on: db3 }]",
	"doing, one of several": "steps: [{ id: a, title: A, one_of: [{ id: b, title: B, command: COMMAND }, { id: c, title: C }] }]",
	"rollback":              "steps: [{ id: a, title: A, rollback: { command: COMMAND } }]",
	"rollback of one":       "steps: [{ id: a, title: A, one_of: [{ id: b, title: B, rollback: { command: COMMAND } }, { id: c, title: C }] }]",
	"checking":              "steps: [{ id: a, title: A, verify: { kind: exit-code, command: COMMAND } }]",
	"checking its output":   "steps: [{ id: a, title: A, verify: { kind: output-contains, command: COMMAND, contains: x } }]",
	"checking by hand":      "steps: [{ id: a, title: A, verify: { kind: manual, prompt: P, command: COMMAND } }]",
	"checking one":          "steps: [{ id: a, title: A, one_of: [{ id: b, title: B, verify: { kind: exit-code, command: COMMAND, on: db3 } }, { id: c, title: C }] }]",
	"checking, again":       "steps: [{ id: a, title: A, verify: { kind: exit-code, command: COMMAND, poll: { every: 5s, for: 1m } } }]",
	"a gate":                "steps: [{ id: a, title: A }]\ngates: [{ id: g, title: G, checks: [{ id: c, kind: exit-code, command: COMMAND }] }]",
	"a gate of a stage":     "stages: [{ id: s, title: S, steps: [{ id: a, title: A }], gates: [{ id: g, title: G, checks: [{ id: c, kind: output-contains, command: COMMAND, contains: x }] }] }]",
}

// TestEveryCommandOfAPackIsJudged: wherever a command stands, a value that could become one keeps the pack from loading.
func TestEveryCommandOfAPackIsJudged(t *testing.T) {
	const head = "schema: runbook-pack/v0.2\nid: p\ntitle: P\nparams: [{ id: text, type: string }]\n"
	for name, body := range commandsOf {
		for command, rule := range map[string]string{
			"echo {{ text }}": "", `echo "$RTUT_PARAM_TEXT"`: "",
			"echo 'a {{ text }}'": "placeholder-place", "eval {{ text }}": "second-interpreter", "sudo -nu a bash -eo pipefail -c {{ text }}": "second-interpreter",
			"echo {{ text }} | sh": "second-interpreter", "echo $RTUT_PARAM_TEXT": "value-variable", "{{ text }} a": "placeholder-place", "echo 'a": "command-syntax",
		} {
			p, found := loadText(FileName, []byte(head+strings.ReplaceAll(body, "COMMAND", `"`+strings.ReplaceAll(command, `"`, `\"`)+`"`)))
			if rule == "" && p == nil || rule != "" && (p != nil || !slices.ContainsFunc(found, func(d Diagnostic) bool { return d.Rule == rule })) {
				t.Errorf("%s: %s: %t\n%s", name, command, p != nil, found)
			}
		}
	}
}

// TestEveryLayoutWithACommandIsTried keeps the table above whole.
func TestEveryLayoutWithACommandIsTried(t *testing.T) {
	var with []string
	for name, l := range layouts {
		if l.field("command") != nil {
			with = append(with, name)
		}
	}
	slices.Sort(with)
	if got, want := strings.Join(with, " "), "alternative check rollback step verify"; got != want {
		t.Errorf("commands stand in %q, and %q are tried: add what is new to commandsOf", got, want)
	}
}

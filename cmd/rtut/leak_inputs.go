package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// leakPack is what the leak test runs: a place for each kind of text that a record can hold. What its check prints is read
// from a file beside the repo.
const leakPack = `schema: runbook-pack/v0.2
id: leak-test
title: Leak test
order: parallel
params:
  - { id: note, type: string, default: none }
datapoints:
  - { id: figure, title: Figure, type: string }
  - { id: read, title: Read, type: string }
stages:
  - id: decide
    title: Decide
    gates:
      - id: go
        title: Go
        waivable: true
        evidence: [{ id: lead, title: Lead }]
        checks: [{ id: said, kind: manual, prompt: Said. }]
  - id: all
    title: All
    steps:
      - id: first
        title: First
        effect: read-only
        evidence: [{ id: ticket, title: Ticket }]
        produces: [{ datapoint: figure }]
        rollback: { instruction: Undo it. }
      - id: phrase
        title: Phrase
        effect: irreversible
        confirm: do it
        command: 'true'
        rollback: { instruction: Undo it. }
      - id: check
        title: Check
        effect: read-only
        verify: { kind: output-contains, command: cat ../printed, contains: out }
        produces: [{ datapoint: read, extract: '(?s)out=(.*)' }]
      - id: choice
        title: Choice
        effect: read-only
        one_of: [{ id: here, title: Here }, { id: there, title: There }]
      - id: last
        title: Last
        effect: read-only
        requires: [first]
`

// leakItems are the items of leakPack.
var leakItems = []string{"go", "first", "phrase", "check", "choice", "last"}

// changedPack is leakPack with something else that the engine enforces.
var changedPack = strings.Replace(leakPack, "confirm: do it", "confirm: do that", 1)

// leakStages are the states of the run that inputs are tried in, each reached from the one before, with the pack as it is then.
var leakStages = []struct {
	name  string
	pack  string
	lines [][]string
}{
	{"none", leakPack, nil},
	{"begun", leakPack, [][]string{{"run", "new", "."}, {"draft", "create", "--title", "Draft", "--plan", "-"}}},
	{"running", leakPack, [][]string{{"run", "start", "first"}, {"run", "verify", "first", "--confirm"}, {"run", "start", "check"}, {"run", "start", "phrase", "--phrase", "do it"}}},
	{"failed", leakPack, [][]string{{"run", "fail", "phrase", "--reason", "no"}}},
	{"set", leakPack, [][]string{{"run", "set", "figure=1"}}},
	{"changed", changedPack, nil},
	{"finished", changedPack, [][]string{{"run", "finalize", "--outcome", "abandoned"}}},
}

// planted stands in the arguments where the canary goes.
const planted = "@planted@"

// plantedJSON stands in standard input where the canary goes as a text of JSON.
const plantedJSON = "@json@"

// commandInput is one input of a command: the words of a command line with the canary in one of them, or a stream or variable
// that holds it.
type commandInput struct {
	stage    string
	args     []string
	typed    bool   // lines that a person types when asked
	stdin    string // standard input, with the canary in it; "": none
	printed  bool   // what a check prints
	variable string // of the environment
}

// printedLine is a line as a command prints it, or a file of params has it.
const printedLine = "note: out=" + planted + "\n"

func (in commandInput) at() string { return in.stage }

// takes reports whether a text fits the input: a person types one line.
func (in commandInput) takes(text string) bool { return !in.typed || !strings.Contains(text, "\n") }

func (in commandInput) plant(ctx context.Context, t *leakTest, text string) error {
	args := make([]string, len(in.args))
	for i, arg := range in.args {
		args[i] = strings.ReplaceAll(arg, planted, text)
	}
	t.operator(in, text).execute(ctx, args)
	return nil
}

func (in commandInput) String() string {
	line := "rtut " + strings.ReplaceAll(strings.Join(in.args, " "), planted, "...")
	switch {
	case in.typed:
		return line + ", typed when asked"
	case in.stdin != "":
		return line + ", on standard input"
	case in.printed:
		return line + ", printed by the check"
	case in.variable != "":
		return in.variable + "=... " + line
	}
	return line
}

// leakLines are inputs in command lines that get far enough to be recorded, were it not for the guard.
var leakLines = []struct{ stage, line string }{
	{"none", "run new . --param note=@planted@"},
	{"none", "run new . --project @planted@"},
	{"none", "run new . --target @planted@"},
	{"none", "run new . --operator @planted@"},
	{"begun", "run note @planted@"},
	{"begun", "run start choice --alternative @planted@"},
	{"begun", "run start phrase --phrase @planted@"},
	{"begun", "run start phrase --phrase do_it --authorized-by @planted@"},
	{"begun", "run start last --override --acknowledge-risk --reason @planted@"},
	{"begun", "run verify go --confirm --evidence lead=@planted@"},
	{"begun", "run waive go --reason @planted@"},
	{"begun", "run set figure=@planted@"},
	{"begun", "run skip check --reason @planted@"},
	{"begun", "run handover --to @planted@ --reason r"},
	{"begun", "run handover --to ben --reason @planted@"},
	{"begun", "run mode auto-confirm --preauthorize phrase=do_it --authorized-by @planted@"},
	{"begun", "run mode auto-confirm --preauthorize phrase=@planted@"},
	{"begun", "run finalize --outcome abandoned --reason @planted@"},
	{"running", "run done first --confirm --evidence ticket=@planted@ --set figure=1"},
	{"running", "run done first --confirm --evidence ticket=x --set figure=@planted@"},
	{"running", "go first --confirm --evidence ticket=@planted@ --set figure=1"},
	{"running", "run fail first --reason @planted@"},
	{"running", "run redo first --reason @planted@"},
	{"running", "run capture first --command @planted@"},
	{"running", "run rollback --done @planted@"},
	{"running", "run rollback --done first --reason @planted@"},
	{"set", "run set figure=2 --reason @planted@"},
	{"changed", "run accept-pack-change --reason @planted@"},
	{"finished", "run feedback --rating good --comment @planted@"},
}

// emptyPlan makes a draft without steps.
const emptyPlan = `{"version":1,"steps":[]}`

// leakPlans are plans that would be kept, were it not for the guard.
var leakPlans = []string{
	`{"version":1,"settings":{"objective":@json@},"steps":[]}`,
	`{"version":1,"settings":{"inputs":{"name":@json@}},"steps":[]}`,
	`{"version":1,"settings":{"inputs":{@json@:"x"}},"steps":[]}`,
	`{"version":1,"commands":[{"mutation":{"kind":"update_definition","patch":{"objective":@json@}}}]}`,
}

// commandInputs returns every input of every command: those of leakLines, each flag that takes a text and each argument, what is
// read from files, typed at a question, printed by a check, and set in the environment.
func commandInputs(root *cobra.Command) []leakInput {
	inputs := []leakInput{
		commandInput{stage: "running", args: []string{"run", "capture", "first", "--output", "-"}, stdin: printedLine},
		commandInput{stage: "running", args: []string{"run", "verify", "check", "--pasted", "-"}, stdin: printedLine},
		commandInput{stage: "none", args: []string{"run", "new", ".", "--params-file", "-"}, stdin: printedLine},
		commandInput{stage: "running", args: []string{"run", "do", "-"}, stdin: planted + "\n"},
		commandInput{stage: "running", args: []string{"run", "do", "-"}, stdin: "note " + planted + "\n"},
		commandInput{stage: "running", args: []string{"run", "do", "-"}, stdin: "note '" + planted + "'\n"},
		commandInput{stage: "running", args: []string{"run", "verify", "check", "--yes"}, printed: true},
		commandInput{stage: "running", args: []string{"run", "note", "x"}, variable: "RTUT_OPERATOR"},
		commandInput{stage: "running", args: []string{"run", "note", "x"}, variable: "RTUT_RUN"},
	}
	for _, line := range []string{"run done first", "run fail first", "run verify go", "run start phrase", "run waive go", "run skip check", "run redo first", "go first"} {
		inputs = append(inputs, commandInput{stage: "running", args: strings.Fields(line), typed: true}, commandInput{stage: "begun", args: strings.Fields(line), typed: true})
	}
	for _, plan := range leakPlans {
		for _, line := range []string{"draft create --title Draft --plan -", "draft apply 2 --expected-revision 1 --plan -"} {
			inputs = append(inputs, commandInput{stage: "begun", args: strings.Fields(line), stdin: plan})
		}
	}
	for _, line := range []string{"draft create --title @planted@ --plan -", "draft create --title Draft --plan - --operator @planted@"} {
		inputs = append(inputs, commandInput{stage: "begun", args: strings.Fields(line), stdin: emptyPlan})
	}
	for _, l := range leakLines {
		inputs = append(inputs, commandInput{stage: l.stage, args: leakWords(l.line)})
	}
	for _, cmd := range leaves(root) {
		path := strings.Fields(cmd.CommandPath())[1:]
		inputs = append(inputs, commandInput{stage: "running", args: append(slices.Clone(path), planted)})
		inputs = append(inputs, commandInput{stage: "running", args: append(slices.Clone(path), ".", planted)})
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			switch f.Value.Type() {
			case "string":
				inputs = append(inputs, commandInput{stage: "running", args: append(slices.Clone(path), "--"+f.Name, planted)})
			case "stringArray":
				inputs = append(inputs, commandInput{stage: "running", args: append(slices.Clone(path), "--"+f.Name, "figure="+planted)})
			}
		})
	}
	return inputs
}

// leakWords are the words of a line; do_it stands for the phrase.
func leakWords(line string) []string {
	words := strings.Fields(line)
	for i := range words {
		words[i] = strings.ReplaceAll(words[i], "do_it", "do it")
	}
	return words
}

// leaves are the commands that do something.
func leaves(cmd *cobra.Command) []*cobra.Command {
	if !cmd.HasSubCommands() {
		return []*cobra.Command{cmd}
	}
	var all []*cobra.Command
	for _, c := range cmd.Commands() {
		all = append(all, leaves(c)...)
	}
	return all
}

package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// guesses are words that people try who know other tools, and the command that they mean.
var guesses = map[string]string{
	"abort": "run finalize --outcome abandoned --reason REASON", "cancel": "run finalize --outcome abandoned --reason REASON",
	"stop": "run finalize --outcome abandoned --reason REASON", "close": "run finish", "end": "run finish",
	"resume": "run next", "continue": "run next", "undo": "run rollback", "revert": "run rollback",
	"complete": "run done", "check": "run verify", "history": "run log", "create": "run new", "begin": "run new", "export": "run report",
}

// guessed returns the lines to type for a word that is no command below cmd: what it is a command of elsewhere, else what it is
// known to mean.
func guessed(cmd *cobra.Command, word string) []string {
	root := cmd.Root().Name() + " "
	if word == "ls" && cmd.Name() == "run" {
		return []string{root + "run list"}
	}
	if word == "ls" {
		return []string{root + "list"}
	}
	var lines []string
	for _, c := range commandsNamed(cmd.Root(), word) {
		lines = append(lines, c.CommandPath())
	}
	if line := guesses[word]; line != "" && len(lines) == 0 {
		lines = append(lines, root+line)
	}
	return lines
}

// commandsNamed returns the commands of a name, at any depth.
func commandsNamed(cmd *cobra.Command, name string) []*cobra.Command {
	var all []*cobra.Command
	for _, c := range cmd.Commands() {
		if c.Name() == name && c.IsAvailableCommand() && c.Name() != "help" {
			all = append(all, c)
		}
		all = append(all, commandsNamed(c, name)...)
	}
	return all
}

// orType joins lines to type.
func orType(lines []string) string { return "type: " + strings.Join(lines, ", or: ") }

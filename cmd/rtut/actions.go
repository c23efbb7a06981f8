package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"rtut/run"
	"rtut/run/secret"
)

// Bounds of a file of actions, in bytes. A line is as long as an argument of a program may be on Linux.
const (
	maxActions    = 8 << 20
	maxActionLine = 128 << 10
)

// maxActionFaults bounds how many faults of a file of actions are listed.
const maxActionFaults = 10

// actionLine is one line of a file of actions: the words of a command of `rtut run`.
type actionLine struct {
	number int // from 1
	words  []string
	make   runCommand
}

// readActions reads a file of actions, or standard input for -, whole. A terminal is not read.
func (a *app) readActions(name string) ([]actionLine, error) {
	if a.isTerminalInput(name) {
		return nil, misuse("no_file", "rtut run do reads no terminal; name a file, or pipe the lines into rtut run do -")
	}
	data, err := a.readFile(name, maxActions)
	if err != nil {
		return nil, err
	}
	if err := secretInActions(name, data); err != nil {
		return nil, err
	}
	lines, faults := splitActions(bytes.TrimPrefix(data, []byte("\ufeff")))
	commands := map[string]runCommand{}
	for _, make := range runCommands() {
		commands[make(a, &runFlags{}).Name()] = make
	}
	for i := range lines {
		if err := a.checkAction(&lines[i], commands); err != nil {
			faults = append(faults, lineFault{lines[i].number, err})
		}
	}
	slices.SortStableFunc(faults, func(x, y lineFault) int { return x.number - y.number })
	switch {
	case len(faults) > 0:
		return nil, actionFaults(name, faults)
	case len(lines) == 0:
		return nil, misuse("bad_actions", "%s holds no action; write one on each line, such as: start measure", actionsName(name))
	}
	return lines, nil
}

// secretInActions refuses a file that looks like it holds a secret. It is looked at as it is written: the words of a line have lost the
// backslashes by which a secret is known, and two lines may hold half of one each.
func secretInActions(name string, data []byte) error {
	kind, found := secret.Look(string(data))
	if !found {
		return nil
	}
	where := actionsName(name)
	for i, l := range strings.Split(string(data), "\n") {
		if in, found := secret.Look(l); found {
			kind, where = in, fmt.Sprintf("line %d of %s", i+1, where)
			break
		}
	}
	return &run.Refusal{Code: "secret", Message: where + " holds what looks like " + kind + ". Nothing was run"}
}

// isTerminalInput reports whether a name, as readFile takes it, is that of a terminal.
func (a *app) isTerminalInput(name string) bool {
	if name == "-" {
		return a.inTTY
	}
	info, err := os.Stat(a.abs(name))
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	file, err := os.Open(a.abs(name))
	if err != nil {
		return false
	}
	defer file.Close()
	return isTerminal(file)
}

// actionsName is how a message names a file of actions.
func actionsName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return line(name)
}

// lineFault says why a line can't be carried out.
type lineFault struct {
	number int
	why    error
}

// actionFaults is the error about faults in a file of actions.
func actionFaults(name string, faults []lineFault) error {
	err := &usageError{code: "bad_actions", message: actionsName(name) + " has faults, and none of its lines was carried out:"}
	for i, f := range faults {
		if i == maxActionFaults {
			err.details = append(err.details, fmt.Sprintf("and %d more", len(faults)-i))
			break
		}
		err.details = append(err.details, withheld(fmt.Sprintf("line %d: %s", f.number, f.why)))
	}
	return err
}

// splitActions takes a file of actions apart. Blank lines, and lines that begin with #, are no actions.
func splitActions(data []byte) (lines []actionLine, faults []lineFault) {
	number := 0
	for text := range strings.Lines(string(data)) {
		number++
		words, err := splitLine(text)
		switch {
		case err != nil:
			faults = append(faults, lineFault{number, err})
		case len(words) > 0:
			lines = append(lines, actionLine{number: number, words: words})
		}
	}
	return lines, faults
}

// splitLine takes the words of one line apart.
func splitLine(text string) ([]string, error) {
	text, ended := strings.CutSuffix(text, "\n")
	text = strings.TrimSuffix(text, "\r")
	if len(text) > maxActionLine {
		return nil, fmt.Errorf("it has %d bytes; at most %d are allowed", len(text), maxActionLine)
	}
	column := 0
	for i, r := range text {
		column++
		_, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return nil, fmt.Errorf("column %d holds the byte 0x%02x, which is not UTF-8", column, text[i])
		case r < ' ' && r != '\t' || r == 0x7f:
			return nil, fmt.Errorf("column %d holds the control character U+%04X", column, r)
		}
	}
	if text = strings.TrimLeft(text, " \t"); text == "" || text[0] == '#' {
		return nil, nil
	}
	if !ended {
		return nil, errors.New("the file ends before the line does, so it may have been cut off; end the line with a newline")
	}
	return splitWords(text)
}

// splitWords takes words apart at blanks. Single quotes keep everything, double quotes everything but \" and \\; outside of quotes a
// backslash keeps the next character. Nothing is expanded.
func splitWords(text string) ([]string, error) {
	var words []string
	for {
		text = strings.TrimLeft(text, " \t")
		if text == "" {
			return words, nil
		}
		word, rest, err := cutWord(text)
		if err != nil {
			return nil, err
		}
		words, text = append(words, word), rest
	}
}

// cutWord takes the first word off a text that begins with one.
func cutWord(text string) (word, rest string, err error) {
	var out strings.Builder
	quote := byte(0)
	i := 0
	for ; i < len(text) && (quote != 0 || text[i] != ' ' && text[i] != '\t'); i++ {
		c := text[i]
		switch {
		case c == '\\' && i+1 == len(text):
			return "", "", errors.New(`it ends with a backslash; an action is one line, and a backslash is written \\`)
		case c == '\\' && (quote == 0 || quote == '"' && (text[i+1] == '"' || text[i+1] == '\\')):
			i++
			out.WriteByte(text[i])
		case c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		default:
			out.WriteByte(c)
		}
	}
	if quote != 0 {
		return "", "", fmt.Errorf("a quote %c is not closed", quote)
	}
	return out.String(), text[i:], nil
}

// runCommand makes a command of `rtut run`.
type runCommand func(*app, *runFlags) *cobra.Command

// checkAction finds the command of a line. It refuses a line that is none, or has flags or a number of arguments that the command does
// not take. Nothing is run.
func (a *app) checkAction(l *actionLine, commands map[string]runCommand) error {
	name := l.words[0]
	l.make = commands[name]
	child := *a
	switch {
	case name == "rtut":
		return errors.New("leave out rtut run: a line begins with the command, such as start")
	case name == "do":
		return errors.New("do cannot be one of the lines of rtut run do")
	case name == "new" || name == "list":
		return fmt.Errorf("%s is not about the run that is chosen for all lines; call rtut run %s by itself", name, name)
	case l.make == nil:
		return subcommand(runOf(newRootCmd(&child)), l.words[:1])
	}
	cmd, args, err := l.tree(&child).Find(l.argv())
	if err != nil {
		return err
	}
	cmd.InitDefaultHelpFlag()
	if err := cmd.ParseFlags(args); err != nil {
		return cmd.FlagErrorFunc()(cmd, err)
	}
	if cmd.Flags().Changed("run") {
		return errors.New("--run chooses the run for all lines; give it to rtut run do")
	}
	return cmd.ValidateArgs(cmd.Flags().Args())
}

func (l *actionLine) argv() []string { return append([]string{"run"}, l.words...) }

// tree is the tree of commands with that of the line alone.
func (l *actionLine) tree(a *app) *cobra.Command {
	root, parent, flags := &cobra.Command{Use: "rtut"}, group("run", "", ""), &runFlags{}
	a.equip(root)
	flags.define(parent)
	parent.AddCommand(l.make(a, flags))
	root.AddCommand(parent)
	return root
}

// runOf is the command that holds those about runs.
func runOf(root *cobra.Command) *cobra.Command {
	cmd, _, err := root.Find([]string{"run"})
	if err != nil {
		return root
	}
	return cmd
}

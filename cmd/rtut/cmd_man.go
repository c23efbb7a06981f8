package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newManCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:    "man [directory]",
		Short:  "Write the manual",
		Hidden: true,
		Long: "Write the manual page rtut(1) to standard output or, with a directory, one page for each command into it: rtut.1,\n" +
			"rtut-run.1, rtut-run-start.1 and so on.",
		Example: "  rtut man | man -l -\n  rtut man .",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.write([]byte(manPage(cmd.Root())))
			}
			return writeManPages(a, cmd.Root(), a.abs(args[0]))
		},
	}
}

// writeManPages writes a page for a command and for each below it.
func writeManPages(a *app, cmd *cobra.Command, dir string) error {
	path := filepath.Join(dir, manName(cmd)+".1")
	if err := os.WriteFile(path, []byte(manPage(cmd)), 0o644); err != nil {
		return misuse("bad_output", "%s", err)
	}
	for _, c := range manCommands(cmd) {
		if err := writeManPages(a, c, dir); err != nil {
			return err
		}
	}
	return nil
}

// manCommands are the commands below one that have a page.
func manCommands(cmd *cobra.Command) []*cobra.Command {
	var all []*cobra.Command
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			all = append(all, c)
		}
	}
	return all
}

func manName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manExits is what the exit codes of every command mean. docs/cli.md has the rest.
const manExits = `0	done
1	a check ran and did not pass, or something needs attention
2	wrong usage
3	refused by a rule
4	the pack is invalid
5	the store
6	waiting for a person
130	interrupted`

// manPage writes the page of one command, in the language of man(7).
func manPage(cmd *cobra.Command) string {
	version := thisVersion()
	date, _, _ := strings.Cut(version.Date, "T")
	m := &roff{}
	fmt.Fprintf(m, ".TH %s 1 %s %s %s\n", roffArg(strings.ToUpper(manName(cmd))), roffArg(date), roffArg("rtut "+version.Version), roffArg("rtut manual"))
	m.section("NAME")
	m.text(manName(cmd) + " - " + cmd.Short)
	m.section("SYNOPSIS")
	m.example(cmd.UseLine())
	if cmd.Long != "" {
		m.section("DESCRIPTION")
		m.text(cmd.Long)
	}
	if commands := manCommands(cmd); len(commands) > 0 {
		m.section("COMMANDS")
		for _, c := range commands {
			m.entry(manName(c)+"(1)", c.Short)
		}
	}
	m.flags("OPTIONS", cmd.NonInheritedFlags())
	m.flags("OPTIONS OF ALL COMMANDS", cmd.InheritedFlags())
	if cmd.Example != "" {
		m.section("EXAMPLES")
		m.example(cmd.Example)
	}
	m.section("EXIT STATUS")
	for line := range strings.SplitSeq(manExits, "\n") {
		code, means, _ := strings.Cut(line, "\t")
		m.entry(code, means)
	}
	if cmd.HasParent() {
		m.section("SEE ALSO")
		m.text(manName(cmd.Parent()) + "(1)")
	}
	return m.String()
}

// roff is a page as it is put together.
type roff struct{ strings.Builder }

func (m *roff) section(title string) { m.WriteString(".SH " + roffArg(title) + "\n") }

// text adds paragraphs. Their lines are filled by man.
func (m *roff) text(text string) {
	for i, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			m.WriteString(".PP\n")
		}
		for line := range strings.SplitSeq(paragraph, "\n") {
			m.WriteString(roffLine(line) + "\n")
		}
	}
}

// entry adds a term with what is said of it.
func (m *roff) entry(term, text string) {
	m.WriteString(".TP\n.B " + roffLine(term) + "\n")
	m.text(text)
}

// example adds lines as they are.
func (m *roff) example(lines string) {
	m.WriteString(".nf\n")
	for line := range strings.SplitSeq(strings.TrimRight(lines, "\n"), "\n") {
		m.WriteString(roffLine(strings.TrimPrefix(line, "  ")) + "\n")
	}
	m.WriteString(".fi\n")
}

func (m *roff) flags(title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	m.section(title)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		term := "--" + f.Name
		if f.Shorthand != "" {
			term = "-" + f.Shorthand + ", " + term
		}
		if value != "" {
			term += " " + value
		}
		m.entry(term, usage)
	})
}

// roffMarks are what man(7) would take for something else.
var roffMarks = strings.NewReplacer(`\`, `\e`, "-", `\-`)

func roffLine(line string) string {
	line = roffMarks.Replace(line)
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		return `\&` + line
	}
	return line
}

func roffArg(text string) string {
	return `"` + strings.ReplaceAll(roffMarks.Replace(text), `"`, `\(dq`) + `"`
}

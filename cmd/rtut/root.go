package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"rtut/pack/value"
	"rtut/run/plain"
)

// execute runs one command line and returns the exit code.
func (a *app) execute(ctx context.Context, args []string) int {
	if completesNothing(args) {
		return exitDone
	}
	root := newRootCmd(a)
	if asksForCompletion(args) {
		a.completeWords(root)
	}
	err := a.carryOut(ctx, root, args)
	if err != nil {
		a.json = a.json || slices.Contains(args, "--json") // a flag that is wrong may have come first
		a.sayError(err)
	}
	return judge(err).exit
}

// carryOut runs one command line of a tree of commands and returns what has come of it.
func (a *app) carryOut(ctx context.Context, root *cobra.Command, args []string) error {
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if ctx.Err() != nil && err != nil {
		err = context.Canceled
		if errors.Is(context.Cause(ctx), errQuit) {
			err = errQuit
		}
	}
	var result resultError
	if a.out.err != nil && (err == nil || errors.As(err, &result)) {
		err = &outputError{a.out.err} // the answer is lost, so its verdict says nothing
	}
	var lost *outputError
	if errors.As(err, &lost) && atomic.LoadInt32(&a.recorded) == 1 {
		err = &answerLostError{lost}
	}
	return err
}

// completesNothing reports whether a shell asks how to go on with a word that a terminal would obey. Cobra would repeat it as
// it is on standard error.
func completesNothing(args []string) bool {
	return asksForCompletion(args) && slices.ContainsFunc(args, func(arg string) bool { return plain.Line(arg) != arg })
}

func asksForCompletion(args []string) bool {
	return len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
}

// newRootCmd returns the whole tree of commands.
func newRootCmd(a *app) *cobra.Command {
	screen, version := &tuiOptions{app: a}, false
	root := &cobra.Command{
		Use:   "rtut [pack]",
		Short: "Run a runbook step by step, and record every run",
		Long: "Run a runbook step by step, and record every run. Without a command, rtut opens its terminal\n" +
			"interface. The commands below need no terminal.",
		Example: "  rtut run new packs/pg-restore-drill --param replica=db3\n" +
			"  rtut run status",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && a.isPack(args[0]) {
				return nil
			}
			err := subcommand(cmd, args)
			if len(args) == 1 && err != nil && len(guessed(cmd, args[0])) == 0 {
				path, byID := a.packByID(args[0])
				if path != "" || byID != nil {
					return byID
				}
			}
			return err
		},
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if version {
				return showVersion(&versionOptions{app: a})
			}
			if screen.arg, err = a.pathOf(append(args, "")[0]); err != nil {
				return err
			}
			return runTUI(cmd.Context(), screen)
		},
	}
	a.equip(root)
	root.Flags().BoolVar(&version, "version", false, "print the version")
	root.AddCommand(newGoCmd(a), newRunCmd(a), newPackCmd(a), newDraftCmd(a), newTUICmd(a), newListCmd(a), newScoreCmd(a), newMaturityCmd(a), newProjectsCmd(a), newFeedbackCmd(a), newReportCmd(a), newDemoCmd(a), newDoctorCmd(a),
		newVersionCmd(a), newCompletionCmd(a), newManCmd(a))
	return root
}

// equip gives a root the streams, and the flags that all commands take.
func (a *app) equip(root *cobra.Command) {
	root.SilenceUsage, root.SilenceErrors = true, true
	root.CompletionOptions = cobra.CompletionOptions{DisableDefaultCmd: true}
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetFlagErrorFunc(flagError)
	flags := root.PersistentFlags()
	flags.BoolVar(&a.json, "json", a.json, "print one JSON document to standard output")
	flags.StringVar(&a.operator, "operator", a.operator, "the operator, one `word` (default: $RTUT_OPERATOR, or the login name)")
	flags.BoolVar(&a.noInput, "no-input", a.noInput, "never prompt")
	flags.BoolVar(&a.noColour, "no-color", a.noColour, "disable colors (as NO_COLOR)")
}

// group returns a command that only holds others.
func group(use, short, example string, commands ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use: use, Short: short, Example: example, Args: subcommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(commands...)
	return cmd
}

// subcommand refuses an argument where a command was meant.
func subcommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	slices.Sort(names)
	hint := "see " + cmd.CommandPath() + " --help"
	if near := value.Nearest(args[0], names); near != "" {
		hint = "did you mean " + near + "?"
	}
	if lines := guessed(cmd, args[0]); len(lines) > 0 {
		hint = orType(lines)
	}
	return misuse("unknown_command", "unknown command %q for %s; %s", args[0], cmd.CommandPath(), hint)
}

// between refuses fewer arguments than min and more than max, and says which there are.
func between(min, max int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= min && len(args) <= max {
			return nil
		}
		return misuse("bad_arguments", "%s: wrong number of arguments; usage: %s", cmd.CommandPath(), cmd.UseLine())
	}
}

// pairs reads name=value arguments, each name once.
func pairs(flag string, args []string) (map[string]string, error) {
	out := map[string]string{}
	for _, arg := range args {
		name, value, found := strings.Cut(arg, "=")
		if !found || name == "" {
			return nil, misuse("bad_flag", "%s needs name=value", flag)
		}
		if _, double := out[name]; double {
			return nil, misuse("bad_flag", "%s gives %s twice", flag, name)
		}
		out[name] = value
	}
	return out, nil
}

// sayError writes an error to standard error, for a person or as JSON.
func (a *app) sayError(err error) {
	var result resultError
	if errors.As(err, &result) {
		return
	}
	if a.json {
		a.sayErrorJSON(err)
		return
	}
	a.say(errorText(err))
}

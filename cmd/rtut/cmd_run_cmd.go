package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runCmdOptions say which command is shown.
type runCmdOptions struct {
	app         *app
	flags       *runFlags
	args        itemArgs
	alternative string
}

func newRunCmdCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runCmdOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:   "cmd [pack] [step]",
		Short: "Print the command of a step to paste, with its placeholders filled in; it runs nothing",
		Long: "Print the command of a step as one command to paste, or to pipe into sh, with its placeholders filled in. It runs\n" +
			"nothing. The printed command changes to the pack's directory (or its `dir`) or, with `on`, connects to the host, sets its variables,\n" +
			"and stops at the first failure, as a check does. sh, bash, zsh, dash and fish run it in the same way. It does not\n" +
			"change the directory or the variables of your shell.",
		Example: "  rtut run cmd\n  rtut run cmd promote --alternative by-hand",
		Args:    between(0, 2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readItem(args); err != nil {
				return err
			}
			return runCmd(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.alternative, "alternative", "", "the `alternative` whose command is meant")
	return cmd
}

// pasteDocument answers `run cmd`.
type pasteDocument struct {
	*run.Paste
	Text string `json:"text"`
}

// runCmd prints what to paste on standard output, and where it runs beside that, so that what is copied or piped is nothing
// but shell.
func runCmd(ctx context.Context, o *runCmdOptions) error {
	t, err := o.app.findItemRun(ctx, *o.flags, &o.args, orLatest)
	if err != nil {
		return err
	}
	step, err := t.stepToShow(o.args.item)
	if err != nil {
		return err
	}
	paste, err := t.view().Paste(step, o.alternative)
	if err != nil {
		return err
	}
	t.addVariables(t.rec.RunID, paste)
	shell, spelled, err := t.pasteText(paste, t.pack)
	if err != nil {
		return err
	}
	if o.app.json {
		return o.app.document(pasteDocument{paste, shell})
	}
	o.app.notef("%s, to run %s:", step, t.where(paste.On))
	if spelled {
		o.app.notef("%s", spelledNote)
	}
	var out text
	out.paste(shell)
	return o.app.print(&out)
}

const spelledNote = "it holds characters that a terminal might obey, so they are written as numbers; --json gives it as it is"

// stepToShow returns the step that was named, else the only running one, else the recommended one.
func (t *target) stepToShow(named string) (string, error) {
	if next := t.view().Next().Recommended; named == "" && len(t.view().RunningItems()) == 0 && next != nil {
		return *next, nil
	}
	return t.runningItem(named)
}

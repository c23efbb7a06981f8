package main

import (
	"context"

	"github.com/spf13/cobra"
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
		Use:     "cmd [pack] [step]",
		Short:   "Print the command of a step to paste, placeholders filled in; it runs nothing",
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

// runCmd prints what to paste on standard output, and where to run it beside that, so that what is copied or piped is
// nothing but shell.
func runCmd(ctx context.Context, o *runCmdOptions) error {
	t, err := o.app.findRun(ctx, *o.flags, o.args.packArg, orLatest)
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
	t.addVariables(t.rec.RunID, paste.Command, paste.Exports)
	if o.app.json {
		return o.app.document(paste)
	}
	where := "in " + o.app.shown(t.dir())
	if paste.On != "" {
		where = "anywhere that reaches " + paste.On
	}
	shell, spelled, err := pasteText(paste, t.pack.Shell)
	if err != nil {
		return err
	}
	o.app.notef("%s, to be run %s:", step, where)
	if spelled {
		o.app.notef("it holds characters that a terminal might obey, so it is written with their numbers; --json gives it as it is")
	}
	var out text
	out.code("", shell)
	return o.app.print(&out)
}

// stepToShow returns the step that was named, else the only one under way, else the recommended one.
func (t *target) stepToShow(named string) (string, error) {
	if next := t.view().Next().Recommended; named == "" && len(t.view().RunningItems()) == 0 && next != nil {
		return *next, nil
	}
	return t.runningItem(named)
}

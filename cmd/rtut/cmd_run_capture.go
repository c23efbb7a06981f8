package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runCaptureOptions say what is documented on a step.
type runCaptureOptions struct {
	app     *app
	flags   *runFlags
	args    itemArgs
	command string
	output  string // a file, or - for standard input; "" for none
}

func newRunCaptureCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runCaptureOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:     "capture [pack] <step>",
		Short:   "Record a command that was run, and its output",
		Example: "  pg_controldata | rtut run capture promote --command pg_controldata --output -",
		Args:    between(0, 2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readItem(args); err != nil {
				return err
			}
			if err = needItem(cmd, o.args.item, "step"); err != nil {
				return err
			}
			return runCapture(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.command, "command", "", "the command that was run")
	cmd.Flags().StringVar(&o.output, "output", "", "a `file` with the output of the command (- for standard input)")
	return cmd
}

func runCapture(ctx context.Context, o *runCaptureOptions) error {
	act := run.AddCapture{Item: o.args.item, Command: o.command}
	if o.output != "" {
		output, err := o.app.readOutput(o.output)
		if err != nil {
			return err
		}
		act.Output = output
	}
	return o.app.act(ctx, o.flags, o.args.packArg, o.args.item, act, "captured")
}

package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runRedoOptions say what is put back, and why.
type runRedoOptions struct {
	app    *app
	flags  *runFlags
	args   itemArgs
	reason string
	// acknowledgePartial says that what was begun did not partly apply, or may be begun again.
	acknowledgePartial bool
}

func newRunRedoCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runRedoOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:     "redo [pack] <item>",
		Short:   "Put a step back to todo, or open a gate again; what the step produced loses its value",
		Example: "  rtut run redo measure --reason 'the link was down'\n  rtut run redo promote --reason 'it was never carried out' --acknowledge-partial",
		Args:    between(0, 2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readItem(args); err != nil {
				return err
			}
			if err = needItem(cmd, o.args.item, "item"); err != nil {
				return err
			}
			return runRedo(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.reason, "reason", "", "why")
	cmd.Flags().BoolVar(&o.acknowledgePartial, "acknowledge-partial", false, "the earlier attempt did not partly apply, or may be made once more")
	return cmd
}

func runRedo(ctx context.Context, o *runRedoOptions) error {
	return o.app.act(ctx, o.flags, o.args.packArg, o.args.item, run.Redo{Item: o.args.item, Reason: o.reason, AcknowledgePartial: o.acknowledgePartial}, because("to be done again", o.reason))
}

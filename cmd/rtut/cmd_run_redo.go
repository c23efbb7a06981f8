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
		Use:   "redo [pack] <item>",
		Short: "Reset a finished step or gate; values that the step produced are cleared",
		Long: "Reset a finished step or gate: a step returns to todo, a gate is open again, and values that the step produced are cleared.\n" +
			"It does not undo the work. To try a failed step again use `rtut run retry`; to get back to the state before, see\n" +
			"`rtut run rollback`; to check a finished item again without repeating it use `rtut run verify`.",
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
	cmd.Flags().BoolVar(&o.acknowledgePartial, "acknowledge-partial", false, "confirm that the earlier attempt did not partly apply, or may be repeated")
	return cmd
}

func runRedo(ctx context.Context, o *runRedoOptions) error {
	return o.app.act(ctx, o.flags, o.args.packArg, o.args.item, run.Redo{Item: o.args.item, Reason: o.reason, AcknowledgePartial: o.acknowledgePartial}, because("to be done again", o.reason))
}

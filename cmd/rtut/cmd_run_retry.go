package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runRetryOptions say which step is tried again.
type runRetryOptions struct {
	app                *app
	flags              *runFlags
	args               itemArgs
	acknowledgePartial bool
}

func newRunRetryCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runRetryOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:   "retry [pack] <step>",
		Short: "Reset a failed step to todo",
		Long: "Reset a failed step to todo.\n" +
			"To repeat a finished step use `rtut run redo`; to get back to the state before, see `rtut run rollback`.",
		Example: "  rtut run retry promote --acknowledge-partial",
		Args:    between(0, 2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readItem(args); err != nil {
				return err
			}
			if err = needItem(cmd, o.args.item, "step"); err != nil {
				return err
			}
			return runRetry(cmd.Context(), o)
		},
	}
	cmd.Flags().BoolVar(&o.acknowledgePartial, "acknowledge-partial", false, "confirm that the earlier attempt did not partly apply")
	return cmd
}

func runRetry(ctx context.Context, o *runRetryOptions) error {
	return o.app.act(ctx, o.flags, o.args.packArg, o.args.item, run.RetryStep{Item: o.args.item, AcknowledgePartial: o.acknowledgePartial}, "to be tried again")
}

package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runWaiveOptions say which gate is let pass, and why.
type runWaiveOptions struct {
	app    *app
	flags  *runFlags
	args   itemArgs
	reason string
}

func newRunWaiveCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runWaiveOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:   "waive [pack] <gate>",
		Short: "Waive a gate: let it pass without its checks, with a reason",
		Long: "Waive a gate: let it pass without its checks, with a reason; recorded as a deviation.\n" +
			"The pack says which gates are waivable. To skip a read-only step use `rtut run skip`.",
		Example: "  rtut run waive go-no-go --reason 'the incident lead decided'",
		Args:    between(0, 2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readItem(args); err != nil {
				return err
			}
			if err = needItem(cmd, o.args.item, "gate"); err != nil {
				return err
			}
			return runWaive(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.reason, "reason", "", "why")
	return cmd
}

func runWaive(ctx context.Context, o *runWaiveOptions) error {
	return o.app.act(ctx, o.flags, o.args.packArg, o.args.item, run.Waive{Item: o.args.item, Reason: o.reason}, because("waived", o.reason))
}

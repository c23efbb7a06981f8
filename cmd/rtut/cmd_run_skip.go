package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runSkipOptions say which step is left out, and why.
type runSkipOptions struct {
	app    *app
	flags  *runFlags
	args   itemArgs
	reason string
}

func newRunSkipCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runSkipOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:   "skip [pack] <step>",
		Short: "Skip a read-only step",
		Long: "Skip a read-only step, with a reason.\n" +
			"Other steps cannot be skipped. To let a gate pass without its checks use `rtut run waive`.",
		Example: "  rtut run skip look --reason 'seen an hour ago'",
		Args:    between(0, 2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readItem(args); err != nil {
				return err
			}
			if err = needItem(cmd, o.args.item, "step"); err != nil {
				return err
			}
			return runSkip(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.reason, "reason", "", "why")
	return cmd
}

func runSkip(ctx context.Context, o *runSkipOptions) error {
	return o.app.act(ctx, o.flags, o.args.packArg, o.args.item, run.Skip{Item: o.args.item, Reason: o.reason}, because("skipped", o.reason))
}

package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runSettleOptions say what became of a command of which no result came.
type runSettleOptions struct {
	app       *app
	flags     *runFlags
	args      itemArgs
	ran       bool
	didNotRun bool
	reason    string
}

func newRunSettleCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runSettleOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:   "settle [pack] <step>",
		Short: "Say whether a command ran whose outcome is unknown",
		Long: "Say whether the command of a step ran, where `run exec` began it and no result came: rtut was killed, the connection\n" +
			"broke, or the result could not be written. Until then the step is neither executed again nor skipped, retried or redone.\n" +
			"A verification that passes settles it as well. Look first: the command may still run.",
		Example: "  rtut run settle promote --ran --reason 'the log of db3 has it at 03:12'",
		Args:    between(0, 2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readItem(args); err != nil {
				return err
			}
			if err = needItem(cmd, o.args.item, "step"); err != nil {
				return err
			}
			if o.ran == o.didNotRun {
				return misuse("bad_flag", "say either --ran or --did-not-run")
			}
			return runSettle(cmd.Context(), o)
		},
	}
	cmd.Flags().BoolVar(&o.ran, "ran", false, "the command ran")
	cmd.Flags().BoolVar(&o.didNotRun, "did-not-run", false, "the command did not run, so it can be run as if for the first time")
	cmd.Flags().StringVar(&o.reason, "reason", "", "how that is known")
	return cmd
}

func runSettle(ctx context.Context, o *runSettleOptions) error {
	what := "its command ran"
	if !o.ran {
		what = "its command did not run"
	}
	return o.app.act(ctx, o.flags, o.args.packArg, o.args.item, run.Settle{Item: o.args.item, Ran: o.ran, Reason: o.reason}, because(what, o.reason))
}

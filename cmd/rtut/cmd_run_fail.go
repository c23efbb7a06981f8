package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runFailOptions say which step failed, and why.
type runFailOptions struct {
	app    *app
	flags  *runFlags
	args   itemArgs
	reason string
}

func newRunFailCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runFailOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:   "fail [pack] [item]",
		Short: "Mark the running step as failed",
		Long: "Mark the running step as failed.\n" +
			"Afterwards use `rtut run retry` to try it again, or `rtut run rollback` to get back to the state before.",
		Example: "  rtut run fail promote --reason 'the replica did not come up'",
		Args:    between(0, 2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readItem(args); err != nil {
				return err
			}
			return runFail(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.reason, "reason", "", "why")
	return cmd
}

func runFail(ctx context.Context, o *runFailOptions) error {
	t, err := o.app.findItemRun(ctx, *o.flags, &o.args, unfinishedOnly)
	if err != nil {
		return err
	}
	item, err := t.runningItem(o.args.item)
	if err != nil {
		return err
	}
	t.noteInterrupted(item)
	if err := t.do(ctx, run.Fail{Item: item, Reason: o.reason}); err != nil {
		return err
	}
	if rollback := t.view().Detail(item, "").Rollback; rollback != "" {
		t.app.notef("to get back: %s", rollback)
	}
	return t.answer(item, because("failed", o.reason))
}

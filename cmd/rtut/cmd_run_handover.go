package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runHandoverOptions say to whom the run goes, and why.
type runHandoverOptions struct {
	app    *app
	flags  *runFlags
	args   itemArgs
	to     string
	reason string
}

func newRunHandoverCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runHandoverOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:     "handover [pack]",
		Short:   "Hand the run over to another operator",
		Example: "  rtut run handover --to ben --reason 'end of my shift'",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readPackOnly(args); err != nil {
				return err
			}
			if o.to == "" {
				return misuse("bad_flag", "rtut run handover: name the new operator with --to NAME")
			}
			return runHandover(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.to, "to", "", "the new operator, one `word`")
	cmd.Flags().StringVar(&o.reason, "reason", "", "why")
	return cmd
}

// runHandover answers with all hands that the run has gone through.
func runHandover(ctx context.Context, o *runHandoverOptions) error {
	t, err := o.app.findRun(ctx, *o.flags, o.args.packArg, unfinishedOnly)
	if err != nil {
		return err
	}
	if err := t.do(ctx, run.HandOver{To: o.to, Reason: o.reason}); err != nil {
		return err
	}
	if !o.app.json {
		var out text
		t.handoverLines(&out)
		if err := o.app.print(&out); err != nil {
			return err
		}
	}
	return t.answer("", "the operator is "+o.to+" now")
}

package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run"
	"rtut/run/record"
)

// runFinalizeOptions say how the run ended.
type runFinalizeOptions struct {
	app     *app
	flags   *runFlags
	args    itemArgs
	outcome string
	apply   bool
	// override closes the run as succeeded although something is out of date; its reason is that of any outcome.
	override override
}

func newRunFinalizeCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runFinalizeOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:   "finalize [pack]",
		Short: "Close the run with an outcome",
		Long: "Close the run with an outcome. A closed run accepts only feedback.\n" +
			"With --apply the pack is marked as exercised, too, as by `rtut run finish --apply`.",
		Example: "  rtut run finalize\n  rtut run finalize --outcome abandoned --reason 'the window closed'\n  rtut run finalize --apply",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readPackOnly(args); err != nil {
				return err
			}
			return runFinalize(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.outcome, "outcome", "", "succeeded (the default), failed or abandoned")
	o.override.flags(cmd)
	cmd.Flags().Lookup("override").Usage = "close as succeeded although items are out of date; recorded as a deviation"
	cmd.Flags().Lookup("reason").Usage = "why"
	cmd.Flags().BoolVar(&o.apply, "apply", false, "also mark the pack as exercised; refused unless the run is a clean success")
	return cmd
}

func runFinalize(ctx context.Context, o *runFinalizeOptions) error {
	t, err := o.app.findRun(ctx, *o.flags, o.args.packArg, unfinishedOnly)
	if err != nil {
		return err
	}
	act := run.Finalize{Outcome: record.Outcome(o.outcome), Reason: o.override.reason, Override: o.override.action(), Exercise: o.apply}
	if !o.apply {
		if err := t.do(ctx, act); err != nil {
			return err
		}
		return t.answerFinish(nil, false)
	}
	return t.finalizeApplying(ctx, act)
}

// finalizeApplying closes the run and marks the pack, or does neither.
func (t *target) finalizeApplying(ctx context.Context, act run.Finalize) error {
	change, err := t.marking(func() error { return t.do(ctx, act) })
	if err != nil {
		return err
	}
	return t.answerFinish(change, true)
}

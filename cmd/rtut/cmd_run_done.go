package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runDoneOptions say what completing a step is given.
type runDoneOptions struct {
	app      *app
	flags    *runFlags
	args     itemArgs
	confirm  bool
	evidence []string
	set      []string
	words    words
}

func newRunDoneCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runDoneOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:     "done [pack] [item]",
		Short:   "Complete the running step after its verification has passed",
		Example: "  rtut run done --evidence ticket=CHG42\n  rtut run done measure --set replica_lag_bytes=512 --confirm",
		Args:    between(0, 2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readItem(args); err != nil {
				return err
			}
			if err = o.words.validate(cmd); err != nil {
				return err
			}
			return runDone(cmd.Context(), o)
		},
	}
	cmd.Flags().BoolVar(&o.confirm, "confirm", false, "answer the manual check with yes")
	o.words.flags(cmd)
	cmd.Flags().StringArrayVar(&o.evidence, "evidence", nil, "required evidence, as `id=value`")
	cmd.Flags().StringArrayVar(&o.set, "set", nil, "the value of a datapoint that the step produces, as `datapoint=value`")
	return cmd
}

func runDone(ctx context.Context, o *runDoneOptions) error {
	evidence, err := pairs("--evidence", o.evidence)
	if err != nil {
		return err
	}
	values, err := pairs("--set", o.set)
	if err != nil {
		return err
	}
	t, err := o.app.findItemRun(ctx, *o.flags, &o.args, unfinishedOnly)
	if err != nil {
		return err
	}
	item, err := t.runningItem(o.args.item)
	if err != nil {
		return err
	}
	t.noteInterrupted(item)
	t.session.Words = o.words.digest
	act := run.Complete{Item: item, Answers: run.Answers{Confirm: o.confirm}, Evidence: evidence, Set: values}
	if err := t.do(ctx, act); err != nil {
		return err
	}
	return t.answer(item, "done")
}

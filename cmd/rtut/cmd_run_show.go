package main

import (
	"context"

	"github.com/spf13/cobra"
)

// runShowOptions say whose record is shown.
type runShowOptions struct {
	app   *app
	flags *runFlags
	args  itemArgs
}

func newRunShowCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runShowOptions{app: a, flags: flags}
	return &cobra.Command{
		Use:     "show [pack]",
		Short:   "Print the record of a run as it is stored",
		Example: "  rtut run show --run 20261130T0045",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readPackOnly(args); err != nil {
				return err
			}
			return runShow(cmd.Context(), o)
		},
	}
}

// runShow prints the record as the store would write it, so that keys of a newer rtut are there too.
func runShow(ctx context.Context, o *runShowOptions) error {
	t, err := o.app.findRecord(ctx, *o.flags, o.args.packArg, orLatest)
	if err != nil {
		return err
	}
	data, err := t.rec.Encode()
	if err != nil {
		return err
	}
	return o.app.write(escape(data))
}

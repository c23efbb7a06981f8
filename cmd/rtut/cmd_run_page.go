package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run"
	"rtut/run/report/procedure"
)

// runPageOptions say of which run a page is made, and how.
type runPageOptions struct {
	app    *app
	flags  *runFlags
	args   itemArgs
	format string
	output output
}

func newRunPageCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runPageOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:   "page [pack]",
		Short: "Write the page of the pack as the run is now",
		Long: "Write the page of `rtut pack page` with the values of the run, where the run is, and the state of each step and gate. The pack is\n" +
			"described as the run followed it if that was kept, otherwise as it is now.",
		Example: "  rtut run page\n  rtut run page packs/pg-restore-drill --format html --output page.html",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readPackOnly(args); err != nil {
				return err
			}
			if pageFormats[o.format] == nil {
				return badPageFormat()
			}
			if err := o.output.validate(); err != nil {
				return err
			}
			return runPage(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.format, "format", "markdown", pageFormatsUsage)
	o.output.flags(cmd)
	return cmd
}

func runPage(ctx context.Context, o *runPageOptions) error {
	t, err := o.app.findFollowed(ctx, *o.flags, o.args.packArg)
	if err != nil {
		return err
	}
	if t.pack == nil {
		return misuse("unknown_pack", "run %s: its pack is gone, and was not kept; rtut run report describes the run without it", t.rec.RunID)
	}
	view := run.NewView(t.pack, t.rec, o.app.clock())
	page, err := pageOf(procedure.Of(t.pack, t.rec.Values(), procedure.NowOf(view)), o.format)
	if err != nil {
		return err
	}
	return o.app.deliverPage(t.pack.ID, o.format, page, o.output)
}

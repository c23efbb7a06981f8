package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runLogOptions say whose events are shown.
type runLogOptions struct {
	app   *app
	flags *runFlags
	args  itemArgs
}

func newRunLogCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runLogOptions{app: a, flags: flags}
	return &cobra.Command{
		Use:     "log [pack]",
		Short:   "Show what happened, oldest first",
		Example: "  rtut run log\n  rtut run log packs/pg-restore-drill --json",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readPackOnly(args); err != nil {
				return err
			}
			return runLog(cmd.Context(), o)
		},
	}
}

// logDocument answers `run log`.
type logDocument struct {
	Events []run.Event `json:"events"`
}

func runLog(ctx context.Context, o *runLogOptions) error {
	t, err := o.app.findRecord(ctx, *o.flags, o.args.packArg, orLatest)
	if err != nil {
		return err
	}
	if o.app.json {
		return o.app.document(logDocument{append([]run.Event{}, t.rec.Events...)})
	}
	var out text
	for _, e := range t.rec.Events {
		out.linef("%s", eventLine(e))
	}
	return o.app.print(&out)
}

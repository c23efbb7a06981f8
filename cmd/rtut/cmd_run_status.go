package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runStatusOptions say whose status is shown.
type runStatusOptions struct {
	app   *app
	flags *runFlags
	args  itemArgs
}

func newRunStatusCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runStatusOptions{app: a, flags: flags}
	return &cobra.Command{
		Use:     "status [pack]",
		Short:   "Show the state of the run and of all its items",
		Example: "  rtut run status\n  rtut run status packs/pg-restore-drill --json",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readPackOnly(args); err != nil {
				return err
			}
			return runStatus(cmd.Context(), o)
		},
	}
}

// readPackOnly is for commands that take no item.
func (a *app) readPackOnly(args []string) (itemArgs, error) {
	packArg, rest, err := a.splitPack(args)
	if err == nil && len(rest) > 0 {
		if packArg, err = a.packByID(rest[0]); packArg == "" && err == nil {
			err = noPack(rest[0])
		}
	}
	return itemArgs{packArg: packArg}, err
}

// statusDocument answers `run status`.
type statusDocument struct {
	run.Status
	Action actionView `json:"action"` // what comes next, and how it is typed
}

func runStatus(ctx context.Context, o *runStatusOptions) error {
	t, err := o.app.findRun(ctx, *o.flags, o.args.packArg, orLatest)
	if err != nil {
		return err
	}
	status := t.view().Since(t.session.Before(t.rec)).Status()
	if t.problem != nil {
		status.PackProblem = line(t.problem.Error())
	}
	if o.app.json {
		return o.app.document(statusDocument{status, t.actionView()})
	}
	return o.app.print(t.statusText(status))
}

package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runArtefactsOptions say whose artefacts are shown.
type runArtefactsOptions struct {
	app   *app
	flags *runFlags
	args  itemArgs
}

func newRunArtefactsCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runArtefactsOptions{app: a, flags: flags}
	return &cobra.Command{
		Use:     "artefacts [pack]",
		Short:   "List the artefacts that the procedure produces or needs",
		Example: "  rtut run artefacts --json",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readPackOnly(args); err != nil {
				return err
			}
			return runArtefacts(cmd.Context(), o)
		},
	}
}

type artefactsDocument struct {
	Artefacts []run.ArtefactView `json:"artefacts"`
}

func runArtefacts(ctx context.Context, o *runArtefactsOptions) error {
	t, err := o.app.findRun(ctx, *o.flags, o.args.packArg, orLatest)
	if err != nil {
		return err
	}
	rows := t.view().Artefacts()
	if o.app.json {
		return o.app.document(artefactsDocument{rows})
	}
	var out text
	for _, r := range rows {
		ready := "not there yet"
		if r.Ready {
			ready = "there"
		}
		out.linef("%s  %s  %s  %s", r.ID, line(r.Title), line(r.Location), ready)
	}
	return o.app.print(&out)
}

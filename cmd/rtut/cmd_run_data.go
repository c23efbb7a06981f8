package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runDataOptions say which datapoints are shown, and how.
type runDataOptions struct {
	app        *app
	flags      *runFlags
	args       itemArgs
	groupBy    string
	filter     []string
	dimensions bool
}

func newRunDataCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runDataOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:     "data [pack]",
		Short:   "Show the datapoints of a run",
		Example: "  rtut run data --group-by system\n  rtut run data --filter system=replica --json",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readPackOnly(args); err != nil {
				return err
			}
			return runData(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.groupBy, "group-by", "", "the `dimension` to group by")
	cmd.Flags().StringArrayVar(&o.filter, "filter", nil, "only those with this `dimension=value`")
	cmd.Flags().BoolVar(&o.dimensions, "dimensions", false, "show the dimensions of the pack instead")
	return cmd
}

type dataDocument struct {
	Groups []run.DataGroup `json:"groups"`
}

type dimensionsDocument struct {
	Dimensions []run.DimensionView `json:"dimensions"`
}

func runData(ctx context.Context, o *runDataOptions) error {
	filter, err := pairs("--filter", o.filter)
	if err != nil {
		return err
	}
	t, err := o.app.findRun(ctx, *o.flags, o.args.packArg, orLatest)
	if err != nil {
		return err
	}
	if o.dimensions {
		return t.answerDimensions()
	}
	groups, err := t.view().Data(o.groupBy, filter)
	if err != nil {
		return err
	}
	if o.app.json {
		return o.app.document(dataDocument{groups})
	}
	var out text
	for _, g := range groups {
		if g.Dimension != "" {
			out.linef("%s: %s", g.Dimension, line(orElse(g.Value, "(none)")))
		}
		for _, row := range g.Rows {
			out.linef("%s  %s", dataLine(row), line(row.Title))
		}
	}
	return o.app.print(&out)
}

func (t *target) answerDimensions() error {
	dimensions := t.view().Dimensions()
	if t.app.json {
		return t.app.document(dimensionsDocument{dimensions})
	}
	var out text
	for _, d := range dimensions {
		out.linef("%s  %s", d.ID, line(d.Title))
		for _, v := range d.Values {
			out.linef("  %s", line(v))
		}
	}
	return t.app.print(&out)
}

func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

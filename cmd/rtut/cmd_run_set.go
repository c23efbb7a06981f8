package main

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runSetOptions say which datapoints get which values.
type runSetOptions struct {
	app     *app
	flags   *runFlags
	packArg string
	values  map[string]string
	// override overrides what a step accepts of a value; its reason is that of the replacement, too.
	override override
}

func newRunSetCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runSetOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:     "set [pack] <datapoint=value>...",
		Short:   "Set datapoints; replacing a value needs a reason",
		Example: "  rtut run set replica_lag_bytes=512\n  rtut run set replica_lag_bytes=0 --reason 'measured again'",
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			var assignments []string
			if o.packArg, assignments, err = a.splitPack(args); err != nil {
				return err
			}
			if len(assignments) == 0 {
				return misuse("bad_arguments", "rtut run set: name at least one datapoint=value")
			}
			if o.values, err = pairs("rtut run set", assignments); err != nil {
				return err
			}
			return runSet(cmd.Context(), o)
		},
	}
	o.override.flags(cmd)
	cmd.Flags().Lookup("override").Usage = "set a value that its step would not accept; recorded as a deviation"
	cmd.Flags().Lookup("reason").Usage = "why a value is replaced"
	return cmd
}

func runSet(ctx context.Context, o *runSetOptions) error {
	names := strings.Join(slices.Sorted(maps.Keys(o.values)), ", ")
	return o.app.act(ctx, o.flags, o.packArg, "", run.SetValues{Values: o.values, Reason: o.override.reason, Override: o.override.action()}, "set "+names)
}

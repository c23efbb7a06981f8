package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runModeOptions say who applies confirmation from now on.
type runModeOptions struct {
	app          *app
	flags        *runFlags
	packArg      string
	mode         run.Mode
	preauthorize []string
	authorizedBy string
}

func newRunModeCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runModeOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:   "mode [pack] manual|auto-confirm",
		Short: "Hand the run over to auto-confirm, or take it over",
		Long: "Hand the run over to auto-confirm, or take it over. Handing over is the consent to run verify commands; it also\n" +
			"lets a run that has stopped go on.",
		Example: "  rtut run mode auto-confirm --preauthorize promote\n  rtut run mode manual",
		Args:    between(1, 2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.packArg, args, err = a.splitPack(args); err != nil {
				return err
			}
			if len(args) != 1 || args[0] != string(run.ManualMode) && args[0] != string(run.AutoConfirm) {
				return misuse("bad_arguments", "rtut run mode: the mode is manual or auto-confirm")
			}
			o.mode = run.Mode(args[0])
			return runMode(cmd.Context(), o)
		},
	}
	cmd.Flags().StringArrayVar(&o.preauthorize, "preauthorize", nil, "a `step` with a phrase that auto-confirm may start")
	cmd.Flags().StringVar(&o.authorizedBy, "authorized-by", "", "who authorizes that (default: the operator)")
	return cmd
}

func runMode(ctx context.Context, o *runModeOptions) error {
	act := run.SwitchMode{To: o.mode, Preauthorize: o.preauthorize, AuthorizedBy: o.authorizedBy}
	return o.app.act(ctx, o.flags, o.packArg, "", act, "the run is "+string(o.mode)+" now")
}

package main

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"rtut/run"
	"rtut/run/record"
)

// runModeOptions say who applies confirmation from now on, and what auto-confirm may start.
type runModeOptions struct {
	app       *app
	flags     *runFlags
	packArg   string
	mode      record.Mode // "" leaves it as it is
	authority authority
	withdraw  []string
	yes       bool
	words     words
}

func newRunModeCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runModeOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:   "mode [pack] [manual|auto-confirm]",
		Short: "Switch the run to auto-confirm or back to manual",
		Long: "Switch the run to auto-confirm or back to manual. Switching to auto-confirm is consent to run all verify commands. They\n" +
			"are listed with host and directory: on a terminal before you are asked, elsewhere in the answer, before any of them\n" +
			"runs. It also lets a stopped run continue. With only --preauthorize or --withdraw the mode does not change.\n\n" + autoConfirmHelp,
		Example: "  rtut run mode auto-confirm --preauthorize 'promote=promote db3'\n  rtut run mode manual",
		Args:    between(0, 2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.packArg, args, err = a.splitPack(args); err != nil {
				return err
			}
			if err := errors.Join(o.validate(args), o.words.validate(cmd)); err != nil {
				return err
			}
			o.mode = record.Mode(strings.Join(args, ""))
			return runMode(cmd.Context(), o)
		},
	}
	o.authority.flags(cmd)
	o.words.flags(cmd)
	cmd.Flags().BoolVar(&o.yes, "yes", false, "switch without being asked whether the listed commands may run")
	cmd.Flags().StringArrayVar(&o.withdraw, "withdraw", nil, "withdraw the pre-authorization of this `step`")
	return cmd
}

// validate refuses a mode that is none, and none where nothing else is wanted.
func (o *runModeOptions) validate(args []string) error {
	changes := len(o.authority.preauthorize)+len(o.withdraw) > 0
	if len(args) == 0 && changes || len(args) == 1 && (args[0] == string(record.ManualMode) || args[0] == string(record.AutoConfirm)) {
		return o.authority.validate()
	}
	return misuse("bad_arguments", "rtut run mode: name the mode: manual or auto-confirm")
}

// modeDocument answers `run mode`.
type modeDocument struct {
	actionDocument
	Mode        record.Mode       `json:"mode"`
	AutoConfirm *run.AutoConfirms `json:"auto_confirm,omitempty"` // what it is going to say yes to; in that mode alone
}

// change switches the mode, having asked for what that lacks and, where it hands the run over, whether its commands may run.
func (o *runModeOptions) change(ctx context.Context, t *target, act run.SwitchMode) error {
	t.noteOwner()
	filled, err := t.complete(ctx, act)
	if err != nil {
		return err
	}
	if o.mode == record.AutoConfirm {
		after, _, _ := run.Transition(t.pack, t.rec, run.Actor{Name: o.app.actor(), Reads: true}, filled, o.app.clock()) // a refusal comes below
		if err := t.mayRunAlone(ctx, after, o.yes); err != nil {
			return err
		}
	}
	return t.carryOut(ctx, filled)
}

func runMode(ctx context.Context, o *runModeOptions) error {
	t, err := o.app.findRun(ctx, *o.flags, o.packArg, unfinishedOnly)
	if err != nil {
		return err
	}
	t.session.Words = o.words.digest
	act := run.SwitchMode{To: o.mode, Preauthorize: o.authority.wanted(), AuthorizedBy: o.authority.authorizedBy, Withdraw: o.withdraw, AllowExecute: o.authority.execution}
	if err := o.change(ctx, t, act); err != nil {
		return err
	}
	if o.app.json {
		return o.app.document(modeDocument{t.actionDocument(""), t.rec.Mode, t.autoConfirms()})
	}
	var out text
	out.linef("the run is %s now", t.rec.Mode)
	for _, step := range o.withdraw {
		out.linef("%s: pre-authorization withdrawn", step)
	}
	t.autoConfirmLines(&out)
	t.sayNext(&out, "")
	return o.app.print(&out)
}

package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runStartOptions say what is started, and with whose authority.
type runStartOptions struct {
	app          *app
	flags        *runFlags
	args         itemArgs
	alternative  string
	phrase       string
	authorizedBy string
	probe        bool
	yes          bool
	override     override
	words        words
}

func newRunStartCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runStartOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:   "start [pack] [item]",
		Short: "Start a step (default: the first that is ready)",
		Long: "Start a step (default: the first that is ready). --probe runs the check of the step once before the start, and before\n" +
			"its phrase is asked for. If the check does not pass, the step starts. If it passes, the step does not start (exit code\n" +
			"1): the work is already done, or the check proves nothing. If the check cannot run, the step does not start.",
		Example: "  rtut run start\n  rtut run start promote --phrase 'promote db3'\n" +
			"  rtut run start promote --phrase 'promote db3' --probe --yes\n" +
			"  rtut run start promote --phrase 'promote db3' --override --reason 'the gate is broken' --acknowledge-risk",
		Args: between(0, 2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readItem(args); err != nil {
				return err
			}
			if o.yes && !o.probe {
				return misuse("bad_flag", "--yes runs the check that --probe asks for; add --probe")
			}
			if err = errors.Join(o.override.validate(), o.words.validate(cmd)); err != nil {
				return err
			}
			return runStart(cmd.Context(), o)
		},
	}
	o.flagsOf(cmd)
	o.override.flags(cmd)
	o.words.flags(cmd)
	cmd.Flags().BoolVar(&o.yes, "yes", false, "run the check, with --probe")
	return cmd
}

// flagsOf defines the flags of a start.
func (o *runStartOptions) flagsOf(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.alternative, "alternative", "", "the `alternative` to take (default: the recommended one)")
	cmd.Flags().StringVar(&o.phrase, "phrase", "", "the step's confirmation phrase, exactly")
	cmd.Flags().BoolVar(&o.probe, "probe", false, "run the check first; start only if it does not pass")
	cmd.Flags().StringVar(&o.authorizedBy, "authorized-by", "", "who authorized a start that needs a phrase (default: the operator)")
}

func runStart(ctx context.Context, o *runStartOptions) error {
	t, err := o.app.findItemRun(ctx, *o.flags, &o.args, unfinishedOnly)
	if err != nil {
		return err
	}
	item, err := t.readyStep(o.args.item)
	if err != nil {
		return err
	}
	t.noteInterrupted(item)
	t.session.Words = o.words.digest
	if o.probe {
		if err := t.probe(ctx, o.action(item), o.yes); err != nil {
			return err
		}
	}
	if err := t.do(ctx, o.action(item)); err != nil {
		return err
	}
	if o.app.json {
		return t.answer(item, "")
	}
	return t.answerStarted(item)
}

// action is the start as the engine takes it.
func (o *runStartOptions) action(item string) run.Start {
	return run.Start{
		Item: item, Alternative: o.alternative, Phrase: o.phrase, AuthorizedBy: o.authorizedBy, Override: o.override.action(),
	}
}

// answerStarted shows the step in full: this is what the operator now does.
func (t *target) answerStarted(item string) error {
	var out text
	t.detailLines(&out, t.view().Detail(item, ""))
	t.sayNext(&out, item)
	return t.app.print(&out)
}

package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runTickOptions say which run ticks.
type runTickOptions struct {
	app     *app
	flags   *runFlags
	packArg string
}

func newRunTickCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runTickOptions{app: a, flags: flags}
	return &cobra.Command{
		Use:     "tick [pack]",
		Short:   "Let auto-confirm take one item on; exit code 6 says that it has stopped or waits for the operator",
		Example: "  rtut run tick --json",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			read, err := a.readPackOnly(args)
			if err != nil {
				return err
			}
			o.packArg = read.packArg
			return runTick(cmd.Context(), o)
		},
	}
}

func runTick(ctx context.Context, o *runTickOptions) error {
	t, err := o.app.findRun(ctx, *o.flags, o.packArg, unfinishedOnly)
	if err != nil {
		return err
	}
	tick, err := t.tick(ctx)
	if err != nil {
		return err
	}
	if o.app.json {
		return errors.Join(o.app.document(tick), tickExit(tick.Result))
	}
	var out text
	tickLines(&out, tick)
	t.sayNextOfTick(ctx, &out, tick)
	return errors.Join(o.app.print(&out), tickExit(tick.Result))
}

// tick lets auto-confirm act once; what its commands print goes to standard error.
func (t *target) tick(ctx context.Context) (*run.Tick, error) {
	display := t.app.display()
	tick, err := t.session.Tick(ctx, t.rec.RunID, display)
	return tick, errors.Join(err, display.Close())
}

// tickExit is nil for a tick that acted or found nothing left to do.
func tickExit(result run.TickResult) error {
	if result == run.TickWaiting || result == run.TickStopped {
		return resultError(exitWaiting)
	}
	return nil
}

// tickLines say what a tick did and what the run waits for.
func tickLines(out *text, tick *run.Tick) {
	name := ""
	if tick.Item != "" {
		name = tick.Item + ": "
	}
	for _, did := range tick.Did {
		out.linef("%s%s", name, line(did))
	}
	switch tick.Result {
	case run.TickComplete:
		out.linef("complete: every item is finished")
	case run.TickWaiting:
		out.linef("waiting for the operator:")
	case run.TickStopped:
		out.linef("stopped:")
	}
	for _, w := range tick.WaitsFor {
		out.linef("  %s%s", name, line(w))
	}
}

// sayNextOfTick adds what an operator does where auto-confirm does not go on by itself.
func (t *target) sayNextOfTick(ctx context.Context, out *text, tick *run.Tick) {
	rec, err := t.session.Store.Load(ctx, t.rec.RunID)
	if err != nil {
		return
	}
	t.rec = rec
	if tick.Result == run.TickWaiting {
		out.linef("next: %s", t.command("next"))
		return
	}
	t.sayNext(out)
}

package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runAutoOptions say which run ticks, and how often where a check fails.
type runAutoOptions struct {
	app      *app
	flags    *runFlags
	packArg  string
	interval time.Duration
}

func newRunAutoCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runAutoOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:   "auto [pack]",
		Short: "Run auto-confirm until the run is complete, stops, or needs the operator",
		Long: "Run auto-confirm until the run is complete (exit code 0), stops, or needs the operator (both 6). If a gate waits for a\n" +
			"time, the command waits, too. Ctrl-C ends it between two changes of the record; the run can continue later.",
		Example: "  rtut run auto --interval 10s",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			read, err := a.readPackOnly(args)
			if err != nil {
				return err
			}
			o.packArg = read.packArg
			if o.interval <= 0 {
				return misuse("bad_flag", "--interval must be positive")
			}
			return runAuto(cmd.Context(), o)
		},
	}
	cmd.Flags().DurationVar(&o.interval, "interval", 2*time.Second, "the time between two attempts of a failing check")
	return cmd
}

// autoDocument answers `run auto`: the last tick, and how many there were.
type autoDocument struct {
	*run.Tick
	Ticks  int        `json:"ticks"`
	Action actionView `json:"action"` // what comes next
}

func runAuto(ctx context.Context, o *runAutoOptions) error {
	t, err := o.app.findRun(ctx, *o.flags, o.packArg, unfinishedOnly)
	if err != nil {
		return err
	}
	for n := 1; ; n++ {
		if err := t.again(); err != nil {
			return err
		}
		tick, err := t.tick(ctx)
		if err != nil {
			return err
		}
		if tick.Until != nil {
			if err := o.waitUntil(ctx, t, tick); err != nil {
				return err
			}
			continue
		}
		if tick.Result != run.TickActed {
			return o.ended(ctx, t, autoDocument{Tick: tick, Ticks: n})
		}
		if !o.app.json {
			var out text
			tickLines(&out, tick)
			if err := o.app.print(&out); err != nil {
				return err
			}
		}
		if len(tick.WaitsFor) > 0 {
			if err := t.session.Shell.Wait(ctx, o.interval); err != nil {
				return err
			}
		}
	}
}

// waitUntil waits for what comes by itself: the time from which a gate can pass.
func (o *runAutoOptions) waitUntil(ctx context.Context, t *target, tick *run.Tick) error {
	if !o.app.json {
		var out text
		for _, w := range tick.WaitsFor {
			out.linef("%s: %s", tick.Item, line(w))
		}
		if err := o.app.print(&out); err != nil {
			return err
		}
	}
	return t.session.Shell.Wait(ctx, max(o.interval, tick.Until.Sub(o.app.clock())))
}

// ended answers with the tick after which auto-confirm does not go on.
func (o *runAutoOptions) ended(ctx context.Context, t *target, doc autoDocument) error {
	if err := t.reread(ctx); err != nil {
		return err
	}
	if o.app.json {
		doc.Action = t.actionView()
		return errors.Join(o.app.document(doc), tickExit(doc.Result))
	}
	var out text
	tickLines(&out, doc.Tick)
	t.sayNext(&out, "")
	return errors.Join(o.app.print(&out), tickExit(doc.Result))
}

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
	report  output // where the report of the tick goes; no path: there is none
}

func newRunTickCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runTickOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:   "tick [pack]",
		Short: "Advance auto-confirm by one item; exit code 6: it stopped or waits for the operator",
		Long: "Advance auto-confirm by one item. Exit code 6: it stopped or waits for the operator. --report writes a report of the\n" +
			"tick for other tools. If the report cannot be written, the tick is not done. With --report - the report is on standard\n" +
			"output and the answer on standard error.",
		Example: "  rtut run tick --json\n  rtut run tick --report tick.json",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			read, err := a.readPackOnly(args)
			if err != nil {
				return err
			}
			o.packArg = read.packArg
			if err := o.validate(); err != nil {
				return err
			}
			return runTick(cmd.Context(), o)
		},
	}
	o.report.flagsAs(cmd, "report", "write a report of the tick atomically to this `file` (-: standard output)")
	return cmd
}

func (o *runTickOptions) validate() error {
	if o.app.json && o.report.path == "-" {
		return misuse("bad_flag", "--json and --report - are two documents for standard output; name a file for the report")
	}
	return o.report.validate()
}

func runTick(ctx context.Context, o *runTickOptions) error {
	t, err := o.app.findRun(ctx, *o.flags, o.packArg, unfinishedOnly)
	if err != nil {
		return err
	}
	tick, err := o.reported(ctx, t)
	if tick == nil {
		return err
	}
	if err := t.reread(ctx); err != nil {
		return err
	}
	if o.app.json {
		return errors.Join(o.app.document(tickDocument{tick, t.actionView()}), err, tickExit(tick.Result))
	}
	var out text
	tickLines(&out, tick)
	t.sayNext(&out, "")
	if o.report.path == "-" {
		o.app.say(out.String())
		return errors.Join(err, tickExit(tick.Result))
	}
	return errors.Join(o.app.print(&out), err, tickExit(tick.Result))
}

// tickDocument answers `run tick`.
type tickDocument struct {
	*run.Tick
	Action actionView `json:"action"` // what comes next
}

// tick lets auto-confirm act once; what its commands print goes to standard error.
func (t *target) tick(ctx context.Context) (*run.Tick, error) {
	display := t.app.display()
	t.session.Executing = t.sayExecuting
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

// reread reads the record again: a tick works on its own.
func (t *target) reread(ctx context.Context) error {
	rec, err := t.session.Store.Load(ctx, t.rec.RunID)
	if err != nil {
		return err
	}
	t.rec = rec
	if view, err := t.session.View(rec); err == nil {
		t.pack = view.Pack()
	}
	return nil
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"time"

	"github.com/spf13/cobra"

	"rtut/run/record"
	"rtut/tui"
)

// watchEvery is how often the record is looked at where it is followed line by line.
const watchEvery = time.Second

// runWatchOptions say which run is watched.
type runWatchOptions struct {
	app   *app
	flags *runFlags
	args  itemArgs
}

func newRunWatchCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runWatchOptions{app: a, flags: flags}
	return &cobra.Command{
		Use:   "watch [pack]",
		Short: "Show the run as it goes on, without acting on it",
		Long: "Show the run on the whole terminal, as `rtut tui` does, until q. No key acts on it. Without a terminal print each event on one line as it\n" +
			"is recorded, those there are first, until the run has ended. It takes no lock and writes nothing.",
		Example: "  rtut run watch\n  rtut run watch packs/pg-restore-drill --run 20261130T0045\n  rtut run watch | tee night.log",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readPackOnly(args); err != nil {
				return err
			}
			return runWatch(cmd.Context(), o)
		},
	}
}

func runWatch(ctx context.Context, o *runWatchOptions) error {
	t, err := o.app.findRun(ctx, *o.flags, o.args.packArg, orLatest)
	if err != nil {
		return err
	}
	if o.app.json || o.app.needTerminal() != nil {
		return o.follow(ctx, t)
	}
	world := o.app.world(".")
	world.WatchOnly = true
	stderr := o.app.err.to
	o.app.err.to = io.Discard // a note would be written across the screen
	defer func() { o.app.err.to = stderr }()
	_, err = tui.Run(ctx, world, tui.Start{Pack: t.file, Run: t.rec.RunID})
	return err
}

// follow prints each event of a run, until that has ended.
func (o *runWatchOptions) follow(ctx context.Context, t *target) error {
	id, told := t.rec.RunID, 0
	for rec := t.rec; ; {
		if len(rec.Events) < told {
			o.app.notef("run %s: its record was replaced by one with fewer events; to examine it: rtut run audit", id)
			told = len(rec.Events)
		}
		for _, e := range rec.Events[told:] {
			if err := o.tell(e); err != nil {
				return err
			}
		}
		if told = len(rec.Events); rec.Finished() {
			return nil
		}
		if err := t.session.Shell.Wait(ctx, watchEvery); err != nil {
			return err
		}
		next, err := t.session.Store.Load(ctx, id)
		if err != nil {
			return errors.Join(ctx.Err(), err)
		}
		rec = next
	}
}

// tell prints one event.
func (o *runWatchOptions) tell(e record.Event) error {
	if !o.app.json {
		var out text
		out.linef("%s", eventLine(e))
		return o.app.print(&out)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil {
		return err
	}
	return o.app.write(escape(out.Bytes()))
}

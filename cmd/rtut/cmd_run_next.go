package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runNextOptions say for which run.
type runNextOptions struct {
	app   *app
	flags *runFlags
	args  itemArgs
}

func newRunNextCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runNextOptions{app: a, flags: flags}
	return &cobra.Command{
		Use:     "next [pack]",
		Short:   "Show what can go on now, and what the rest waits for",
		Example: "  rtut run next\n  rtut run next --json",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readPackOnly(args); err != nil {
				return err
			}
			return runNext(cmd.Context(), o)
		},
	}
}

func runNext(ctx context.Context, o *runNextOptions) error {
	t, err := o.app.findRun(ctx, *o.flags, o.args.packArg, orLatest)
	if err != nil {
		return err
	}
	next := t.view().Next()
	if o.app.json {
		return o.app.document(next)
	}
	return o.app.print(t.nextText(next))
}

// nextText shows the recommended item in full, then the others that can go on, then what is blocked.
func (t *target) nextText(next run.Next) *text {
	out := &text{}
	if next.Recommended != nil {
		t.detailLines(out, t.view().Detail(*next.Recommended, ""))
	} else {
		out.linef("nothing can go on: the run is %s", run.StateOf(t.rec))
	}
	for _, id := range next.Ready {
		if next.Recommended == nil || id != *next.Recommended {
			out.linef("also ready: %s", id)
		}
	}
	for _, b := range next.Blocked {
		out.linef("blocked: %s %s", b.Item, line(strings.Join(b.Waits, "; ")))
	}
	t.sayNext(out)
	return out
}

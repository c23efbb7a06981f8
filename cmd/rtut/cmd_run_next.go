package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"rtut/run"
	"rtut/run/operate"
	"rtut/run/record"
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
		Short:   "Show the next action, and what the other items wait for",
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
		return o.app.document(nextDocument{next, t.actionView()})
	}
	return o.app.print(t.nextText(next))
}

// nextDocument answers `run next`.
type nextDocument struct {
	run.Next
	Action actionView `json:"action"` // what comes next, and how it is typed
}

// nextText shows the item that comes next in full, then the other running ones, each with its own next line, those that can go on, and
// what is blocked.
func (t *target) nextText(next run.Next) *text {
	out, view, first := &text{}, t.view(), t.nextAction().Item
	if first == "" && next.Recommended != nil {
		first = *next.Recommended
	}
	if first != "" {
		t.detailLines(out, view.Detail(first, ""))
	} else {
		out.linef("nothing can continue: the run is %s", record.StateOf(t.rec))
	}
	for _, id := range next.Running {
		if a := operate.Of(view, id); id != first && a.Item == id {
			out.linef("also running: %s: %s", id, t.line(a))
		} else if id != first {
			out.linef("also running: %s", id)
		}
	}
	for _, id := range next.Ready {
		if id != first {
			out.linef("also ready: %s", id)
		}
	}
	for _, b := range next.Blocked {
		if b.Item != first {
			out.linef("blocked: %s %s", b.Item, line(strings.Join(b.Waits, "; ")))
		}
	}
	t.sayNext(out, first)
	return out
}

package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runNoteOptions say what is noted, and of which item.
type runNoteOptions struct {
	app   *app
	flags *runFlags
	args  itemArgs // the item is "" for the run
	text  string
}

func newRunNoteCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runNoteOptions{app: a, flags: flags}
	return &cobra.Command{
		Use:     "note [pack] [item] <text>",
		Short:   "Add a note to the log",
		Example: "  rtut run note 'called the network on-call'\n  rtut run note promote 'took 40 s'",
		Args:    between(1, 3),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.read(args); err != nil {
				return err
			}
			return runNote(cmd.Context(), o)
		},
	}
}

// read takes [pack] [item] text apart; the last argument is the text.
func (o *runNoteOptions) read(args []string) error {
	last := len(args) - 1
	packArg, rest, err := o.app.splitPack(args[:last])
	if err == nil && len(rest) > 1 {
		err = misuse("bad_arguments", "rtut run note: %s is not a pack; put the text in quotes", args[0])
	}
	o.args, o.text = itemArgs{packArg: packArg, item: strings.Join(rest, "")}, args[last]
	return err
}

func runNote(ctx context.Context, o *runNoteOptions) error {
	t, err := o.app.findItemRun(ctx, *o.flags, &o.args, unfinishedOnly)
	if err != nil {
		return err
	}
	return t.act(ctx, o.args.item, run.Note{Item: o.args.item, Text: o.text}, "noted")
}

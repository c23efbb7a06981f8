package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runNoteOptions say what is noted, and of which item.
type runNoteOptions struct {
	app     *app
	flags   *runFlags
	packArg string
	item    string // "" for the run
	text    string
}

func newRunNoteCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runNoteOptions{app: a, flags: flags}
	return &cobra.Command{
		Use:     "note [pack] [item] <text>",
		Short:   "Add a line to the log",
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

// read takes [pack] [item] text apart; one argument alone is the text.
func (o *runNoteOptions) read(args []string) error {
	if len(args) > 1 {
		var err error
		if o.packArg, args, err = o.app.splitPack(args); err != nil {
			return err
		}
	}
	switch len(args) {
	case 1:
		o.text = args[0]
	case 2:
		o.item, o.text = args[0], args[1]
	default:
		return misuse("bad_arguments", "rtut run note: %s is no pack; put the text in quotes", args[0])
	}
	return nil
}

func runNote(ctx context.Context, o *runNoteOptions) error {
	return o.app.act(ctx, o.flags, o.packArg, o.item, run.Note{Item: o.item, Text: o.text}, "noted")
}

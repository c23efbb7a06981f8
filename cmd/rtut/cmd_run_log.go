package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run/record"
)

// runLogOptions say whose events are shown.
type runLogOptions struct {
	app    *app
	flags  *runFlags
	args   itemArgs
	format string // "" is for a person, or the record's events with --json
}

func newRunLogCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runLogOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:     "log [pack]",
		Short:   "Show the log of the run, oldest entry first",
		Example: "  rtut run log\n  rtut run log packs/pg-restore-drill --json\n  rtut run log --format interchange",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readPackOnly(args); err != nil {
				return err
			}
			if err := o.validate(); err != nil {
				return err
			}
			return runLog(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.format, "format", "", "interchange: the events as JSON lines for other tools")
	return cmd
}

func (o *runLogOptions) validate() error {
	switch {
	case o.format != "" && o.format != "interchange":
		return misuse("bad_flag", "--format of the log is interchange, or left out")
	case o.format != "" && o.app.json:
		return misuse("bad_flag", "--json answers with one document, and --format %s writes one a line", o.format)
	}
	return nil
}

// logDocument answers `run log`.
type logDocument struct {
	Events []record.Event `json:"events"`
}

func runLog(ctx context.Context, o *runLogOptions) error {
	if o.format != "" {
		return runLogLines(ctx, o)
	}
	t, err := o.app.findRecord(ctx, *o.flags, o.args.packArg, orLatest)
	if err != nil {
		return err
	}
	if o.app.json {
		return o.app.document(logDocument{append([]record.Event{}, t.rec.Events...)})
	}
	var out text
	for _, e := range t.rec.Events {
		out.linef("%s", eventLine(e))
	}
	return o.app.print(&out)
}

// runLogLines is runLog for other tools.
func runLogLines(ctx context.Context, o *runLogOptions) error {
	t, err := o.app.findFollowed(ctx, *o.flags, o.args.packArg)
	if err != nil {
		return err
	}
	lines, err := t.interchangeLines()
	if err != nil {
		return err
	}
	return o.app.write(lines)
}

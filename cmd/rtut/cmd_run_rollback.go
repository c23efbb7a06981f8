package main

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"rtut/run"
)

// runRollbackOptions say which step was rolled back, if any.
type runRollbackOptions struct {
	app   *app
	flags *runFlags
	args  itemArgs
	done  string
	why   string
}

func newRunRollbackCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runRollbackOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:   "rollback [pack]",
		Short: "List the rollbacks of started steps, newest first; --done records one as carried out",
		Long: "List the rollbacks of started steps, newest first, with their commands filled in. It runs nothing. Each command can be\n" +
			"pasted, as that of `run cmd`. --done records that a step was rolled back: the step returns to todo, or stays failed.",
		Example: "  rtut run rollback\n  rtut run rollback --done promote",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readPackOnly(args); err != nil {
				return err
			}
			if o.why != "" && o.done == "" {
				return misuse("bad_flag", "--reason goes with --done")
			}
			if o.done != "" {
				return a.act(cmd.Context(), o.flags, o.args.packArg, o.done, run.RollBack{Item: o.done, Reason: o.why}, "rolled back")
			}
			return runRollback(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.done, "done", "", "the `step` that was rolled back")
	cmd.Flags().StringVar(&o.why, "reason", "", "why, with --done")
	return cmd
}

// rollbackDocument answers `run rollback`.
type rollbackDocument struct {
	Rollbacks []rollbackRow `json:"rollbacks"`
}

// rollbackRow is a rollback with the command to paste; "" if it has none, or it can't be filled in.
type rollbackRow struct {
	run.RollbackView
	Text string `json:"text"`
}

func runRollback(ctx context.Context, o *runRollbackOptions) error {
	t, err := o.app.findRun(ctx, *o.flags, o.args.packArg, orLatest)
	if err != nil {
		return err
	}
	doc := rollbackDocument{[]rollbackRow{}}
	for _, r := range t.view().Rollbacks() {
		doc.Rollbacks = append(doc.Rollbacks, t.rollbackRow(r))
	}
	if o.app.json {
		return o.app.document(doc)
	}
	var out text
	for _, r := range doc.Rollbacks {
		t.rollbackLines(&out, r)
	}
	if len(doc.Rollbacks) == 0 {
		out.linef("nothing that was started has a rollback")
	}
	if first := slices.IndexFunc(doc.Rollbacks, func(r rollbackRow) bool { return r.Possible() }); first >= 0 {
		out.linef("next: %s", t.command("rollback", "--done "+doc.Rollbacks[first].Item))
	}
	return o.app.print(&out)
}

// rollbackRow adds the command to paste. One that can't be written so is a problem of this rollback alone.
func (t *target) rollbackRow(r run.RollbackView) rollbackRow {
	row := rollbackRow{RollbackView: r}
	paste := r.Paste()
	if paste == nil {
		return row
	}
	t.addVariables(t.rec.RunID, paste)
	text, _, err := t.pasteText(paste, t.pack)
	if err != nil {
		row.Problem = err.Error()
	}
	row.Text = text
	return row
}

// rollbackLines show one rollback. The command stands at the beginning of the line, so that it can be taken as it is.
func (t *target) rollbackLines(out *text, r rollbackRow) {
	out.linef("%s %s  %s", run.Sign(r.State, t.app.ascii()), r.Item, line(r.Title))
	out.linef("  started %s%s", r.StartedAt, ago(r.StartedAt, t.app.clock()))
	if r.RolledBack != nil {
		out.linef("  rolled back %s", r.RolledBack)
	}
	out.prose("  ", r.Instruction, t.app.width())
	if r.Problem != "" {
		out.linef("  the placeholders of its command cannot be filled in: %s", line(r.Problem))
	}
	if r.Text == "" {
		return
	}
	out.linef("  command to run %s:", t.where(r.On))
	out.paste(r.Text)
}

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
}

func newRunRollbackCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runRollbackOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:   "rollback [pack]",
		Short: "List how to get back from what was started, newest first; --done records that a step was rolled back",
		Long: "List how to get back from what was started, newest first, commands filled in. It runs nothing. --done records that a\n" +
			"step was rolled back: it is todo again, or stays failed.",
		Example: "  rtut run rollback\n  rtut run rollback --done promote",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readPackOnly(args); err != nil {
				return err
			}
			if o.done != "" {
				return a.act(cmd.Context(), o.flags, o.args.packArg, o.done, run.RollBack{Item: o.done}, "rolled back")
			}
			return runRollback(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.done, "done", "", "the `step` that was rolled back")
	return cmd
}

// rollbackDocument answers `run rollback`.
type rollbackDocument struct {
	Rollbacks []run.RollbackView `json:"rollbacks"`
}

func runRollback(ctx context.Context, o *runRollbackOptions) error {
	t, err := o.app.findRun(ctx, *o.flags, o.args.packArg, orLatest)
	if err != nil {
		return err
	}
	rollbacks := t.view().Rollbacks()
	for i := range rollbacks {
		t.addVariables(t.rec.RunID, rollbacks[i].Command, rollbacks[i].Exports)
	}
	if o.app.json {
		return o.app.document(rollbackDocument{rollbacks})
	}
	var out text
	for _, r := range rollbacks {
		if err := t.rollbackLines(&out, r); err != nil {
			return err
		}
	}
	if len(rollbacks) == 0 {
		out.linef("nothing that was started has a rollback")
	}
	if first := slices.IndexFunc(rollbacks, owesRollback); first >= 0 {
		out.linef("next: %s", t.command("rollback", "--done "+rollbacks[first].Item))
	}
	return o.app.print(&out)
}

// owesRollback reports whether a step could be recorded as rolled back.
func owesRollback(r run.RollbackView) bool {
	return r.RolledBack == nil && r.State != run.Todo && r.State != run.Skipped
}

// rollbackLines show one rollback.
func (t *target) rollbackLines(out *text, r run.RollbackView) error {
	out.linef("%s %s  %s", run.Sign(r.State, t.app.ascii()), r.Item, line(r.Title))
	out.linef("  started %s%s", r.StartedAt, ago(r.StartedAt, t.app.clock()))
	if r.RolledBack != nil {
		out.linef("  rolled back %s", r.RolledBack)
	}
	out.prose("  ", r.Instruction, t.app.width())
	if r.Problem != "" {
		out.linef("  its command can't be filled in: %s", line(r.Problem))
	}
	if r.Command == "" {
		return nil
	}
	paste, _, err := pasteText(&run.Paste{Item: r.Item, Command: r.Command, On: r.On, Exports: r.Exports}, t.pack.Shell)
	out.linef("  command%s:", at(r.On))
	out.code("    ", paste)
	return err
}

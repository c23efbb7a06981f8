package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"rtut/run"
	"rtut/run/record"
)

// runFinishOptions say which run's pack is marked as exercised, and whether it is only shown.
type runFinishOptions struct {
	app   *app
	flags *runFlags
	args  itemArgs
	apply bool
}

func newRunFinishCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runFinishOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:   "finish [pack]",
		Short: "Show the change that marks the pack as exercised; --apply writes it",
		Long: "Show the change that marks the pack as exercised; --apply writes it.\n" +
			"It does not close the run: `rtut run finalize` does, and `rtut run finalize --apply` does both.",
		Example: "  rtut run finish\n  rtut run finish --apply",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readPackOnly(args); err != nil {
				return err
			}
			return runFinish(cmd.Context(), o)
		},
	}
	cmd.Flags().BoolVar(&o.apply, "apply", false, "write the change to pack.yaml")
	return cmd
}

// finishDocument answers `run finish` and `run finalize`.
type finishDocument struct {
	RunID          string          `json:"run_id"`
	Outcome        *record.Outcome `json:"outcome"`
	ExerciseStatus string          `json:"exercise_status"`
	Diff           string          `json:"diff"`
	Applied        bool            `json:"applied"`
	Unproven       *unproven       `json:"unproven_mark,omitempty"`
}

// runFinish judges before anything is written. The record of an open run says first that the pack is to be marked.
func runFinish(ctx context.Context, o *runFinishOptions) error {
	t, err := o.app.findRun(ctx, *o.flags, o.args.packArg, orLatest)
	if err != nil {
		return err
	}
	change, err := t.exercise()
	if err != nil {
		return err
	}
	if err := t.session.MayExercise(t.rec); err != nil {
		return err
	}
	switch {
	case o.apply && t.rec.Finished():
		err = t.unmarked(change.write())
	case o.apply:
		change, err = t.marking(func() error { return t.do(ctx, run.Exercise{}) })
	}
	if err != nil {
		return err
	}
	return t.answerFinish(change, o.apply)
}

// answerFinish shows the change, and whether it was made. change is nil where there is none.
func (t *target) answerFinish(change *exercise, applied bool) error {
	doc := finishDocument{RunID: t.rec.RunID, Outcome: t.rec.Outcome, Applied: applied && change != nil}
	if change != nil {
		doc.ExerciseStatus, doc.Diff = change.status, change.diff(t.app.shown(t.file))
	}
	if doc.Unproven = t.unproven(); t.app.json {
		return t.app.document(doc)
	}
	var out text
	if t.rec.Finished() {
		out.linef("run %s ended: %s", t.rec.RunID, *t.rec.Outcome)
		if t.rec.Trust != nil {
			out.linef("trust: %s", t.rec.Trust)
		}
		t.unprovenLines(&out)
	}
	t.finishLines(&out, change, doc)
	return t.app.print(&out)
}

func (t *target) finishLines(out *text, change *exercise, doc finishDocument) {
	switch {
	case change != nil && doc.Diff == "":
		out.linef("%s already says so: %s", line(t.app.shown(t.file)), line(doc.ExerciseStatus))
	case change != nil:
		out.block("", doc.Diff)
	}
	switch {
	case change != nil && doc.Diff != "" && doc.Applied:
		out.linef("written: review the change and commit it")
	case change != nil && doc.Diff != "":
		out.linef("nothing is written yet\nnext: %s", t.command("finish", "--apply"))
		return
	}
	t.sayNext(out, "")
	if t.rec.Finished() && change == nil && *t.rec.Outcome == record.Succeeded && run.MayExercise(t.pack, t.rec, t.rec.PackDigest) == nil {
		fmt.Fprintf(out, "to mark the pack as exercised: %s\n", t.command("finish"))
	}
}

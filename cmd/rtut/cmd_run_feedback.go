package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/run"
	"rtut/run/record"
)

// runFeedbackOptions say what somebody thought of a run.
type runFeedbackOptions struct {
	app     *app
	flags   *runFlags
	args    itemArgs
	rating  string
	comment string
}

func newRunFeedbackCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runFeedbackOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:     "feedback [pack]",
		Short:   "Rate the run; without --rating, list the feedback",
		Example: "  rtut run feedback --rating neutral --comment 'step 3 needs a picture'",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.args, err = a.readPackOnly(args); err != nil {
				return err
			}
			if o.rating == "" && o.comment != "" {
				return misuse("bad_flag", "--comment goes with --rating good, neutral or poor")
			}
			return runFeedback(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.rating, "rating", "", "good, neutral or poor")
	cmd.Flags().StringVar(&o.comment, "comment", "", "a comment for the next operator")
	return cmd
}

// feedbackDocument answers `feedback`.
type feedbackDocument struct {
	Feedback []feedbackRow `json:"feedback"`
}

type feedbackRow struct {
	RunID   string        `json:"run_id"`
	Rating  record.Rating `json:"rating"`
	Comment string        `json:"comment"`
	By      string        `json:"by"`
	At      record.Time   `json:"at"`
}

func runFeedback(ctx context.Context, o *runFeedbackOptions) error {
	if o.rating == "" {
		return listFeedback(ctx, o)
	}
	t, err := o.app.findRun(ctx, *o.flags, o.args.packArg, orLatest)
	if err != nil {
		return err
	}
	if err := t.do(ctx, run.AddFeedback{Rating: record.Rating(o.rating), Comment: o.comment}); err != nil {
		return err
	}
	return t.answer("", "thank you")
}

func listFeedback(ctx context.Context, o *runFeedbackOptions) error {
	t, err := o.app.findRecord(ctx, *o.flags, o.args.packArg, orLatest)
	if err != nil {
		return err
	}
	doc := feedbackDocument{Feedback: []feedbackRow{}}
	var out text
	for _, f := range t.rec.Feedback {
		doc.Feedback = append(doc.Feedback, feedbackRow{t.rec.RunID, f.Rating, f.Comment, f.By, f.At})
		out.linef("%s  %s  %s  %s", f.At, line(f.By), f.Rating, line(f.Comment))
	}
	if o.app.json {
		return o.app.document(doc)
	}
	if len(doc.Feedback) == 0 {
		out.linef("no feedback on run %s", t.rec.RunID)
	}
	return o.app.print(&out)
}

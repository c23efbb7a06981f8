package main

import (
	"context"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"rtut/pack"
	"rtut/run/record"
)

func newFeedbackCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "feedback <pack>",
		Short:   "List the feedback on the runs of a pack",
		Example: "  rtut feedback packs/pg-restore-drill\n  rtut run feedback --rating good",
		Args:    between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runPackFeedback(cmd.Context(), a, args[0])
		},
	}
}

// packFeedback answers `feedback`.
type packFeedback struct {
	Feedback []ratedRow   `json:"feedback"`
	Damaged  []damagedRun `json:"damaged"`
}

type ratedRow struct {
	feedbackRow
	Counts bool `json:"counts"` // the latest of its run: what the score tallies

	// order is when it was given or, where the clock had been set back, when the one before it in the run was.
	order time.Time
}

// runPackFeedback lists feedback, oldest first. The pack may have faults, as long as it has an id.
func runPackFeedback(ctx context.Context, a *app, packArg string) error {
	place, err := a.findPack(packArg)
	if err != nil {
		return err
	}
	header, err := pack.Peek(place.files(), filepath.Base(place.file))
	if err != nil {
		return misuse("unknown_pack", "%s: %s", a.shown(place.file), err)
	}
	rows, damaged, err := place.store().Rows(ctx, func(s *record.Summary) bool { return s.PackID == header.ID && (s.Rating != "" || !s.Finished()) })
	if err != nil {
		return err
	}
	doc := packFeedback{Feedback: []ratedRow{}, Damaged: a.reported(damaged)}
	for _, r := range rows {
		if r.PackID == header.ID && r.Record != nil {
			doc.Feedback = append(doc.Feedback, ratedRows(r.Record)...)
		}
	}
	slices.SortStableFunc(doc.Feedback, func(x, y ratedRow) int { return x.order.Compare(y.order) })
	if a.json {
		return a.document(doc)
	}
	return a.print(feedbackText(doc))
}

// ratedRows are the ratings of a run in the order in which they were given, of which the last counts.
func ratedRows(r *record.Record) []ratedRow {
	var rows []ratedRow
	var order time.Time
	for i, f := range r.Feedback {
		if f.At.After(order) {
			order = f.At.Time
		}
		row := feedbackRow{r.RunID, f.Rating, f.Comment, f.By, f.At}
		rows = append(rows, ratedRow{feedbackRow: row, Counts: i == len(r.Feedback)-1, order: order})
	}
	return rows
}

func feedbackText(doc packFeedback) *text {
	out := &text{}
	if len(doc.Feedback) == 0 {
		out.linef("no feedback")
	}
	for _, f := range doc.Feedback {
		later := ""
		if !f.Counts {
			later = "  (rated again later)"
		}
		out.linef("%s  %-7s  %s  %s%s", f.At, line(string(f.Rating)), line(f.By), line(f.RunID), later)
		out.block("    ", f.Comment)
	}
	out.damaged(doc.Damaged)
	return out
}

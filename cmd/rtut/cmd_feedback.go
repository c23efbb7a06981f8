package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"rtut/pack"
	"rtut/run"
)

func newFeedbackCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "feedback <pack>",
		Short:   "List what people thought of the runs of a pack",
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
}

// runPackFeedback lists feedback, oldest first. The pack may have faults, as long as it has an id.
func runPackFeedback(ctx context.Context, a *app, packArg string) error {
	place, err := a.findPack(packArg)
	if err != nil {
		return err
	}
	header, err := pack.Peek(os.DirFS(place.dir()), filepath.Base(place.file))
	if err != nil {
		return misuse("unknown_pack", "%s: %s", a.shown(place.file), err)
	}
	records, damaged, err := place.store().List(ctx)
	if err != nil {
		return err
	}
	doc := packFeedback{Feedback: []ratedRow{}, Damaged: a.reported(damaged)}
	for _, r := range records {
		if r.PackID == header.ID {
			doc.Feedback = append(doc.Feedback, ratedRows(r)...)
		}
	}
	slices.SortStableFunc(doc.Feedback, func(x, y ratedRow) int { return x.At.Compare(y.At.Time) })
	if a.json {
		return a.document(doc)
	}
	return a.print(feedbackText(doc))
}

func ratedRows(r *run.Record) []ratedRow {
	var rows []ratedRow
	latest := -1
	for i, f := range r.Feedback {
		rows = append(rows, ratedRow{feedbackRow: feedbackRow{r.RunID, f.Rating, f.Comment, f.By, f.At}})
		if latest < 0 || !f.At.Before(rows[latest].At.Time) {
			latest = i
		}
	}
	if latest >= 0 {
		rows[latest].Counts = true
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

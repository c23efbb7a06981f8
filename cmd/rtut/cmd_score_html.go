package main

import (
	"bytes"
	"context"
	"path/filepath"

	"rtut/run/report/scores"
	"rtut/run/score"
	"rtut/run/store"
)

// page writes what was counted as an HTML page, with maturity and projects.
func (s scoreAnswer) page(ctx context.Context, filter score.Filter, to output) error {
	revisions := s.app.revisions()
	c := scores.Counted{
		Root: filepath.Base(s.tree.Root), At: s.app.clock(), Since: filter.Since, Pack: filter.Pack, Least: s.least, Figures: s.figures, Score: s.score,
		Maturity: score.MaturityOf(s.tree, revisions), Projects: score.ProjectsOf(s.tree, revisions),
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	lost := [][]store.Damaged{s.score.Damaged, s.tree.Skipped, c.Maturity.Undigested}
	if s.figures != nil {
		lost = append(lost, s.figures.Unread)
	}
	for _, unread := range lost {
		for _, d := range s.app.reported(unread) {
			c.Unread = append(c.Unread, scores.Unread{Path: d.Path, Why: d.Error})
		}
	}
	for _, m := range s.app.gone(s.score.Missing) {
		c.Unread = append(c.Unread, scores.Unread{Path: m.Path, Why: "the record is missing; the run was started here"})
	}
	var page bytes.Buffer
	if err := scores.Write(&page, c); err != nil {
		return err
	}
	return s.app.deliver(page.Bytes(), "html", to)
}

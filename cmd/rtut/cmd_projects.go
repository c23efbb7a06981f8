package main

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"rtut/pack"
	"rtut/run/record"
	"rtut/run/score"
	"rtut/run/store"
)

func newProjectsCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "projects [root]",
		Short: "Show the last run of each pack on each project and target",
		Long: "Show the last run of each pack on each project and target.\n\n" +
			"For each pack it is the run that finished last or, if none is finished, the open run with the latest activity. The run\n" +
			"is current if the pack is still at the revision that was run. Runs without --project and --target are only counted.",
		Example: "  rtut projects .\n  rtut projects . --json",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runProjects(cmd.Context(), a, append(args, ".")[0])
		},
	}
}

// projectsDocument answers `projects`.
type projectsDocument struct {
	Projects   []projectRow `json:"projects"`
	Unplaced   int          `json:"unplaced"` // runs that name neither a project nor a target
	Damaged    []damagedRun `json:"damaged"`
	Unreadable []damagedRun `json:"unreadable"`
}

type projectRow struct {
	Project string       `json:"project"`
	Target  string       `json:"target"`
	Packs   []appliedRow `json:"packs"`
}

type appliedRow struct {
	PackID      string           `json:"pack_id"`
	RunID       string           `json:"run_id"`
	Outcome     *record.Outcome  `json:"outcome"` // null: the run is open
	Environment pack.Environment `json:"environment"`
	At          record.Time      `json:"at"`
	By          string           `json:"by"`
	Digest      string           `json:"pack_digest"`
	Current     bool             `json:"current"`
	Gone        bool             `json:"gone"`
	OpenRuns    []string         `json:"open_runs"`
}

func runProjects(ctx context.Context, a *app, root string) error {
	tree, err := a.tree(root)
	if err != nil {
		return err
	}
	all := score.ProjectsOf(tree, a.revisions())
	if err := ctx.Err(); err != nil {
		return err
	}
	doc := a.projectsDocument(tree, all)
	if a.json {
		return a.document(doc)
	}
	return a.print(projectsText(tree, doc))
}

func (a *app) projectsDocument(tree *store.Tree, all score.Projects) projectsDocument {
	doc := projectsDocument{
		Projects: []projectRow{}, Unplaced: all.Unplaced, Damaged: a.reported(all.Damaged),
		Unreadable: a.reported(append(tree.Skipped, all.Undigested...)),
	}
	for _, p := range all.Projects {
		row := projectRow{Project: p.Project, Target: p.Target}
		for _, applied := range p.Packs {
			row.Packs = append(row.Packs, appliedRow{
				PackID: applied.PackID, RunID: applied.RunID, Outcome: applied.Outcome, Environment: applied.Environment,
				At: applied.At, By: applied.By, Digest: applied.Digest, Current: applied.Current, Gone: applied.Gone,
				OpenRuns: append([]string{}, applied.OpenRuns...),
			})
		}
		doc.Projects = append(doc.Projects, row)
	}
	return doc
}

func projectsText(tree *store.Tree, doc projectsDocument) *text {
	out := &text{}
	for _, p := range doc.Projects {
		out.linef("project %s  target %s", line(orDash(p.Project)), line(orDash(p.Target)))
		for _, applied := range p.Packs {
			applied.text(out)
		}
	}
	if len(doc.Projects) == 0 {
		out.linef("no run in %s names a project or a target", line(tree.Root))
	}
	if doc.Unplaced > 0 {
		out.linef("runs without a project and a target: %d", doc.Unplaced)
	}
	out.damaged(doc.Damaged)
	out.unreadable(doc.Unreadable)
	return out
}

func (r appliedRow) text(out *text) {
	outcome, revision := "open", "the pack has changed since"
	if r.Outcome != nil {
		outcome = string(*r.Outcome)
	}
	switch {
	case r.Gone:
		revision = "the pack is missing"
	case r.Current:
		revision = "current"
	}
	where := cmp.Or(string(r.Environment), "environment not given")
	out.linef("  %s  %s  %s  %s  %s", line(r.PackID), outcome, line(where), r.At, line(r.By))
	out.linef("    %s  %s", line(r.RunID), revision)
	for _, id := range r.OpenRuns {
		if id != r.RunID {
			out.linef("    open: %s", line(id))
		}
	}
}

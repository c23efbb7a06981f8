package main

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rtut/pack"
	"rtut/run/record"
	"rtut/run/store"
)

// runListOptions say which runs are listed.
type runListOptions struct {
	app   *app
	where string // a pack or a directory; "" is the working directory
	open  bool
}

func newRunListCmd(a *app) *cobra.Command {
	o := &runListOptions{app: a}
	cmd := &cobra.Command{
		Use:     "list [pack|root]",
		Short:   "List the runs of a pack, or of all packs below a directory",
		Example: "  rtut run list\n  rtut run list packs/pg-restore-drill --open",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.where, err = a.pathOf(strings.Join(args, "")); err != nil {
				return err
			}
			return runList(cmd.Context(), o)
		},
	}
	cmd.Flags().BoolVar(&o.open, "open", false, "only unfinished runs")
	return cmd
}

// listDocument answers `run list`.
type listDocument struct {
	Runs    []listedRun  `json:"runs"`
	Damaged []damagedRun `json:"damaged"`
	Dirs    []string     `json:"dirs"` // where they were looked for
}

type listedRun struct {
	RunID     string          `json:"run_id"`
	PackID    string          `json:"pack_id"`
	Operator  string          `json:"operator"`
	State     record.RunState `json:"state"`
	Outcome   *record.Outcome `json:"outcome"`
	Mode      record.Mode     `json:"mode"`
	CreatedAt record.Time     `json:"created_at"`
	UpdatedAt record.Time     `json:"updated_at"`
	Progress  record.Progress `json:"progress"`
	Integrity record.Finding  `json:"integrity"`
}

type damagedRun struct {
	Path  string `json:"path"`
	Error string `json:"error"`
}

// runList lists runs, oldest first.
func runList(ctx context.Context, o *runListOptions) error {
	found, err := o.find(ctx)
	if err != nil {
		return err
	}
	doc := listDocument{Runs: []listedRun{}, Damaged: o.app.reported(found.damaged), Dirs: found.dirs}
	for _, r := range found.rows {
		if !o.open || !r.Finished() {
			doc.Runs = append(doc.Runs, listed(&r))
		}
	}
	if o.app.json {
		return o.app.document(doc)
	}
	return o.app.print(o.listText(doc))
}

func listed(r *record.Row) listedRun {
	l := listedRun{
		RunID: r.RunID, PackID: r.PackID, Operator: r.Operator, State: r.State(), Mode: r.Mode,
		CreatedAt: r.Began, UpdatedAt: r.Written(), Progress: r.Progress, Integrity: r.Integrity().Brief(),
	}
	if r.Finished() {
		l.Outcome = &r.Outcome
	}
	return l
}

func (o *runListOptions) listText(doc listDocument) *text {
	var out text
	for _, r := range doc.Runs {
		out.linef("%s  %s  %s  %d/%d  %s%s", r.RunID, r.PackID, r.State, r.Progress.Done, r.Progress.Total, line(r.Operator), wrongWith(r.Integrity))
	}
	dirs := make([]string, len(doc.Dirs))
	for i, dir := range doc.Dirs {
		dirs[i] = line(o.app.shown(dir))
	}
	switch {
	case len(doc.Runs) == 0:
		out.linef("no runs in %s", strings.Join(dirs, ", "))
	case o.app.getenv(runsDirVariable) != "":
		out.linef("in %s", strings.Join(dirs, ", "))
	}
	for _, d := range doc.Damaged {
		out.linef("damaged: %s", line(d.Error))
	}
	return &out
}

// wrongWith says at the end of a line what is wrong with a record; nothing where nothing is.
func wrongWith(found record.Finding) string {
	if found.Intact() {
		return ""
	}
	return "  " + line(found.String())
}

// foundRuns are the runs that are listed.
type foundRuns struct {
	rows    []record.Row
	damaged []store.Damaged
	dirs    []string // where they were looked for, absolute
}

// find returns the runs of a pack, or of every repo at and below a directory.
func (o *runListOptions) find(ctx context.Context) (foundRuns, error) {
	if o.where == "" || !o.app.isPack(o.where) {
		return o.below(ctx, o.app.abs(o.where))
	}
	place, loaded, err := o.app.loadNamed(o.where)
	if err != nil {
		return foundRuns{}, err
	}
	rows, damaged, err := place.store().Rows(ctx, store.Unfinished)
	rows = slices.DeleteFunc(rows, func(r record.Row) bool { return r.PackID != loaded.ID })
	return foundRuns{rows, damaged, []string{place.store().Dir()}}, err
}

// below returns the runs of all packs at and below root: those of the repo that holds it, and of repos in it.
func (o *runListOptions) below(ctx context.Context, root string) (foundRuns, error) {
	tree, err := o.app.treeAt(root)
	switch {
	case isRefusedDir(err):
		return foundRuns{}, err
	case err != nil:
		return foundRuns{}, misuse("unknown_root", "%s", err)
	}
	found := foundRuns{dirs: []string{}}
	found.damaged = slices.DeleteFunc(slices.Clone(tree.Skipped), func(d store.Damaged) bool { return filepath.Base(d.Path) == pack.FileName })
	rows, broken, err := tree.Rows(ctx, store.Unfinished)
	if err != nil {
		return foundRuns{}, err
	}
	found.rows, found.damaged = rows, append(found.damaged, broken...)
	for _, runs := range tree.Runs {
		found.dirs = append(found.dirs, runs.Dir)
	}
	if len(found.dirs) == 0 {
		found.dirs = append(found.dirs, o.app.runsWouldBe(tree.Root))
	}
	return found, nil
}

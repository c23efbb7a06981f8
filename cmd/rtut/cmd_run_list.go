package main

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rtut/pack"
	"rtut/run"
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
	cmd.Flags().BoolVar(&o.open, "open", false, "only those that are not finished")
	return cmd
}

// listDocument answers `run list`.
type listDocument struct {
	Runs    []listedRun  `json:"runs"`
	Damaged []damagedRun `json:"damaged"`
}

type listedRun struct {
	RunID     string       `json:"run_id"`
	PackID    string       `json:"pack_id"`
	Operator  string       `json:"operator"`
	State     run.RunState `json:"state"`
	Outcome   *run.Outcome `json:"outcome"`
	Mode      run.Mode     `json:"mode"`
	CreatedAt run.Time     `json:"created_at"`
	UpdatedAt run.Time     `json:"updated_at"`
	Progress  run.Progress `json:"progress"`
	Integrity run.Finding  `json:"integrity"`
}

type damagedRun struct {
	Path  string `json:"path"`
	Error string `json:"error"`
}

// runList lists runs, oldest first.
func runList(ctx context.Context, o *runListOptions) error {
	rows, damaged, err := o.find(ctx)
	if err != nil {
		return err
	}
	doc := listDocument{Runs: []listedRun{}, Damaged: []damagedRun{}}
	for _, r := range rows {
		if !o.open || !r.Finished() {
			doc.Runs = append(doc.Runs, listed(&r))
		}
	}
	for _, d := range damaged {
		doc.Damaged = append(doc.Damaged, damagedRun{Path: d.Path, Error: d.Err.Error()})
	}
	if o.app.json {
		return o.app.document(doc)
	}
	return o.app.print(listText(doc))
}

func listed(r *run.Row) listedRun {
	l := listedRun{
		RunID: r.RunID, PackID: r.PackID, Operator: r.Operator, State: r.State(), Mode: r.Mode,
		CreatedAt: r.Began, UpdatedAt: r.Written(), Progress: r.Progress, Integrity: r.Integrity().Brief(),
	}
	if r.Finished() {
		l.Outcome = &r.Outcome
	}
	return l
}

func listText(doc listDocument) *text {
	var out text
	for _, r := range doc.Runs {
		out.linef("%s  %s  %s  %d/%d  %s%s", r.RunID, r.PackID, r.State, r.Progress.Done, r.Progress.Total, line(r.Operator), wrongWith(r.Integrity))
	}
	if len(doc.Runs) == 0 {
		out.linef("no runs")
	}
	for _, d := range doc.Damaged {
		out.linef("unreadable: %s", line(d.Error))
	}
	return &out
}

// wrongWith says at the end of a line what is wrong with a record; nothing where nothing is.
func wrongWith(found run.Finding) string {
	if found.Intact() {
		return ""
	}
	return "  " + line(found.String())
}

// find returns the runs of a pack, or of every repo at and below a directory.
func (o *runListOptions) find(ctx context.Context) ([]run.Row, []store.Damaged, error) {
	if o.where != "" && o.app.isPack(o.where) {
		place, err := o.app.findPack(o.where)
		if err != nil {
			return nil, nil, err
		}
		loaded, err := o.app.load(place)
		if err != nil {
			return nil, nil, o.app.answerInvalid(err)
		}
		rows, damaged, err := place.store().Rows(ctx, store.Unfinished)
		return slices.DeleteFunc(rows, func(r run.Row) bool { return r.PackID != loaded.ID }), damaged, err
	}
	return o.below(ctx, o.app.abs(o.where))
}

// below returns the runs of all packs at and below root: those of the repo that holds it, and of repos in it.
func (o *runListOptions) below(ctx context.Context, root string) ([]run.Row, []store.Damaged, error) {
	tree, err := store.Find(root)
	if err != nil {
		return nil, nil, misuse("unknown_root", "%s", err)
	}
	var rows []run.Row
	damaged := slices.DeleteFunc(slices.Clone(tree.Skipped), func(d store.Damaged) bool { return filepath.Base(d.Path) == pack.FileName })
	for _, runs := range tree.Runs {
		found, broken, err := store.NewFile(runs.Dir).Rows(ctx, store.Unfinished)
		if err != nil {
			return nil, nil, err
		}
		found = slices.DeleteFunc(found, func(r run.Row) bool { return !tree.Holds(runs.Repo, r.PackPath) })
		rows, damaged = append(rows, found...), append(damaged, broken...)
	}
	slices.SortStableFunc(rows, func(a, b run.Row) int { return a.Began.Compare(b.Began.Time) })
	return rows, damaged, nil
}

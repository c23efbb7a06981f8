package main

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"

	"rtut/pack"
	"rtut/run/record"
	"rtut/run/score"
	"rtut/run/store"
)

func newListCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "list [root]",
		Short:   "List the packs below a directory, their maturity and their open runs",
		Example: "  rtut list\n  rtut list ~/src/runbooks --json",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runPackList(cmd.Context(), a, append(args, ".")[0])
		},
	}
}

// packListDocument answers `list`.
type packListDocument struct {
	Packs      []listedPack `json:"packs"`
	Damaged    []damagedRun `json:"damaged"`
	Unreadable []damagedRun `json:"unreadable"`
}

type listedPack struct {
	PackID    string       `json:"pack_id"`
	Title     string       `json:"title"`
	Owner     string       `json:"owner"`
	Kind      pack.Kind    `json:"kind"`
	Path      string       `json:"path"`
	Maturity  *score.Level `json:"maturity"` // at the present revision; null where that can't be worked out
	Best      score.Level  `json:"best_ever"`
	Trust     record.Trust `json:"trust"` // of the run that proves maturity; null where it is not known
	OpenRuns  []string     `json:"open_runs"`
	Duplicate bool         `json:"duplicate"` // another pack of the repo has the same id
}

func runPackList(ctx context.Context, a *app, root string) error {
	tree, err := a.tree(root)
	if err != nil {
		return err
	}
	m := score.MaturityOf(tree, a.revisions())
	if err := ctx.Err(); err != nil {
		return err
	}
	doc := a.listPacks(tree, m)
	if a.json {
		return a.document(doc)
	}
	return a.print(packListText(tree, doc))
}

func (a *app) listPacks(tree *store.Tree, m score.Maturity) packListDocument {
	doc := packListDocument{
		Packs: []listedPack{}, Damaged: a.reported(m.Damaged), Unreadable: a.reported(append(tree.Skipped, m.Undigested...)),
	}
	for _, s := range m.Packs {
		listed := listedPack{
			PackID: s.ID, Title: s.Title, Owner: s.Owner, Kind: s.Kind, Path: a.shown(filepath.Join(tree.Root, s.Path)),
			Best: s.BestEver, Trust: s.Trust, OpenRuns: append([]string{}, s.OpenRuns...), Duplicate: s.Doubled,
		}
		if s.Level != "" {
			listed.Maturity = &s.Level
		}
		doc.Packs = append(doc.Packs, listed)
	}
	return doc
}

func packListText(tree *store.Tree, doc packListDocument) *text {
	out := &text{}
	width := 0
	for _, p := range doc.Packs {
		width = max(width, runewidth.StringWidth(p.PackID))
	}
	for _, p := range doc.Packs {
		out.linef("%s  %s", runewidth.FillRight(p.PackID, width), line(p.Title))
		out.linef("%s  %s", strings.Repeat(" ", width), strings.Join(p.remarks(), "  "))
	}
	if len(doc.Packs) == 0 {
		out.linef("no packs in %s; create one: rtut pack init <directory>", line(tree.Root))
	}
	out.damaged(doc.Damaged)
	out.unreadable(doc.Unreadable)
	return out
}

// remarks are where the pack is and what goes on with it.
func (p listedPack) remarks() []string {
	remarks := []string{line(p.Path)}
	if p.Maturity != nil && p.Kind != pack.Reference {
		remarks = append(remarks, p.maturity())
	}
	if p.Owner != "" {
		remarks = append(remarks, "owner "+line(p.Owner))
	}
	if p.Kind == pack.Reference {
		remarks = append(remarks, "a reference")
	}
	if len(p.OpenRuns) > 0 {
		remarks = append(remarks, "open: "+line(strings.Join(p.OpenRuns, ", ")))
	}
	if p.Duplicate {
		remarks = append(remarks, "its id is not unique in this repo")
	}
	return remarks
}

// maturity is the level with what is weak about it, and what was proven before the pack changed.
func (p listedPack) maturity() string {
	level := p.Maturity.By(p.Trust)
	if p.Best == *p.Maturity || p.Best == score.Tried {
		return level
	}
	return level + " (" + string(p.Best) + " before it changed)"
}

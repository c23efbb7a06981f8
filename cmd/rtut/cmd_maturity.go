package main

import (
	"context"
	"path/filepath"

	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"

	"rtut/pack"
	"rtut/run/record"
	"rtut/run/score"
	"rtut/run/store"
)

func newMaturityCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "maturity [root]",
		Short: "Show what the runs of each pack prove",
		Long: "Show what the runs of each pack prove.\n\n" +
			"The level of a pack is that of its best clean success at its present revision: a run that succeeded without a\n" +
			"deviation, a skip, a push-through or an answer by nobody. Levels: untried, tried (no clean success), succeeded\n" +
			"(environment not given), rehearsed, staged, proven (in production). The best level ever is shown, too; it is stale if\n" +
			"the pack has changed since. Levels are computed from the records each time.",
		Example: "  rtut maturity .\n  rtut maturity packs/pg-restore-drill --json",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runMaturity(cmd.Context(), a, append(args, ".")[0])
		},
	}
}

// maturityDocument answers `maturity`.
type maturityDocument struct {
	Packs      []matureRow  `json:"packs"`
	Gone       []string     `json:"gone"` // ids of which there are runs, but no pack
	Damaged    []damagedRun `json:"damaged"`
	Unreadable []damagedRun `json:"unreadable"`
}

type matureRow struct {
	PackID  string       `json:"pack_id"`
	Title   string       `json:"title"`
	Path    string       `json:"path"`
	Kind    pack.Kind    `json:"kind"`
	Level   *score.Level `json:"level"` // at the present revision; null where that can't be worked out
	Run     string       `json:"run_id"`
	Trust   record.Trust `json:"trust"` // of that run, where it is a clean success; null where it is not known
	Best    score.Level  `json:"best_ever"`
	BestRun string       `json:"best_ever_run_id"`
	Current bool         `json:"current"` // the best ever is of the present revision

	Status    string `json:"exercise_status"`
	Agrees    bool   `json:"agrees"` // exercise_status with what runs say
	Differs   string `json:"differs"`
	Duplicate bool   `json:"duplicate"`
}

func runMaturity(ctx context.Context, a *app, root string) error {
	tree, err := a.tree(root)
	if err != nil {
		return err
	}
	m := score.MaturityOf(tree, a.revisions())
	if err := ctx.Err(); err != nil {
		return err
	}
	doc := a.maturityDocument(tree, m)
	if a.json {
		return a.document(doc)
	}
	return a.print(maturityText(tree, doc))
}

// revisions returns what works out the present revision of packs, of each once. It is for one goroutine at a time.
func (a *app) revisions() score.Revisions {
	type answer struct {
		is  pack.Revision
		err error
	}
	known := map[string]answer{}
	return func(file string) (pack.Revision, error) {
		found, asked := known[file]
		if !asked {
			if real, err := filepath.EvalSymlinks(file); err == nil {
				file = real
			}
			found.is, _, found.err = revisionOf(file)
			known[file] = found
		}
		return found.is, found.err
	}
}

func (a *app) maturityDocument(tree *store.Tree, m score.Maturity) maturityDocument {
	doc := maturityDocument{
		Packs: []matureRow{}, Gone: append([]string{}, m.Gone...), Damaged: a.reported(m.Damaged),
		Unreadable: a.reported(append(tree.Skipped, m.Undigested...)),
	}
	for _, s := range m.Packs {
		row := matureRow{
			PackID: s.ID, Title: s.Title, Path: a.shown(filepath.Join(tree.Root, s.Path)), Kind: s.Kind,
			Run: s.Run, Trust: s.Trust, Best: s.BestEver, BestRun: s.BestRun, Current: s.Current(),
			Status: statusOf(s.PackDir), Agrees: s.Differs == "" && s.Level != "", Differs: s.Differs, Duplicate: s.Doubled,
		}
		if s.Level != "" {
			row.Level = &s.Level
		}
		doc.Packs = append(doc.Packs, row)
	}
	return doc
}

// statusOf returns a pack's exercise status; a missing one means never.
func statusOf(p store.PackDir) string {
	if p.ExerciseStatus == "" {
		return "never"
	}
	return p.ExerciseStatus
}

func maturityText(tree *store.Tree, doc maturityDocument) *text {
	out := &text{}
	if len(doc.Packs) == 0 {
		out.linef("no packs in %s", line(tree.Root))
	} else {
		maturityTable(out, doc.Packs)
	}
	for _, row := range doc.Packs {
		if weak := score.ByWord(row.Trust); weak != "" {
			out.linef("%s of %s: %s (%s)", *row.Level, line(row.PackID), weak, line(row.Run))
		}
		if row.Differs != "" {
			out.linef("differs: %s says %s; %s", line(row.Path), line(row.Status), line(row.Differs))
		}
		if row.Duplicate {
			out.linef("double: the id %s is not unique in its repo: %s", line(row.PackID), line(row.Path))
		}
	}
	for _, id := range doc.Gone {
		out.linef("gone: no pack here has the id %s, of which there are runs", line(id))
	}
	out.damaged(doc.Damaged)
	out.unreadable(doc.Unreadable)
	return out
}

func maturityTable(out *text, rows []matureRow) {
	width := len("pack")
	for _, row := range rows {
		width = max(width, runewidth.StringWidth(line(row.PackID)))
	}
	out.linef("%s  now        best ever         proven by", runewidth.FillRight("pack", width))
	for _, row := range rows {
		level, best := "-", string(row.Best)
		if row.Level != nil {
			level = string(*row.Level)
		}
		if !row.Current && row.Level != nil {
			best += ", stale"
		}
		out.linef("%s  %-9s  %-16s  %s", runewidth.FillRight(line(row.PackID), width), level, best, line(orDash(row.BestRun)))
	}
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

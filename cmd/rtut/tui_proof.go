package main

import (
	"context"
	"path/filepath"

	"rtut/pack"
	"rtut/run/score"
	"rtut/run/store"
	"rtut/tui"
)

// proofs says what the runs of the packs below a directory prove, by the path of each pack.
func (a *app) proofs(_ context.Context, root string) (map[string]tui.Proof, []string, error) {
	tree, err := a.tree(root)
	if err != nil {
		return nil, nil, err
	}
	m := score.MaturityOf(tree, a.revisions())
	counted := map[string]score.Counts{}
	for _, row := range score.Of(tree, score.Filter{}, a.clock()).Packs {
		counted[row.PackID] = row.Counts
	}
	proofs := map[string]tui.Proof{}
	for i, p := range a.listPacks(tree, m).Packs {
		proof := tui.Proof{OpenRuns: len(p.OpenRuns), Counts: counted[p.PackID]}
		if p.Maturity != nil && p.Kind != pack.Reference {
			proof.Maturity = p.maturity()
		}
		proofs[filepath.Join(tree.Root, m.Packs[i].Path)] = proof
	}
	return proofs, a.problems(append(m.Damaged, m.Undigested...)), nil
}

// evidence says what the runs of one pack, those of its repo, say of it.
func (a *app) evidence(place packPlace, p *pack.Pack) *tui.Evidence {
	tree := &store.Tree{Root: place.repo, Runs: []store.Runs{{Dir: place.store().Dir(), Repo: place.repo}}}
	counted, figures := score.Study(tree, score.Filter{Pack: p.ID}, score.Subject{Pack: p}, a.clock())
	return &tui.Evidence{Counts: counted.Total, Figures: figures}
}

package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rtut/pack"
	"rtut/run"
	"rtut/run/store"
)

// packLintOptions say what is looked at.
type packLintOptions struct {
	app    *app
	where  string // a pack, or a directory of packs
	strict bool

	repos map[string]*store.Tree // that were searched for ids
}

func newPackLintCmd(a *app) *cobra.Command {
	o := &packLintOptions{app: a, repos: map[string]*store.Tree{}}
	cmd := &cobra.Command{
		Use:   "lint [pack|root]",
		Short: "Report risky patterns in packs",
		Long: "Check packs, and report what is valid but may cause problems in a run: steps without `verify`, irreversible steps\n" +
			"without `rollback`, checks that cannot fail or that change something, commands that never end, unused params, text\n" +
			"that looks like a secret, and more: docs/pack-spec.md has the list. Advice does not make a pack invalid; with\n" +
			"--strict it sets exit code 1. A pack turns advice off with `lint: { off: [NAME] }`.",
		Example: "  rtut pack lint\n  rtut pack lint packs/pg-restore-drill --strict",
		Args:    between(0, 1),
		RunE: func(_ *cobra.Command, args []string) (err error) {
			if o.where, err = a.pathOf(append(args, ".")[0]); err != nil {
				return err
			}
			return runPackLint(o)
		},
	}
	cmd.Flags().BoolVar(&o.strict, "strict", false, "exit 1 if there is advice")
	return cmd
}

func runPackLint(o *packLintOptions) error {
	tree, err := o.app.tree(o.where)
	if err != nil {
		return err
	}
	files, err := o.files(tree)
	if err != nil {
		return err
	}
	found := pack.Diagnostics{}
	for _, file := range files {
		more, err := o.lint(file)
		if err != nil {
			return err
		}
		found = append(found, more...)
	}
	return o.answer(len(files), found)
}

// files lists the pack files to look at, absolute, those that give no id included.
func (o *packLintOptions) files(tree *store.Tree) ([]string, error) {
	if o.app.isPack(o.where) {
		place, err := o.app.findPack(o.where)
		return []string{place.file}, err
	}
	var files []string
	for _, p := range tree.Packs {
		files = append(files, filepath.Join(tree.Root, p.Path))
	}
	for _, skipped := range tree.Skipped {
		if filepath.Base(skipped.Path) == pack.FileName {
			files = append(files, skipped.Path)
		}
	}
	slices.Sort(files)
	return files, nil
}

// lint looks at one pack, and at others of its repo for its id.
func (o *packLintOptions) lint(file string) (pack.Diagnostics, error) {
	place, err := o.app.placeOf(file)
	if err != nil {
		return nil, err
	}
	loaded, found, err := pack.Lint(place.files(), filepath.Base(place.file))
	if err != nil {
		return nil, err
	}
	if loaded != nil {
		others, err := o.others(file, loaded.ID)
		if err != nil {
			return nil, err
		}
		if len(others) > 0 {
			found = append(pack.Diagnostics{doubled(loaded.ID, others)}, found...)
		}
		found = append(found, secretAdvice(loaded)...)
		found = slices.DeleteFunc(found, func(d pack.Diagnostic) bool { return d.Severity == pack.Warning && !loaded.Advises(d.Rule) })
	}
	slices.SortStableFunc(found, func(a, b pack.Diagnostic) int { return a.Line - b.Line })
	for i := range found {
		found[i].File = o.app.shown(file)
	}
	return withoutSecrets(found), nil
}

// others lists the other packs of the repo that have this id.
func (o *packLintOptions) others(file, id string) ([]string, error) {
	repo, _, err := store.OwningRepo(filepath.Dir(file))
	if err != nil {
		return nil, err
	}
	if o.repos[repo] == nil {
		if o.repos[repo], err = store.Find(repo); err != nil {
			return nil, err
		}
	}
	var others []string
	for _, p := range o.repos[repo].Packs {
		if path := filepath.Join(repo, p.Path); p.ID == id && p.Repo == repo && path != file {
			others = append(others, o.app.shown(path))
		}
	}
	return others, nil
}

func doubled(id string, others []string) pack.Diagnostic {
	return pack.Diagnostic{
		Line: 1, Column: 1, Severity: pack.Warning, Rule: "double-id",
		Message: "the id `" + id + "` is that of " + strings.Join(others, ", ") + ", too",
		Hint:    "runs belong to a pack by its id: give each pack of a repo its own",
	}
}

// secretAdvice says where a pack looks like it holds a secret, and not what.
func secretAdvice(loaded *pack.Pack) pack.Diagnostics {
	var found pack.Diagnostics
	for _, s := range run.SecretsInPack(loaded.File()) {
		found = append(found, pack.Diagnostic{
			Line: s.Line, Column: 1, Severity: pack.Warning, Rule: "secret",
			Message: "this looks like " + s.Kind,
			Hint:    "take it from a variable of the environment, which `needs` names, or from a file outside of the repo",
		})
	}
	return found
}

func (o *packLintOptions) answer(files int, found pack.Diagnostics) error {
	err := o.say(files, found)
	switch {
	case err != nil:
		return err
	case found.Failed():
		return resultError(exitInvalidPack)
	case o.strict && len(found) > 0:
		return resultError(exitNotPassed)
	}
	return nil
}

func (o *packLintOptions) say(files int, found pack.Diagnostics) error {
	if o.app.json {
		return o.app.document(validation{Valid: !found.Failed(), Diagnostics: found})
	}
	out := &text{}
	out.block("", found.String())
	switch {
	case files == 0:
		out.linef("no packs in %s", line(o.where))
	case len(found) == 0:
		out.linef("no advice on %s", line(o.where))
	}
	return o.app.print(out)
}

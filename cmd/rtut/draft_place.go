package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"rtut/pack"
	"rtut/pack/draft"
	"rtut/pack/inside"
	"rtut/run"
	"rtut/run/secret"
	"rtut/run/store"
)

// draftPlace is where drafts and their catalog are: the repo of the working directory.
type draftPlace struct {
	app     *app
	repo    string
	catalog string // as it was typed; "" is catalog/ of the repo
}

// catalogName is the directory of a repo that has its catalog.
const catalogName = "catalog"

// draftOptions are what the commands about drafts have in common.
type draftOptions struct {
	app     *app
	catalog string
}

func (o *draftOptions) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.catalog, "catalog", "", "the `directory` of the catalog (default: catalog in the repo)")
}

// place finds the repo of the working directory.
func (o *draftOptions) place() (draftPlace, error) {
	dir, err := o.app.getwd()
	if err != nil {
		return draftPlace{}, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return draftPlace{}, err
	}
	repo, _, err := store.OwningRepo(dir)
	return draftPlace{app: o.app, repo: repo, catalog: o.catalog}, err
}

// dir is the directory of the drafts of the repo.
func (p draftPlace) dir() string { return filepath.Join(p.repo, filepath.FromSlash(store.DraftsDir)) }

// store returns the drafts of the repo.
func (p draftPlace) store() *store.Drafts { return store.NewDrafts(p.dir()) }

// shownPath is where a draft is, as a person in the working directory would name it.
func (p draftPlace) shownPath(id string) string { return p.app.shown(p.store().Path(id)) }

// loadCatalog reads the catalog, with the advice on it. A repo without one has an empty one. The error is an *invalidPackError if
// the catalog is at fault.
func (p draftPlace) loadCatalog() (*pack.Catalog, pack.Diagnostics, error) {
	root, dir, prefix := p.repo, catalogName, p.repo
	if p.catalog != "" {
		real, err := filepath.EvalSymlinks(p.app.abs(p.catalog))
		if err != nil {
			return nil, nil, misuse("unknown_catalog", "there is no catalog %s", p.catalog)
		}
		root, dir, prefix = real, ".", real
	}
	c, found, err := pack.LoadCatalog(inside.Of(root, root), dir, draft.CheckAgent)
	switch {
	case errors.Is(err, fs.ErrNotExist) && p.catalog == "":
		return &pack.Catalog{}, nil, nil
	case err != nil:
		return nil, nil, err
	}
	for i := range found {
		found[i].File = p.app.shown(filepath.Join(prefix, filepath.FromSlash(found[i].File)))
	}
	if c == nil {
		return nil, nil, &invalidPackError{catalog: true, path: p.app.shown(filepath.Join(prefix, dir)), diagnostics: found}
	}
	return c, found, nil
}

// language returns what reads the plans of the repo.
func (p draftPlace) language() (draft.Language, error) {
	c, _, err := p.loadCatalog()
	if err != nil {
		return draft.Language{}, err
	}
	return draft.Language{Catalog: draft.CatalogOf(c), Guard: secret.Look}, nil
}

// stamp says who changes a draft now. The error is a *run.Refusal where that is no name that an action is recorded under.
func (p draftPlace) stamp() (draft.Stamp, error) {
	by := p.app.actor()
	if err := run.CheckOperator(by); err != nil {
		return draft.Stamp{}, err
	}
	if kind, found := secret.Look(by); found {
		return draft.Stamp{}, &run.Refusal{Code: "secret", Message: fmt.Sprintf("the operator looks like %s, and nothing was recorded", kind)}
	}
	return draft.Stamp{At: p.app.clock().UTC(), By: by}, nil
}

// find returns the id of the draft that an argument names, by its id or the beginning of it.
func (p draftPlace) find(arg string) (string, error) {
	ids, err := p.store().IDs()
	if err != nil {
		return "", err
	}
	var found []string
	for _, id := range ids {
		if id == arg {
			return id, nil
		}
		if arg != "" && strings.HasPrefix(id, arg) {
			found = append(found, id)
		}
	}
	switch len(found) {
	case 0:
		return "", misuse("unknown_draft", "no draft %s in %s; see rtut draft list", arg, p.app.shown(p.dir()))
	case 1:
		return found[0], nil
	}
	return "", &usageError{"ambiguous_draft", "several drafts begin with " + arg + ":", found}
}

// load returns the draft that an argument names.
func (p draftPlace) load(arg string) (*draft.Draft, error) {
	id, err := p.find(arg)
	if err != nil {
		return nil, err
	}
	return p.store().Load(id)
}

// maxPlan bounds what is read of a plan, in bytes. The language says which size a plan may have, and refuses what is larger.
const maxPlan = 1 << 20

// readPlan reads a plan from a file, or for - from standard input, until it ends or the command is interrupted: a pipe may be in the
// place of the file. Of one that is too large it returns as much as shows that.
func (p draftPlace) readPlan(ctx context.Context, name string) ([]byte, error) {
	type input struct {
		data []byte
		err  error
	}
	read := make(chan input, 1)
	go func() {
		data, err := p.app.readUpTo(name, maxPlan+1)
		read <- input{data, err}
	}()
	select {
	case got := <-read:
		if got.err != nil {
			return nil, misuse("no_file", "%s can't be read: %s. A file with a plan in JSON was expected, or - for standard input", name, cause(got.err))
		}
		return got.data, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// readUpTo reads at most limit bytes of a file, or for - of standard input.
func (a *app) readUpTo(name string, limit int64) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(io.LimitReader(a.in, limit))
	}
	file, err := os.Open(a.abs(name))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, limit))
}

// cause is what the system says went wrong with a file, without its path.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

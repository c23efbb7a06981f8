package main

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"rtut/pack"
	"rtut/run/store"
)

// packInitOptions say where the new pack is, and what it is called.
type packInitOptions struct {
	app   *app
	dir   string
	id    string
	title string
}

func newPackInitCmd(a *app) *cobra.Command {
	o := &packInitOptions{app: a}
	cmd := &cobra.Command{
		Use:     "init <directory>",
		Short:   "Create a pack.yaml; an existing one is not changed",
		Example: "  rtut pack init packs/new-drill --title 'Restore a backup'",
		Args:    between(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			o.dir = args[0]
			return packInit(o)
		},
	}
	cmd.Flags().StringVar(&o.id, "id", "", "the pack's `id` (default: the name of the directory)")
	cmd.Flags().StringVar(&o.title, "title", "", "the pack's title")
	return cmd
}

// initDocument answers `pack init`.
type initDocument struct {
	ID   string `json:"id"`
	Path string `json:"path"`
}

func packInit(o *packInitOptions) error {
	dir := o.app.abs(o.dir)
	id := orElse(o.id, filepath.Base(dir))
	starter, err := pack.Starter(id, o.title)
	if err != nil {
		return misuse("bad_id", "%s; name it with --id", err)
	}
	path := filepath.Join(dir, pack.FileName)
	if err := store.MakeDir(dir); err != nil {
		return err
	}
	var inTheWay *store.InTheWayError
	switch err := store.Publish(path, starter, false); {
	case errors.Is(err, fs.ErrExist), errors.As(err, &inTheWay):
		return misuse("pack_exists", "%s already exists and was not modified", o.app.shown(path))
	case err != nil:
		return err
	}
	if o.app.json {
		return o.app.document(initDocument{id, path})
	}
	var out text
	out.linef("written: %s", line(o.app.shown(path)))
	out.linef("next: rtut pack validate %s", word(o.dir))
	return o.app.print(&out)
}

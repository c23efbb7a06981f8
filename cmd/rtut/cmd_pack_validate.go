package main

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"rtut/pack"
)

// packValidateOptions say which packs are checked.
type packValidateOptions struct {
	app   *app
	packs []string
}

func newPackValidateCmd(a *app) *cobra.Command {
	o := &packValidateOptions{app: a}
	return &cobra.Command{
		Use:     "validate <pack>...",
		Short:   "Check packs and report all errors; exit code 4 if there are any",
		Example: "  rtut pack validate packs/pg-restore-drill\n  rtut pack validate packs/*/pack.yaml --json",
		Args:    between(1, 10_000),
		RunE: func(_ *cobra.Command, args []string) error {
			o.packs = args
			return packValidate(o)
		},
	}
}

func packValidate(o *packValidateOptions) error {
	all := validation{Valid: true, Diagnostics: pack.Diagnostics{}}
	for _, arg := range o.packs {
		found, err := o.app.validate(arg)
		if err != nil {
			return err
		}
		all.Diagnostics = append(all.Diagnostics, found...)
	}
	all.Valid = !all.Diagnostics.Failed()
	var verdict error
	if !all.Valid {
		verdict = resultError(exitInvalidPack)
	}
	if o.app.json {
		return errors.Join(o.app.document(all), verdict)
	}
	var out text
	out.block("", all.Diagnostics.String())
	if all.Valid {
		out.linef("valid")
	}
	return errors.Join(o.app.print(&out), verdict)
}

// packFile returns the place of a pack, or of a file that may hold one whatever it is called.
func (a *app) packFile(arg string) (packPlace, error) {
	place, err := a.placeOf(arg)
	if errors.Is(err, fs.ErrNotExist) {
		return a.findPack(arg)
	}
	return place, err
}

// validate loads one pack for what is wrong with it.
func (a *app) validate(arg string) (pack.Diagnostics, error) {
	place, err := a.packFile(arg)
	var found pack.Diagnostics
	if err == nil {
		_, found, err = pack.Load(place.files(), filepath.Base(place.file))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, noPack(arg)
	}
	for i := range found {
		found[i].File = a.shown(place.file)
	}
	return withoutSecrets(found), err
}

package main

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"rtut/pack"
	"rtut/run/store"
)

// packFmtOptions say which packs are formatted.
type packFmtOptions struct {
	app   *app
	packs []string // none: all packs below the working directory
	check bool
}

// formatting answers `pack fmt`.
type formatting struct {
	Changed     []string         `json:"changed"`     // files that were not formatted
	LeftAlone   []string         `json:"not_changed"` // files that formatting would change in what they say
	Diagnostics pack.Diagnostics `json:"diagnostics"` // of files that are no packs
	Files       int              `json:"files"`       // how many there were
}

func newPackFmtCmd(a *app) *cobra.Command {
	o := &packFmtOptions{app: a}
	cmd := &cobra.Command{
		Use:   "fmt [pack]...",
		Short: "Format packs",
		Long: "Put the keys of pack.yaml into the order of docs/pack-spec.md, one blank line between steps, gates and stages, and\n" +
			"remove quotes that are not needed. Lines are moved and not rewritten: comments, texts, anchors and line ends\n" +
			"stay. A pack that would say something else is not changed, and named. Without an argument all packs below the\n" +
			"working directory are formatted. With --check nothing is written; exit code 1 if a pack is not formatted.",
		Example: "  rtut pack fmt packs/pg-restore-drill\n  rtut pack fmt --check",
		Args:    between(0, 10_000),
		RunE: func(_ *cobra.Command, args []string) error {
			o.packs = args
			return runPackFmt(o)
		},
	}
	cmd.Flags().BoolVar(&o.check, "check", false, "write nothing; exit 1 if a pack is not formatted")
	return cmd
}

func runPackFmt(o *packFmtOptions) error {
	places, err := o.places()
	if err != nil {
		return err
	}
	done := formatting{Changed: []string{}, LeftAlone: []string{}, Diagnostics: pack.Diagnostics{}, Files: len(places)}
	for _, place := range places {
		if err := o.format(place, &done); err != nil {
			return err
		}
	}
	return o.answer(done)
}

// places lists the files to format.
func (o *packFmtOptions) places() ([]packPlace, error) {
	if len(o.packs) == 0 {
		return o.all()
	}
	var places []packPlace
	for _, arg := range o.packs {
		place, err := o.app.packFile(arg)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, noPack(arg)
		}
		if err != nil {
			return nil, err
		}
		places = append(places, place)
	}
	return places, nil
}

// all lists the packs below the working directory.
func (o *packFmtOptions) all() ([]packPlace, error) {
	where, err := o.app.pathOf(".")
	if err != nil {
		return nil, err
	}
	tree, err := o.app.tree(where)
	if err != nil {
		return nil, err
	}
	files, err := (&packLintOptions{app: o.app, where: where}).files(tree)
	if err != nil {
		return nil, err
	}
	var places []packPlace
	for _, file := range files {
		place, err := o.app.placeOf(file)
		if err != nil {
			return nil, err
		}
		places = append(places, place)
	}
	return places, nil
}

// format formats one file, unless somebody else changes it meanwhile.
func (o *packFmtOptions) format(place packPlace, done *formatting) error {
	before, err := place.read()
	if err != nil {
		return err
	}
	shown := o.app.shown(place.file)
	after, found, err := pack.Format(filepath.Base(place.file), before)
	switch {
	case err != nil:
		done.LeftAlone = append(done.LeftAlone, shown)
		return nil
	case after == nil:
		for i := range found {
			found[i].File = shown
		}
		done.Diagnostics = append(done.Diagnostics, withoutSecrets(found)...)
		return nil
	case bytes.Equal(before, after):
		return nil
	}
	done.Changed = append(done.Changed, shown)
	if o.check {
		return nil
	}
	now, err := place.read()
	if err != nil {
		return err
	}
	if !bytes.Equal(now, before) {
		return changedMeanwhile(place.file)
	}
	return store.Replace(place.file, after)
}

func (o *packFmtOptions) answer(done formatting) error {
	err := o.say(done)
	switch {
	case err != nil:
		return err
	case len(done.Diagnostics) > 0:
		return resultError(exitInvalidPack)
	case len(done.LeftAlone) > 0 || o.check && len(done.Changed) > 0:
		return resultError(exitNotPassed)
	}
	return nil
}

func (o *packFmtOptions) say(done formatting) error {
	if o.app.json {
		return o.app.document(done)
	}
	var out text
	out.block("", done.Diagnostics.String())
	what := map[bool]string{true: "not formatted: ", false: "formatted: "}[o.check]
	for _, file := range done.Changed {
		out.linef("%s%s", what, line(file))
	}
	for _, file := range done.LeftAlone {
		out.linef("not changed: %s, which cannot be formatted without changing what it says", line(file))
	}
	if len(slices.Concat(done.Changed, done.LeftAlone)) == 0 && len(done.Diagnostics) == 0 {
		out.linef("formatted already: %s", counted(done.Files, "pack"))
	}
	return o.app.print(&out)
}

package main

import (
	"path"
	"path/filepath"

	"github.com/spf13/cobra"

	"rtut/pack"
	"rtut/pack/draft"
)

// draftDiffOptions say which draft is compared with which pack.
type draftDiffOptions struct {
	draftOptions
	draft string
	pack  string // "" is where the draft was published last
}

func newDraftDiffCmd(a *app) *cobra.Command {
	o := &draftDiffOptions{draftOptions: draftOptions{app: a}}
	cmd := &cobra.Command{
		Use:   "diff <draft> [pack]",
		Short: "Show what publishing a draft would change",
		Long: "Show what publishing a draft would change in a pack: changes that a run would have to accept, and changes of words. Without\n" +
			"an argument it is the pack that the draft was published as last; of a draft that was not published yet, the whole pack\n" +
			"is shown. Nothing is written. Exit code 1: a run would have to accept a change.",
		Example: "  rtut draft diff 20261130T0045\n  rtut draft diff 20261130T0045 packs/check-the-shop --json",
		Args:    between(1, 2),
		RunE: func(_ *cobra.Command, args []string) error {
			o.draft = args[0]
			if len(args) > 1 {
				o.pack = args[1]
			}
			return draftDiff(o)
		},
	}
	o.flags(cmd)
	return cmd
}

// draftDiffDocument answers `draft diff`.
type draftDiffDocument struct {
	Enforced bool          `json:"enforced"` // a run would have to accept something
	Changes  []pack.Change `json:"changes"`
	Pack     string        `json:"pack"` // what publishing would write
}

func draftDiff(o *draftDiffOptions) error {
	place, err := o.place()
	if err != nil {
		return err
	}
	d, err := place.load(o.draft)
	if err != nil {
		return err
	}
	was, err := o.was(place, d)
	if err != nil {
		return o.app.answerInvalid(err)
	}
	c, _, err := place.loadCatalog()
	if err != nil {
		return o.app.answerInvalid(err)
	}
	text, err := d.Publish(o.name(d, was), c)
	if err != nil {
		return o.app.answerInvalid(err)
	}
	return o.answer(was, text)
}

// was returns the pack that is compared, nil where there is none.
func (o *draftDiffOptions) was(place draftPlace, d *draft.Draft) (*pack.Pack, error) {
	arg := o.pack
	if arg == "" {
		if len(d.Published) == 0 {
			return nil, nil
		}
		arg = filepath.Join(place.repo, filepath.FromSlash(d.Published[len(d.Published)-1].Path))
		if !o.app.isPack(arg) {
			return nil, nil
		}
	}
	return (&packDiffOptions{app: o.app}).loadFile(arg)
}

// name is the id that the pack would have.
func (o *draftDiffOptions) name(d *draft.Draft, was *pack.Pack) string {
	switch {
	case was != nil:
		return was.ID
	case len(d.Published) > 0:
		return path.Base(path.Dir(d.Published[len(d.Published)-1].Path))
	}
	return d.Name()
}

func (o *draftDiffOptions) answer(was *pack.Pack, now []byte) error {
	document := draftDiffDocument{Changes: []pack.Change{}, Pack: string(now)}
	if was != nil {
		parsed, _ := pack.Parse(pack.FileName, now)
		document.Changes = append(document.Changes, pack.Difference(was, parsed)...)
		document.Enforced = len(document.Changes) > 0 && document.Changes[0].Enforced // they come first
	}
	if err := o.say(was, document); err != nil {
		return err
	}
	if document.Enforced {
		return resultError(exitNotPassed)
	}
	return nil
}

func (o *draftDiffOptions) say(was *pack.Pack, d draftDiffDocument) error {
	if o.app.json {
		return o.app.document(d)
	}
	var out text
	differenceLines(&out, was, d.Changes, d.Pack)
	return o.app.print(&out)
}

// differenceLines show what is written: the whole pack where none is there.
func differenceLines(out *text, was *pack.Pack, changes []pack.Change, now string) {
	switch {
	case was == nil:
		out.linef("a new pack:")
		out.code("  ", now)
	case len(changes) == 0:
		out.linef("the draft and the pack say the same")
	}
	changeLines(out, changes)
}

package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"rtut/pack"
)

// packDiffOptions say which packs are compared.
type packDiffOptions struct {
	app      *app
	old, now string
}

func newPackDiffCmd(a *app) *cobra.Command {
	o := &packDiffOptions{app: a}
	return &cobra.Command{
		Use:   "diff <old> <new>",
		Short: "Show what changed between two versions of a pack",
		Long: "Show what changed between two versions of a pack: changes that a run would have to accept, and changes of words. Each\n" +
			"argument is a pack, or a file that contains one. Exit code 1: a run would have to accept a change.",
		Example: "  rtut pack diff before.yaml packs/pg-restore-drill\n" +
			"  git show HEAD:packs/pg-restore-drill/pack.yaml > before.yaml && rtut pack diff before.yaml packs/pg-restore-drill --json",
		Args: between(2, 2),
		RunE: func(_ *cobra.Command, args []string) error {
			o.old, o.now = args[0], args[1]
			return runPackDiff(o)
		},
	}
}

// diffDocument answers `pack diff`.
type diffDocument struct {
	Enforced bool          `json:"enforced"` // a run would have to accept something
	Changes  []pack.Change `json:"changes"`
}

func runPackDiff(o *packDiffOptions) error {
	old, err := o.load(o.old)
	if err != nil {
		return err
	}
	now, err := o.load(o.now)
	if err != nil {
		return err
	}
	changes := pack.Difference(old, now)
	enforced := len(changes) > 0 && changes[0].Enforced // they come first
	if err := o.say(diffDocument{Enforced: enforced, Changes: changes}); err != nil {
		return err
	}
	if enforced {
		return resultError(exitNotPassed)
	}
	return nil
}

// load reads a pack, or a file that holds one whatever it is called.
func (o *packDiffOptions) load(arg string) (*pack.Pack, error) {
	place, err := o.app.packFile(arg)
	if err != nil {
		return nil, err
	}
	loaded, err := o.app.load(place)
	if err != nil {
		return nil, o.app.answerInvalid(err)
	}
	return loaded, nil
}

func (o *packDiffOptions) say(d diffDocument) error {
	if o.app.json {
		return o.app.document(d)
	}
	out := &text{}
	changeLines(out, d.Changes)
	if len(d.Changes) == 0 {
		out.linef("%s and %s say the same", line(filepath.ToSlash(o.old)), line(filepath.ToSlash(o.now)))
	}
	return o.app.print(out)
}

// changeLines show changes, those of words as such.
func changeLines(out *text, changes []pack.Change) {
	for _, c := range changes {
		if c.Enforced {
			out.linef("%s", line(c.Text))
		} else {
			out.linef("in words: %s", line(c.Text))
		}
	}
}

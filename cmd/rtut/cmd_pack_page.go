package main

import (
	"bytes"
	"io"

	"github.com/spf13/cobra"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/report/procedure"
	"rtut/run/secret"
)

// maxPage bounds a page that is compared, in bytes.
const maxPage = 16 << 20

// packPageOptions say of which pack a page is made, and how.
type packPageOptions struct {
	app    *app
	pack   string
	params []string
	format string
	check  bool
	output output
}

func newPackPageCmd(a *app) *cobra.Command {
	o := &packPageOptions{app: a}
	cmd := &cobra.Command{
		Use:   "page <pack>",
		Short: "Write a pack as a page for people who do not read YAML",
		Long: "Write what the runbook is for, its params, every step with its instruction, command, host, check and way back, the gates, and what\n" +
			"is irreversible. Placeholders stay as they are, except for the params given with --param. The same pack gives the same bytes. With\n" +
			"--check nothing is written: exit code 1 if the file of --output is not that page, and the difference.",
		Example: "  rtut pack page packs/pg-restore-drill\n" +
			"  rtut pack page packs/pg-restore-drill --output packs/pg-restore-drill/RUNBOOK.md --force\n" +
			"  rtut pack page packs/pg-restore-drill --output packs/pg-restore-drill/RUNBOOK.md --check\n" +
			"  rtut pack page packs/pg-restore-drill --format man | man -l -",
		Args: between(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			o.pack = args[0]
			if err := o.validate(); err != nil {
				return err
			}
			return runPackPage(o)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&o.params, "param", nil, "fill in a param, as `id=value`")
	f.StringVar(&o.format, "format", "markdown", pageFormatsUsage)
	f.BoolVar(&o.check, "check", false, "compare the page with the file of --output")
	o.output.flags(cmd)
	return cmd
}

const pageFormatsUsage = "the `format`: markdown, html, or man (for man -l)"

func badPageFormat() error { return misuse("bad_flag", "--format is markdown, html or man") }

// pageFormats write a page.
var pageFormats = map[string]func(w io.Writer, d procedure.Document) error{
	"markdown": procedure.Markdown, "html": procedure.HTML, "man": procedure.Man,
}

func (o *packPageOptions) validate() error {
	switch {
	case pageFormats[o.format] == nil:
		return badPageFormat()
	case o.check && !o.output.toFile():
		return misuse("bad_flag", "--check goes with --output FILE, which it compares with the page")
	case o.check && o.output.force:
		return misuse("bad_flag", "--check writes nothing, so --force does not go with it")
	}
	return o.output.validate()
}

// pageDocument answers `pack page` and `run page`.
type pageDocument struct {
	PackID string `json:"pack_id"`
	Format string `json:"format"`
	Page   string `json:"page"`
}

// pageCheckDocument answers `pack page --check`.
type pageCheckDocument struct {
	Path       string `json:"path"` // absolute
	Current    bool   `json:"current"`
	Difference string `json:"difference"` // "" where it is current
}

func runPackPage(o *packPageOptions) error {
	_, loaded, err := o.app.loadNamed(o.pack)
	if err != nil {
		return err
	}
	values, err := o.values(loaded)
	if err != nil {
		return err
	}
	page, err := pageOf(procedure.Of(loaded, values, nil), o.format)
	switch {
	case err != nil:
		return err
	case o.check:
		return o.compare(page)
	}
	return o.app.deliverPage(loaded.ID, o.format, page, o.output)
}

// pageOf writes a page in a format.
func pageOf(d procedure.Document, format string) ([]byte, error) {
	var page bytes.Buffer
	err := pageFormats[format](&page, d)
	return page.Bytes(), err
}

// deliverPage writes a page where it is wanted.
func (a *app) deliverPage(packID, format string, page []byte, to output) error {
	if a.json && !to.toFile() {
		return a.document(pageDocument{packID, format, string(page)})
	}
	return a.deliver(page, format, to)
}

// values are those of the params that were given.
func (o *packPageOptions) values(p *pack.Pack) (value.Values, error) {
	given, err := pairs("--param", o.params)
	if err != nil {
		return nil, err
	}
	values := map[string]value.Value{}
	for id, text := range given {
		param := p.Param(id)
		if param == nil {
			return nil, misuse("unknown_param", "the pack has no param %s", id)
		}
		if kind, looks := secret.Look(text); looks { // the page is for others
			return nil, misuse("secret", "param %s: that looks like %s. Say where it is kept, never what it is", id, kind)
		}
		if values[id], err = param.Spec.Parse(text); err != nil {
			return nil, misuse("bad_param", "param %s: %s", id, err)
		}
	}
	return func(name string) value.Value { return values[name] }, nil
}

// compare says whether a file is the page.
func (o *packPageOptions) compare(page []byte) error {
	is, err := o.app.readFile(o.app.abs(o.output.path), maxPage)
	if err != nil {
		return err
	}
	doc := pageCheckDocument{Path: o.app.abs(o.output.path), Current: bytes.Equal(is, page), Difference: unifiedDiff(line(o.output.path), is, page)}
	if o.app.json {
		err = o.app.document(doc)
	} else {
		var out text
		if doc.Current {
			out.linef("current: %s", line(o.output.path))
		} else {
			out.block("", doc.Difference)
		}
		err = o.app.print(&out)
	}
	if err == nil && !doc.Current {
		return resultError(exitNotPassed)
	}
	return err
}

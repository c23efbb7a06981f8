package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"rtut/pack"
	"rtut/pack/importer"
	"rtut/run"
	"rtut/run/secret"
	"rtut/run/store"
)

// packImportOptions say what is imported, and where to.
type packImportOptions struct {
	app      *app
	file     string
	into     string
	id       string
	sections []string
}

func newPackImportCmd(a *app) *cobra.Command {
	o := &packImportOptions{app: a}
	cmd := &cobra.Command{
		Use:   "import <file>",
		Short: "Convert a Markdown page or a CACAO playbook into a pack for review",
		Long: "Convert a Markdown page or a CACAO v2 playbook (JSON) into a pack. All text of the page is kept: in a title, an\n" +
			"instruction, the summary, a rollback or a comment. Guesses are marked with a comment, `# imported: ...`, and printed.\n" +
			"The pack has the line `imported: unreviewed`; no run can start before somebody has reviewed the pack and removed that\n" +
			"line. An existing pack is not changed.",
		Example: "  rtut pack import docs/failover.md\n  rtut pack import docs/operations.md --section 'Replace a node' --id node-replace",
		Args:    between(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			o.file = args[0]
			return packImport(o)
		},
	}
	cmd.Flags().StringVar(&o.into, "into", "packs", "parent `directory` of the new pack")
	cmd.Flags().StringVar(&o.id, "id", "", "the pack's `id` (default: derived from the title)")
	cmd.Flags().StringArrayVar(&o.sections, "section", nil, "import the section with this `heading` alone; may be given again")
	return cmd
}

// importDocument answers `pack import`.
type importDocument struct {
	ID      string            `json:"id"`
	Path    string            `json:"path"`
	Steps   int               `json:"steps"`
	Remarks []importRemark    `json:"remarks"`
	Left    []importedSection `json:"left"`
}

type importRemark struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

type importedSection struct {
	Heading string `json:"heading"`
	Line    int    `json:"line"`
}

func packImport(o *packImportOptions) error {
	page, err := o.read()
	if err != nil {
		return err
	}
	result, err := importer.Import(filepath.Base(o.file), page, importer.Options{ID: o.id, Sections: o.sections, Secret: secret.Look})
	if err != nil {
		return refusedImport(err)
	}
	if found := run.SecretsInPack(result.Pack); len(found) > 0 {
		return &run.Refusal{Code: "secret", Message: fmt.Sprintf("the pack would hold what looks like %s, in line %d. nothing was written", found[0].Kind, found[0].Line), Satisfy: "Take it out of the page"}
	}
	path := filepath.Join(o.app.abs(o.into), result.ID, pack.FileName)
	if err := o.publish(path, result.Pack); err != nil {
		return err
	}
	return o.answer(path, result)
}

// read reads the page, cut shortly after what one may have.
func (o *packImportOptions) read() ([]byte, error) {
	path := o.app.abs(o.file)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, misuse("unknown_file", "%s does not exist. a Markdown page was expected", o.app.shown(path))
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, misuse("not_a_file", "%s is not a regular file. a Markdown page was expected", o.app.shown(path))
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, importer.MaxPage+1))
}

// refusedImport says as a refusal why a page gives no pack; wrong names are wrong usage.
func refusedImport(err error) error {
	var refusal *importer.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	if refusal.Code == "unknown_section" || refusal.Code == "bad_id" {
		return &usageError{code: refusal.Code, message: refusal.Message, details: refusal.Details}
	}
	return &run.Refusal{Code: run.Code(refusal.Code), Message: refusal.Message, Details: refusal.Details}
}

func (o *packImportOptions) publish(path string, text []byte) error {
	if err := store.MakeDir(filepath.Dir(path)); err != nil {
		return err
	}
	var inTheWay *store.InTheWayError
	switch err := store.Publish(path, text, false); {
	case errors.Is(err, fs.ErrExist), errors.As(err, &inTheWay):
		return misuse("pack_exists", "%s already exists and was not modified; use another name with --id", o.app.shown(path))
	case err != nil:
		return err
	}
	return nil
}

func (o *packImportOptions) answer(path string, result *importer.Result) error {
	if o.app.json {
		return o.app.document(o.document(path, result))
	}
	var out text
	for _, r := range result.Remarks {
		out.linef("%s:%d: %s [%s]", line(o.app.shown(o.app.abs(o.file))), r.Line, line(r.Message), line(r.Kind))
	}
	out.linef("written: %s, %s", line(o.app.shown(path)), counted(result.Steps, "step"))
	out.linef("next: compare it with the page, fix each `# imported:` comment, remove the line `imported: unreviewed`, and run rtut pack lint %s",
		word(o.app.shown(filepath.Dir(path))))
	return o.app.print(&out)
}

func (o *packImportOptions) document(path string, result *importer.Result) importDocument {
	d := importDocument{ID: result.ID, Path: path, Steps: result.Steps, Remarks: []importRemark{}, Left: []importedSection{}}
	for _, r := range result.Remarks {
		d.Remarks = append(d.Remarks, importRemark{File: filepath.Base(o.file), Line: r.Line, Kind: r.Kind, Message: r.Message})
	}
	for _, s := range result.Left {
		d.Left = append(d.Left, importedSection{Heading: s.Heading, Line: s.Line})
	}
	return d
}

package main

import (
	"strings"

	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"

	"rtut/pack/draft"
)

// draftCatalogOptions say what is looked for in a catalog.
type draftCatalogOptions struct {
	draftOptions
	search string
}

func newDraftCatalogCmd(a *app) *cobra.Command {
	o := &draftCatalogOptions{draftOptions: draftOptions{app: a}}
	cmd := &cobra.Command{
		Use:   "catalog",
		Short: "List what plans can name: operations, performers and saved agents",
		Long: "List what plans can name: operations, performers and saved agents. They are the files of catalog/operations,\n" +
			"catalog/performers and catalog/agents of the repo. All faults of these files are reported, with exit code 4.",
		Example: "  rtut draft catalog\n  rtut draft catalog --search rows --json",
		Args:    between(0, 0),
		RunE:    func(*cobra.Command, []string) error { return draftCatalog(o) },
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&o.search, "search", "", "list what has this `text` in its name or title")
	return cmd
}

// catalogDocument answers `draft catalog`.
type catalogDocument struct {
	GrantsPermissions bool   `json:"grantsPermissions"` // no: that something is listed permits nothing
	Scope             string `json:"scope"`
	draft.Listing
}

func draftCatalog(o *draftCatalogOptions) error {
	place, err := o.place()
	if err != nil {
		return err
	}
	loaded, advice, err := place.loadCatalog()
	if err != nil {
		return o.app.answerInvalid(err)
	}
	if len(advice) > 0 && !o.app.json {
		o.app.say(advice.String())
	}
	listed := draft.CatalogOf(loaded).Search(o.search)
	if o.app.json {
		return o.app.document(catalogDocument{Scope: "pre_draft", Listing: listed})
	}
	var out text
	o.lines(&out, place, listed)
	return o.app.print(&out)
}

// lines show a listing, each kind below a heading.
func (o *draftCatalogOptions) lines(out *text, place draftPlace, listed draft.Listing) {
	operations, profiles, agents := [][]string{}, [][]string{}, [][]string{}
	for _, op := range listed.Operations {
		operations = append(operations, []string{op.String(), string(op.Effect), op.Title})
	}
	for _, p := range listed.Profiles {
		profiles = append(profiles, []string{p.ModelProfileID, strings.Join(p.Modes, ", "), p.Title})
	}
	for _, a := range listed.SavedAgents {
		agents = append(agents, []string{a.Ref(), "", a.Title})
	}
	for _, kind := range []struct {
		heading string
		rows    [][]string
	}{{"operations:", operations}, {"performers:", profiles}, {"saved agents:", agents}} {
		if len(kind.rows) > 0 {
			out.linef("%s", kind.heading)
			columns(out, kind.rows)
		}
	}
	if len(operations)+len(profiles)+len(agents) > 0 {
		return
	}
	if o.search != "" {
		out.linef("nothing in the catalog has this text in its name or title") // and may be a secret
		return
	}
	out.linef("there is no catalog in %s. Put the files of operations into catalog/operations (docs/drafts.md)", line(place.app.shown(place.repo)))
}

// columns writes rows indented, their columns one below the other.
func columns(out *text, rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], runewidth.StringWidth(line(cell)))
		}
	}
	for _, row := range rows {
		var b strings.Builder
		for i, cell := range row {
			if widths[i] > 0 {
				b.WriteString("  " + line(cell) + strings.Repeat(" ", widths[i]-runewidth.StringWidth(line(cell))))
			}
		}
		out.linef("%s", strings.TrimRight(b.String(), " "))
	}
}

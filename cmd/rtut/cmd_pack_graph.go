package main

import (
	"github.com/spf13/cobra"

	"rtut/flow"
	"rtut/pack"
)

// packGraphOptions say which pack is drawn, and how.
type packGraphOptions struct {
	app    *app
	pack   string
	format string
}

func newPackGraphCmd(a *app) *cobra.Command {
	o := &packGraphOptions{app: a}
	cmd := &cobra.Command{
		Use:     "graph <pack>",
		Short:   "Print the dependency graph of a pack",
		Example: "  rtut pack graph packs/pg-restore-drill\n  rtut pack graph packs/pg-restore-drill --format dot | dot -Tsvg > flow.svg",
		Args:    between(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			o.pack = args[0]
			return runPackGraph(o)
		},
	}
	cmd.Flags().StringVar(&o.format, "format", "text", "text, dot (Graphviz) or mermaid (Markdown)")
	return cmd
}

// graphDocument answers `pack graph`.
type graphDocument struct {
	PackID string `json:"pack_id"`
	Format string `json:"format"`
	Graph  string `json:"graph"`
}

func runPackGraph(o *packGraphOptions) error {
	draw := map[string]func(*flow.Graph, flow.Label) string{
		"text": (*flow.Graph).Text, "dot": (*flow.Graph).Dot, "mermaid": (*flow.Graph).Mermaid,
	}[o.format]
	if draw == nil {
		return misuse("bad_flag", "--format is text, dot or mermaid")
	}
	place, err := o.app.findPack(o.pack)
	if err != nil {
		return err
	}
	loaded, err := o.app.load(place)
	if err != nil {
		return o.app.answerInvalid(err)
	}
	drawing := draw(loaded.Graph(), titles(loaded))
	if o.app.json {
		return o.app.document(graphDocument{PackID: loaded.ID, Format: o.format, Graph: drawing})
	}
	out := &text{}
	out.block("", drawing)
	return o.app.print(out)
}

// titles gives the titles of a pack's items and stages as they are written.
func titles(p *pack.Pack) flow.Label {
	return func(id string) string {
		if item := p.Item(id); item != nil {
			return item.Title.Raw()
		}
		if stage := p.Stage(id); stage != nil {
			return stage.Title.Raw()
		}
		return ""
	}
}

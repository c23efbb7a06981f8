package main

import (
	"context"

	"github.com/spf13/cobra"

	"rtut/flow/boxes"
)

// packGraphOptions say which pack is drawn, and how.
type packGraphOptions struct {
	app    *app
	pack   string // "" where a run says which
	run    runFlags
	format string
}

func newPackGraphCmd(a *app) *cobra.Command {
	o := &packGraphOptions{app: a}
	cmd := &cobra.Command{
		Use:   "graph [pack]",
		Short: "Print the dependency graph of a pack",
		Long: "Print what waits for what in a pack. Boxes are at most 80 columns wide: a graph that does not fit is printed as text, and a note says so.\n" +
			"Where lines of boxes cross, the upright one is uninterrupted. With --run the state of each item and the alternative that was taken stand\n" +
			"behind its title, and in dot and mermaid the way of the run is bold. The pack is described as the run followed it if that was kept,\n" +
			"otherwise as it is now. Without --run the pack must be named.",
		Example: "  rtut pack graph packs/pg-restore-drill\n  rtut pack graph packs/pg-restore-drill --format boxes\n" +
			"  rtut pack graph packs/pg-restore-drill --format dot | dot -Tsvg > flow.svg\n  rtut pack graph --run 20261130T0045 --format mermaid",
		Args: between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case !graphFormats[o.format]:
				return misuse("bad_flag", "--format is text, boxes, dot (Graphviz), mermaid (Markdown) or json")
			case len(args) == 0 && o.run.run == "":
				return misuse("bad_arguments", "name a pack, or a run with --run")
			case len(args) == 1:
				o.pack = args[0]
			}
			return runPackGraph(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.format, "format", "text", "text, boxes, dot (Graphviz), mermaid (Markdown) or json")
	cmd.Flags().StringVar(&o.run.run, "run", "", "show the states of this run, by its `id` or a prefix of it")
	return cmd
}

// graphFormats are the formats of a graph.
var graphFormats = map[string]bool{"text": true, "boxes": true, "dot": true, "mermaid": true, "json": true}

// graphWidth is how wide boxes may be, in columns.
const graphWidth = 80

// graphDocument answers `pack graph` in a format other than JSON.
type graphDocument struct {
	PackID string `json:"pack_id"`
	Format string `json:"format"`
	Graph  string `json:"graph"`
}

func runPackGraph(ctx context.Context, o *packGraphOptions) error {
	drawn, err := o.read(ctx)
	if err != nil {
		return err
	}
	if o.format == "json" {
		return o.app.document(drawn.items())
	}
	drawing, format := o.draw(drawn)
	if o.app.json {
		return o.app.document(graphDocument{PackID: drawn.pack.ID, Format: format, Graph: drawing})
	}
	out := &text{}
	out.block("", drawing)
	return o.app.print(out)
}

// read returns the pack that is drawn, and the run.
func (o *packGraphOptions) read(ctx context.Context) (*drawnPack, error) {
	if o.run.run != "" {
		t, err := o.app.findFollowed(ctx, o.run, o.pack)
		if err != nil {
			return nil, err
		}
		if t.pack == nil {
			return nil, misuse("unknown_pack", "run %s: its pack is gone, and was not kept; rtut run report describes the run without it", t.rec.RunID)
		}
		return &drawnPack{pack: t.pack, rec: t.rec}, nil
	}
	_, loaded, err := o.app.loadNamed(o.pack)
	if err != nil {
		return nil, err
	}
	return &drawnPack{pack: loaded}, nil
}

// draw draws a pack, and says in which format: boxes that do not fit are text.
func (o *packGraphOptions) draw(d *drawnPack) (drawing, format string) {
	graph := d.pack.Graph()
	switch o.format {
	case "dot":
		return graph.Dot(d.label, d.taken()), o.format
	case "mermaid":
		return graph.Mermaid(d.label, d.taken()), o.format
	case "boxes":
		drawing, fits := boxes.Draw(graph.Topology(), d.card, boxes.Style{Width: graphWidth, ASCII: o.app.ascii()})
		if fits {
			return drawing, o.format
		}
		o.app.notef("the boxes do not fit %d columns: this is the graph as text", graphWidth)
	}
	return graph.Text(d.label), "text"
}

package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"rtut/flow"
	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// packGraphOptions say which pack is drawn, and how.
type packGraphOptions struct {
	app    *app
	pack   string
	run    string // whose states are shown; "" for none
	format string
}

// graphFormats draw a graph.
var graphFormats = map[string]func(*flow.Graph, flow.Label) string{
	"text": (*flow.Graph).Text, "dot": (*flow.Graph).Dot, "mermaid": (*flow.Graph).Mermaid,
}

func newPackGraphCmd(a *app) *cobra.Command {
	o := &packGraphOptions{app: a}
	cmd := &cobra.Command{
		Use:   "graph <pack>",
		Short: "Print the dependency graph of a pack",
		Long: "Print the dependency graph of a pack: what each step and gate waits for. With --run show the state of each in that run too, the\n" +
			"alternatives that were taken, and the pack as the run followed it.",
		Example: "  rtut pack graph packs/pg-restore-drill\n  rtut pack graph packs/pg-restore-drill --format dot | dot -Tsvg > flow.svg\n" +
			"  rtut pack graph packs/pg-restore-drill --format json --run 20261130T0045",
		Args: between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.pack = args[0]
			if o.format != "json" && graphFormats[o.format] == nil {
				return misuse("bad_flag", "--format is text, dot, mermaid or json")
			}
			return runPackGraph(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.format, "format", "text", "text, dot (Graphviz), mermaid (Markdown) or json")
	cmd.Flags().StringVar(&o.run, "run", "", "show the states of this run, by its `id` or a prefix of it")
	return cmd
}

// graphDocument answers `pack graph`.
type graphDocument struct {
	PackID string `json:"pack_id"`
	Format string `json:"format"`
	Graph  string `json:"graph"`
}

// graphItems is a graph as a document.
type graphItems struct {
	PackID string      `json:"pack_id"`
	RunID  string      `json:"run_id,omitempty"`
	Items  []graphItem `json:"items"` // in canonical order
}

type graphItem struct {
	ID          string       `json:"id"`
	Kind        run.Kind     `json:"kind"`
	Title       string       `json:"title"`
	Stage       string       `json:"stage,omitempty"`
	State       record.State `json:"state,omitempty"`       // in the run
	Alternative string       `json:"alternative,omitempty"` // that was taken in the run
	WaitsFor    []graphWait  `json:"waits_for"`
}

type graphWait struct {
	Item string      `json:"item"` // or stage
	Why  flow.Reason `json:"why"`
}

func runPackGraph(ctx context.Context, o *packGraphOptions) error {
	loaded, rec, err := o.load(ctx)
	if err != nil {
		return err
	}
	if o.format == "json" {
		return o.app.document(graphOf(loaded, rec))
	}
	drawing := graphFormats[o.format](loaded.Graph(), labels(loaded, rec))
	if o.app.json {
		return o.app.document(graphDocument{PackID: loaded.ID, Format: o.format, Graph: drawing})
	}
	out := &text{}
	out.block("", drawing)
	return o.app.print(out)
}

// load reads the pack, and the record of the run that was named; nil for none.
func (o *packGraphOptions) load(ctx context.Context) (*pack.Pack, *record.Record, error) {
	if o.run != "" {
		t, err := o.app.findFollowed(ctx, runFlags{run: o.run}, o.pack)
		switch {
		case err != nil:
			return nil, nil, err
		case t.pack == nil:
			return nil, nil, misuse("unknown_pack", "run %s: its pack is gone, and was not kept", t.rec.RunID)
		}
		return t.pack, t.rec, nil
	}
	_, loaded, err := o.app.loadNamed(o.pack)
	return loaded, nil, err
}

// graphOf writes a graph down as a document.
func graphOf(p *pack.Pack, rec *record.Record) graphItems {
	doc := graphItems{PackID: p.ID, Items: []graphItem{}}
	waits := p.Graph().Progress(func(string) bool { return false })
	for _, id := range p.Graph().Items() {
		item := graphItem{ID: id, Kind: run.GateKind, Title: titles(p)(id), Stage: p.Item(id).Stage, WaitsFor: []graphWait{}}
		if p.Step(id) != nil {
			item.Kind = run.StepKind
		}
		for _, w := range waits.Unmet(id) {
			item.WaitsFor = append(item.WaitsFor, graphWait{w.On, w.Reason})
		}
		if rec != nil {
			doc.RunID, item.State, item.Title = rec.RunID, rec.State(id), p.Item(id).Title.Display(rec.Values())
			if step := rec.Steps[id]; step != nil {
				item.Alternative = step.Alternative
			}
		}
		doc.Items = append(doc.Items, item)
	}
	return doc
}

// labels are the titles and, in a run, behind them the states and the alternatives that were taken.
func labels(p *pack.Pack, rec *record.Record) flow.Label {
	plain := titles(p)
	if rec == nil {
		return plain
	}
	return func(id string) string {
		item := p.Item(id)
		if item == nil {
			return plain(id)
		}
		state := string(rec.State(id))
		if step := rec.Steps[id]; step != nil && step.Alternative != "" {
			state += ", " + step.Alternative
		}
		return strings.TrimSuffix(item.Title.Display(rec.Values())+" ("+state+")", " ()")
	}
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

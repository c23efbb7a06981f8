package main

import (
	"github.com/spf13/cobra"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/pack/write"
	"rtut/run"
)

// packShowOptions say which pack is shown.
type packShowOptions struct {
	app      *app
	pack     string
	expanded bool     // write the loops out
	params   []string // id=value
}

func newPackShowCmd(a *app) *cobra.Command {
	o := &packShowOptions{app: a}
	c := &cobra.Command{
		Use:   "show <pack>",
		Short: "Show what a pack does: its params, its steps and gates in order",
		Long: "Show what a pack does: its params, its steps and gates in order.\n\n" +
			"With --expanded the text of the pack is printed with its loops written out, as a run follows it. It is a pack itself.",
		Example: "  rtut pack show packs/pg-restore-drill\n  rtut pack show packs/pg-restore-drill --expanded --param replica=db3",
		Args:    between(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			o.pack = args[0]
			if len(o.params) > 0 && !o.expanded {
				return misuse("bad_flag", "--param is for --expanded")
			}
			return packShow(o)
		},
	}
	c.Flags().BoolVar(&o.expanded, "expanded", false, "print the pack with its loops written out")
	c.Flags().StringArrayVar(&o.params, "param", nil, "a list for --expanded, as `id=value`")
	return c
}

// packDocument answers `pack show`.
type packDocument struct {
	ID             string           `json:"id"`
	Schema         pack.Schema      `json:"schema"`
	Kind           pack.Kind        `json:"kind"`
	Title          string           `json:"title"`
	Owner          string           `json:"owner"`
	ExerciseStatus string           `json:"exercise_status"`
	Source         string           `json:"source,omitempty"`
	Trigger        string           `json:"trigger,omitempty"`
	Dir            string           `json:"dir,omitempty"`
	Limits         []pack.Limit     `json:"limits,omitempty"`
	Params         []paramDocument  `json:"params"`
	Items          []packedDocument `json:"items"`
}

type paramDocument struct {
	ID       string      `json:"id"`
	Title    string      `json:"title"`
	Type     value.Type  `json:"type"`
	Required bool        `json:"required"`
	Default  value.Value `json:"default"`
	Expects  string      `json:"expects"`
}

type packedDocument struct {
	ID       string      `json:"id"`
	Kind     string      `json:"kind"`
	Title    string      `json:"title"`
	Stage    string      `json:"stage,omitempty"`
	Effect   pack.Effect `json:"effect,omitempty"`
	Requires []string    `json:"requires"`
	ForEach  string      `json:"for_each,omitempty"` // the variable of the loop that it stands in
}

func packShow(o *packShowOptions) error {
	_, loaded, err := o.app.loadNamed(o.pack)
	if err != nil {
		return err
	}
	if o.expanded {
		return o.showExpanded(loaded)
	}
	doc := describe(loaded)
	if o.app.json {
		return o.app.document(doc)
	}
	return o.app.print(packText(doc, loaded.Summary.Raw()))
}

// showExpanded prints a pack with its loops written out; one without loops as it is.
func (o *packShowOptions) showExpanded(loaded *pack.Pack) error {
	params, err := pairs("--param", o.params)
	if err != nil {
		return err
	}
	written, err := run.WriteOut(loaded, params)
	if err != nil {
		return err
	}
	text := loaded.File()
	if tree, loops := written.WrittenOut(); loops {
		if text, err = write.Tree(tree); err != nil {
			return err
		}
	}
	if o.app.json {
		return o.app.document(expandedDocument{ID: loaded.ID, Text: string(text)})
	}
	return o.app.write(text)
}

// expandedDocument answers `pack show --expanded`.
type expandedDocument struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// describe lists what a person needs to know of a pack before running it.
func describe(p *pack.Pack) packDocument {
	doc := packDocument{
		ID: p.ID, Schema: p.Schema, Kind: p.Kind, Title: p.Title.Raw(), Owner: p.Owner, ExerciseStatus: p.ExerciseStatus,
		Source: p.Source, Trigger: p.Trigger, Dir: p.Dir, Limits: p.Limits.Set(), Params: []paramDocument{}, Items: []packedDocument{},
	}
	for _, d := range p.Params {
		kind := value.Type(orElse(string(d.Spec.Type), string(value.String)))
		doc.Params = append(doc.Params, paramDocument{d.ID, d.Title, kind, d.Required, d.Default, d.Spec.Describe()})
	}
	for _, id := range p.Graph().Items() {
		item := p.Item(id)
		entry := packedDocument{
			ID: id, Kind: "gate", Title: item.Title.Raw(), Stage: item.Stage, Requires: append([]string{}, item.Requires...), ForEach: item.Loop,
		}
		if step := p.Step(id); step != nil {
			entry.Kind, entry.Effect = "step", step.Effect
		}
		doc.Items = append(doc.Items, entry)
	}
	return doc
}

func packText(doc packDocument, summary string) *text {
	var out text
	out.linef("%s  %s", doc.ID, line(doc.Title))
	out.block("  ", summary)
	out.linef("owner: %s", line(orElse(doc.Owner, "-")))
	out.linef("exercise status: %s", line(orElse(doc.ExerciseStatus, "never")))
	if doc.Source != "" {
		out.linef("source: %s", line(doc.Source))
	}
	if doc.Trigger != "" {
		out.linef("meant to be run: %s", line(doc.Trigger))
	}
	if doc.Dir != "" {
		out.linef("commands run in: %s", line(doc.Dir))
	}
	for _, limit := range doc.Limits {
		out.linef("limit %s: %s  (%s)", limit.Key, limit.Value, limit.Means)
	}
	for _, p := range doc.Params {
		need := "optional"
		if p.Required {
			need = "required"
		} else if !p.Default.IsZero() {
			need = "default " + line(p.Default.Text())
		}
		out.linef("param %s  %s  (%s, %s)", p.ID, line(p.Title), line(p.Expects), need)
	}
	for _, i := range doc.Items {
		out.linef("%s %s  %s", i.Kind, i.ID, line(i.Title)+effectMark(i.Effect)+loopMark(i.ForEach))
	}
	return &out
}

func loopMark(variable string) string {
	if variable == "" {
		return ""
	}
	return "  (for each " + variable + ")"
}

func effectMark(e pack.Effect) string {
	if e == pack.Irreversible {
		return "  (irreversible)"
	}
	return ""
}

package main

import (
	"rtut/flow"
	"rtut/flow/boxes"
	"rtut/pack"
	"rtut/pack/value"
	"rtut/run"
	"rtut/run/record"
)

// drawnPack is a pack as `pack graph` shows it: as it is written or, with a record, as a run stands.
type drawnPack struct {
	pack *pack.Pack
	rec  *record.Record // nil: no run
}

// title of an item or a stage, with the values of the run.
func (d *drawnPack) title(id string) string {
	title := value.Text{}
	if item := d.pack.Item(id); item != nil {
		title = item.Title
	} else if stage := d.pack.Stage(id); stage != nil {
		title = stage.Title
	}
	if d.rec != nil {
		return title.Display(d.rec.Values())
	}
	return title.Raw()
}

// state of an item in the run; "" without one, and for stages.
func (d *drawnPack) state(id string) record.State {
	if d.rec == nil || d.pack.Item(id) == nil {
		return ""
	}
	return d.rec.State(id)
}

// alternative of a step that the run took; "" for none, and for a step that has only one way.
func (d *drawnPack) alternative(id string) string {
	if d.rec == nil || d.rec.Steps[id] == nil {
		return ""
	}
	return d.rec.Steps[id].Alternative
}

// standing is the state in words, and the alternative that was taken: "done: by-force".
func (d *drawnPack) standing(id string) string {
	standing := string(d.state(id))
	if taken := d.alternative(id); taken != "" && taken != pack.Needed {
		standing += ": " + taken
	}
	return standing
}

// label is the title, and where a run stands.
func (d *drawnPack) label(id string) string {
	title, standing := d.title(id), d.standing(id)
	switch {
	case standing == "":
		return title
	case title == "":
		return "(" + standing + ")"
	}
	return title + " (" + standing + ")"
}

// taken is the way that the run has taken so far: what it has begun or ended, and that is not skipped or waived.
func (d *drawnPack) taken() flow.Taken {
	if d.rec == nil {
		return nil
	}
	return func(id string) bool {
		switch d.state(id) {
		case record.Done, record.Passed, record.Running, record.Failed, record.Pushed:
			return d.alternative(id) != pack.NotNeeded
		}
		return false
	}
}

// card is the box of an item.
func (d *drawnPack) card(id string) boxes.Card {
	c := boxes.Card{Frame: d.pack.Item(id).Stage, Head: id, Lines: []string{line(d.title(id))}}
	if d.pack.Gate(id) != nil {
		c.Head = "[" + id + "]"
	}
	if standing := d.standing(id); standing != "" {
		c.Lines = append(c.Lines, "("+standing+")")
	}
	return c
}

// itemsDocument answers `pack graph --format json`.
type itemsDocument struct {
	PackID string         `json:"pack_id"`
	RunID  string         `json:"run_id,omitempty"`
	Items  []itemOfGraph  `json:"items"`
	Stages []stageOfGraph `json:"stages"`
}

// itemOfGraph is a step or a gate, in canonical order.
type itemOfGraph struct {
	ID          string        `json:"id"`
	Kind        run.Kind      `json:"kind"`
	Title       string        `json:"title"`
	Stage       string        `json:"stage"` // "" for none
	WaitsFor    []waitOfGraph `json:"waits_for"`
	State       record.State  `json:"state,omitempty"`
	Alternative string        `json:"alternative,omitempty"` // that the run took
}

// waitOfGraph is one thing that an item waits for.
type waitOfGraph struct {
	Item      string      `json:"item"` // of a stage: all of its items
	Why       flow.Reason `json:"why"`
	Datapoint string      `json:"datapoint,omitempty"`
}

// stageOfGraph is a stage with all items in it, in canonical order.
type stageOfGraph struct {
	ID    string   `json:"id"`
	Title string   `json:"title"`
	Stage string   `json:"stage"` // around it; "" for none
	Items []string `json:"items"`
}

// items lists what `pack graph --format json` answers.
func (d *drawnPack) items() itemsDocument {
	graph := d.pack.Graph()
	waits := graph.Waits()
	doc := itemsDocument{PackID: d.pack.ID, Items: []itemOfGraph{}, Stages: []stageOfGraph{}}
	if d.rec != nil {
		doc.RunID = d.rec.RunID
	}
	for _, id := range graph.Items() {
		it := itemOfGraph{
			ID: id, Kind: run.StepKind, Title: d.title(id), Stage: d.pack.Item(id).Stage, WaitsFor: []waitOfGraph{},
			State: d.state(id), Alternative: d.alternative(id),
		}
		if d.pack.Gate(id) != nil {
			it.Kind = run.GateKind
		}
		for _, w := range waits[id] {
			it.WaitsFor = append(it.WaitsFor, waitOfGraph{Item: w.From, Why: w.Reason, Datapoint: w.Via})
		}
		doc.Items = append(doc.Items, it)
	}
	doc.Stages = d.stages(doc.Stages, &d.pack.Root)
	return doc
}

// stages adds the stages in s to out.
func (d *drawnPack) stages(out []stageOfGraph, s *pack.Stage) []stageOfGraph {
	for _, nested := range s.Stages {
		members := d.pack.Graph().Members(nested.ID)
		out = append(out, stageOfGraph{ID: nested.ID, Title: d.title(nested.ID), Stage: s.ID, Items: append([]string{}, members...)})
		out = d.stages(out, nested)
	}
	return out
}

package pack

import (
	"errors"
	"slices"
	"strconv"

	"rtut/flow"
)

// ruleCycle: nothing waits for itself by way of others. Each loop that is found is cut open at one `requires` or `since`,
// to find the next.
func ruleCycle(l *loader) {
	cut := map[*node]bool{}
	for {
		graph, err := flow.New(l.flowStage(l.stages[0].stage, cut), l.initial())
		l.pack.index.graph = graph
		var cycle *flow.CycleError
		if !errors.As(err, &cycle) {
			return
		}
		n := l.waitOn(cycle.Items, cut)
		at := l.placeOf(cycle.Items[0])
		if n != nil {
			at = n.place
		}
		l.report.at(at, "cycle", cycle.Error(), "remove one of these dependencies")
		if n == nil {
			return
		}
		cut[n] = true
	}
}

// initial holds the datapoints that a run begins with.
func (l *loader) initial() map[string]bool {
	set := map[string]bool{}
	for _, d := range l.pack.Datapoints {
		if !d.Initial.IsZero() {
			set[d.ID] = true
		}
	}
	return set
}

// flowStage is what the graph needs to know of a stage. What other rules have reported is left out.
func (l *loader) flowStage(s *Stage, cut map[*node]bool) flow.Stage {
	f := flow.Stage{ID: s.ID, Sequential: s.Sequential}
	if s.ID != "" {
		f.Requires = l.sound(s.ID, cut)
	}
	for _, step := range s.Steps {
		if l.pack.index.steps[step.ID] != step {
			continue
		}
		item := flow.Item{ID: step.ID, Requires: l.sound(step.ID, cut), Uses: l.soundUses(step.Uses)}
		for _, p := range step.Produces {
			item.Produces = append(item.Produces, p.Datapoint)
		}
		item.Produces = l.soundUses(item.Produces)
		f.Steps = append(f.Steps, item)
	}
	for _, stage := range s.Stages {
		if l.pack.index.stages[stage.ID] == stage {
			f.Stages = append(f.Stages, l.flowStage(stage, cut))
		}
	}
	for _, gate := range s.Gates {
		if l.pack.index.gates[gate.ID] == gate {
			f.Gates = append(f.Gates, flow.Item{
				ID: gate.ID, Requires: l.sound(gate.ID, cut), Uses: l.soundUses(gate.Uses), Since: l.soundSince(gate.ID, cut),
			})
		}
	}
	return f
}

// sound returns what an item or a stage requires, without unknown ids, own gates, itself and what was cut.
func (l *loader) sound(id string, cut map[*node]bool) []string {
	m, stage := l.sourceOf(id)
	if m.node == nil {
		return nil
	}
	var ids []string
	for _, n := range m.words("requires") {
		known := n.value != "" && n.value != id && slices.Contains([]string{"step", "gate", "stage"}, l.kindOf(n.value))
		own := l.pack.index.gates[id] == nil && l.ownGate(stage, n.value)
		if known && !own && !cut[n] {
			ids = append(ids, n.value)
		}
	}
	return distinct(ids)
}

func (l *loader) soundUses(ids []string) []string {
	return slices.DeleteFunc(distinct(ids), func(id string) bool { return l.pack.index.datapoints[id] == nil })
}

// soundSince returns the items since whose end the checks of a gate count the time, without those that do not exist.
func (l *loader) soundSince(gate string, cut map[*node]bool) []string {
	var ids []string
	for _, n := range l.sinceNodes(gate) {
		if kind := l.kindOf(n.value); !cut[n] && (kind == "step" || kind == "gate") {
			ids = append(ids, n.value)
		}
	}
	return distinct(ids)
}

// sinceNodes are the values of `since` in a gate's checks.
func (l *loader) sinceNodes(gate string) []*node {
	var nodes []*node
	for _, check := range l.sources[gate].checks {
		if n := check.get("since"); n != nil {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// waitOn finds a `requires` or a `since` of one item of a loop that leads to the next one.
func (l *loader) waitOn(loop []string, cut map[*node]bool) *node {
	for i, id := range loop {
		next := loop[(i+1)%len(loop)]
		m, _ := l.sourceOf(id)
		if m.node == nil {
			continue
		}
		for _, n := range append(l.sinceNodes(id), m.words("requires")...) {
			if n.value == next && !cut[n] {
				return n
			}
		}
	}
	return nil
}

// sourceOf returns the mapping of an item or a stage, and the stage around (for a stage: itself).
func (l *loader) sourceOf(id string) (mapping, *stageSource) {
	if s := l.sources[id]; s.stage != nil {
		return s.m, s.stage
	}
	return mapping{}, nil
}

func (l *loader) placeOf(id string) mark {
	if m, _ := l.sourceOf(id); m.node != nil {
		return m.at("id")
	}
	return l.top.node.place
}

func itoa(n int) string { return strconv.Itoa(n) }

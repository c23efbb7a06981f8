package flow

// arrow is one edge of a drawing: to waits for from. Both are items or stages.
type arrow struct {
	from, to string
	reason   Reason
	via      string // of reason uses: the datapoint
}

// uses is the reason of an arrow from the producer of a datapoint to a user of it.
const uses Reason = "uses"

// arrows lists what a drawing of the graph shows, in canonical order of what waits, each once. That items wait for what
// a stage around them waits for is shown by one arrow to the stage.
func (g *Graph) arrows() []arrow {
	var out []arrow
	seen := map[arrow]bool{}
	for _, a := range g.arrowsIn(g.root) {
		key := a
		if a.reason != uses {
			key.reason = ""
		}
		if !seen[key] {
			out = append(out, a)
		}
		seen[key] = true
	}
	return out
}

// arrowsIn lists the arrows to a stage's items and nested stages.
func (g *Graph) arrowsIn(s Stage) []arrow {
	var out []arrow
	for i, step := range s.Steps {
		if s.Sequential && i > 0 {
			out = append(out, arrow{from: s.Steps[i-1].ID, to: step.ID, reason: Order})
		}
		out = append(out, g.own(step)...)
	}
	for i, nested := range s.Stages {
		r := renderer{graph: g}
		if s.Sequential {
			for _, id := range r.before(s, i) {
				out = append(out, arrow{from: id, to: nested.ID, reason: Order})
			}
		}
		for _, id := range nested.Requires {
			out = append(out, arrow{from: id, to: nested.ID, reason: Requires})
		}
		out = append(out, g.arrowsIn(nested)...)
	}
	for _, gate := range s.Gates {
		out = append(out, g.toGate(s, gate)...)
	}
	return out
}

// toGate lists the arrows to a gate: from the steps of its stage, nested ones included, and what it has of its own.
func (g *Graph) toGate(s Stage, gate Item) []arrow {
	var out []arrow
	for _, step := range s.Steps {
		out = append(out, arrow{from: step.ID, to: gate.ID, reason: Steps})
	}
	for _, nested := range s.Stages {
		if len(stepsOf(nested)) > 0 {
			out = append(out, arrow{from: nested.ID, to: gate.ID, reason: Steps})
		}
	}
	return append(out, g.own(gate)...)
}

// own lists the arrows to an item that it declares itself.
func (g *Graph) own(it Item) []arrow {
	var out []arrow
	for _, id := range it.Requires {
		out = append(out, arrow{from: id, to: it.ID, reason: Requires})
	}
	for _, d := range it.Uses {
		if by := g.makers[d]; by != "" && by != it.ID {
			out = append(out, arrow{from: by, to: it.ID, reason: uses, via: d})
		}
	}
	return out
}

// end returns an item that stands for an item or stage where a drawing can't let an arrow end at a stage: its last
// item where the arrow begins, its first one where it ends. "" for a stage without items.
func (g *Graph) end(id string, begins bool) string {
	members, isStage := g.members[id]
	switch {
	case !isStage:
		return id
	case len(members) == 0:
		return ""
	case begins:
		return members[len(members)-1]
	}
	return members[0]
}

package flow

import "slices"

// Arrow is one edge of a drawing: To waits for From. Both are items or stages.
type Arrow struct {
	From, To string
	Reason   Reason
	Via      string // of reason Uses: the datapoint
}

// Uses is the reason of an arrow from the producer of a datapoint to a user of it.
const Uses Reason = "uses"

// Elapsed is the reason of an arrow to an item that counts the time since another one finished.
const Elapsed Reason = "elapsed"

// Arrows lists what a drawing of the graph shows, in canonical order of what waits, each once. That items wait for what
// a stage around them waits for is shown by one arrow to the stage.
func (g *Graph) Arrows() []Arrow {
	var out []Arrow
	seen := map[Arrow]bool{}
	for _, a := range g.arrowsIn(g.root) {
		key := a
		if a.Reason != Uses && a.Reason != Elapsed {
			key.Reason = ""
		}
		if !seen[key] {
			out = append(out, a)
		}
		seen[key] = true
	}
	return out
}

// Waits lists for each item what it waits for: what it declares itself, what its place in the pack gives, and what the
// stages around it wait for. From is an item or a stage. The time since an item and what makes a datapoint are among it.
func (g *Graph) Waits() map[string][]Arrow {
	out := map[string][]Arrow{}
	g.waitsIn(g.root, out)
	return out
}

func (g *Graph) waitsIn(s Stage, out map[string][]Arrow) {
	for _, it := range slices.Concat(s.Steps, s.Gates) {
		for _, w := range g.waits[it.ID] {
			out[it.ID] = append(out[it.ID], Arrow{From: w.On, To: it.ID, Reason: w.Reason})
		}
		out[it.ID] = distinctArrows(append(out[it.ID], g.own(it)...))
	}
	for _, nested := range s.Stages {
		g.waitsIn(nested, out)
	}
}

// distinctArrows leaves out what is there for the same reason before.
func distinctArrows(arrows []Arrow) []Arrow {
	seen := map[Arrow]bool{}
	return slices.DeleteFunc(arrows, func(a Arrow) bool {
		double := seen[a]
		seen[a] = true
		return double
	})
}

// arrowsIn lists the arrows to a stage's items and nested stages.
func (g *Graph) arrowsIn(s Stage) []Arrow {
	var out []Arrow
	for i, step := range s.Steps {
		if s.Sequential && i > 0 {
			out = append(out, Arrow{From: s.Steps[i-1].ID, To: step.ID, Reason: Order})
		}
		out = append(out, g.own(step)...)
	}
	for i, nested := range s.Stages {
		r := renderer{graph: g}
		if s.Sequential {
			for _, id := range r.before(s, i) {
				out = append(out, Arrow{From: id, To: nested.ID, Reason: Order})
			}
		}
		for _, id := range nested.Requires {
			out = append(out, Arrow{From: id, To: nested.ID, Reason: Requires})
		}
		out = append(out, g.arrowsIn(nested)...)
	}
	for _, gate := range s.Gates {
		out = append(out, g.toGate(s, gate)...)
	}
	return out
}

// toGate lists the arrows to a gate: from the steps of its stage, nested ones included, and what it has of its own.
func (g *Graph) toGate(s Stage, gate Item) []Arrow {
	var out []Arrow
	for _, step := range s.Steps {
		out = append(out, Arrow{From: step.ID, To: gate.ID, Reason: Steps})
	}
	for _, nested := range s.Stages {
		if len(stepsOf(nested)) > 0 {
			out = append(out, Arrow{From: nested.ID, To: gate.ID, Reason: Steps})
		}
	}
	return append(out, g.own(gate)...)
}

// own lists the arrows to an item that it declares itself.
func (g *Graph) own(it Item) []Arrow {
	var out []Arrow
	for _, id := range it.Requires {
		out = append(out, Arrow{From: id, To: it.ID, Reason: Requires})
	}
	for _, id := range it.Since {
		out = append(out, Arrow{From: id, To: it.ID, Reason: Elapsed})
	}
	for _, d := range it.Uses {
		if by := g.makers[d]; by != "" && by != it.ID {
			out = append(out, Arrow{From: by, To: it.ID, Reason: Uses, Via: d})
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

package flow

// Progress answers, for one moment of a run, what is still waited for. It remembers what it has found out about
// stages, so make a new one when something has changed. It is not for concurrent use.
type Progress struct {
	graph    *Graph
	finished func(item string) bool
	stages   map[string]bool
}

// Progress returns what is waited for while finished says of each item whether it no longer holds others up.
func (g *Graph) Progress(finished func(item string) bool) *Progress {
	return &Progress{graph: g, finished: finished, stages: map[string]bool{}}
}

// Unmet returns what the item still waits for: its own waits first, then those of the stages around it from the
// outermost in, each thing once.
func (p *Progress) Unmet(item string) []Wait {
	var unmet []Wait
	seen := map[string]bool{}
	for _, w := range p.graph.waits[item] {
		if seen[w.On] || p.met(w.On) {
			continue
		}
		seen[w.On] = true
		unmet = append(unmet, w)
	}
	return unmet
}

// met reports whether an item, or every item of a stage, is finished.
func (p *Progress) met(id string) bool {
	members, isStage := p.graph.members[id]
	if !isStage {
		return p.finished(id)
	}
	done, known := p.stages[id]
	if known {
		return done
	}
	done = true
	for _, m := range members {
		done = done && p.finished(m)
	}
	p.stages[id] = done
	return done
}

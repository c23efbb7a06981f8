package pack

import (
	"slices"

	"rtut/pack/value"
)

// adviseIdleGate: a gate for which nothing waits decides nothing. One that comes after all steps closes the procedure.
func adviseIdleGate(l *loader) {
	graph := l.pack.Graph()
	items := graph.Items()
	for _, g := range l.gates {
		at := slices.Index(items, g.gate.ID)
		after := slices.IndexFunc(items[at+1:], func(id string) bool { return l.pack.Step(id) != nil })
		if after < 0 || len(graph.Downstream(g.gate.ID)) > 0 {
			continue
		}
		l.advise(g.m.at("id"), "gate-holds-nothing", "gate "+value.Quoted(g.gate.ID)+" blocks nothing: nothing requires it or its stage, and nothing follows it in order, so step "+
			value.Quoted(items[at+1+after])+" and the items behind it may start before it has passed",
			"add `requires: ["+g.gate.ID+"]` to what must wait for it, or `order: sequential` around them")
	}
}

// adviseMaxAge: a value grows old while a step is carried out. Who then waits for its age may wait for ever, if what was done
// keeps it from being measured again.
func adviseMaxAge(l *loader) {
	work := &worked{l: l, downstream: map[string]map[string]bool{}}
	for _, d := range l.pack.Datapoints {
		if d.MaxAge == 0 {
			continue
		}
		for _, g := range l.gates {
			if slices.Contains(g.gate.Uses, d.ID) {
				work.adviseBehindGate(g, d)
			}
		}
		work.adviseUsers(d)
	}
}

// worked finds steps that do something between two items.
type worked struct {
	l          *loader
	downstream map[string]map[string]bool
}

// behind reports whether an item waits for another one, directly or through others.
func (w *worked) behind(id, other string) bool {
	below := w.downstream[other]
	if below == nil {
		below = map[string]bool{}
		for _, item := range w.l.pack.Graph().Downstream(other) {
			below[item] = true
		}
		w.downstream[other] = below
	}
	return below[id]
}

// between returns the first step that is not read-only and is behind one item and before another; "" for none. only gives
// one of an effect alone.
func (w *worked) between(from, to string, only Effect) string {
	for _, s := range w.l.steps {
		id, effect := s.step.ID, s.step.Effect
		if effect != ReadOnly && (only == "" || effect == only) && w.behind(id, from) && w.behind(to, id) {
			return id
		}
	}
	return ""
}

// adviseBehindGate is about the first step that waits for the age of what a gate passed on, with work in between. Behind an
// irreversible step the age is not asked for any more.
func (w *worked) adviseBehindGate(g *gateSource, d Datapoint) {
	for _, s := range w.l.steps {
		id := s.step.ID
		if s.step.Effect == ReadOnly || !w.behind(id, g.gate.ID) || w.between(g.gate.ID, id, Irreversible) != "" {
			continue
		}
		if first := w.between(g.gate.ID, id, ""); first != "" {
			w.advise(g.m, id, d, ", on which gate "+value.Quoted(g.gate.ID)+" passed,", first)
			return
		}
	}
}

// adviseUsers is about the first step that uses a value, with work between the measurement and it.
func (w *worked) adviseUsers(d Datapoint) {
	for _, maker := range w.l.steps {
		if !slices.ContainsFunc(maker.step.Produces, func(p Produce) bool { return p.Datapoint == d.ID }) {
			continue
		}
		for _, s := range w.l.steps {
			if first := w.between(maker.step.ID, s.step.ID, ""); slices.Contains(s.step.Uses, d.ID) && first != "" {
				w.advise(s.m, s.step.ID, d, "", first)
				return
			}
		}
	}
}

func (w *worked) advise(m mapping, id string, d Datapoint, passed, first string) {
	w.l.advise(m.at("id"), "max-age", "step "+value.Quoted(id)+" waits as soon as "+value.Quoted(d.ID)+passed+" is older than "+value.ShortDuration(d.MaxAge)+
		", and step "+value.Quoted(first)+" is carried out before it. if the value cannot be measured again then, the run is stuck",
		"let the age count before "+value.Quoted(first)+" alone: give `max_age` to a datapoint that only it uses")
}

// adviseAutoAnswer: auto-confirm answers questions with yes and asks nobody, unless the gate is manual-only or declares evidence.
func adviseAutoAnswer(l *loader) {
	for _, g := range l.gates {
		if g.gate.ManualOnly || len(g.gate.Evidence) > 0 || !slices.ContainsFunc(g.gate.Checks, func(c Check) bool { return c.Kind == Manual }) {
			continue
		}
		l.advise(g.m.at("id"), "auto-answer", "auto-confirm answers the questions of gate "+value.Quoted(g.gate.ID)+" with yes without asking anybody",
			"add `auto_confirm: manual-only` if a person has to answer")
	}
}

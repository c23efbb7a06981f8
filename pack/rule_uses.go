package pack

import (
	"rtut/pack/value"
)

// ruleUses: an item does not wait for itself, and names nothing twice.
func ruleUses(l *loader) {
	for _, s := range l.stages {
		l.once(s.m, s.stage.ID, "requires")
	}
	for _, s := range l.steps {
		l.once(s.m, s.step.ID, "requires", "uses")
	}
	for _, g := range l.gates {
		l.once(g.m, g.gate.ID, "requires", "uses")
	}
}

func (l *loader) once(m mapping, id string, keys ...string) {
	for _, key := range keys {
		if layouts[m.name].field(key) == nil {
			continue
		}
		seen := map[string]bool{}
		for _, n := range m.words(key) {
			switch {
			case key == "requires" && n.value == id:
				l.report.at(n.place, "cycle", value.Quoted(id)+" requires itself", "remove it")
			case seen[n.value]:
				l.report.at(n.place, "double", "`"+key+"` names "+value.Quoted(n.value)+" twice", "remove one")
			}
			seen[n.value] = true
		}
	}
}

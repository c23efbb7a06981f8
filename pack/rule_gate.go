package pack

import (
	"rtut/pack/value"
)

// ruleGate: a gate has at least one check.
func ruleGate(l *loader) {
	for _, g := range l.gates {
		if n := g.m.get("checks"); n != nil && len(n.items) == 0 {
			l.report.at(n.place, "required", "gate "+value.Quoted(g.gate.ID)+" has no checks. at least one was expected", "")
		}
	}
}

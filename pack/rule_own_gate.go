package pack

import (
	"rtut/pack/value"
)

// ruleOwnGate: a gate waits for every step of its stage, so that a step in there cannot wait for the gate.
func ruleOwnGate(l *loader) {
	for _, s := range l.steps {
		for _, n := range s.m.words("requires") {
			if l.ownGate(s.stage, n.value) {
				l.reportOwnGate(n, s.step.ID)
			}
		}
	}
	for _, s := range l.stages {
		if s.outer == nil {
			continue
		}
		for _, n := range s.m.words("requires") {
			if l.ownGate(s.outer, n.value) || l.ownGate(s, n.value) {
				l.reportOwnGate(n, s.stage.ID)
			}
		}
	}
}

// ownGate reports whether an id is that of a gate of the stage, or of one around it.
func (l *loader) ownGate(s *stageSource, id string) bool {
	gate := l.pack.index.gates[id]
	for ; gate != nil && s != nil; s = s.outer {
		if gate.Stage == s.stage.ID {
			return true
		}
	}
	return false
}

func (l *loader) reportOwnGate(n *node, id string) {
	gate := n.value
	l.report.at(n.place, "own-gate", value.Quoted(id)+" requires the gate "+value.Quoted(gate)+" of its own stage, and the gate waits for every step of its stage: "+
		id+" -> "+gate+" -> "+id, "give the gate a stage of its own that comes before")
}

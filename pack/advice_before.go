package pack

import (
	"rtut/pack/value"
)

// adviseBefore: before what can't be taken back somebody or something decides.
func adviseBefore(l *loader) {
	if l.pack.Schema == V01 {
		return // it has no gates
	}
	held := l.behindGates()
	for _, s := range l.steps {
		if s.step.Effect == Irreversible && !held[s.step.ID] {
			l.advise(s.m.at("id"), "no-gate-before", "step "+value.Quoted(s.step.ID)+" is irreversible, and no gate comes before it",
				"add a gate with what must be true before it starts, in a stage before it, and let the step require it")
		}
	}
}

// behindGates returns the items that wait for a gate, directly or through others.
func (l *loader) behindGates() map[string]bool {
	topology := l.pack.Graph().Topology()
	behind := make([]bool, len(topology.Order))
	held := map[string]bool{}
	for _, node := range topology.Order {
		for _, wait := range topology.Waits[node] {
			behind[node] = behind[node] || behind[wait.To] || l.pack.Gate(topology.Items[wait.To]) != nil
		}
		if behind[node] {
			held[topology.Items[node]] = true
		}
	}
	return held
}

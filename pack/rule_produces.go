package pack

import (
	"rtut/pack/extract"
	"rtut/pack/value"
)

// ruleProduces: a step names each datapoint once, and extracts only from the output of a verification.
func ruleProduces(l *loader) {
	for _, s := range l.steps {
		seen := map[string]bool{}
		for i, n := range s.m.items("produces") {
			if i >= len(s.step.Produces) {
				break
			}
			p := s.step.Produces[i]
			if seen[p.Datapoint] {
				l.report.at(n.place, "double", "`produces` names "+value.Quoted(p.Datapoint)+" twice", "remove one")
			}
			seen[p.Datapoint] = true
			if p.Extract != nil {
				l.extractable(s, n)
				l.takeable(p, n)
			}
		}
	}
}

// extractable: every way to carry out a step that extracts is verified by a command.
func (l *loader) extractable(s *stepSource, n *node) {
	for _, a := range s.alternatives {
		if !a.verify.ByCommand() {
			l.report.at(n.place, "extract", "`extract` reads the output of the verification, and "+l.alternativeName(s, a)+
				" is verified without a command. a verification of kind exit-code or output-contains was expected",
				"leave `extract` out if the operator types the value")
		}
	}
}

// takeable: a list is taken for a datapoint that is a list, and for no other.
func (l *loader) takeable(p Produce, n *node) {
	d := l.pack.Datapoint(p.Datapoint)
	if d == nil {
		return
	}
	switch isList := d.Spec.Kind() == value.List; {
	case isList && p.Extract.Take != extract.List && !p.Extract.Plain:
		l.report.at(n.place, "extract", "`extract` takes one value for "+value.Quoted(d.ID)+", which is a list. `take: list` was expected", "")
	case !isList && p.Extract.Take == extract.List:
		l.report.at(n.place, "extract", "`extract` takes a list for "+value.Quoted(d.ID)+", which is "+d.Spec.Describe()+". another `take` was expected", "")
	}
}

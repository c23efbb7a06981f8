package pack

import (
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

// checkExtract: the expression has a group, whose text becomes the value.
func (l *loader) checkExtract(m mapping, p Produce) {
	if p.Extract != nil && p.Extract.NumSubexp() == 0 {
		l.report.at(m.at("extract"), "extract", "`extract` has no group. one was expected, whose text becomes the value", "put parentheses around it: `lag=(\\d+)`")
	}
}

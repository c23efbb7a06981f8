package pack

// ruleAlternatives: `one_of` offers a choice.
func ruleAlternatives(l *loader) {
	for _, s := range l.steps {
		n := s.m.get("one_of")
		if n != nil && len(n.items) == 0 {
			l.report.at(n.place, "required", "`one_of` is empty. at least one alternative was expected", "leave the key out")
		}
	}
}

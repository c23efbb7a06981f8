package pack

// ruleAccept: `accept` is about what the step produces.
func ruleAccept(l *loader) {
	for _, s := range l.steps {
		if len(s.step.Accept) > 0 && !s.m.has("produces") {
			l.report.at(s.m.keys["accept"].place, "accept", "`accept` on a step that produces nothing. `produces` was expected",
				"a condition for going on belongs in a gate, or in `verify`")
		}
	}
}

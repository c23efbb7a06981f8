package pack

// ruleKind: a reference pack says where the runbook is kept and has no steps; a native one has something to do.
func ruleKind(l *loader) {
	m := l.top
	if l.pack.Kind != Reference {
		if len(l.steps)+len(l.gates) == 0 && !m.has("steps") && !m.has("stages") && !m.has("gates") {
			l.report.at(m.node.place, "required", "a pack without steps. at least one was expected", "a pointer to a runbook kept elsewhere has `kind: reference`")
		}
		return
	}
	if !m.has("source") {
		l.report.at(m.at("kind"), "reference", "a reference pack without `source`. the URL or the path of the runbook was expected", "")
	}
	for _, key := range []string{"steps", "stages", "gates"} {
		if m.has(key) {
			l.report.at(m.keys[key].place, "reference", "a reference pack with `"+key+"`. none were expected, since it cannot be run", "remove them, or `kind: reference`")
		}
	}
}

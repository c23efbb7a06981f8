package pack

// ruleKind: a reference pack says where the runbook is kept and has no steps; a native one has something to do.
func ruleKind(l *loader) {
	m := l.top
	if l.pack.Kind != Reference {
		l.checkItems()
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

// checkItems: a pack has something to do. What is there and malformed has been reported.
func (l *loader) checkItems() {
	if len(l.steps)+len(l.gates) > 0 || l.report.found.Failed() && (l.top.has("steps") || l.top.has("stages") || l.top.has("gates")) {
		return
	}
	at := l.top.node.place
	for _, key := range []string{"gates", "stages", "steps"} {
		if l.top.has(key) {
			at = l.top.at(key)
		}
	}
	l.report.at(at, "required", "a pack without steps. at least one was expected", "a pointer to a runbook kept elsewhere has `kind: reference`")
}

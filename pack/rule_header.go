package pack

import (
	"time"

	"rtut/pack/value"
)

var (
	toolPattern = value.CompileLater(`^[A-Za-z0-9_][A-Za-z0-9_.+@-]*$`)
	envPattern  = value.CompileLater(`^[A-Za-z_][A-Za-z0-9_]*$`)
	exercised   = value.CompileLater(`^exercised (\d{4}-\d\d-\d\d) by \S+$`)
)

// ruleHeader: `exercise_status` is one that rtut could have written, and what is listed is listed once.
func ruleHeader(l *loader) {
	if n := l.top.get("exercise_status"); n != nil && n.value != "never" && !isExercised(n.value) {
		l.report.at(n.place, "exercise-status", "`exercise_status` is "+value.Quoted(n.value)+". never, or exercised 2026-11-30 by ana, was expected",
			"rtut writes it when a run has succeeded")
	}
	if l.top.has("environments") && len(l.top.items("environments")) == 0 && l.top.get("environments") != nil {
		l.report.at(l.top.at("environments"), "required", "`environments` is empty. at least one was expected", "leave the key out to admit all")
	}
}

// isExercised reports whether a status says when and by whom a pack was exercised.
func isExercised(status string) bool {
	parts := exercised().FindStringSubmatch(status)
	if parts == nil {
		return false
	}
	_, err := time.Parse(time.DateOnly, parts[1])
	return err == nil
}

// checkNeeds: `needs` holds names only, since rtut looks for them and never runs them.
func (l *loader) checkNeeds(m mapping) {
	for _, n := range m.words("tools") {
		if !toolPattern().MatchString(n.value) {
			l.report.at(n.place, "needs", value.Quoted(n.value)+" is not the name of a program. one was expected, without a path or options", "")
		}
	}
	for _, n := range m.words("env") {
		if !envPattern().MatchString(n.value) {
			l.report.at(n.place, "needs", value.Quoted(n.value)+" is not the name of an environment variable. one was expected, without a value", "")
		}
	}
}

package pack

import (
	"rtut/pack/value"
)

// ruleEmptyStage: a stage that holds nothing is met at once by anyone who requires it, which is worth a warning.
func ruleEmptyStage(l *loader) {
	for _, s := range l.stages[1:] {
		if !s.m.has("steps") && !s.m.has("stages") && !s.m.has("gates") {
			l.report.offset(l.report.source.offset(s.m.at("id")), Warning, "empty-stage",
				"stage "+value.Quoted(s.stage.ID)+" holds nothing. steps, stages or gates were expected", "")
		}
	}
}

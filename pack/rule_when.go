package pack

import (
	"rtut/pack/value"
)

// ruleWhen: a step that may turn out not to be needed produces nothing.
func ruleWhen(l *loader) {
	for _, s := range l.steps {
		if s.step.When == nil || !s.m.has("produces") {
			continue
		}
		whose := "with `when`"
		if !s.m.has("when") {
			whose = "in a stage with `when`"
		}
		l.report.at(s.m.keys["produces"].place, "when", "step "+value.Quoted(s.step.ID)+" "+whose+" declares `produces`. "+
			"if it is not needed, every item that uses the value waits forever", "produce the value in a step of its own")
	}
}

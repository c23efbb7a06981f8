package pack

import (
	"rtut/pack/value"
)

// ruleConfirm: what is irreversible has a phrase to type at its start.
func ruleConfirm(l *loader) {
	for _, s := range l.steps {
		for _, a := range s.alternatives {
			if a.effect != Irreversible || a.confirm != nil || a.m.has("confirm") || s.m.has("confirm") {
				continue
			}
			at := a.m.at("effect")
			if !a.m.has("effect") {
				at = a.m.node.place
			}
			l.report.at(at, "confirm", l.alternativeName(s, a)+" is irreversible without `confirm`. the exact phrase to type at its start was expected",
				"for example `confirm: "+s.step.ID+" now`")
		}
	}
}

// alternativeName names a step, or one of its alternatives, in a message.
func (l *loader) alternativeName(s *stepSource, a *alternativeSource) string {
	name := "step " + value.Quoted(s.step.ID)
	if a.m.name == "alternative" {
		name = "alternative " + value.Quoted(a.m.text("id")) + " of " + name
	}
	return name
}

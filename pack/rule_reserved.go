package pack

import (
	"rtut/pack/value"
)

// ruleReserved: no param or datapoint has the name of something else that placeholders and expressions know.
func ruleReserved(l *loader) {
	for _, n := range l.names {
		if n.space == "names" && value.IsReserved(n.id.value) {
			l.report.at(n.id.place, "reserved", "the id "+value.Quoted(n.id.value)+" is reserved. another name was expected", "")
		}
	}
	for _, s := range l.steps {
		for _, m := range s.m.mappings("one_of") {
			if id := m.text("id"); id == Needed || id == NotNeeded {
				l.report.at(m.at("id"), "reserved", "the id "+value.Quoted(id)+" is reserved for `when`. another name was expected", "")
			}
		}
	}
}

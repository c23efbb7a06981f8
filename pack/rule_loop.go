package pack

import (
	"slices"

	"rtut/pack/value"
)

// ruleLoop: a phrase in a loop names the element, values of elements are produced in their loop alone, and what asks for one item does
// not name one that there is for each element.
func ruleLoop(l *loader) {
	if len(l.pack.loops) == 0 {
		return
	}
	for _, s := range l.steps {
		l.loopPhrases(s)
		l.loopProduces(s)
	}
	for _, r := range l.references {
		l.loopReference(r)
	}
}

// loopPhrases: a phrase that is the same for every element would start another one than was meant.
func (l *loader) loopPhrases(s *stepSource) {
	variable := s.step.Loop
	if variable == "" {
		return
	}
	for _, a := range s.alternatives {
		if a.confirm == nil || slices.Contains(a.confirm.Names(), variable) {
			continue
		}
		m := a.m
		if !m.has("confirm") {
			m = s.m
		}
		l.report.at(m.at("confirm"), "loop-phrase", "`confirm` does not hold {{ "+variable+" }}: one phrase would start every element", "write it into the phrase")
	}
}

// loopProduces: what there is for each element is produced for each, and nothing else is.
func (l *loader) loopProduces(s *stepSource) {
	for i, n := range s.m.items("produces") {
		if i >= len(s.step.Produces) {
			return
		}
		id := s.step.Produces[i].Datapoint
		switch each, loop := l.each[id], s.step.Loop; {
		case l.pack.index.datapoints[id] == nil || each == loop:
		case loop == "":
			l.report.at(n.place, "loop-value", id+" has one value for each "+each+", and step "+value.Quoted(s.step.ID)+" stands in no loop over it. a step in one was expected", "")
		case each == "":
			l.report.at(n.place, "loop-value", "step "+value.Quoted(s.step.ID)+" is carried out for each "+loop+", and "+id+" has one value. `each: "+loop+"` was expected of it", "")
		default:
			l.report.at(n.place, "loop-value", "step "+value.Quoted(s.step.ID)+" is carried out for each "+loop+", and "+id+" has one value for each "+each, "")
		}
	}
}

// loopReference: `since`, `confirmed_by` and `produced_by` name one item.
func (l *loader) loopReference(r reference) {
	root := l.pack.index.loopRoots[r.id.value]
	if root == "" || root == r.loopRoot || !slices.Contains([]string{"since", "confirmed_by", "produced_by"}, r.key) {
		return
	}
	if r.key != "since" && l.eachOf(r) == l.pack.Item(r.id.value).Loop {
		return
	}
	l.report.at(r.id.place, "loop-value", "`"+r.key+"` of "+r.who+" names "+value.Quoted(r.id.value)+", of which there is one for each "+
		l.pack.Item(r.id.value).Loop+". one step or gate was expected", "")
}

// eachOf is the variable of the datapoint or the artefact that a reference stands in, "" for none.
func (l *loader) eachOf(r reference) string {
	for _, m := range slices.Concat(l.datapoints, l.artefacts) {
		if m.keys[r.key] != nil && m.values[r.key] == r.id {
			return m.text("each")
		}
	}
	return ""
}

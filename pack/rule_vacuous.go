package pack

import (
	"slices"

	"rtut/pack/value"
)

// probes are outputs that have nothing in common: what matches all of them matches everything.
var probes = []string{"", "\x00", "q\n\u2603 7\n"}

// checkMatches: a pattern that every output matches is no check.
func (l *loader) checkMatches(m mapping, c Check) {
	if c.Matches == nil || slices.ContainsFunc(probes, func(output string) bool { return !c.Matches.MatchString(output) }) {
		return
	}
	message := "`matches` is " + value.Quoted(m.text("matches")) + ", which every output matches"
	if m.text("matches") == "" {
		message = "`matches` is empty, which every output matches"
	}
	l.report.at(m.at("matches"), "check", message+". a pattern for what the output must hold was expected", "`equals: ''` asks for no output")
}

// ruleStageWhen: a stage's condition is about its steps.
func ruleStageWhen(l *loader) {
	for _, s := range l.stages[1:] {
		if s.m.has("when") && !hasSteps(s.stage) {
			l.report.at(s.m.keys["when"].place, "when", "`when` on stage "+value.Quoted(s.stage.ID)+", which holds no steps: its gates are evaluated in any case. steps were expected",
				"what a gate asks belongs in its checks")
		}
	}
}

func hasSteps(s *Stage) bool {
	return len(s.Steps) > 0 || slices.ContainsFunc(s.Stages, hasSteps)
}

// ruleOwnProduct: a step does not wait for the value that it gives itself. It may measure again what the run begins with, or
// what another step produces.
func ruleOwnProduct(l *loader) {
	producers := map[string]int{}
	for _, s := range l.steps {
		for _, p := range s.step.Produces {
			producers[p.Datapoint]++
		}
	}
	initial := l.initial()
	for _, s := range l.steps {
		for i, n := range s.m.items("produces") {
			if i >= len(s.step.Produces) {
				break
			}
			id := s.step.Produces[i].Datapoint
			if slices.Contains(s.step.Uses, id) && producers[id] == 1 && !initial[id] {
				l.report.at(n.place, "own-product", "step "+value.Quoted(s.step.ID)+" needs "+value.Quoted(id)+", which only it produces: it waits for its own value forever. "+
					"a value from elsewhere was expected", "give "+value.Quoted(id)+" an `initial` value, or let another step produce it")
			}
		}
	}
}

// ruleEvidence: what an alternative requires on top of its step has ids of its own.
func ruleEvidence(l *loader) {
	for _, s := range l.steps {
		own := s.m.mappingsQuietly("evidence")
		for _, a := range s.alternatives {
			if a.m.name != "alternative" {
				continue
			}
			for _, fact := range a.m.mappingsQuietly("evidence") {
				i := slices.IndexFunc(own, func(other mapping) bool { return other.text("id") == fact.text("id") })
				if fact.text("id") != "" && i >= 0 {
					l.report.at(fact.at("id"), "unique", l.alternativeName(s, a)+" requires "+value.Quoted(fact.text("id"))+", which its step already requires"+
						l.where(own[i].node)+". an id of its own was expected", "an alternative requires its own evidence in addition to that of its step")
				}
			}
		}
	}
}

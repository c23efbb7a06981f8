package pack

import (
	"strconv"
	"strings"

	"rtut/pack/value"
)

// ruleParam: a param is not both required and given by default.
func ruleParam(l *loader) {
	for _, m := range l.params {
		if m.has("default") && m.bool("required", false) {
			l.report.at(m.at("required"), "param", "a param with a default is never required. one of `required: true` and `default` was expected", "")
		}
	}
}

// checkSpec: the constraints fit the type and leave something to choose from. Each fault is shown at the key that its
// sentence begins with.
func (l *loader) checkSpec(m mapping, s value.Spec) {
	if m.has("type") && m.get("type") == nil || m.has("items") && m.get("items") == nil {
		return // reported already, and the constraints are for a type that nobody knows
	}
	for _, sentence := range s.CheckSpec() {
		l.report.at(l.constraintPlace(m, sentence), "constraint", sentence, "")
	}
}

// constraintPlace finds the key, or the choice by its number, that a sentence begins with.
func (l *loader) constraintPlace(m mapping, sentence string) mark {
	words := strings.Fields(sentence)
	choices := m.items("choices")
	if i, err := strconv.Atoi(words[1]); err == nil && words[0] == "choice" && i <= len(choices) {
		return choices[i-1].place
	}
	if n := m.keys[words[0]]; n != nil {
		return n.place
	}
	return m.at("type")
}

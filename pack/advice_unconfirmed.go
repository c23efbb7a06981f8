package pack

import (
	"slices"
	"strings"

	"rtut/pack/value"
)

// adviseUnconfirmed: a value that is measured, and that nobody looks at, was measured in vain.
func adviseUnconfirmed(l *loader) {
	used := l.usedNames()
	for _, m := range l.datapoints {
		d := l.pack.Datapoint(m.text("id"))
		if d == nil || d.ConfirmedBy != "" || used[d.ID] {
			continue
		}
		at := slices.IndexFunc(l.steps, func(s *stepSource) bool {
			return slices.ContainsFunc(s.step.Produces, func(p Produce) bool { return p.Datapoint == d.ID })
		})
		if at >= 0 {
			l.advise(m.at("id"), "unconfirmed", "step "+value.Quoted(l.steps[at].step.ID)+" measures "+value.Quoted(d.ID)+", and nothing confirms or uses it",
				"use it in a gate, in `accept` or in a text, or add `confirmed_by`")
		}
	}
}

// usedNames are the names that something in the pack reads: what items use, conditions, and texts that show them.
func (l *loader) usedNames() map[string]bool {
	used := map[string]bool{}
	add := func(names []string) {
		for _, name := range names {
			used[name] = true
		}
	}
	for _, s := range l.steps {
		add(s.step.Uses)
		for _, a := range s.step.Accept {
			add(a.Expr.Names())
		}
		for i := range s.step.Alternatives {
			a := &s.step.Alternatives[i]
			if a.RecommendedWhen != nil {
				add(a.RecommendedWhen.Names())
			}
		}
	}
	for _, g := range l.gates {
		add(g.gate.Uses)
	}
	for _, at := range namesShown().FindAllStringSubmatch(l.report.source.text, -1) {
		add([]string{at[1], strings.ToLower(at[2])})
	}
	return used
}

// namesShown finds placeholders, and variables with datapoints, wherever they stand.
var namesShown = value.CompileLater(`\{\{[ \t]*([a-z][a-z0-9_]*)[ \t]*\}\}|\bRTUT_DATA_([A-Z0-9_]+)`)

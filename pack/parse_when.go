package pack

import (
	"slices"
	"strings"

	"rtut/pack/value"
)

// applyWhen makes of a step with a condition, its own or that of a stage around it, one with alternatives: those that
// it has, for when it is needed, and `not-needed`, verified by the condition being false.
func (l *loader) applyWhen(source *stepSource) {
	s := source.step
	conditions := source.stage.when
	if n := source.m.get("when"); n != nil && source.m.expr("when") != nil {
		conditions = append(slices.Clip(conditions), n)
	}
	if len(conditions) == 0 {
		return
	}
	at, when := conditions[len(conditions)-1], allOf(conditions)
	if s.When = l.derived(at, when); s.When == nil {
		return
	}
	l.use(&s.Item, s.When.Names()...)
	for i := range s.Alternatives {
		a := &s.Alternatives[i]
		if a.RecommendedWhen == nil {
			a.RecommendedWhen = s.When
		} else {
			a.RecommendedWhen = l.derived(at, grouped(when)+" and "+grouped(a.RecommendedWhen.Raw()))
		}
		if a.ID == "" {
			a.ID = Needed
		}
	}
	s.Alternatives = append(s.Alternatives, l.notNeeded(at, when))
}

// notNeeded is the alternative for when the condition is false. Nothing is done and nothing is missing.
func (l *loader) notNeeded(at *node, when string) Alternative {
	title, _ := value.ParseText("Not needed", l.pack.index.scope)
	not := l.derived(at, "not "+grouped(when))
	return Alternative{
		ID:              NotNeeded,
		Title:           title,
		RecommendedWhen: not,
		Effect:          ReadOnly,
		Verify:          Check{Kind: Expression, Expr: not, Timeout: MaxCheckTimeout},
	}
}

// derived compiles a condition that is made of ones that compiled. What cannot be part of another one, such as a `let`,
// is reported; the result is nil then.
func (l *loader) derived(at *node, raw string) *value.Expr {
	expr, faults := value.CompileExpr(value.HoistMappings(raw), l.pack.index.scope)
	if len(faults) > 0 {
		l.report.at(at.place, "when", "this condition cannot be negated or joined with others. a plain comparison was expected", "")
		return nil
	}
	return expr
}

// allOf joins conditions so that all have to hold.
func allOf(conditions []*node) string {
	if len(conditions) == 1 {
		return strings.TrimSpace(conditions[0].value)
	}
	var parts []string
	for _, n := range conditions {
		parts = append(parts, grouped(n.value))
	}
	return strings.Join(parts, " and ")
}

// grouped puts a condition in parentheses; a comment in it must not swallow the closing one.
func grouped(condition string) string {
	condition = strings.TrimSpace(condition)
	if strings.Contains(condition, "//") || strings.Contains(condition, "#") {
		condition += "\n"
	}
	return "(" + condition + ")"
}

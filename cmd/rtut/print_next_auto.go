package main

import (
	"slices"

	"rtut/pack"
	"rtut/run"
)

// nextOfAuto is the command for an item of a run in auto-confirm: a tick or, where a tick would wait, what only the
// operator can do; "" where that is what it would be in manual mode.
func (t *target) nextOfAuto(d run.StepDetail) string {
	switch {
	case t.takesOver(d):
		return t.command("mode", "manual")
	case t.unauthorized(d):
		return t.command("mode", "auto-confirm", "--preauthorize "+d.ID)
	case t.operatorsTurn(d):
		return ""
	}
	return t.command("tick")
}

// takesOver reports whether the item can't be started in auto-confirm, neither by a tick nor by the operator.
func (t *target) takesOver(d run.StepDetail) bool {
	return d.State == run.Todo && t.pack.Item(d.ID).ManualOnly && d.Effect == pack.Irreversible
}

// unauthorized reports whether a tick would start the step if the run pre-authorized it.
func (t *target) unauthorized(d run.StepDetail) bool {
	auto := t.rec.AutoConfirm
	return d.State == run.Todo && d.Phrase != "" && !t.pack.Item(d.ID).ManualOnly && !undecided(d) &&
		(auto == nil || !slices.Contains(auto.Preauthorized, d.ID))
}

// operatorsTurn reports whether a tick would wait at the item for what the operator can do as in manual mode.
func (t *target) operatorsTurn(d run.StepDetail) bool {
	alone := t.pack.Item(d.ID).ManualOnly
	if d.Kind == run.GateKind {
		manual := slices.ContainsFunc(d.Checks, func(c run.CheckView) bool { return c.Kind == pack.Manual })
		return len(d.Owes) > 0 || alone && manual
	}
	if d.State == run.Running {
		return alone || d.Lapsed || verified(d) && len(owed(d)) > 0
	}
	return alone || undecided(d)
}

// undecided reports whether the step has alternatives and none is recommended, so that one must be named.
func undecided(d run.StepDetail) bool {
	return len(d.Alternatives) > 0 && d.State != run.Running &&
		!slices.ContainsFunc(d.Alternatives, func(a run.AlternativeView) bool { return a.Recommended })
}

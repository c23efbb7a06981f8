package pack

import "rtut/pack/effect"

// adviseEffect: a step that says nothing of its effect counts as reversible, whatever its command does.
func adviseEffect(l *loader) {
	for _, c := range l.commands() {
		if c.role != doingIt || c.m.has("effect") || l.stepSays(c, "effect") {
			continue
		}
		message, hint := c.who+" has a command and no `effect`, so it counts as reversible", "write `effect: read-only`, `reversible` or `irreversible`"
		switch effect.Of(effect.Filled(c.node.value)) {
		case effect.Irreversible:
			message, hint = message+". it looks as if it can't be taken back", "write `effect: irreversible` and what to type, `confirm`"
		case effect.ReadOnly:
			hint = "it looks as if it only reads: write `effect: read-only`"
		}
		l.advise(c.m.at("id"), "effect-unsaid", message, hint)
	}
}

// stepSays reports whether the step of a command has a key.
func (l *loader) stepSays(c commandSite, key string) bool {
	for _, s := range l.steps {
		if s.step.ID == c.id {
			return s.m.has(key)
		}
	}
	return false
}

package pack

import "slices"

// adviceNames are the names of all advice, as `lint: { off: [...] }` may list them.
var adviceNames = []string{
	"angle-placeholder", "auto-answer", "auto-unmeasured", "check-cannot-fail", "check-changes", "curl-to-shell", "double-id", "effect-unsaid",
	"gate-holds-nothing", "imported-left", "long-step", "loose-stage", "loose-word", "manual-gate", "max-age", "never-ends",
	"never-recommended", "no-gate-before", "no-pipefail", "no-rollback", "no-verify", "secret", "shared-variable", "unconfirmed",
	"unused", "waits-for-input", "writes-into-pack",
}

// parseLint reads which advice a pack switches off.
func (l *loader) parseLint() {
	if m, ok := l.top.mapping("lint"); ok {
		l.pack.AdviceOff = m.texts("off")
	}
}

// Advises reports whether the pack has not switched off advice of this name.
func (p *Pack) Advises(name string) bool { return !slices.Contains(p.AdviceOff, name) }

package pack

import (
	"strconv"
	"strings"

	"rtut/pack/command"
	"rtut/pack/effect"
)

// adviseCertain: a check that passes whatever it finds shows nothing.
func adviseCertain(l *loader) {
	for _, c := range l.commands() {
		if !c.isCommandCheck() {
			continue
		}
		code, err := strconv.Atoi(c.m.text("exit_code"))
		if err != nil {
			code = 0
		}
		if !c.script.AlwaysEnds(code, l.pack.Shell == command.Bash) || c.m.text("kind") == string(OutputContains) && !c.alwaysPrints() {
			continue
		}
		l.advise(c.node.place, "check-cannot-fail", c.who+" passes whatever it finds: "+shown(c.node.value)+" always ends like that",
			"have it look at what has to be true, and remove what hides a failure, as `|| true`")
	}
}

// alwaysPrints reports whether the command prints what its check looks for in every run.
func (c commandSite) alwaysPrints() bool {
	texts, whole := c.script.Printed()
	all := strings.TrimSpace(strings.Join(texts, ""))
	switch {
	case c.m.has("contains"):
		sought := effect.Filled(c.m.text("contains"))
		for _, text := range texts {
			if strings.Contains(text, sought) {
				return true
			}
		}
	case c.m.has("equals"):
		return whole && all == strings.TrimSpace(effect.Filled(c.m.text("equals")))
	case c.m.has("matches"):
		pattern := c.m.pattern("matches")
		return whole && pattern != nil && pattern.MatchString(strings.Join(texts, ""))
	}
	return false
}

package pack

import (
	"strings"

	"rtut/pack/effect"
	"rtut/pack/value"
)

// commandSite is a command of the pack, with where it stands and what it does.
type commandSite struct {
	id     string // of its step or gate
	who    string // as a message names it
	role   string // of command
	m      mapping
	node   *node
	remote bool
	script *effect.Script
}

// What a command is for. rtut runs the checks; the others are run by the operator.
const (
	doingIt   = "command"
	checkIt   = "check"
	takeBacks = "rollback"
)

// commands lists the commands of the pack in the order of the items.
func (l *loader) commands() []commandSite {
	if l.sites != nil {
		return l.sites
	}
	l.sites = []commandSite{}
	for _, s := range l.steps {
		who := "step " + value.Quoted(s.step.ID)
		l.commandsOf(s.m, s.step.ID, who)
		for _, a := range s.alternatives {
			if a.m.node != s.m.node {
				l.commandsOf(a.m, s.step.ID, "alternative "+value.Quoted(a.m.text("id"))+" of "+who)
			}
		}
	}
	for _, g := range l.gates {
		for _, check := range g.checks {
			l.site(check, g.gate.ID, "check "+value.Quoted(check.text("id"))+" of gate "+value.Quoted(g.gate.ID), checkIt, check.has("on"))
		}
	}
	return l.sites
}

// commandsOf notes the commands of a step or of an alternative.
func (l *loader) commandsOf(m mapping, id, who string) {
	remote := m.has("on")
	l.site(m, id, who, doingIt, remote)
	if n := m.get("verify"); n != nil {
		verify := l.quietly(n, "verify")
		l.site(verify, id, "the verification of "+who, checkIt, remote || verify.has("on"))
	}
	if n := m.get("rollback"); n != nil {
		l.site(l.quietly(n, "rollback"), id, "the rollback of "+who, takeBacks, remote)
	}
}

func (l *loader) site(m mapping, id, who, role string, remote bool) {
	n := m.get("command")
	if n == nil {
		return
	}
	l.sites = append(l.sites, commandSite{
		id: id, who: who, role: role, m: m, node: n, remote: remote, script: effect.Parse(effect.Filled(n.value)),
	})
}

// adviseIn gives advice on a byte of a command.
func (l *loader) adviseIn(c commandSite, offset int, rule, message, hint string) {
	if len(l.report.found) < maxDiagnostics && l.pack.Advises(rule) {
		l.report.offset(l.report.source.locate(c.node, offset), Warning, rule, message, hint)
	}
}

// shown is a part of a command in a message.
func shown(text string) string {
	return value.Quoted(Shorten(strings.Join(strings.Fields(text), " "), 60))
}

// shown is what was found in a command, as the pack has it.
func (c commandSite) shown(found effect.Place) string {
	text := c.node.value
	if end := found.At + len(found.Text); end <= len(text) && effect.Filled(text[found.At:end]) == found.Text {
		return shown(text[found.At:end])
	}
	return shown(found.Text)
}

// isCommandCheck reports whether a check passes by how its command ends or what it prints.
func (c commandSite) isCommandCheck() bool {
	return c.role == checkIt && CheckKind(c.m.text("kind")).ByCommand()
}

package draft

import (
	"fmt"
	"maps"
	"time"
	"unicode/utf8"
)

// Language reads plans: by a catalog of what they may name, and a guard over what they may say.
type Language struct {
	Catalog *Catalog // not nil
	Guard   Guard
}

// Stamp says when a plan is applied, and by whom.
type Stamp struct {
	At time.Time
	By string
}

// Create makes the draft of a first plan, with revision 1. The error is a *Refusal.
func (l Language) Create(automationID, title string, planText []byte, stamp Stamp) (*Draft, error) {
	if n := int64(utf8.RuneCountInString(title)); !limitTitle.bound().holds(n) {
		return nil, at("title").refuse(DefinitionInvalid, limitTitle.bound().outside(n))
	}
	if n := int64(utf8.RuneCountInString(automationID)); !limitAutomationID.bound().holds(n) {
		return nil, at("automationId").refuse(FieldInvalid, limitAutomationID.bound().outside(n))
	}
	if refusal := l.Guard.look(textValue(title), at("title")); refusal != nil {
		return nil, refusal
	}
	p, refusal := read(planText, l.Guard, true)
	if refusal != nil {
		return nil, refusal
	}
	empty := &Draft{AutomationID: automationID, Title: title, definition: objectOf(), root: &sequence{id: rootID}}
	return l.change(empty, p, stamp, true)
}

// Apply returns the draft as a plan changes it, with the next revision; the draft itself stays as it is. The error is a
// *Refusal.
func (l Language) Apply(d *Draft, expectedRevision int64, planText []byte, stamp Stamp) (*Draft, error) {
	p, refusal := read(planText, l.Guard, false)
	if refusal == nil {
		refusal = d.checkRevision(expectedRevision)
	}
	if refusal != nil {
		return nil, refusal
	}
	return l.change(d, p, stamp, false)
}

// AddAgent returns the draft with a saved agent in a sequence; an index below 0 is its end.
func (l Language) AddAgent(d *Draft, expectedRevision int64, agentID string, revision int64, parent string, index int64, stamp Stamp) (*Draft, error) {
	if refusal := d.checkRevision(expectedRevision); refusal != nil {
		return nil, refusal
	}
	saved, refusal := l.Catalog.savedAgent(agentID, revision)
	if refusal != nil {
		return nil, refusal
	}
	if s := d.root.sequence(parent); s != nil && index < 0 {
		index = int64(len(s.nodes))
	}
	body := objectOf(member{"kind", textValue("add_node")}, member{"parentSequenceId", textValue(parent)},
		member{"index", wholeValue(index)}, member{"nodeWithoutId", saved})
	where := at("")
	c := command{place: where, fields: where, node: at("agent"), kind: "add_node", body: body}
	return l.change(d, &plan{commands: []command{c}, saved: saved.at("savedAgentOrigin")}, stamp, false)
}

func (d *Draft) checkRevision(expected int64) *Refusal {
	if !limitExpected.bound().holds(expected) {
		return at("expectedRevision").refuse(FieldInvalid, limitExpected.bound().outside(expected))
	}
	if expected != d.Revision {
		return Stale(expected, d.Revision)
	}
	return nil
}

// change applies the commands of a plan to a copy of a draft, and judges the whole.
func (l Language) change(d *Draft, p *plan, stamp Stamp, first bool) (*Draft, error) {
	w := newWork(d, l.Catalog, p)
	w.first = first
	for _, c := range p.commands {
		if refusal := w.apply(c); refusal != nil {
			return nil, refusal
		}
	}
	if refusal := w.judge(d, p); refusal != nil {
		return nil, refusal
	}
	changed := w.draft
	changed.Revision++
	changed.Aliases = maps.Collect(w.named())
	changed.History = append(changed.History, Change{
		Revision: changed.Revision, At: stamp.At, By: stamp.By, Plan: p.digest, Commands: len(p.commands),
	})
	return changed, nil
}

// Stale refuses what was meant for another revision of a draft.
func Stale(expected, is int64) *Refusal {
	refusal := at("").refuse(RevisionStale, fmt.Sprintf(
		"the draft has revision %d. revision %d was expected; read the draft, and apply a plan that fits it", is, expected))
	refusal.Details = []string{fmt.Sprintf("expected %d", expected), fmt.Sprintf("is %d", is)}
	return refusal
}

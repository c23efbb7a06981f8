package importer

import (
	"fmt"
)

// Bounds of what one pack is made of.
const (
	maxSteps      = 200
	manyHeadings  = 20
	stepsPerThird = 3
)

// judge refuses pages that are no procedure.
func (p *page) judge() error {
	if !p.hasOnePlainStep() {
		p.count(p.blocks)
		return refuse("not_a_procedure", "%s contains no procedure: %s, and no steps. "+
			"a pack can refer to a page that remains where it is: `kind: reference` with its `source`", p.name, p.counted())
	}
	if len(p.steps) > maxSteps {
		return p.tooMuch("too_much", fmt.Sprintf("%s would give %d steps. at most %d were expected", p.name, len(p.steps), maxSteps))
	}
	holding := 0
	for _, s := range p.root.all() {
		if s.heading != nil && s.heading.level < 7 && s.steps > 0 && !p.isProse(s) {
			holding++
		}
	}
	if p.counts.headings > manyHeadings && holding*stepsPerThird < p.counts.headings && !hasTask(p.blocks) && !p.root.chosen {
		return p.tooMuch("reference_page", fmt.Sprintf("%s is a reference: of %d headings, %d hold a step", p.name, p.counts.headings, holding))
	}
	return nil
}

func (p *page) tooMuch(code, message string) *Refusal {
	r := refuse(code, "%s. choose some with --section", message)
	for _, s := range p.root.all() {
		if s.steps > 0 && s.heading != nil {
			r.Details = append(r.Details, fmt.Sprintf("line %d: %s: %s", s.line(), s.name(), number(s.steps, "step")))
		}
	}
	return r
}

func hasTask(blocks []*block) bool {
	for _, b := range blocks {
		if b.task || hasTask(b.children) {
			return true
		}
	}
	return false
}

func (p *page) count(blocks []*block) {
	for _, b := range blocks {
		switch b.kind {
		case list:
			p.counts.lists++
		case code:
			p.counts.blocks++
		}
		p.count(b.children)
	}
}

func (p *page) counted() string {
	return fmt.Sprintf("%s, %s, %s", number(p.counts.headings, "heading"), number(p.counts.lists, "list"), number(p.counts.blocks, "block"))
}

func number(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

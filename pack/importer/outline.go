package importer

import (
	"strings"

	"rtut/pack/table"
)

// section is what stands below a heading.
type section struct {
	heading *block // nil for the page
	level   int
	blocks  []*block
	below   []*section
	above   *section
	to      int // the line behind its last

	off   bool // it gives no steps
	back  bool // it is a way back
	steps int  // that it gives itself

	index int       // among those beside it
	gives [2]answer // whether it gives steps: on the way, and where the page has no others
	prose answer
	last  [2]int // of those below it, the last that gives steps and is on the way; -1 for none, 0 until it is asked for

	chosen bool // it stands for the sections that were asked for
}

// line is that of its heading, from 1.
func (s *section) line() int {
	if s.heading == nil {
		return 1
	}
	return s.heading.from + 1
}

func (s *section) name() string {
	if s.heading == nil {
		return ""
	}
	return s.heading.text
}

// stepLine finds a paragraph that is the heading of a numbered step.
var stepLine = table.Pattern(`^(?:\*\*|__)\s*(?:(?:[Ss]tep|STEP)\s+\d+|\d+\.)`)

// isStepHeading finds headings that call themselves a step.
var isStepHeading = table.Pattern(`^(?:[Ss]tep|STEP)\s+\d+\b|^\d+\.\s`)

// outline makes sections of the blocks, and finds the title.
func (p *page) outline() {
	p.root = &section{to: len(p.lines)}
	open := p.root
	for _, b := range p.blocks {
		if b.kind == paragraph && stepLine().MatchString(b.raw) && wholly(b.raw) {
			b.kind, b.level = heading, 7
			if isStepHeading().MatchString(open.name()) {
				b.level = open.level
			}
		}
		if b.kind != heading {
			open.blocks = append(open.blocks, b)
			continue
		}
		if b.level < 7 {
			p.counts.headings++
		}
		if p.counts.headings == 1 && b.level == 1 {
			p.titled, p.title = b, b.text
			continue
		}
		for open.above != nil && open.level >= b.level {
			open.to = b.from
			open = open.above
		}
		below := &section{heading: b, level: b.level, above: open, to: len(p.lines), index: len(open.below)}
		open.below = append(open.below, below)
		open = below
	}
	if p.title == "" {
		p.title = p.frontTitle()
	}
	if strings.TrimSpace(p.title) == "" {
		p.title = strings.TrimSuffix(strings.TrimSuffix(p.name, ".markdown"), ".md")
	}
	p.root.judge(false, false)
}

// wholly reports whether a paragraph is bold from its begin to its end.
func wholly(raw string) bool {
	raw = strings.TrimSpace(raw)
	return !strings.Contains(raw, "\n") && (strings.HasSuffix(raw, "**") || strings.HasSuffix(raw, "__") || strings.HasPrefix(raw, "**") && len(raw) < 200)
}

// classOf is "off" for what is not on the way, "back" for a way back, "" for all else.
func classOf(name string) string {
	name = simple(name)
	if class := offTheWay()[name]; class != "" {
		return class
	}
	switch firstWord(name) {
	case "overview", "prerequisites", "background", "appendix":
		return "off"
	}
	return ""
}

// judge says which sections are not on the way.
func (s *section) judge(off, back bool) {
	class := classOf(s.name())
	s.off, s.back = off || class == "off", back || class == "back"
	for _, below := range s.below {
		below.judge(s.off, s.back)
	}
}

var numbering = table.Pattern(`^(?:part|section|appendix)?\s*[\d.]*[.):]?\s*`)

// simple is a heading in small letters, without numbers before it and punctuation behind it.
func simple(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if strings.HasPrefix(name, "appendix") {
		return "appendix"
	}
	name = numbering().ReplaceAllString(name, "")
	return strings.Trim(name, " .:!?*_#")
}

// all lists a section and those below it.
func (s *section) all() []*section {
	all := []*section{s}
	for _, below := range s.below {
		all = append(all, below.all()...)
	}
	return all
}

// choose keeps the sections with these headings alone.
func (p *page) choose(names []string) error {
	if len(names) == 0 {
		return nil
	}
	chosen := &section{to: len(p.lines), chosen: true}
	for _, name := range names {
		found := false
		for _, s := range p.root.all() {
			if s.heading != nil && (simple(s.name()) == simple(name) || s.name() == name) {
				s.above, found = chosen, true
				s.judge(false, s.back)
				chosen.below = append(chosen.below, s)
			}
		}
		if !found {
			r := refuse("unknown_section", "%s has no section %q", p.name, name)
			for _, s := range p.root.all()[1:] {
				r.Details = append(r.Details, s.name())
			}
			return r
		}
	}
	p.root = chosen
	return nil
}

package procedure

import (
	"cmp"
	"strconv"

	"rtut/pack"
	"rtut/pack/value"
)

// deepest is the level of the headings of items at most: HTML and Markdown have six, and a page that is deeper is not read.
const deepest = 4

// stage tells a stage: its steps, the stages in it, and its gates, in the order in which they come.
func (b *builder) stage(s *pack.Stage, level int) {
	if s.ID != "" {
		b.add(heading(min(level, deepest), s.ID, words(cmp.Or(b.text(s.Title), s.ID))...))
		level++
		b.loop(s.ID)
	}
	if s.Requires != nil {
		b.add(labeled("After", b.links(s.Requires)...)...)
	}
	if s.When != nil {
		b.add(labeled("Only if", literal(s.When.Raw()))...)
	}
	if len(s.Steps)+len(s.Stages) > 1 {
		order := "The steps may be done in any order, as far as none waits for another."
		if s.Sequential {
			order = "One after the other."
		}
		b.add(paragraph(words(order)...))
	}
	for _, step := range s.Steps {
		b.step(step, level)
	}
	for _, inner := range s.Stages {
		b.stage(inner, level)
	}
	for _, gate := range s.Gates {
		b.gate(gate, level)
	}
}

// head begins an item: its number, title and id, where it is in the run, and what it waits for.
func (b *builder) head(item *pack.Item, level int, title string) {
	b.add(heading(min(level, deepest), item.ID, Span{Text: strconv.Itoa(b.numbers[item.ID]) + ". " + title + " "}, literal(item.ID)))
	if b.now != nil {
		if state := b.now.Of(item.ID); state != "" {
			b.add(paragraph(strong(state)))
		}
	}
	b.loop(item.ID)
	if item.Requires != nil {
		b.add(labeled("After", b.links(item.Requires)...)...)
	}
}

// loop says for which elements a step or a stage is done.
func (b *builder) loop(id string) {
	if loop := b.pack.LoopOn(id); loop != nil {
		b.add(labeled("For each", Span{Text: loop.Variable + " of "}, literal(loop.From()), Span{Text: ", one after the other"})...)
	}
}

// step tells a step.
func (b *builder) step(s *pack.Step, level int) {
	b.head(&s.Item, level, b.text(s.Title))
	if s.Performer != "" {
		b.add(labeled("Who", words(s.Performer)...)...)
	}
	if s.When != nil {
		b.add(labeled("Only if", literal(s.When.Raw()))...)
	}
	ways := b.ways(s)
	shared := len(ways) > 1
	if shared {
		b.add(prose(b.text(s.Instruction))...)
	}
	for i, alt := range ways {
		if shared {
			b.add(paragraph(strong([]string{"Either: ", "Or: "}[min(i, 1)] + cmp.Or(b.text(alt.Title), alt.ID))))
			if alt.Preferred != nil {
				b.add(labeled("Recommended if", literal(alt.Preferred.Raw()))...)
			}
		}
		b.alternative(s, alt, shared)
	}
	b.itemLinks(&s.Item)
	b.yields(s)
	if s.Expected > 0 {
		b.add(labeled("It takes about", words(value.ShortDuration(s.Expected))...)...)
	}
}

// ways are the alternatives of a step, without the one for when it is not needed.
func (b *builder) ways(s *pack.Step) []*pack.Alternative {
	var ways []*pack.Alternative
	for i := range s.Alternatives {
		if s.Alternatives[i].ID != pack.NotNeeded {
			ways = append(ways, &s.Alternatives[i])
		}
	}
	return ways
}

// alternative tells one way to do a step. shared says that the instruction of the step has been told.
func (b *builder) alternative(s *pack.Step, alt *pack.Alternative, shared bool) {
	if instruction := b.text(alt.Instruction); !shared || instruction != b.text(s.Instruction) {
		b.add(prose(instruction)...)
	}
	switch alt.Effect {
	case pack.Irreversible:
		b.add(Block{Kind: Warning, Text: []Span{strong("This step is irreversible."), {Text: " It is " + b.where(alt.On) + "."}}})
	case pack.ReadOnly:
		b.add(paragraph(Span{Style: Emphasis, Text: "It only reads."}))
	case pack.Reversible:
	}
	if alt.Confirm != nil {
		b.add(labeled("Type before it starts", literal(b.text(*alt.Confirm)))...)
	}
	if alt.Command != nil {
		b.add(labeled("Command, " + b.where(alt.On))...)
		b.add(Block{Kind: Code, Source: trimmed(alt.Command.Display(b.values))})
		switch alt.Execution.Execute {
		case pack.OnRequest:
			b.add(paragraph(words("rtut can run it, if the operator agrees.")...))
		case pack.Auto:
			b.add(paragraph(words("rtut can run it, if the operator agrees, or in auto-confirm where an operator allowed that for the run.")...))
		case pack.ByHand:
		}
	}
	b.check("Done when", &alt.Verify)
	b.evidence(alt.Evidence)
	b.rollback(alt)
}

// rollback tells the way back.
func (b *builder) rollback(alt *pack.Alternative) {
	if alt.Rollback == nil {
		if alt.Effect == pack.Irreversible {
			b.add(labeled("Way back", words("there is none")...)...)
		}
		return
	}
	b.add(labeled("Way back")...)
	b.add(prose(b.text(alt.Rollback.Instruction))...)
	if alt.Rollback.Command != nil {
		b.add(Block{Kind: Code, Source: trimmed(alt.Rollback.Command.Display(b.values))})
	}
}

// gate tells a gate and its checks.
func (b *builder) gate(g *pack.Gate, level int) {
	b.head(&g.Item, level, "Gate: "+b.text(g.Title))
	b.add(prose(b.text(g.Instruction))...)
	text := "What comes after it waits until all of this holds."
	if g.Waivable {
		text += " It may be waived with a reason."
	}
	b.add(paragraph(words(text)...))
	for i := range g.Checks {
		b.check("", &g.Checks[i])
	}
	b.evidence(g.Evidence)
	b.itemLinks(&g.Item)
}

func (b *builder) itemLinks(item *pack.Item) {
	for _, l := range item.Links {
		url := b.text(l.URL)
		b.add(labeled("See", Span{Text: cmp.Or(b.text(l.Title), url), URL: url})...)
	}
}

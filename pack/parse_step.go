package pack

import (
	"slices"

	"rtut/pack/value"
)

var effects = []Effect{ReadOnly, Reversible, Irreversible}

func (l *loader) parseStep(m mapping, stage *stageSource) *Step {
	s := &Step{
		Item:       l.parseItem(m, "step", stage),
		Performer:  m.text("performer"),
		Idempotent: m.bool("idempotent", false),
		Expected:   m.duration("expected"),
	}
	source := &stepSource{step: s, m: m, stage: stage}
	l.parseProduces(s, m)
	for _, accept := range m.mappings("accept") {
		id := l.name(accept, "accept of "+s.ID, "acceptance")
		s.Accept = append(s.Accept, Acceptance{ID: id, Expr: accept.expr("expr")})
	}
	l.parseAlternatives(source)
	l.applyWhen(source)
	l.strongest(s)
	l.steps = append(l.steps, source)
	return s
}

// parseProduces reads the datapoints that a step gives a value to: an id, or a mapping with the way to extract it.
func (l *loader) parseProduces(s *Step, m mapping) {
	who := "step " + value.Quoted(s.ID)
	for _, n := range m.items("produces") {
		switch n.kind {
		case mappingNode:
			pm := l.mapping(n, "produce")
			p := Produce{Datapoint: l.referOne(pm, "datapoint", toDatapoint, who), Extract: l.parseExtract(pm)}
			s.Produces = append(s.Produces, p)
		case scalarNode:
			l.references = append(l.references, reference{toDatapoint, n, "produces", who, l.loopRoot})
			s.Produces = append(s.Produces, Produce{Datapoint: n.value})
		default:
			l.is(n, scalarNode, "an item of produces")
		}
	}
}

// parseAlternatives resolves the ways to carry a step out: those of `one_of`, or the step's own.
func (l *loader) parseAlternatives(source *stepSource) {
	s, m := source.step, source.m
	own := l.parseOwn(s, m)
	list := m.mappings("one_of")
	if len(list) == 0 {
		l.use(&s.Item, own.names()...)
		s.Alternatives = []Alternative{own}
		source.add(m, own)
		return
	}
	for _, am := range list {
		a := l.parseAlternative(s, own, am)
		l.use(&s.Item, a.names()...)
		s.Alternatives = append(s.Alternatives, a)
		source.add(am, a)
	}
}

func (source *stepSource) add(m mapping, a Alternative) {
	source.alternatives = append(source.alternatives, &alternativeSource{m: m, confirm: a.Confirm, effect: a.Effect, verify: a.Verify.Kind, execute: a.Execution.Execute})
}

// parseOwn reads what a step says itself; its alternatives begin with that.
func (l *loader) parseOwn(s *Step, m mapping) Alternative {
	a := Alternative{
		Title:       s.Title,
		Instruction: s.Instruction,
		Effect:      Reversible,
		Confirm:     m.phrase("confirm"),
		Command:     m.command("command"),
		On:          m.host("on"),
		Execution:   m.parseExecution(),
		Evidence:    s.Evidence,
		Rollback:    l.parseRollback(m),
	}
	if word := m.text("effect"); word != "" {
		a.Effect = Effect(word)
	}
	a.Verify = l.parseVerify(m, s, a.On)
	return a
}

// parseAlternative resolves one of `one_of`: what it does not say it has from its step, evidence comes on top.
func (l *loader) parseAlternative(s *Step, own Alternative, m mapping) Alternative {
	a := own
	a.ID = l.name(m, "alternatives of "+s.ID, "alternative")
	a.Preferred = m.expr("recommended_when")
	a.RecommendedWhen = a.Preferred
	a.Title = m.template("title")
	if !m.has("title") {
		a.Title, _ = value.ParseText(a.ID, l.pack.index.scope)
	}
	if m.has("instruction") {
		a.Instruction = m.prose("instruction")
	}
	if word := m.text("effect"); word != "" {
		a.Effect = Effect(word)
	}
	if m.has("confirm") {
		a.Confirm = m.phrase("confirm")
	}
	if m.has("command") {
		a.Command, a.Execution = m.command("command"), m.parseExecution()
	}
	if m.has("rollback") {
		a.Rollback = l.parseRollback(m)
	}
	a.Evidence = slices.Concat(own.Evidence, l.parseEvidence(m, "step "+value.Quoted(s.ID)+" "+a.ID))
	l.overrideVerify(&a, s, m)
	return a
}

// overrideVerify gives an alternative its own verification, and its own host to the one that it has from its step.
func (l *loader) overrideVerify(a *Alternative, s *Step, m mapping) {
	stepOn := a.On
	if m.has("on") {
		a.On = m.host("on")
		if a.Verify.On == stepOn {
			a.Verify.On = a.On
		}
	}
	if m.has("verify") {
		a.Verify = l.parseVerify(m, s, a.On)
	}
}

func (l *loader) parseRollback(m mapping) *Rollback {
	r, ok := m.mapping("rollback")
	if !ok {
		return nil
	}
	return &Rollback{Instruction: r.prose("instruction"), Command: r.command("command")}
}

// strongest sets the effect that decides whether a step may be skipped.
func (l *loader) strongest(s *Step) {
	s.Effect = ReadOnly
	for _, a := range s.Alternatives {
		if slices.Index(effects, a.Effect) > slices.Index(effects, s.Effect) {
			s.Effect = a.Effect
		}
	}
}

// names are those that must have a value before the alternative can be carried out and verified.
func (a *Alternative) names() []string {
	var names []string
	if a.Command != nil {
		names = append(names, a.Command.Names()...)
	}
	if a.On != nil {
		names = append(names, a.On.Names()...)
	}
	return append(names, a.Verify.names()...)
}

package pack

import (
	"rtut/pack/value"
)

// parseRoot reads the implicit stage that holds everything.
func (l *loader) parseRoot() {
	root := &l.pack.Root
	root.Sequential = l.pack.Schema == V01 || l.top.text("order") == "sequential"
	source := &stageSource{stage: root, m: l.top}
	l.stages = append(l.stages, source)
	l.members(source)
}

// members reads what a stage holds, in canonical order.
func (l *loader) members(s *stageSource) {
	for _, m := range s.m.mappings("steps") {
		l.within(m, func() { s.stage.Steps = append(s.stage.Steps, l.parseStep(m, s)) })
	}
	for _, m := range s.m.mappings("stages") {
		l.within(m, func() { s.stage.Stages = append(s.stage.Stages, l.parseStage(m, s)) })
	}
	for _, m := range s.m.mappings("gates") {
		s.stage.Gates = append(s.stage.Gates, l.parseGate(m, s))
	}
}

func (l *loader) parseStage(m mapping, outer *stageSource) *Stage {
	id := l.name(m, "", "stage")
	if id != l.loopRoot {
		l.inLoop(id)
	}
	s := &Stage{
		ID:         id,
		Requires:   l.refer(m, "requires", toItem, "stage "+value.Quoted(id)),
		When:       m.expr("when"),
		Sequential: m.text("order") == "sequential",
		Title:      m.template("title"),
	}
	if !m.has("title") {
		s.Title, _ = value.ParseText(id, l.pack.index.scope)
	}
	source := &stageSource{stage: s, m: m, outer: outer, when: outer.when}
	if n := m.get("when"); n != nil && s.When != nil {
		source.when = append(outer.when[:len(outer.when):len(outer.when)], n)
	}
	l.stages = append(l.stages, source)
	l.members(source)
	return s
}

// parseItem reads what steps and gates share.
func (l *loader) parseItem(m mapping, kind string, stage *stageSource) Item {
	id := l.name(m, "", kind)
	l.inLoop(id)
	who := kind + " " + value.Quoted(id)
	item := Item{
		ID:          id,
		Title:       m.template("title"),
		Instruction: m.prose("instruction"),
		Links:       l.parseLinks(m),
		Requires:    l.refer(m, "requires", toItem, who),
		Uses:        l.refer(m, "uses", toDatapoint, who),
		Evidence:    l.parseEvidence(m, who),
		ManualOnly:  m.text("auto_confirm") == "manual-only",
		Timeout:     l.pack.Defaults.Timeout,
		OnTimeout:   l.pack.Defaults.OnTimeout,
		Stage:       stage.stage.ID,
		Loop:        l.loop,
	}
	if d := m.duration("timeout"); d > 0 {
		item.Timeout = d
	}
	if word := m.text("on_timeout"); word != "" {
		item.OnTimeout = OnTimeout(word)
	}
	return item
}

func (l *loader) parseLinks(m mapping) []Link {
	var links []Link
	for _, link := range m.mappings("links") {
		var url value.Text
		if address := link.optional("url", l.checkLink); address != nil {
			url = *address
		}
		title := url
		if link.has("title") {
			title = link.template("title")
		}
		links = append(links, Link{Title: title, URL: url})
	}
	return links
}

// parseEvidence reads the facts that an item, or an alternative, requires.
func (l *loader) parseEvidence(m mapping, who string) []Fact {
	var facts []Fact
	for _, fact := range m.mappings("evidence") {
		id := l.name(fact, "evidence of "+who, "fact of evidence")
		facts = append(facts, Fact{ID: id, Title: titleOr(fact, id), Help: fact.text("help"), Spec: l.spec(fact)})
	}
	return facts
}

func (l *loader) parseGate(m mapping, stage *stageSource) *Gate {
	g := &Gate{Item: l.parseItem(m, "gate", stage), Waivable: m.bool("waivable", false)}
	source := &gateSource{gate: g, m: m, stage: stage, checks: m.mappings("checks")}
	for _, check := range source.checks {
		c := l.parseCheck(check, "gate "+value.Quoted(g.ID))
		c.ID = l.name(check, "checks of gate "+g.ID, "check")
		g.Checks = append(g.Checks, c)
		l.use(&g.Item, c.names()...)
	}
	l.gates = append(l.gates, source)
	return g
}

// use adds those of the names that are datapoints to what an item uses.
func (l *loader) use(item *Item, names ...string) {
	for _, name := range names {
		if l.pack.index.scope[name].Datapoint {
			item.Uses = append(item.Uses, name)
		}
	}
	item.Uses = distinct(item.Uses)
}

// distinct keeps the first of equal texts.
func distinct(texts []string) []string {
	seen := map[string]bool{}
	var kept []string
	for _, text := range texts {
		if !seen[text] {
			seen[text] = true
			kept = append(kept, text)
		}
	}
	return kept
}

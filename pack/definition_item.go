package pack

import "rtut/flow"

// item writes down what steps and gates share.
func (d definition) item(item *Item, graph *flow.Graph) facts {
	f := facts{}
	d.add(f, true, "requires", item.Requires)
	d.add(f, true, "uses", item.Uses)
	d.add(f, true, "waits", waitsOf(item.ID, graph))
	d.add(f, true, "manual_only", item.ManualOnly)
	d.add(f, true, "timeout", item.Timeout)
	d.add(f, true, "on_timeout", item.OnTimeout)
	f["evidence"] = d.evidence(item.Evidence)
	if item.Loop != "" { // so that items outside of loops keep their digests
		d.add(f, true, "for_each", item.Loop)
	}
	d.add(f, false, "title", item.Title.Raw())
	d.add(f, false, "instruction", item.Instruction.Raw())
	var links [][]string
	for _, link := range item.Links {
		links = append(links, []string{link.Title.Raw(), link.URL.Raw()})
	}
	d.add(f, false, "links", links)
	return f
}

func (d definition) step(s *Step, graph *flow.Graph) facts {
	f := d.item(&s.Item, graph)
	d.add(f, true, "effect", s.Effect)
	d.add(f, true, "when", exprText(s.When))
	d.add(f, true, "idempotent", s.Idempotent)
	d.add(f, false, "performer", s.Performer)
	d.add(f, false, "expected", s.Expected)
	var produces, accept [][]string
	for _, p := range s.Produces {
		produces = append(produces, []string{p.Datapoint, p.Extract.Key()})
	}
	for _, a := range s.Accept {
		accept = append(accept, []string{a.ID, exprText(a.Expr)})
	}
	d.add(f, true, "produces", produces)
	d.add(f, true, "accept", accept)
	var alternatives []facts
	for i := range s.Alternatives {
		alternatives = append(alternatives, d.alternative(&s.Alternatives[i]))
	}
	f["alternatives"] = alternatives
	return f
}

func (d definition) alternative(a *Alternative) facts {
	f := facts{"id": a.ID, "verify": d.check(&a.Verify), "evidence": d.evidence(a.Evidence)}
	d.add(f, true, "recommended_when", exprText(a.RecommendedWhen))
	d.add(f, true, "effect", a.Effect)
	d.add(f, true, "confirm", optionalText(a.Confirm))
	d.add(f, true, "command", commandText(a.Command))
	d.add(f, true, "on", optionalText(a.On))
	d.execution(f, a.Execution)
	d.add(f, false, "title", a.Title.Raw())
	d.add(f, false, "instruction", a.Instruction.Raw())
	if a.Rollback != nil {
		d.add(f, true, "rollback", commandText(a.Rollback.Command))
		d.add(f, false, "rollback", a.Rollback.Instruction.Raw())
	}
	return f
}

func (d definition) gate(g *Gate, graph *flow.Graph) facts {
	f := d.item(&g.Item, graph)
	d.add(f, true, "waivable", g.Waivable)
	var checks []facts
	for i := range g.Checks {
		checks = append(checks, d.check(&g.Checks[i]))
	}
	f["checks"] = checks
	return f
}

func (d definition) check(c *Check) facts {
	f := facts{"id": c.ID}
	d.add(f, true, "kind", c.Kind)
	d.add(f, true, "command", commandText(c.Command))
	d.add(f, true, "on", optionalText(c.On))
	d.add(f, true, "contains", optionalText(c.Contains))
	d.add(f, true, "equals", optionalText(c.Equals))
	d.add(f, true, "matches", patternText(c.Matches))
	d.add(f, true, "exit_code", c.ExitCode)
	d.add(f, true, "timeout", c.Timeout)
	d.add(f, true, "poll", c.Poll)
	d.add(f, true, "expr", exprText(c.Expr))
	d.add(f, true, "since", c.Since)
	d.add(f, true, "at_least", c.AtLeast)
	d.add(f, true, "window", windowFacts(c.Window))
	d.add(f, false, "prompt", c.Prompt.Raw())
	return f
}

func (d definition) evidence(list []Fact) []facts {
	var all []facts
	for _, fact := range list {
		f := facts{"id": fact.ID}
		d.add(f, true, "spec", specFacts(fact.Spec))
		d.add(f, false, "title", fact.Title)
		d.add(f, false, "help", fact.Help)
		all = append(all, f)
	}
	return all
}

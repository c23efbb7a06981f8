package pack

import (
	"slices"

	"rtut/pack/command"
	"rtut/pack/value"
)

// Reads returns the datapoints whose values the proof of an item rests on: those named in what is shown, run or judged when
// it is carried out by an alternative and verified, and all that a gate uses. What a step produces itself is not among them.
// Of `not-needed` it is its condition. Which alternative is recommended is no part of it. alternative is "" of a gate, and of
// a step that has one way alone. nil for an unknown item.
func (p *Pack) Reads(item, alternative string) []string {
	var names []string
	if gate := p.Gate(item); gate != nil {
		names = slices.Clone(gate.Uses)
		for i := range gate.Checks {
			names = append(names, gate.Checks[i].reads()...)
		}
		return p.datapointsIn(names)
	}
	step := p.Step(item)
	if step == nil || step.Alternative(alternative) == nil {
		return nil
	}
	alt := step.Alternative(alternative)
	names = append(alt.Verify.reads(), commandNames(alt.Command)...)
	names = append(names, textNames(alt.On)...)
	for i := range step.Accept {
		names = append(names, step.Accept[i].Expr.Names()...)
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		return slices.ContainsFunc(step.Produces, func(made Produce) bool { return made.Datapoint == name })
	})
	return p.datapointsIn(names)
}

// datapointsIn returns those of the names that are datapoints, each once.
func (p *Pack) datapointsIn(names []string) []string {
	var found []string
	for _, name := range names {
		if p.Datapoint(name) != nil && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	return found
}

// reads are the names in what a check shows, runs and looks for.
func (c *Check) reads() []string {
	names := append(c.Prompt.Names(), commandNames(c.Command)...)
	names = append(names, textNames(c.On)...)
	names = append(names, textNames(c.Contains)...)
	names = append(names, textNames(c.Equals)...)
	if c.Expr != nil {
		names = append(names, c.Expr.Names()...)
	}
	return names
}

func commandNames(c *command.Command) []string {
	if c == nil {
		return nil
	}
	return c.Names()
}

func textNames(t *value.Text) []string {
	if t == nil {
		return nil
	}
	return t.Names()
}

// Proof returns a digest of what an item does and how that is judged, by one alternative of a step: its condition, commands,
// hosts, directory, shell, phrase, checks, and what it requires of the values that it produces. Words, polls and time limits do not count.
// "" for what the pack does not have.
func (p *Pack) Proof(item, alternative string) string {
	d := definition{enforced: true}
	f := facts{}
	if gate := p.Gate(item); gate != nil {
		var checks []facts
		for i := range gate.Checks {
			checks = append(checks, d.proof(p, &gate.Checks[i]))
		}
		f["checks"] = checks
		return digestOf(f)
	}
	step := p.Step(item)
	if step == nil || step.Alternative(alternative) == nil {
		return ""
	}
	alt := step.Alternative(alternative)
	f["when"], f["check"] = exprText(step.When), d.proof(p, &alt.Verify)
	if alt.ID == NotNeeded {
		return digestOf(f)
	}
	f["confirm"], f["command"], f["on"] = optionalText(alt.Confirm), commandText(alt.Command), optionalText(alt.On)
	if alt.Command != nil {
		p.proveCommand(f, alt.On)
	}
	whole := d.step(step, p.index.graph)
	f["produces"], f["accept"] = whole["produces"], whole["accept"]
	return digestOf(f)
}

// proof writes down what a check runs and looks for.
func (d definition) proof(p *Pack, c *Check) facts {
	f := d.check(c)
	delete(f, "timeout")
	delete(f, "poll")
	if c.Command != nil {
		p.proveCommand(f, c.On)
	}
	return f
}

// proveCommand writes down by what and, here, in which directory a command runs.
func (p *Pack) proveCommand(f facts, on *value.Text) {
	f["shell"] = p.Shell
	if on == nil && p.Dir != "" {
		f["dir"] = p.Dir
	}
}

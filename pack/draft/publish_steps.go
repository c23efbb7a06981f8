package draft

import (
	"fmt"

	"rtut/pack"
	commands "rtut/pack/command"
	"rtut/pack/value"
	"rtut/pack/write"
)

// sequence writes the nodes of a sequence into a stage, or the top. Steps of a stage come before its stages, so that leaves behind a
// group stand in a stage of their own.
func (p *publisher) sequence(into *write.Mapping, s *sequence) error {
	at := into
	for i, n := range s.nodes {
		if n.isGroup() {
			if err := p.group(into, n); err != nil {
				return err
			}
			at = nil
			continue
		}
		if at == nil {
			before := s.nodes[i-1].id
			at = write.New()
			at.Text("id", "after-"+before)
			at.Text("title", "After "+before)
			at.Text("order", "sequential")
			into.Add("stages", at)
		}
		step, err := p.step(n)
		if err != nil {
			return err
		}
		at.Add("steps", step)
	}
	return nil
}

func (p *publisher) group(into *write.Mapping, n *node) error {
	stage := write.New()
	stage.Text("id", n.id)
	stage.Text("order", "parallel")
	for _, b := range n.branches {
		branch := write.New()
		branch.Text("id", b.id)
		branch.Text("order", "sequential")
		if err := p.sequence(branch, b); err != nil {
			return err
		}
		stage.Add("stages", branch)
	}
	into.Add("stages", stage)
	return nil
}

func (p *publisher) step(n *node) (*write.Mapping, error) {
	step := write.New()
	step.Text("id", n.id)
	step.Text("title", value.EscapeText(n.fields.at("title").text))
	for _, made := range p.points[n.id] {
		if made.extract == "" {
			step.AddText("produces", made.id)
			continue
		}
		produce := write.New()
		produce.Text("datapoint", made.id)
		produce.Text("extract", made.extract)
		step.Add("produces", produce)
	}
	if n.kind == "tool" {
		return step, p.tool(step, n)
	}
	return step, p.agent(step, n)
}

// tool writes the command of an operation with its inputs bound.
func (p *publisher) tool(step *write.Mapping, n *node) error {
	o := p.operations[refOf(n.fields.at("operation"))]
	fills, uses, err := p.fills(n, o)
	if err != nil {
		return fmt.Errorf("%s: %w", n.id, err)
	}
	own := o.Step().Alternatives[0]
	step.Text("effect", string(own.Effect))
	if own.Confirm != nil {
		step.Text("confirm", own.Confirm.Fill(filled(fills, value.EscapeText)))
	}
	if err := bindCommand(step, own.Command, fills); err != nil {
		return fmt.Errorf("%s: %w", n.id, err)
	}
	verify := write.New()
	step.Map("verify", verify)
	if err := writeCheck(verify, own.Verify, fills); err != nil {
		return fmt.Errorf("%s: %w", n.id, err)
	}
	if own.Rollback != nil {
		rollback := write.New()
		if own.Rollback.Instruction.Raw() != "" {
			rollback.Text("instruction", own.Rollback.Instruction.Fill(filled(fills, value.EscapeProse)))
		}
		if err := bindCommand(rollback, own.Rollback.Command, fills); err != nil {
			return fmt.Errorf("%s: %w", n.id, err)
		}
		step.Map("rollback", rollback)
	}
	if len(uses) > 0 {
		step.Texts("uses", uses...)
	}
	return nil
}

func bindCommand(m *write.Mapping, c *commands.Command, fills map[string]commands.Fill) error {
	if c == nil {
		return nil
	}
	text, err := c.Bind(fills)
	if err == nil {
		m.Text("command", text)
	}
	return err
}

// writeCheck writes a verification with what it is given bound.
func writeCheck(m *write.Mapping, c pack.Check, fills map[string]commands.Fill) error {
	m.Text("kind", string(c.Kind))
	if c.Kind == pack.Manual {
		m.Text("prompt", c.Prompt.Fill(filled(fills, value.EscapeText)))
	}
	for _, judged := range judgedTexts(c) {
		m.Text(judged.key, judged.text.Fill(filled(fills, value.EscapeText)))
	}
	if c.Matches != nil {
		m.Text("matches", c.Matches.String())
	}
	if c.ExitCode != 0 {
		m.Text("exit_code", fmt.Sprint(c.ExitCode))
	}
	if c.Timeout != pack.MaxCheckTimeout {
		m.Text("timeout", value.ShortDuration(c.Timeout))
	}
	if c.Poll != nil {
		poll := write.New()
		poll.Text("every", value.ShortDuration(c.Poll.Every))
		poll.Text("for", value.ShortDuration(c.Poll.For))
		m.Map("poll", poll)
	}
	return bindCommand(m, c.Command, fills)
}

// fills are what the inputs of an operation are given, and the datapoints among that.
func (p *publisher) fills(n *node, o *pack.Operation) (fills map[string]commands.Fill, uses []string, err error) {
	fills = map[string]commands.Fill{}
	controls := n.fields.at("controls")
	for _, param := range o.Pack.Params {
		b, bound := controls.get(param.ID)
		if o.Payload != nil && param.ID == payloadInput {
			if b, bound = n.fields.get("payload"); !bound {
				b, bound = objectOf(member{"kind", textValue("literal")}, member{"value", textValue("")}), true
			}
		}
		if !bound {
			fills[param.ID] = commands.Fill{Value: param.Default}
			continue
		}
		fill, err := p.fill(b, param.Spec)
		if err != nil {
			return nil, nil, err
		}
		fills[param.ID] = fill
		if b.at("kind").text == "node_result" {
			uses = appendNew(uses, []string{fill.Name})
		}
	}
	return fills, uses, nil
}

func (p *publisher) fill(b jsonValue, spec value.Spec) (commands.Fill, error) {
	switch b.at("kind").text {
	case "literal":
		v, err := b.at("value").canonical().packValue()
		if err == nil {
			v, err = spec.Check(v)
		}
		return commands.Fill{Value: v}, err
	case "run_input":
		return commands.Fill{Name: p.params[b.at("input").text]}, nil
	case "run_file":
		return commands.Fill{File: b.at("fileName").text}, nil
	case "node_result":
		return commands.Fill{Name: p.resultOf(b)}, nil
	}
	return commands.Fill{}, fmt.Errorf("%s can't be published yet", b.at("kind").text)
}

// resultOf is the datapoint that a node_result names.
func (p *publisher) resultOf(b jsonValue) string {
	field := ""
	if parts, _ := splitPointer(b.at("pointer").text); b.at("select").text == "data" && len(parts) > 0 {
		field = parts[0]
	}
	return p.point(b.at("nodeId").text, field)
}

// filled says what stands in the place of a placeholder of a text that is no command.
func filled(fills map[string]commands.Fill, escape func(string) string) func(name string) (string, bool) {
	return func(name string) (string, bool) {
		fill, bound := fills[name]
		switch {
		case !bound:
			return "", false
		case !fill.Value.IsZero():
			return escape(fill.Value.Text()), true
		case fill.Name != "":
			return "{{ " + fill.Name + " }}", true
		}
		return filesOfRun + fill.File, true
	}
}

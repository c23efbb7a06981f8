package draft

import (
	"fmt"
	"strings"

	"rtut/pack"
	commands "rtut/pack/command"
	"rtut/pack/value"
	"rtut/pack/write"
)

// agent writes a step that somebody carries out by words.
func (p *publisher) agent(step *write.Mapping, n *node) error {
	performer := p.performers[n.fields.at("modelProfileId").text].Title
	if mode := n.fields.at("agentMode").text; mode != "fast" {
		performer += " (" + mode + ")"
	}
	step.Text("performer", performer)
	step.Text("effect", string(p.graph.strongest(n)))
	lines, uses, err := p.inputs(n)
	if err != nil {
		return fmt.Errorf("%s: %w", n.id, err)
	}
	tools := p.tools(step, n)
	var paragraphs []string
	for _, text := range []string{n.fields.at("roleInstructions").text, n.fields.at("prompt").text} {
		if strings.TrimSpace(text) != "" {
			paragraphs = append(paragraphs, value.EscapeProse(strings.TrimRight(text, "\n")))
		}
	}
	for _, list := range [][]string{lines, tools} {
		if len(list) > 0 {
			paragraphs = append(paragraphs, "- "+strings.Join(list, "\n- "))
		}
	}
	step.Text("instruction", strings.Join(paragraphs, "\n\n")+"\n")
	for _, rule := range n.fields.at("acceptance").items {
		field := rule.at("field").text
		accept := write.New()
		accept.Text("id", strings.ReplaceAll(slug(field), "-", "_"))
		accept.Text("expr", p.point(n.id, field)+" == "+strings.ReplaceAll(string(rule.at("equals").append(nil)), "{{", `{\u007b`))
		step.Add("accept", accept)
	}
	if len(uses) > 0 {
		step.Texts("uses", uses...)
	}
	return nil
}

// inputs lists what an agent is given, and the datapoints among that.
func (p *publisher) inputs(n *node) (lines, uses []string, err error) {
	for _, m := range n.fields.at("inputs").members {
		name := value.EscapeProse(m.key)
		switch kind := m.value.at("kind").text; kind {
		case "literal":
			lines = append(lines, name+": "+strings.ReplaceAll(value.EscapeProse(shownLiteral(m.value.at("value"))), "\n", "\n  "))
		case "run_input":
			lines = append(lines, name+": {{ "+p.params[m.value.at("input").text]+" }}")
		case "run_file":
			lines = append(lines, name+": "+filesOfRun+m.value.at("fileName").text)
		case "node_result":
			more, used := p.given(name, m.value)
			lines, uses = append(lines, more...), appendNew(uses, used)
		case "branch_results":
			more, used := p.branchResults(name, m.value.at("parallelNodeId").text)
			lines, uses = append(lines, more...), appendNew(uses, used)
		default:
			return nil, nil, fmt.Errorf("%s can't be published yet", kind)
		}
	}
	return lines, uses, nil
}

// shownLiteral is a text as it is, and of all else its JSON.
func shownLiteral(v jsonValue) string {
	if v.kind == text {
		return v.text
	}
	return string(v.append(nil))
}

// given lists what an agent takes of an earlier step: its text, a field, or all of its data.
func (p *publisher) given(name string, b jsonValue) (lines, uses []string) {
	parts, _ := splitPointer(b.at("pointer").text)
	if b.at("select").text == "text" || len(parts) > 0 {
		id := p.resultOf(b)
		of := ""
		if len(parts) > 1 {
			of = " (item " + parts[1] + " of)"
		}
		return []string{name + of + ": {{ " + id + " }}"}, []string{id}
	}
	return p.all(name, b.at("nodeId").text)
}

// all lists the data of a step.
func (p *publisher) all(name, node string) (lines, uses []string) {
	for _, made := range p.points[node] {
		if made.field != "" || len(p.points[node]) == 1 {
			lines, uses = append(lines, name+", "+orText(made.field)+": {{ "+made.id+" }}"), append(uses, made.id)
		}
	}
	return lines, uses
}

// branchResults lists what the last step of each branch gives.
func (p *publisher) branchResults(name, group string) (lines, uses []string) {
	for _, last := range lastOf(p.graph.nodes[group]) {
		more, used := p.all(name+", "+last.id, last.id)
		lines, uses = append(lines, more...), append(uses, used...)
	}
	return lines, uses
}

// tools lists the operations that an agent may or has to use, and writes what it requires for those.
func (p *publisher) tools(step *write.Mapping, n *node) (lines []string) {
	var phrases []string
	owed := map[string]bool{}
	for _, selected := range n.fields.at("tools").items {
		ref := refOf(selected.at("operation"))
		o := p.operations[ref]
		may := "may use "
		if selected.at("usage").text == "required" {
			may = "has to use "
			step.Add("evidence", evidenceOf(ref, o, owed))
		}
		own := o.Step().Alternatives[0]
		lines = append(lines, may+ref.String()+": "+value.EscapeProse(o.Pack.Title.Raw())+shownCommand(own.Command))
		if own.Effect == pack.Irreversible {
			phrases = append(phrases, phraseOf(ref, own.Confirm))
		}
	}
	if len(phrases) > 0 {
		step.Text("confirm", strings.Join(phrases, " and "))
	}
	return lines
}

// evidenceOf is what an agent requires for an operation that it has to use.
func evidenceOf(ref Ref, o *pack.Operation, owed map[string]bool) *write.Mapping {
	id := slug(ref.ToolName + "-" + ref.OperationID)
	if owed[id] {
		id = slug(fmt.Sprintf("v%d-%s-%s", ref.ContractVersion, ref.ToolName, ref.OperationID))
	}
	owed[id] = true
	evidence := write.New()
	evidence.Text("id", id)
	evidence.Text("title", "Result of "+o.Pack.Title.Raw())
	return evidence
}

// shownCommand is the command of an operation as it is written, whose placeholders are words here.
func shownCommand(c *commands.Command) string {
	if c == nil {
		return ""
	}
	raw := value.EscapeProse(strings.TrimSpace(c.Raw()))
	if !strings.Contains(raw, "\n") {
		return ", `" + raw + "`"
	}
	return "\n\n      " + strings.ReplaceAll(raw, "\n", "\n      ") + "\n"
}

// phraseOf is what is typed before an irreversible operation is used. One that names inputs has no values here, and is that of the
// operation itself.
func phraseOf(ref Ref, confirm *value.Text) string {
	if confirm == nil || len(confirm.Names()) > 0 {
		return ref.String()
	}
	return confirm.Raw()
}

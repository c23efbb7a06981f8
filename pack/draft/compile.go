package draft

import "fmt"

// compileSettings makes the command that sets the definition.
func (p *plan) compileSettings(settings jsonValue, where *place) {
	body := objectOf(member{"kind", textValue("update_definition")}, member{"patch", settings})
	p.commands = append(p.commands, command{place: where, fields: where, node: where, kind: "update_definition", body: body})
}

// compile makes the commands of a sequence. Its first leaf may be there already, since a branch begins with a leaf that was
// wrapped; seeded is its key then.
func (p *plan) compile(steps []step, parent, seeded string) {
	for i, s := range steps {
		there := i == 0 && seeded != ""
		switch {
		case s.isGroup():
			p.compileGroup(s, parent, i, there)
		case !there:
			p.compileLeaf(s, parent, i)
		}
	}
}

func (p *plan) compileLeaf(s step, parent string, index int) {
	body := objectOf(
		member{"kind", textValue("add_node")}, member{"parentSequenceId", textValue(parent)},
		member{"index", wholeValue(int64(index))}, member{"nodeWithoutId", s.node},
	)
	p.commands = append(p.commands, command{place: s.place, fields: s.place, node: s.place, alias: s.key, kind: "add_node", body: body})
}

// compileGroup adds the first leaf of each branch, wraps them, and adds the rest of each branch. No node stands in for another.
func (p *plan) compileGroup(s step, parent string, index int, seeded bool) {
	var heads []jsonValue
	for i, branch := range s.branches {
		head := branch[0].first()
		heads = append(heads, textValue("$"+head.key))
		if i > 0 || !seeded {
			p.compileLeaf(head, parent, index+i)
		}
	}
	body := objectOf(member{"kind", textValue("wrap_parallel")}, member{"nodeIds", jsonValue{kind: list, items: heads}})
	p.commands = append(p.commands, command{place: s.place, fields: s.place, node: s.place, alias: s.key, kind: "wrap_parallel", body: body})
	for i, branch := range s.branches {
		p.compile(branch, fmt.Sprintf("$%s.branch%d", s.key, i+1), branch[0].first().key)
	}
}

// checkCompiled judges what the commands of a recipe hold, one after the other.
func (p *plan) checkCompiled() *Refusal {
	for _, c := range p.commands {
		var refusal *Refusal
		switch c.kind {
		case "add_node":
			refusal = unions["node"].check(c.body.at("nodeWithoutId"), c.node, FieldInvalid)
		case "update_definition":
			refusal = definition.check(c.body.at("patch"), c.node, FieldInvalid)
		}
		if refusal == nil {
			refusal = checkTogether(c)
		}
		if refusal != nil {
			return refusal
		}
	}
	return nil
}

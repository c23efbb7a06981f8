package pack

import (
	"slices"

	"rtut/pack/command"
	"rtut/pack/value"
)

// references writes out a list of ids or names.
func (x *expander) references(key string, n *node, at *place) *node {
	var name func(id string) []string
	switch key {
	case "requires", "used_by":
		name = func(id string) []string { return x.items(id, at) }
	case "uses":
		name = func(id string) []string { return x.datapoint(id, at) }
	default:
		return n
	}
	out := *n
	out.items = nil
	for _, item := range n.items {
		for _, id := range name(item.value) {
			out.items = append(out.items, x.scalar(item, id))
		}
	}
	return &out
}

// items are the ids that an id of the template stands for: the element's own item where it stands in the same loop, else those of all
// elements.
func (x *expander) items(id string, at *place) []string {
	ix := &x.template.index
	root := ix.loopRoots[id]
	if root == "" {
		if x.isEmptyStage(id) {
			return nil
		}
		return []string{id}
	}
	if at != nil && (at.root == root || at.root == "" && x.loopOf(root) == at.element.loop.Variable) {
		return []string{id + "-" + at.element.key}
	}
	var all []string
	for _, e := range x.elements[x.loopOf(root)] {
		all = append(all, id+"-"+e.key)
	}
	return all
}

// loopOf is the variable of the loop that a step or stage has.
func (x *expander) loopOf(root string) string {
	if loop := x.template.LoopOn(root); loop != nil {
		return loop.Variable
	}
	return ""
}

// isEmptyStage reports whether a stage has a loop without elements, so that it is not written out.
func (x *expander) isEmptyStage(id string) bool {
	if x.template.Stage(id) == nil || id == "" {
		return false
	}
	variable := x.loopOf(id)
	return variable != "" && len(x.elements[variable]) == 0
}

// datapoint are the ids that the id of a datapoint stands for.
func (x *expander) datapoint(id string, at *place) []string {
	variable := x.each[id]
	switch {
	case variable == "":
		return []string{id}
	case at != nil && at.element.loop.Variable == variable:
		return []string{id + "_" + at.element.name()}
	}
	var all []string
	for i := range x.elements[variable] {
		all = append(all, id+"_"+x.elements[variable][i].name())
	}
	return all
}

// The keys under which stand texts with placeholders. In those of prose templates of other programs may stand.
var (
	filledTexts = []string{"title", "confirm", "on", "prompt", "contains", "equals", "url", "location"}
	filledProse = []string{"instruction", "summary"}
)

// text writes out one text.
func (x *expander) text(layout, key string, n *node, at *place) *node {
	switch {
	case key == "expr" || key == "when" || key == "recommended_when":
		return x.scalar(n, x.expression(n.value, at))
	case at == nil:
		return n
	case key == "id":
		return x.scalar(n, x.id(layout, n.value, at))
	case key == "since" || key == "confirmed_by" || key == "produced_by":
		return x.scalar(n, x.items(n.value, at)[0])
	case key == "datapoint":
		return x.scalar(n, x.datapoint(n.value, at)[0])
	case key == "command":
		return x.scalar(n, x.command(n, at))
	case key == "title" && (layout == "datapoint" || layout == "artefact"):
		return x.scalar(n, n.value+" ("+at.element.text+")")
	case slices.Contains(filledTexts, key):
		return x.scalar(n, x.filled(n.value, at, value.NoTemplates))
	case slices.Contains(filledProse, key):
		return x.scalar(n, x.filled(n.value, at, value.ProseTemplates))
	}
	return n
}

// id writes out the id of what there is for each element. Ids within an item stay.
func (x *expander) id(layout, id string, at *place) string {
	switch layout {
	case "stage":
		return id + "-" + at.element.key
	case "step", "gate":
		written := id + "-" + at.element.key
		x.made[written] = &Element{Template: id, Variable: at.element.loop.Variable, Text: at.element.text}
		return written
	case "datapoint":
		return id + "_" + at.element.name()
	case "artefact":
		return id + "-" + at.element.key
	}
	return id
}

// filled puts an element into a text.
func (x *expander) filled(raw string, at *place, allowed value.Templates) string {
	parse := value.ParseText
	if allowed == value.ProseTemplates {
		parse = value.ParseProse
	}
	text, _ := parse(raw, nil)
	return text.Fill(func(name string) (string, bool) {
		switch {
		case name == at.element.loop.Variable:
			return value.Escape(at.element.text, allowed), true
		case x.each[name] == at.element.loop.Variable:
			return "{{ " + x.datapoint(name, at)[0] + " }}", true
		}
		return "", false
	})
}

// command puts an element into a command.
func (x *expander) command(n *node, at *place) string {
	c, known := x.commands[n]
	if !known {
		c, _ = command.ParseCommand(n.value, x.template.Shell, x.scopeIn(at.element.loop.Variable))
		x.commands[n] = c
	}
	if c == nil {
		return n.value
	}
	fills, renamed := map[string]command.Fill{at.element.loop.Variable: {Value: at.element.value}}, map[string]string{}
	for _, id := range c.Names() {
		if x.each[id] == at.element.loop.Variable {
			own := x.datapoint(id, at)[0]
			fills[id] = command.Fill{Name: own}
			scope := value.Scope{id: {Datapoint: true}, own: {Datapoint: true}}
			renamed[scope.Variable(id)] = scope.Variable(own)
		}
	}
	text, err := c.ForElement(fills, renamed)
	if err != nil {
		x.fail("loop_value", at.root, "the command of "+value.Quoted(at.element.text)+" can't be written: "+err.Error(), "")
	}
	return text
}

// scopeIn is what is known in the loops over a variable.
func (x *expander) scopeIn(variable string) value.Scope {
	scope := value.Scope{}
	for id, name := range x.template.index.scope {
		if each := x.each[id]; each == "" || each == variable {
			scope[id] = name
		}
	}
	return scope
}

// expression puts an element into an expression, and the mappings of what has a value for each element.
func (x *expander) expression(raw string, at *place) string {
	found := value.Identifiers(raw)
	before := ""
	type change struct {
		offset int
		old    string
		now    string
	}
	var changes []change
	replace := func(name, now string) {
		for _, offset := range found[name] {
			changes = append(changes, change{offset, name, now})
		}
	}
	if at != nil {
		replace(at.element.loop.Variable, at.element.inExpression())
	}
	for _, d := range x.template.Datapoints {
		if d.Each == "" || found[d.ID] == nil {
			continue
		}
		if names := x.datapoint(d.ID, at); at != nil && at.element.loop.Variable == d.Each {
			replace(d.ID, names[0])
		} else {
			before += value.Mapping(d.ID, x.texts(d.Each), names)
		}
	}
	slices.SortFunc(changes, func(a, b change) int { return b.offset - a.offset })
	for _, c := range changes {
		raw = raw[:c.offset] + c.now + raw[c.offset+len(c.old):]
	}
	return before + raw
}

// texts are the elements of a loop.
func (x *expander) texts(variable string) []string {
	var all []string
	for _, e := range x.elements[variable] {
		all = append(all, e.text)
	}
	return all
}

// inExpression is the element as an expression has it.
func (e *element) inExpression() string {
	if e.loop.Param != "" {
		return e.loop.Param + "[" + itoa(e.index) + "]"
	}
	return value.ExprText(e.text)
}

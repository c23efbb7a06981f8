package pack

import (
	"maps"
	"slices"
	"strings"

	"rtut/pack/command"
	"rtut/pack/value"
)

// Over returns the pack that a run follows: this one with its loops written out, as if an author had typed it. elements has the list of
// each variable; a variable that it lacks has the list that stands in the pack, or none. The error is a *LoopError. A pack without loops,
// and one that is written out, is returned as it is.
func (p *Pack) Over(elements map[string][]string) (*Pack, error) {
	if !p.IsTemplate() {
		return p, nil
	}
	given := map[string][]string{}
	for _, loop := range p.loops {
		if list, has := elements[loop.Variable]; has {
			given[loop.Variable] = list
		} else {
			given[loop.Variable] = loop.Literal
		}
	}
	w := p.index.writings
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.elements == nil || !maps.EqualFunc(w.elements, given, slices.Equal) {
		w.pack, w.err = p.writeOut(given)
		w.elements = given
	}
	if w.err != nil {
		return nil, w.err
	}
	out := *w.pack
	out.files, out.ExerciseStatus = p.files, p.ExerciseStatus
	return &out, nil
}

// writeOut is Over for a template, without memory.
func (p *Pack) writeOut(elements map[string][]string) (*Pack, error) {
	x, root, err := p.expand(elements)
	if err != nil {
		return nil, err
	}
	src, _ := checkText(FileName, []byte(p.index.file))
	report := &reporter{source: src}
	out := parsePack(report, root)
	if found := report.found.sorted(); found.Failed() {
		for _, d := range found {
			if d.Severity == Error {
				return nil, &LoopError{Code: loopCode(d.Rule), Text: "written out, line " + itoa(d.Line) + " of the pack is wrong: " + d.Message, Hint: d.Hint}
			}
		}
	}
	out.index.file = p.index.file
	out.loops, out.writtenOut, out.index.elements, out.index.template = x.loops, true, x.made, p
	return out, nil
}

// loopCode is the code of what is wrong with a pack that is written out.
func loopCode(rule string) string {
	switch rule {
	case "id", "unique":
		return "loop_key"
	case "required", "empty-stage":
		return "loop_empty"
	}
	return "loop_value"
}

// expand returns the nodes of the pack with its loops written out.
func (p *Pack) expand(elements map[string][]string) (*expander, *node, error) {
	x := &expander{
		template: p, elements: map[string][]element{}, each: map[string]string{}, made: map[string]*Element{}, commands: map[*node]*command.Command{},
	}
	for _, d := range p.Datapoints {
		if d.Each != "" {
			x.each[d.ID] = d.Each
		}
	}
	for _, loop := range p.loops {
		loop.Elements = elements[loop.Variable]
		if err := x.take(loop); err != nil {
			return nil, nil, err
		}
	}
	src, _ := checkText(FileName, []byte(p.index.file))
	root := rootOf(&reporter{source: src}, "a pack", "")
	out := x.mapping(root, "pack", nil)
	if x.err == nil && len(x.made) > maxItems {
		x.err = &LoopError{Code: "loop_size", Text: "the loops are written out to " + itoa(len(x.made)) + " items, and at most " + itoa(maxItems) + " were expected"}
	}
	if x.err != nil {
		return nil, nil, x.err
	}
	return x, out, nil
}

// expander writes loops out.
type expander struct {
	template *Pack
	loops    []Loop
	elements map[string][]element // by variable
	each     map[string]string    // of a datapoint with one value for each element: the variable
	made     map[string]*Element
	commands map[*node]*command.Command
	err      error
}

// element is one element of a loop.
type element struct {
	loop  *Loop
	text  string
	value value.Value
	index int
	key   string // what ids end in
}

// name is the key of an element as the ids of datapoints have it.
func (e *element) name() string { return strings.ReplaceAll(e.key, "-", "_") }

// place is where an expander is: in the loop of a step or stage, at one of its elements.
type place struct {
	root    string // the id of the step or stage with the loop; "" for a datapoint or an artefact
	element *element
}

// take judges the elements of a loop, and keeps them.
func (x *expander) take(loop Loop) error {
	if len(loop.Elements) == 0 && !loop.Empty {
		hint := "give it elements, or write `empty: true` into `for_each`"
		if loop.Param == "" {
			return &LoopError{Code: "loop_empty", Item: loop.Item, Text: "the list of " + value.Quoted(loop.Variable) + " has no elements, so nothing would be done", Hint: hint}
		}
		return &LoopError{Code: "loop_empty", Item: loop.Item, Text: "the list `" + loop.Param + "` has no elements, so nothing would be done for each " + loop.Variable, Hint: hint}
	}
	if fault := elementFault(loop.Elements, loop.Number); fault != nil {
		fault.Item = loop.Item
		return fault
	}
	x.loops = append(x.loops, loop)
	list := make([]element, len(loop.Elements))
	for i, key := range loop.Keys() {
		v, err := loop.Spec.Parse(loop.Elements[i])
		if loop.Param == "" {
			v, err = value.Spec{Type: value.String}.Parse(loop.Elements[i])
		}
		if err != nil {
			return &LoopError{Code: "loop_value", Item: loop.Item, Text: value.Quoted(loop.Elements[i]) + " is no element: " + err.Error()}
		}
		list[i] = element{&loop, loop.Elements[i], v, i, key}
	}
	x.elements[loop.Variable] = list
	return nil
}

func (x *expander) fail(code, item, text, hint string) {
	if x.err == nil {
		x.err = &LoopError{Code: code, Item: item, Text: text, Hint: hint}
	}
}

// mapping writes out what a mapping holds. at is nil outside of all loops.
func (x *expander) mapping(n *node, layout string, at *place) *node {
	if n.kind != mappingNode {
		return n
	}
	out := *n
	out.entries = make([]entry, 0, len(n.entries))
	for _, e := range n.entries {
		if e.key.value == "for_each" && (layout == "step" || layout == "stage") || e.key.value == "each" && (layout == "datapoint" || layout == "artefact") {
			continue
		}
		f := layoutOf(layout).field(e.key.value)
		if f != nil && !strings.HasPrefix(e.key.value, "x-") {
			e.value = x.value(n, layout, f, e.value, at)
		}
		out.entries = append(out.entries, e)
	}
	return &out
}

// value writes out what stands under one key of a mapping.
func (x *expander) value(within *node, layout string, f *field, n *node, at *place) *node {
	switch {
	case f.form == formList && n.kind == sequenceNode:
		return x.list(within, f, n, at)
	case f.form == formMapping:
		return x.mapping(n, f.of, at)
	case f.form == formProduces && at != nil:
		return x.each1(n, func(item *node) *node {
			if item.kind == mappingNode {
				return x.mapping(item, f.of, at)
			}
			return x.scalar(item, x.datapoint(item.value, at)[0])
		})
	case f.form == formStrings && n.kind == sequenceNode:
		return x.references(f.key, n, at)
	case n.kind != scalarNode:
		return n
	}
	return x.text(layout, f.key, n, at)
}

// each1 replaces each item of a list.
func (x *expander) each1(n *node, change func(*node) *node) *node {
	out := *n
	out.items = make([]*node, len(n.items))
	for i, item := range n.items {
		out.items[i] = change(item)
	}
	return &out
}

// scalar is a text with another value.
func (x *expander) scalar(n *node, text string) *node {
	if n.value == text {
		return n
	}
	out := *n
	out.value = text
	return &out
}

// list writes out a list of mappings.
func (x *expander) list(within *node, f *field, n *node, at *place) *node {
	out := *n
	out.items = nil
	for _, item := range n.items {
		variable := ""
		if item.kind == mappingNode {
			variable = x.variableOf(f.of, item)
		}
		if variable == "" || at != nil {
			out.items = append(out.items, x.mapping(item, f.of, at))
			continue
		}
		switch f.of {
		case "stage":
			if group := x.stages(item, variable); group != nil {
				out.items = append(out.items, group)
			}
		case "step":
			out.items = append(out.items, x.steps(item, variable, isSequential(within))...)
		default:
			for i := range x.elements[variable] {
				out.items = append(out.items, x.mapping(item, f.of, &place{"", &x.elements[variable][i]}))
			}
		}
	}
	return &out
}

// variableOf is the variable over which a step, a stage, a datapoint or an artefact is written out, "" for none.
func (x *expander) variableOf(layout string, n *node) string {
	key := map[string]string{"step": "for_each", "stage": "for_each", "datapoint": "each", "artefact": "each"}[layout]
	for _, e := range n.entries {
		if key == "" || e.key.value != key {
			continue
		}
		if key == "each" {
			return e.value.value
		}
		for _, inner := range e.value.entries {
			if layoutOf("for_each").field(inner.key.value) == nil && !strings.HasPrefix(inner.key.value, "x-") {
				return inner.key.value
			}
		}
	}
	return ""
}

// isSequential reports whether the steps of a stage, or of the pack, follow each other.
func isSequential(n *node) bool {
	for _, e := range n.entries {
		if e.key.value == "order" {
			return e.value.value == "sequential"
		}
	}
	return false
}

// steps writes out a step for each element, each after the one before.
func (x *expander) steps(n *node, variable string, sequential bool) []*node {
	var all []*node
	id := textOf(n, "id")
	for i := range x.elements[variable] {
		step := x.mapping(n, "step", &place{id, &x.elements[variable][i]})
		if i > 0 && !sequential {
			step = require(step, textOf(all[i-1], "id"))
		}
		all = append(all, step)
	}
	return all
}

// stages writes out a stage that holds one for each element, in sequence; nil where there are no elements.
func (x *expander) stages(n *node, variable string) *node {
	list := x.elements[variable]
	if len(list) == 0 {
		return nil
	}
	id := textOf(n, "id")
	group := &node{kind: mappingNode, place: n.place}
	inner := *n
	inner.entries = nil
	for _, e := range n.entries {
		switch e.key.value {
		case "requires":
			group.entries = append(group.entries, entry{key: e.key, value: x.references("requires", e.value, nil)})
		case "id":
			group.entries = append(group.entries, e)
			inner.entries = append(inner.entries, e)
		default:
			inner.entries = append(inner.entries, e)
		}
	}
	group.entries = append(group.entries, x.pair(n, "order", &node{value: "sequential", place: n.place}))
	stages := &node{kind: sequenceNode, place: n.place}
	for i := range list {
		stages.items = append(stages.items, x.mapping(&inner, "stage", &place{id, &list[i]}))
	}
	group.entries = append(group.entries, x.pair(n, "stages", stages))
	return group
}

func (x *expander) pair(n *node, key string, value *node) entry {
	return entry{key: &node{value: key, place: n.place}, value: value}
}

// textOf is the text under a key of a mapping, "" for none.
func textOf(n *node, key string) string {
	for _, e := range n.entries {
		if e.key.value == key {
			return e.value.value
		}
	}
	return ""
}

// require adds to what a step requires.
func require(n *node, id string) *node {
	out := *n
	out.entries = slices.Clone(n.entries)
	item := &node{value: id, place: n.place}
	for i, e := range out.entries {
		if e.key.value == "requires" {
			list := *e.value
			if !slices.ContainsFunc(list.items, func(n *node) bool { return n.value == id }) {
				list.items = append(slices.Clone(list.items), item)
			}
			out.entries[i].value = &list
			return &out
		}
	}
	list := &node{kind: sequenceNode, place: n.place, items: []*node{item}}
	out.entries = append(out.entries, entry{key: &node{value: "requires", place: n.place}, value: list})
	return &out
}

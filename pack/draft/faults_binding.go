package draft

import (
	"fmt"
	"slices"
	"strconv"

	"rtut/pack/value"
)

// binder is what a binding gives a value to.
type binder struct {
	node   *node
	field  string
	below  []string
	spec   *value.Spec // nil: an agent, which takes anything
	what   string
	bytes  int    // the most that a payload may have; 0: no such bound
	judged string // the key of the verification whose text holds the value; "" if none does
}

// fault makes one in a part of the binding.
func (b binder) fault(code Code, part, message string) fault {
	below := slices.Clone(b.below)
	if part != "" {
		below = append(below, part)
	}
	return fault{code: code, node: b.node.id, field: b.field, below: below, message: message}
}

// refuses makes the fault of a value that the input does not take.
func (b binder) refuses(part, found string) fault {
	return b.fault(ControlTypeInvalid, part, found+". "+b.what+" takes "+b.spec.Describe())
}

// checkBinding judges where a value comes from, and whether what it is given to takes it.
func (g *graph) checkBinding(b binder, v jsonValue) {
	switch v.at("kind").text {
	case "literal":
		g.checkLiteral(b, v.at("value"))
	case "run_input":
		g.checkRunInput(b, v.at("input").text)
	case "run_file":
		g.checkRunFile(b)
	case "source_files", "source_file":
		g.checkSource(b, v)
	case "node_result":
		g.checkNodeResult(b, v)
	case "branch_results":
		g.checkBranchResults(b, v.at("parallelNodeId").text)
	}
}

func (g *graph) checkLiteral(b binder, literal jsonValue) {
	if b.spec == nil {
		return
	}
	if message := admits(*b.spec, literal); message != "" {
		g.add(b.fault(ControlTypeInvalid, "value", message))
		return
	}
	if b.bytes > 0 && len(literal.text) > b.bytes {
		g.add(b.fault(ControlTypeInvalid, "value", fmt.Sprintf("%d bytes. at most %d were expected", len(literal.text), b.bytes)))
	}
}

// checkRunInput: the input is one of the definition, its value is one that is taken, and whatever else takes it agrees.
func (g *graph) checkRunInput(b binder, name string) {
	inputs := g.draft.definition.at("inputs")
	given, there := inputs.get(name)
	if !there {
		expected := "`inputs` of the definition has none; one of that name was expected there"
		if len(inputs.members) > 0 {
			expected = oneOf(keysOf(inputs)) + " was expected" + didYouMean(name, keysOf(inputs))
		}
		g.add(b.fault(BindingTargetInvalid, "input", quoted(name)+" is no input of the definition. "+expected))
		return
	}
	if b.spec == nil {
		return
	}
	if message := admits(*b.spec, given); message != "" {
		g.add(b.fault(ControlTypeInvalid, "input", "the input "+quoted(name)+" is "+message))
		return
	}
	if first := g.firstUse(name); first != nil && !sameSpec(*first, *b.spec) {
		g.add(b.fault(InputInvalid, "input", quoted(name)+" is "+first.Describe()+" for another step already, and "+b.what+" takes "+b.spec.Describe()+
			". one type with the same bounds was expected, or an input of its own"))
	}
}

// firstUse is the type that the first step gives an input of the definition.
func (g *graph) firstUse(name string) *value.Spec {
	for _, n := range g.draft.root.leaves() {
		o := g.catalog.operation(refOf(n.fields.at("operation")))
		if o == nil {
			continue
		}
		for _, m := range n.fields.at("controls").members {
			in := o.input(m.key)
			if in != nil && m.value.at("kind").text == "run_input" && m.value.at("input").text == name {
				return &in.Spec
			}
		}
	}
	return nil
}

// sameSpec reports whether two specs admit the same values.
func sameSpec(a, b value.Spec) bool { return within(a, b) && within(b, a) }

// checkFile: a path of a file is given to what takes any path.
func (g *graph) checkFile(b binder, part string) {
	if b.spec != nil && !within(value.Spec{Type: value.Path}, *b.spec) {
		g.add(b.refuses(part, "the path of a file"))
	}
}

// checkRunFile: the path of a file of a run is known to commands alone, so that no text of a check holds it.
func (g *graph) checkRunFile(b binder) {
	if b.judged != "" {
		g.add(b.fault(ControlTypeInvalid, "fileName",
			"the path of a file of the run, which `"+b.judged+"` of the verification does not know. another binding was expected for "+b.what))
		return
	}
	g.checkFile(b, "fileName")
}

func (g *graph) checkSource(b binder, v jsonValue) {
	kind := v.at("kind").text
	if g.draft.definition.at("source").kind != object {
		g.add(b.fault(BindingTargetInvalid, "kind", kind+" without a source. `source` in the definition was expected"))
		return
	}
	switch {
	case kind == "source_files" && b.spec != nil:
		g.add(b.fault(BindingChannelInvalid, "kind", "source_files is for agents. source_file was expected, or another binding"))
	case kind == "source_file" && v.at("field").text != "version":
		g.checkFile(b, "field")
	case kind == "source_file" && b.spec != nil && !within(value.Spec{Type: value.String}, *b.spec):
		g.add(b.refuses("field", "the version of a file"))
	}
}

// checkNodeResult: the source is a step that has ended before, and gives what is asked for.
func (g *graph) checkNodeResult(b binder, v jsonValue) {
	id := v.at("nodeId").text
	if o := g.order(id, b.node.id); o != earlier {
		g.add(b.fault(BindingTargetInvalid, "nodeId", quoted(id)+" "+string(o)+". a step that has ended before was expected"))
		return
	}
	source := g.nodes[id]
	if source.isGroup() {
		g.add(b.fault(BindingTargetInvalid, "nodeId", quoted(id)+" is a group. a step was expected, or branch_results"))
		return
	}
	if v.at("select").text == "text" {
		g.checkText(b, source)
		return
	}
	g.checkData(b, source, v)
}

// checkText: every agent gives a text, an operation only if it says so.
func (g *graph) checkText(b binder, source *node) {
	if source.kind == "tool" {
		o := g.catalog.operation(refOf(source.fields.at("operation")))
		if o == nil {
			return // its operation is gone, which is a fault of its own
		}
		if o.Text == "" {
			g.add(b.fault(BindingChannelInvalid, "select", o.String()+" gives no text. data was expected"))
			return
		}
	}
	if b.spec != nil && !within(value.Spec{Type: value.String}, *b.spec) {
		g.add(b.refuses("select", "the text of "+source.id))
	}
}

// checkData: a field of the data, or for an agent all of it or an item of an array.
func (g *graph) checkData(b binder, source *node, v jsonValue) {
	fields, gone := g.dataOf(source)
	pointer, there := v.get("pointer")
	parts, _ := splitPointer(pointer.text)
	switch {
	case gone:
	case len(fields) == 0:
		g.add(b.fault(BindingChannelInvalid, "select", source.id+" gives no data. text was expected, or a step that gives data"))
	case len(parts) == 0 && b.spec != nil:
		found := "data as a whole"
		if there {
			found = "a pointer to the data as a whole"
		}
		g.add(b.fault(PointerInvalid, "pointer", found+" for "+b.what+". a pointer to one field was expected, such as /"+fields[0].ID))
	case len(parts) > 0:
		g.checkPart(b, source, fields, parts)
	}
}

// dataOf lists the fields of the data of a step, and reports whether its operation is gone.
func (g *graph) dataOf(n *node) (fields []Datum, gone bool) {
	if n.kind == "tool" {
		o := g.catalog.operation(refOf(n.fields.at("operation")))
		if o == nil {
			return nil, true
		}
		return o.Data, false
	}
	for _, m := range n.fields.at("result").at("schema").at("properties").members {
		fields = append(fields, Datum{m.key, propertySpec(m.value)})
	}
	return fields, false
}

func (g *graph) checkPart(b binder, source *node, fields []Datum, parts []string) {
	var ids []string
	for _, f := range fields {
		ids = append(ids, f.ID)
	}
	i := slices.Index(ids, parts[0])
	if i < 0 {
		g.add(b.fault(PointerInvalid, "pointer", quoted(parts[0])+" is no field of the data of "+source.id+". "+oneOf(ids)+" was expected"+didYouMean(parts[0], ids)))
		return
	}
	spec := fields[i].Spec
	if len(parts) > 1 {
		g.checkItem(b, spec, parts)
		return
	}
	if b.spec != nil && !within(spec, *b.spec) {
		g.add(b.refuses("pointer", source.id+" gives "+spec.Describe()))
	}
}

// checkItem: an item of an array is for agents, and within its bounds.
func (g *graph) checkItem(b binder, spec value.Spec, parts []string) {
	i, err := strconv.Atoi(parts[1])
	isIndex := err == nil && strconv.Itoa(i) == parts[1] && i >= 0
	switch {
	case spec.Type != value.List || len(parts) > 2 || !isIndex:
		g.add(b.fault(PointerInvalid, "pointer", "this leads to nothing. a field was expected, or an item of an array such as /items/0"))
	case b.spec != nil:
		g.add(b.fault(PointerInvalid, "pointer", "an item of an array for "+b.what+". a field was expected"))
	case spec.MaxItems != nil && i >= *spec.MaxItems:
		g.add(b.fault(PointerInvalid, "pointer", fmt.Sprintf("item %d of an array of at most %d. an item from 0 to %d was expected", i, *spec.MaxItems, *spec.MaxItems-1)))
	}
}

// checkBranchResults: an agent, behind the group.
func (g *graph) checkBranchResults(b binder, id string) {
	if b.spec != nil {
		g.add(b.fault(BindingChannelInvalid, "kind", "branch_results is for agents. node_result was expected, or another binding"))
		return
	}
	o := g.order(id, b.node.id)
	switch n := g.nodes[id]; {
	case o != earlier:
		g.add(b.fault(BindingTargetInvalid, "parallelNodeId", quoted(id)+" "+string(o)+". a group that has ended before was expected"))
	case !n.isGroup():
		g.add(b.fault(BindingTargetInvalid, "parallelNodeId", quoted(id)+" is a step. a group was expected, or node_result"))
	}
}

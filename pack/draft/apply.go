package draft

import (
	"fmt"
	"slices"
)

// apply carries out a command.
func (w *work) apply(c command) *Refusal {
	switch c.kind {
	case "add_node":
		return w.addNode(c)
	case "update_node":
		return w.updateNode(c)
	case "update_definition":
		return w.updateDefinition(c)
	case "remove_node":
		return w.removeNode(c)
	case "move_node":
		return w.moveNode(c)
	}
	return w.wrapParallel(c)
}

func (w *work) addNode(c command) *Refusal {
	in, refusal := w.parent(c.body.at("parentSequenceId").text, c.fields.key("parentSequenceId"))
	if refusal != nil {
		return refusal
	}
	given := c.body.at("nodeWithoutId")
	n := &node{kind: given.at("kind").text}
	fields, refusal := w.resolveFields(given.without("kind"), c.node)
	if refusal != nil {
		return refusal
	}
	n.fields = ordered(withoutEmpty(fields), layouts[n.kind])
	if refusal := w.insert(n, in, c); refusal != nil {
		return refusal
	}
	n.id = w.newID(c.alias, n.fields.at("title").text, 0)
	w.touched[touch{n.id, ""}] = c.node
	if c.alias != "" {
		w.aliases[c.alias] = n.id
	}
	return nil
}

// insert puts a node into a sequence, at the index of a command.
func (w *work) insert(n *node, in *sequence, c command) *Refusal {
	i, _ := c.body.at("index").whole()
	if i < 0 || i > int64(len(in.nodes)) {
		return c.fields.key("index").refuse(IndexInvalid, fmt.Sprintf("%d. a whole number from 0 to %d was expected: %s has %s",
			i, len(in.nodes), in.id, counted(int64(len(in.nodes)), "nodes")))
	}
	in.nodes = slices.Insert(in.nodes, int(i), n)
	return nil
}

func (w *work) updateNode(c command) *Refusal {
	n, _, _, refusal := w.node(c.body.at("nodeId").text, c.fields.key("nodeId"))
	if refusal != nil {
		return refusal
	}
	if n.isGroup() {
		return c.fields.key("nodeId").refuse(NodeKindInvalid, quoted(n.id)+" is a group, which has no fields. a step was expected")
	}
	patch := c.body.at("patch")
	for _, m := range patch.members {
		if layouts[n.kind].field(m.key) == nil {
			return c.node.key(m.key).refuse(NodeKindInvalid, fmt.Sprintf("%s is no field of kind %s, which %s is. %s was expected",
				m.key, n.kind, n.id, oneOf(layouts[n.kind].keys())))
		}
	}
	fields, refusal := w.resolveFields(patch, c.node)
	if refusal != nil {
		return refusal
	}
	merged := n.fields
	for _, m := range fields.members {
		merged = merged.with(m.key, m.value)
		w.touched[touch{n.id, m.key}] = c.node
	}
	n.fields = ordered(withoutEmpty(merged), layouts[n.kind])
	return nil
}

// withoutEmpty leaves out a payload that is null and acceptance without rules, which take the field away.
func withoutEmpty(fields jsonValue) jsonValue {
	if payload, there := fields.get("payload"); there && payload.kind == null {
		fields = fields.without("payload")
	}
	if acceptance, there := fields.get("acceptance"); there && len(acceptance.items) == 0 {
		fields = fields.without("acceptance")
	}
	return fields
}

// ordered puts fields into the order of their layout, and those that it does not know behind them.
func ordered(fields jsonValue, l layout) jsonValue {
	var known, rest []member
	for _, f := range l {
		if v, there := fields.get(f.key); there {
			known = append(known, member{f.key, v})
		}
	}
	for _, m := range fields.members {
		if l.field(m.key) == nil {
			rest = append(rest, m)
		}
	}
	return objectOf(append(known, rest...)...)
}

// resolveFields puts exact ids in the place of the aliases in bindings, and refuses origins that the draft does not know.
func (w *work) resolveFields(fields jsonValue, where *place) (jsonValue, *Refusal) {
	for _, m := range fields.members {
		var refusal *Refusal
		resolved := m.value
		switch m.key {
		case "controls", "inputs":
			resolved, refusal = w.resolveBindings(m.value, where.key(m.key))
		case "payload":
			resolved, refusal = w.resolveBinding(m.value, where.key(m.key))
		case "savedAgentOrigin":
			refusal = w.checkOrigin(m.value, where.key(m.key))
		}
		if refusal != nil {
			return jsonValue{}, refusal
		}
		fields = fields.with(m.key, resolved)
	}
	return fields, nil
}

func (w *work) resolveBindings(bindings jsonValue, where *place) (jsonValue, *Refusal) {
	resolved := objectOf()
	for _, m := range bindings.members {
		b, refusal := w.resolveBinding(m.value, where.key(m.key))
		if refusal != nil {
			return jsonValue{}, refusal
		}
		resolved.members = append(resolved.members, member{m.key, b})
	}
	return resolved, nil
}

func (w *work) resolveBinding(b jsonValue, where *place) (jsonValue, *Refusal) {
	key := map[string]string{"node_result": "nodeId", "branch_results": "parallelNodeId"}[b.at("kind").text]
	if key == "" {
		return b, nil
	}
	id, refusal := w.resolve(b.at(key).text, where.key(key), BindingTargetInvalid)
	if refusal != nil {
		return jsonValue{}, refusal
	}
	return b.with(key, textValue(id)), nil
}

// checkOrigin: a plan may carry on where a node comes from, and not invent it.
func (w *work) checkOrigin(origin jsonValue, where *place) *Refusal {
	for _, known := range w.origins {
		if sameOrigin(known, origin) {
			return nil
		}
	}
	return where.refuse(SavedAgentUnknown, "no node of the draft has this origin. one that add-agent gave was expected, or none")
}

func sameOrigin(a, b jsonValue) bool {
	x, _ := a.at("revision").whole()
	y, _ := b.at("revision").whole()
	return a.at("agentId").text == b.at("agentId").text && x == y
}

func (w *work) removeNode(c command) *Refusal {
	n, in, i, refusal := w.node(c.body.at("nodeId").text, c.fields.key("nodeId"))
	if refusal != nil {
		return refusal
	}
	w.retire(n)
	in.nodes = slices.Delete(in.nodes, i, i+1)
	return nil
}

func (w *work) moveNode(c command) *Refusal {
	n, in, i, refusal := w.node(c.body.at("nodeId").text, c.fields.key("nodeId"))
	if refusal != nil {
		return refusal
	}
	to, refusal := w.parent(c.body.at("parentSequenceId").text, c.fields.key("parentSequenceId"))
	if refusal != nil {
		return refusal
	}
	if inner := (&sequence{nodes: []*node{n}}).sequence(to.id); inner != nil {
		return c.fields.key("parentSequenceId").refuse(ParentInvalid, quoted(to.id)+" lies in "+n.id+", which is moved. another sequence was expected")
	}
	in.nodes = slices.Delete(in.nodes, i, i+1)
	return w.insert(n, to, c)
}

// wrapParallel makes a group of adjacent steps, one branch of each.
func (w *work) wrapParallel(c command) *Refusal {
	ids := c.body.at("nodeIds").items
	where := c.fields.key("nodeIds")
	var in *sequence
	var at []int
	for k, reference := range ids {
		n, within, i, refusal := w.node(reference.text, where.item(k))
		switch {
		case refusal != nil:
			return refusal
		case n.isGroup():
			return where.item(k).refuse(WrapInvalid, quoted(n.id)+" is a group. a step was expected")
		case in != nil && in != within:
			return where.item(k).refuse(WrapInvalid, quoted(n.id)+" stands in another sequence than the ones before it. steps of one sequence were expected")
		case slices.Contains(at, i):
			return where.item(k).refuse(WrapInvalid, quoted(n.id)+" is in the list already. each once was expected")
		}
		in, at = within, append(at, i)
	}
	slices.Sort(at)
	from, to := at[0], at[len(at)-1]+1
	if to-from != len(at) {
		return where.refuse(WrapInvalid, "something stands between these steps. adjacent ones were expected")
	}
	group := &node{id: w.newID(c.alias, "group", len(at)), kind: "parallel"}
	for i, n := range in.nodes[from:to] {
		group.branches = append(group.branches, &sequence{id: branchID(group.id, i+1), nodes: []*node{n}})
	}
	in.nodes = slices.Replace(in.nodes, from, to, group)
	if c.alias != "" {
		w.aliases[c.alias] = group.id
	}
	return nil
}

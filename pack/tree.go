package pack

// Tree is what stands in the file of a pack: one text, a mapping or a list.
type Tree struct {
	Text string
	Keys []TreeKey // of a mapping, in their order
	List []Tree

	IsMapping, IsList bool
}

// TreeKey is one key of a mapping.
type TreeKey struct {
	Name  string
	Value Tree
}

// WrittenOut returns the file of a pack with its loops written out over the elements that this pack has, as an author would have typed
// it. ok is false where nothing is written out.
func (p *Pack) WrittenOut() (tree Tree, ok bool) {
	if !p.writtenOut {
		return Tree{}, false
	}
	elements := map[string][]string{}
	for _, loop := range p.loops {
		elements[loop.Variable] = loop.Elements
	}
	_, root, err := p.index.template.expand(elements)
	if err != nil {
		return Tree{}, false
	}
	for i := range root.entries {
		if e := &root.entries[i]; e.key.value == "params" {
			e.value = p.withDefaults(e.value)
		}
	}
	return treeOf(root), true
}

// withDefaults gives the list params of loops the elements as defaults, since the pack is written out over those and no others.
func (p *Pack) withDefaults(params *node) *node {
	out := *params
	out.items = append([]*node{}, params.items...)
	for i, param := range params.items {
		for _, loop := range p.loops {
			if loop.Param != "" && textOf(param, "id") == loop.Param {
				out.items[i] = withDefault(param, loop.Elements)
			}
		}
	}
	return &out
}

func withDefault(param *node, elements []string) *node {
	out := *param
	out.entries = nil
	for _, e := range param.entries {
		if e.key.value != "default" && e.key.value != "required" {
			out.entries = append(out.entries, e)
		}
	}
	list := &node{kind: sequenceNode}
	for _, text := range elements {
		list.items = append(list.items, &node{value: text})
	}
	out.entries = append(out.entries, entry{key: &node{value: "default"}, value: list})
	return &out
}

func treeOf(n *node) Tree {
	switch n.kind {
	case mappingNode:
		t := Tree{IsMapping: true}
		for _, e := range n.entries {
			t.Keys = append(t.Keys, TreeKey{e.key.value, treeOf(e.value)})
		}
		return t
	case sequenceNode:
		t := Tree{IsList: true}
		for _, item := range n.items {
			t.List = append(t.List, treeOf(item))
		}
		return t
	}
	return Tree{Text: n.value}
}

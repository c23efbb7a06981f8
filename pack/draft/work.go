package draft

import (
	"iter"
	"slices"
	"strings"
)

// work is a running plan: a copy of the draft that its commands change, and what is known of them.
type work struct {
	draft   *Draft
	catalog *Catalog
	plan    *plan
	first   bool // the plan makes the draft

	taken   map[string]bool   // ids that are or were there
	aliases map[string]string // of commands that have been applied, to ids
	touched map[touch]*place  // where the plan says what a node now holds
	origins []jsonValue       // of saved agents, which a plan may carry on
}

// touch is a field of a node. Without a field it is the node as a whole, without a node the definition.
type touch struct{ node, field string }

func newWork(d *Draft, c *Catalog, p *plan) *work {
	w := &work{draft: d.clone(), catalog: c, plan: p, taken: d.takenIDs(), aliases: map[string]string{}, touched: map[touch]*place{}}
	for _, n := range d.root.leaves() {
		if origin, there := n.fields.get("savedAgentOrigin"); there {
			w.origins = append(w.origins, origin)
		}
	}
	if p.saved.kind == object {
		w.origins = append(w.origins, p.saved)
	}
	return w
}

// named yields the aliases of the plan whose nodes are still there, with their ids.
func (w *work) named() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for alias, id := range w.aliases {
			if n, _, _ := w.draft.root.find(id); n != nil && !yield(alias, id) {
				return
			}
		}
	}
}

// resolve returns the id that a reference stands for.
func (w *work) resolve(reference string, where *place, code Code) (string, *Refusal) {
	name, isAlias := strings.CutPrefix(reference, "$")
	if !isAlias {
		return reference, nil
	}
	if name == rootID {
		return rootID, nil
	}
	name, branch, _ := strings.Cut(name, ".")
	id, known := w.aliases[name]
	switch {
	case known && branch == "":
		return id, nil
	case known:
		if n, ok := w.branch(id, branch); ok {
			return n, nil
		}
		return "", where.refuse(code, quoted(reference)+" is no branch of a group that this plan makes. $name.branch1 and so on were expected")
	case w.plan.aliases[name]:
		return "", where.refuse(code, quoted("$"+name)+" comes later in this plan. what is there already was expected")
	}
	return "", where.refuse(code, quoted("$"+name)+" is no alias of this plan. an earlier `as` or `key` was expected; "+
		"what an earlier plan made has the exact id that its answer gave")
}

// branch returns the id of a branch of a group by its name in the plan.
func (w *work) branch(group, name string) (string, bool) {
	n, _, _ := w.draft.root.find(group)
	if n == nil {
		return "", false
	}
	for i, b := range n.branches {
		if name == strings.TrimPrefix(branchID("", i+1), "-") {
			return b.id, true
		}
	}
	return "", false
}

// node returns the node that a reference names, with the sequence that it stands in and its index there.
func (w *work) node(reference string, where *place) (*node, *sequence, int, *Refusal) {
	id, refusal := w.resolve(reference, where, NodeUnknown)
	if refusal != nil {
		return nil, nil, 0, refusal
	}
	n, in, i := w.draft.root.find(id)
	switch {
	case n != nil:
		return n, in, i, nil
	case w.draft.root.sequence(id) != nil:
		return nil, nil, 0, where.refuse(NodeKindInvalid, quoted(reference)+" is a sequence. a step or a group was expected")
	}
	return nil, nil, 0, w.gone(reference, id, where)
}

// gone says that there is no node with an id.
func (w *work) gone(reference, id string, where *place) *Refusal {
	if slices.Contains(w.draft.retired, id) {
		return where.refuse(NodeUnknown, quoted(reference)+" was removed. a node of the draft was expected")
	}
	return where.refuse(NodeUnknown, quoted(reference)+" is not in the draft. the id of a node was expected"+didYouMean(id, w.ids()))
}

// ids lists those of all nodes and sequences.
func (w *work) ids() []string {
	ids := []string{rootID}
	w.draft.root.each(0, func(n *node, _ *sequence, _ int, _ int64) {
		ids = append(ids, n.id)
		for _, b := range n.branches {
			ids = append(ids, b.id)
		}
	})
	return ids
}

// parent returns the sequence that a reference names.
func (w *work) parent(reference string, where *place) (*sequence, *Refusal) {
	id, refusal := w.resolve(reference, where, NodeUnknown)
	if refusal != nil {
		return nil, refusal
	}
	if s := w.draft.root.sequence(id); s != nil {
		return s, nil
	}
	n, _, _ := w.draft.root.find(id)
	switch {
	case n == nil:
		return nil, w.gone(reference, id, where)
	case n.isGroup():
		return nil, where.refuse(ParentInvalid, quoted(reference)+" is a group. one of its branches was expected, such as "+n.branches[0].id)
	}
	return nil, where.refuse(ParentInvalid, quoted(reference)+" is a step. a sequence was expected")
}

package draft

import "fmt"

// fault is something that is wrong in a draft as a whole.
type fault struct {
	code    Code
	node    string   // the id of the node, or of the branch; "" for the definition
	field   string   // of the node or the definition; "" for the node as a whole
	below   []string // where in the field
	beside  string   // another field of the node that it is as much about
	message string
}

// key tells faults apart.
func (f fault) key() string { return fmt.Sprintf("%s %q %q %q", f.code, f.node, f.field, f.below) }

// judge refuses the first fault that the plan has brought into the draft. One that was there before, since an operation of the
// catalog has changed or is gone, is no reason to refuse another change; publishing names it.
func (w *work) judge(before *Draft, p *plan) *Refusal {
	old := map[string]bool{}
	for _, f := range before.faults(w.catalog) {
		old[f.key()] = true
	}
	for _, f := range w.draft.faults(w.catalog) {
		if !old[f.key()] {
			return w.refuseFault(before, p, f)
		}
		if where := w.said(f); where != nil {
			return where.refuse(f.code, f.message)
		}
	}
	return nil
}

// refuseFault names a fault by what the plan says of the field, else by the command since which it is there.
func (w *work) refuseFault(before *Draft, p *plan, f fault) *Refusal {
	if where := w.said(f); where != nil {
		return where.refuse(f.code, f.message)
	}
	message := f.message
	if f.field != "" {
		field := at(f.node).key(f.field)
		for _, part := range f.below {
			field = field.key(part)
		}
		message = field.String() + ": " + message
	}
	return p.commands[w.culprit(before, p, f)].place.refuse(f.code, message)
}

// said returns where the plan gives what a fault is about, nil if it does not.
func (w *work) said(f fault) *place {
	where, beside := w.touched[touch{f.node, f.field}], w.touched[touch{f.node, f.beside}]
	switch whole := w.touched[touch{f.node, ""}]; {
	case f.field == "":
		return nil
	case where != nil:
	case f.beside != "" && beside != nil:
		return beside.key(f.beside)
	case whole != nil && f.node != "":
		where = whole
	default:
		return nil
	}
	where = where.key(f.field)
	for _, part := range f.below {
		where = where.key(part)
	}
	return where
}

// culprit returns the command since which a fault has been there up to the end.
func (w *work) culprit(before *Draft, p *plan, f fault) int {
	guilty := len(p.commands) - 1
	for guilty > 0 && w.faultAfter(before, p, guilty, f) {
		guilty--
	}
	return guilty
}

// faultAfter reports whether a fault is there after so many commands, which have been applied before.
func (w *work) faultAfter(before *Draft, p *plan, n int, f fault) bool {
	again := newWork(before, w.catalog, p)
	again.first = w.first
	for _, c := range p.commands[:n] {
		if refusal := again.apply(c); refusal != nil {
			panic("draft: what was applied is refused: " + refusal.Error())
		}
	}
	for _, other := range again.draft.faults(w.catalog) {
		if other.key() == f.key() {
			return true
		}
	}
	return false
}

// faults lists what is wrong in a draft, by a catalog: first its shape, then node after node, each field in the order of its
// layout.
func (d *Draft) faults(c *Catalog) []fault {
	g := newGraph(d, c)
	g.checkShape()
	for _, n := range d.root.leaves() {
		if n.kind == "tool" {
			g.checkTool(n)
		} else {
			g.checkAgent(n)
		}
	}
	return g.faults
}

// checkShape judges depth, branches and the number of steps.
func (g *graph) checkShape() {
	g.draft.root.each(0, func(n *node, _ *sequence, _ int, depth int64) {
		if n.isGroup() && !limitDepth.bound().holds(depth+2) {
			g.add(fault{code: GraphTooDeep, node: n.id, message: n.id + ": " + tooDeep()})
		}
		for _, b := range n.branches {
			if len(b.nodes) == 0 {
				g.add(fault{code: BranchEmpty, node: b.id, message: "the branch " + b.id + " is left without a step. at least one was expected; the whole group can be removed"})
			}
		}
	})
	if n := int64(len(g.draft.root.leaves())); !limitLeaves.bound().holds(n) {
		g.add(fault{code: CapacityExceeded, message: "the draft would have " + limitLeaves.bound().outside(n)})
	}
}

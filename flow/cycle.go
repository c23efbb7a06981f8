package flow

import (
	"fmt"
	"slices"
	"strings"
)

// node is a vertex of the graph in which cycles are sought: an item, or one of the two ends of a stage. What is in a
// stage waits for its entry; who requires the stage waits for its exit.
type node struct {
	id    string // of the item or stage
	item  bool
	edges []edge
}

// edge leads to what a node waits for.
type edge struct {
	to  int
	why string // a clause: "promote requires go-no-go"
	via string // the datapoint that an item uses and the other one produces; "" for all other edges
}

// linker builds the nodes of a graph.
type linker struct {
	graph       *Graph
	entry, exit map[string]int // of stages
	steps       map[string]int // of stages: the point where all their steps are done
	producer    map[string]string
}

// link fills g.nodes, and turns their edges round for g.waiters. A datapoint gives edges from its users to its first
// producer in canonical order alone, and none if the run begins with it.
func (g *Graph) link(root Stage, initial map[string]bool) {
	l := &linker{graph: g, entry: map[string]int{}, exit: map[string]int{}, steps: map[string]int{}, producer: map[string]string{}}
	l.declare(root, initial)
	l.stage(root)
	g.makers = l.producer
	g.waiters = make([][]int, len(g.nodes))
	for i, n := range g.nodes {
		for _, e := range n.edges {
			g.waiters[e.to] = append(g.waiters[e.to], i)
		}
	}
}

func (l *linker) node(id string, item bool) int {
	l.graph.nodes = append(l.graph.nodes, node{id: id, item: item})
	return len(l.graph.nodes) - 1
}

func (l *linker) edge(from, to int, clause ...string) {
	n := &l.graph.nodes[from]
	n.edges = append(n.edges, edge{to: to, why: strings.Join(clause, " ")})
}

// declare makes the nodes of s in canonical order and notes who produces what.
func (l *linker) declare(s Stage, initial map[string]bool) {
	l.entry[s.ID] = l.node(s.ID, false)
	l.items(s.Steps, initial)
	for _, nested := range s.Stages {
		l.declare(nested, initial)
	}
	l.items(s.Gates, initial)
	l.steps[s.ID] = l.node(s.ID, false)
	l.exit[s.ID] = l.node(s.ID, false)
}

func (l *linker) items(items []Item, initial map[string]bool) {
	for _, it := range items {
		l.graph.byItem[it.ID] = l.node(it.ID, true)
		for _, d := range it.Produces {
			if _, taken := l.producer[d]; !taken && !initial[d] {
				l.producer[d] = it.ID
			}
		}
	}
}

// target returns the node that anyone who requires id waits for.
func (l *linker) target(id string) int {
	if n, ok := l.graph.byItem[id]; ok {
		return n
	}
	return l.exit[id]
}

// stage adds the edges of s and of all in it.
func (l *linker) stage(s Stage) {
	for _, id := range s.Requires {
		l.edge(l.entry[s.ID], l.target(id), named(s.ID), "requires", l.name(id))
	}
	for i, step := range s.Steps {
		l.item(s, step)
		l.edge(l.steps[s.ID], l.graph.byItem[step.ID], step.ID, "is a step of", named(s.ID))
		if s.Sequential && i > 0 {
			l.edge(l.graph.byItem[step.ID], l.graph.byItem[s.Steps[i-1].ID], step.ID, "comes after", s.Steps[i-1].ID)
		}
	}
	l.nested(s)
	for _, gate := range s.Gates {
		l.item(s, gate)
		l.edge(l.graph.byItem[gate.ID], l.steps[s.ID], "gate", gate.ID, "waits for the steps of its stage")
		l.edge(l.exit[s.ID], l.graph.byItem[gate.ID], gate.ID, "is a gate of", named(s.ID))
	}
	l.edge(l.exit[s.ID], l.steps[s.ID], named(s.ID), "waits for its steps")
}

func (l *linker) nested(s Stage) {
	for i, nested := range s.Stages {
		entry := l.entry[nested.ID]
		l.edge(entry, l.entry[s.ID], named(nested.ID), "is in", named(s.ID))
		l.edge(l.steps[s.ID], l.steps[nested.ID], named(nested.ID), "is in", named(s.ID))
		l.edge(l.exit[s.ID], l.exit[nested.ID], named(nested.ID), "is in", named(s.ID))
		if s.Sequential && i > 0 {
			l.edge(entry, l.exit[s.Stages[i-1].ID], named(nested.ID), "comes after", named(s.Stages[i-1].ID))
		}
		if s.Sequential && i == 0 {
			for _, step := range s.Steps {
				l.edge(entry, l.graph.byItem[step.ID], named(nested.ID), "comes after", step.ID)
			}
		}
		l.stage(nested)
	}
}

// item adds what one step or gate of s waits for by itself.
func (l *linker) item(s Stage, it Item) {
	n := l.graph.byItem[it.ID]
	l.edge(n, l.entry[s.ID], it.ID, "is in", named(s.ID))
	for _, id := range it.Requires {
		l.edge(n, l.target(id), it.ID, "requires", l.name(id))
	}
	l.since(it)
	for _, d := range it.Uses {
		if by, ok := l.producer[d]; ok && by != it.ID {
			l.edge(n, l.graph.byItem[by], it.ID, "uses", d+",", "which", by, "produces")
			edges := l.graph.nodes[n].edges
			edges[len(edges)-1].via = d
		}
	}
}

// since adds that an item counts the time since others have finished.
func (l *linker) since(it Item) {
	for _, id := range it.Since {
		l.edge(l.graph.byItem[it.ID], l.target(id), it.ID, "counts from the end of", id)
	}
}

func (l *linker) name(id string) string {
	if _, ok := l.graph.byItem[id]; ok {
		return id
	}
	return named(id)
}

func named(stage string) string {
	if stage == "" {
		return "the root stage"
	}
	return "stage " + stage
}

// CycleError is a loop in which every item waits for the next one, and the last for the first.
type CycleError struct {
	Items   []string // ids of the items and stages on the loop, in order, the first not repeated
	Clauses []string // why each waits for the next: "promote requires go-no-go"
}

// maxClauses is how much of a loop is told.
const maxClauses = 12

// Error prints the loop, item by item; of a long one its beginning and its end.
func (e *CycleError) Error() string {
	clauses := e.Clauses
	if left := len(clauses) - maxClauses; left > 0 {
		clauses = slices.Concat(clauses[:maxClauses-1], []string{fmt.Sprintf("and so on, over %d more", left)}, clauses[len(clauses)-1:])
	}
	return e.Items[0] + " waits for itself: " + strings.Join(clauses, "; ")
}

// cycle returns a shortest loop through the first item that is on one, or nil.
func (g *Graph) cycle() error {
	inLoop := g.onLoop()
	if inLoop < 0 {
		return nil
	}
	return g.loop(inLoop)
}

// onLoop returns a node that waits for itself, an item rather than a stage; -1 if there is none. It peels off, again
// and again, what waits for nothing that is left.
func (g *Graph) onLoop() int {
	left := make([]int, len(g.nodes)) // edges that lead to nodes not peeled off yet
	waiters := make([][]int, len(g.nodes))
	var peel []int
	for i, n := range g.nodes {
		left[i] = len(n.edges)
		for _, e := range n.edges {
			waiters[e.to] = append(waiters[e.to], i)
		}
		if left[i] == 0 {
			peel = append(peel, i)
		}
	}
	for len(peel) > 0 {
		n := peel[len(peel)-1]
		peel = peel[:len(peel)-1]
		for _, w := range waiters[n] {
			if left[w]--; left[w] == 0 {
				peel = append(peel, w)
			}
		}
	}
	return g.firstOnLoop(left)
}

// firstOnLoop returns the first item, else stage, that has edges left and can reach itself; -1 for none.
func (g *Graph) firstOnLoop(left []int) int {
	for _, wantItem := range []bool{true, false} {
		for i, n := range g.nodes {
			if left[i] > 0 && n.item == wantItem && g.loop(i) != nil {
				return i
			}
		}
	}
	return -1
}

// loop returns a shortest loop through start, or nil.
func (g *Graph) loop(start int) error {
	type step struct{ from, edge int }
	came := map[int]step{}
	queue := []int{start}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for i, e := range g.nodes[n].edges {
			if _, seen := came[e.to]; seen {
				continue
			}
			came[e.to] = step{n, i}
			queue = append(queue, e.to)
		}
	}
	if _, back := came[start]; !back {
		return nil
	}
	err := &CycleError{}
	for n := start; ; {
		s := came[n]
		err.Items = append(err.Items, g.nodes[s.from].id)
		err.Clauses = append(err.Clauses, g.nodes[s.from].edges[s.edge].why)
		if n = s.from; n == start {
			break
		}
	}
	slices.Reverse(err.Items)
	slices.Reverse(err.Clauses)
	err.Items = slices.Compact(err.Items)
	return err
}

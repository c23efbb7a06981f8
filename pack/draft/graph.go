package draft

import "slices"

// graph is a draft with what is needed to judge it.
type graph struct {
	draft   *Draft
	catalog *Catalog
	nodes   map[string]*node
	paths   map[string][]position // of nodes, from the root on
	faults  []fault
}

// position is where a node stands, or a group around it.
type position struct {
	sequence string
	index    int
}

func newGraph(d *Draft, c *Catalog) *graph {
	g := &graph{draft: d, catalog: c, nodes: map[string]*node{}, paths: map[string][]position{}}
	g.enter(d.root, nil)
	return g
}

func (g *graph) enter(s *sequence, above []position) {
	for i, n := range s.nodes {
		path := append(slices.Clone(above), position{s.id, i})
		g.nodes[n.id], g.paths[n.id] = n, path
		for _, b := range n.branches {
			g.enter(b, path)
		}
	}
}

func (g *graph) add(f fault) { g.faults = append(g.faults, f) }

// order is how one node stands to another.
type order string

// The orders.
const (
	earlier  order = "earlier"
	later    order = "comes later"
	apart    order = "is in another branch"
	around   order = "is the group that the step is in"
	itself   order = "is the step itself"
	notThere order = "is not in the draft"
)

// order says how the node with an id stands to another one. A node is earlier if it has ended whenever the other one begins.
func (g *graph) order(id, to string) order {
	path, there := g.paths[id]
	if !there {
		return notThere
	}
	other := g.paths[to]
	for i := range min(len(path), len(other)) {
		switch a, b := path[i], other[i]; {
		case a.sequence != b.sequence:
			return apart
		case a.index < b.index:
			return earlier
		case a.index > b.index:
			return later
		}
	}
	if len(path) == len(other) {
		return itself
	}
	return around
}

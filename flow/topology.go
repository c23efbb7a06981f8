package flow

// Topology is a graph by number, for walks that look at every node once. Nodes are the items, and the ends of stages: what
// is in a stage waits for its entry, and who requires a stage waits for its exit. It is never changed once made.
type Topology struct {
	Order   []int          // every node, each behind all that it waits for
	Waits   [][]Link       // what a node waits for
	Waiters [][]Link       // who waits for a node
	Items   []string       // the id of an item; "" of an end of a stage
	Number  map[string]int // the node of an item
}

// Link is one edge, seen from either end.
type Link struct {
	To  int
	Via string // the datapoint of which one end is the producer and the other a user; "" for all other edges
}

// Topology returns the graph by number. It is made at the first call.
func (g *Graph) Topology() *Topology { return g.topology() }

func (g *Graph) makeTopology() *Topology {
	t := &Topology{
		Waits: make([][]Link, len(g.nodes)), Waiters: make([][]Link, len(g.nodes)), Items: make([]string, len(g.nodes)),
		Number: g.byItem,
	}
	left := make([]int, len(g.nodes))
	for i, n := range g.nodes {
		if n.item {
			t.Items[i] = n.id
		}
		left[i] = len(n.edges)
		for _, e := range n.edges {
			t.Waits[i] = append(t.Waits[i], Link{To: e.to, Via: e.via})
			t.Waiters[e.to] = append(t.Waiters[e.to], Link{To: i, Via: e.via})
		}
	}
	for i := range g.nodes {
		if left[i] == 0 {
			t.Order = append(t.Order, i)
		}
	}
	for at := 0; at < len(t.Order); at++ {
		for _, w := range t.Waiters[t.Order[at]] {
			if left[w.To]--; left[w.To] == 0 {
				t.Order = append(t.Order, w.To)
			}
		}
	}
	return t
}

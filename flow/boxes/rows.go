package boxes

import (
	"cmp"
	"slices"

	"rtut/flow"
)

// edges are the lines of a graph by number: of each node, those that wait for it. Nodes without lines that are no items are gone.
type edges struct {
	topology *flow.Topology
	waits    [][]int
	waiters  [][]int
	rank     []int // the row of a node
}

// reduced leaves out the lines that others say, and the ends of stages where a line goes straight through them.
func reduced(t *flow.Topology) *edges {
	e := &edges{topology: t, waits: make([][]int, len(t.Items)), waiters: make([][]int, len(t.Items)), rank: make([]int, len(t.Items))}
	for n, links := range t.Waits {
		for _, l := range links {
			e.waits[n] = append(e.waits[n], l.To)
		}
	}
	e.prune()
	e.joinEnds()
	e.prune() // a line through the end of a stage may say what others say
	for _, n := range t.Order {
		for _, w := range e.waits[n] {
			e.rank[n] = max(e.rank[n], e.rank[w]+1)
		}
	}
	return e
}

// set is a set of nodes, a bit for each.
type set []uint64

func (s set) has(n int) bool { return s[n/64]&(1<<(n%64)) != 0 }
func (s set) add(n int)      { s[n/64] |= 1 << (n % 64) }
func (s set) addAll(o set) {
	for i := range o {
		s[i] |= o[i]
	}
}

// prune leaves out a line from n to w if n waits for something else that waits for w.
func (e *edges) prune() {
	number := make([]int, len(e.waits)) // in the order
	for i, n := range e.topology.Order {
		number[n] = i
	}
	above := make([]set, len(e.waits)) // all that a node waits for, directly or not
	for _, n := range e.topology.Order {
		all := make(set, (len(e.waits)+63)/64)
		slices.SortFunc(e.waits[n], func(a, b int) int { return cmp.Compare(number[b], number[a]) })
		kept := e.waits[n][:0]
		for _, w := range e.waits[n] {
			if all.has(w) {
				continue
			}
			kept = append(kept, w)
			all.add(w)
			all.addAll(above[w])
		}
		e.waits[n], above[n] = kept, all
	}
	e.turn()
}

// turn finds out who waits for each node.
func (e *edges) turn() {
	for n := range e.waiters {
		e.waiters[n] = nil
	}
	for n, waits := range e.waits {
		slices.Sort(waits)
		for _, w := range waits {
			e.waiters[w] = append(e.waiters[w], n)
		}
	}
}

// joinEnds takes out the ends of stages that nothing leads to, that lead nowhere, or that have one line on a side: there the lines go
// through. What is left is a point in which several lines meet that several go out from.
func (e *edges) joinEnds() {
	for again := true; again; {
		again = false
		for n, id := range e.topology.Items {
			in, out := e.waits[n], e.waiters[n]
			if id != "" || len(in) > 1 && len(out) > 1 || len(in)+len(out) == 0 {
				continue
			}
			again = true
			for _, w := range in {
				e.waiters[w] = without(e.waiters[w], n)
			}
			for _, w := range out {
				e.waits[w] = without(e.waits[w], n)
			}
			for _, from := range in {
				for _, to := range out {
					e.connect(from, to)
				}
			}
			e.waits[n], e.waiters[n] = nil, nil
		}
	}
}

func (e *edges) connect(from, to int) {
	if !slices.Contains(e.waits[to], from) {
		e.waits[to] = append(e.waits[to], from)
		e.waiters[from] = append(e.waiters[from], to)
	}
}

func without(list []int, n int) []int {
	return slices.DeleteFunc(list, func(m int) bool { return m == n })
}

// place puts the items into rows in canonical order, with points where the line of an item passes a row.
func (d *drawing) place(e *edges, card func(id string) Card) {
	placed := map[int]int{}
	for n, id := range e.topology.Items { // entries and exits of stages are numbered around their items
		if id == "" && len(e.waits[n]) == 0 {
			continue
		}
		made := &node{width: 1}
		if id != "" {
			c := card(id)
			made.card = &c
		}
		placed[n] = d.put(made, e.rank[n])
	}
	for n := range e.topology.Items {
		from, drawn := placed[n]
		if !drawn {
			continue
		}
		d.line(e, from, e.rank[n], e.waiters[n], placed)
	}
}

// put adds a node to a row.
func (d *drawing) put(n *node, row int) int {
	for len(d.rows) <= row {
		d.rows = append(d.rows, nil)
	}
	d.nodes = append(d.nodes, n)
	d.rows[row] = append(d.rows[row], len(d.nodes)-1)
	return len(d.nodes) - 1
}

// line draws the line of a node in a row to those that wait for it, over points in the rows between.
func (d *drawing) line(e *edges, from, row int, to []int, placed map[int]int) {
	far := slices.Clone(to)
	slices.SortStableFunc(far, func(a, b int) int { return cmp.Compare(e.rank[a], e.rank[b]) })
	for len(far) > 0 {
		row++
		for len(far) > 0 && e.rank[far[0]] == row {
			d.join(from, placed[far[0]])
			far = far[1:]
		}
		if len(far) > 0 {
			point := d.put(&node{width: 1}, row)
			d.join(from, point)
			from = point
		}
	}
}

func (d *drawing) join(from, to int) {
	d.nodes[from].below = append(d.nodes[from].below, to)
	d.nodes[to].above = append(d.nodes[to].above, from)
}

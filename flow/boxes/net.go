package boxes

import (
	"cmp"
	"fmt"
	"slices"
)

// net is a group of lines from one row to the next: all that begin at the same node, or lead to the same nodes.
type net struct {
	from, to []int // the columns in which it begins above, and arrives below
	heads    []int // of the columns below those that get the head of an arrow
	track    int   // the line of text on which it runs from side to side; -1: it runs straight down
}

// nets groups the lines below a row. Nodes whose lines lead to the same ones share a net.
func (d *drawing) nets(row int) []*net {
	groups := map[string][]int{}
	var order []string
	for _, n := range d.rows[row] {
		if below := d.nodes[n].below; len(below) > 0 {
			slices.Sort(below)
			key := fmt.Sprint(below)
			if groups[key] == nil {
				order = append(order, key)
			}
			groups[key] = append(groups[key], n)
		}
	}
	nets := make([]*net, len(order))
	arriving := map[int][]*net{}
	for i, key := range order {
		nets[i] = &net{}
		for _, n := range groups[key] {
			nets[i].from = append(nets[i].from, d.nodes[n].center())
		}
		for _, below := range d.nodes[groups[key][0]].below {
			arriving[below] = append(arriving[below], nets[i])
		}
	}
	for _, n := range d.rows[row+1] {
		d.nodes[n].arrive(arriving[n])
	}
	return nets
}

// middle of where a net begins, to order nets by.
func (n *net) middle() int {
	sum := 0
	for _, x := range n.from {
		sum += x
	}
	return sum / len(n.from)
}

// arrive gives each net that leads to a node a column of its own, in the order in which they begin. A single one arrives in the center, or
// straight below where it begins.
func (n *node) arrive(nets []*net) {
	slices.SortStableFunc(nets, func(a, b *net) int { return cmp.Compare(a.middle(), b.middle()) })
	for i, arriving := range nets {
		x := n.center()
		switch {
		case len(nets) == 1 && n.card != nil && len(arriving.from) == 1 && n.at < arriving.from[0] && arriving.from[0] < n.at+n.width-1:
			x = arriving.from[0]
		case len(nets) > 1 && n.card != nil:
			x = n.at + 1 + (2*i+1)*(n.width-2)/(2*len(nets))
		case len(nets) > 1:
			x += 2*i - len(nets) + 1
		}
		n.ports = append(n.ports, x)
		arriving.to = append(arriving.to, x)
		if n.card != nil {
			arriving.heads = append(arriving.heads, x)
		}
	}
}

// straight reports whether a net needs no track.
func (n *net) straight() bool { return len(n.from) == 1 && len(n.to) == 1 && n.from[0] == n.to[0] }

// span is the columns between which a net runs from side to side.
func (n *net) span() (first, last int) {
	return min(slices.Min(n.from), slices.Min(n.to)), max(slices.Max(n.from), slices.Max(n.to))
}

// overlaps reports whether two nets can't be on one track.
func (n *net) overlaps(o *net) bool {
	first, last := n.span()
	begin, end := o.span()
	return first <= end+1 && begin <= last+1
}

// above reports whether a net must run above another one: where it comes down the other one goes on down.
func (n *net) above(o *net) bool {
	return slices.ContainsFunc(n.from, func(x int) bool { return slices.Contains(o.to, x) })
}

// tracks gives each net a track that no other one on it meets. It returns how many there are, and whether that is possible: of two nets
// each may have to run above the other.
func tracks(nets []*net) (int, bool) {
	var waiting []*net
	for _, n := range nets {
		n.track = -1
		if !n.straight() {
			waiting = append(waiting, n)
		}
	}
	count, placed := 0, []*net(nil)
	for len(waiting) > 0 {
		free := slices.IndexFunc(waiting, func(n *net) bool {
			return !slices.ContainsFunc(waiting, func(o *net) bool { return o != n && o.above(n) })
		})
		if free < 0 {
			return 0, false
		}
		n := waiting[free]
		waiting = slices.Delete(waiting, free, free+1)
		n.track = 0
		for _, o := range placed {
			if o.track >= n.track && (o.above(n) || o.overlaps(n)) {
				n.track = o.track + 1
			}
		}
		count, placed = max(count, n.track+1), append(placed, n)
	}
	return count, true
}

package flow

// Downstream returns the items that wait for this one, directly or through others, in canonical order.
func (g *Graph) Downstream(item string) []string {
	waiters := make([][]int, len(g.nodes))
	for i, n := range g.nodes {
		for _, e := range n.edges {
			waiters[e.to] = append(waiters[e.to], i)
		}
	}
	reached := make([]bool, len(g.nodes))
	stack := []int{g.byItem[item]}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, w := range waiters[n] {
			if !reached[w] {
				reached[w] = true
				stack = append(stack, w)
			}
		}
	}
	var ids []string
	for _, id := range g.order {
		if reached[g.byItem[id]] {
			ids = append(ids, id)
		}
	}
	return ids
}

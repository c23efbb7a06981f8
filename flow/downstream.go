package flow

// Downstream returns the items that wait for this one, directly or through others, in canonical order.
func (g *Graph) Downstream(item string) []string {
	reached, count := make([]bool, len(g.nodes)), 0
	stack := []int{g.byItem[item]}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, w := range g.waiters[n] {
			if !reached[w] {
				reached[w] = true
				stack = append(stack, w)
				count++
			}
		}
	}
	if count == 0 {
		return nil
	}
	ids := make([]string, 0, count)
	for n, is := range reached { // nodes were declared in canonical order
		if is && g.nodes[n].item {
			ids = append(ids, g.nodes[n].id)
		}
	}
	return ids
}

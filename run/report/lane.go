package report

import (
	"cmp"
	"slices"

	"rtut/flow"
)

// lane is a vertical line of a drawing: what one item or stage waits for, on its way there.
type lane struct {
	to         string
	from       []string
	dashed     bool
	number     int  // how far from the items, from 0
	first, end int  // the rows that it passes
	straight   bool // it leads from one item to the one right below, and needs no space at the side
}

// bundles gathers the arrows of a report by where they end, datapoints apart.
func bundles(r Report) []lane {
	var all []lane
	direct, covered := map[string][]string{}, map[string]map[string]bool{}
	for _, a := range r.Arrows {
		direct[a.To] = append(direct[a.To], a.From)
	}
	for _, a := range r.Arrows {
		if covered[a.To] == nil {
			covered[a.To] = behind(direct, a.To)
		}
		if a.Reason == flow.Steps && covered[a.To][a.From] {
			continue // a gate waits for every step of its stage: the last of each way is enough to be drawn
		}
		dashed := a.Reason == flow.Uses
		at := slices.IndexFunc(all, func(l lane) bool { return l.to == a.To && l.dashed == dashed })
		if at < 0 {
			at = len(all)
			all = append(all, lane{to: a.To, dashed: dashed})
		}
		if !slices.Contains(all[at].from, a.From) {
			all[at].from = append(all[at].from, a.From)
		}
	}
	return all
}

// behind are the items and stages that what something waits for waits for, at any distance.
func behind(direct map[string][]string, id string) map[string]bool {
	seen := map[string]bool{}
	todo := slices.Clone(direct[id])
	for len(todo) > 0 {
		last := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, before := range direct[last] {
			if !seen[before] {
				seen[before] = true
				todo = append(todo, before)
			}
		}
	}
	return seen
}

// assign gives each lane a place of its own for as long as it goes, short ones near the items.
func assign(lanes []lane, rows []row) []lane {
	heads, ends := map[string]int{}, map[string]int{}
	for i, r := range rows {
		if !r.shuts {
			heads[r.id()] = i
		}
		ends[r.id()] = i
	}
	for i, l := range lanes {
		lanes[i].first, lanes[i].end = heads[l.to], heads[l.to]
		for _, id := range l.from {
			lanes[i].first, lanes[i].end = min(lanes[i].first, ends[id]), max(lanes[i].end, ends[id])
		}
	}
	for i, l := range lanes {
		lanes[i].straight = len(l.from) == 1 && l.first+1 == l.end && rows[l.first].item != nil && rows[l.end].item != nil && heads[l.to] == l.end
	}
	slices.SortStableFunc(lanes, func(a, b lane) int { return cmp.Compare(a.end-a.first, b.end-b.first) })
	for i := range lanes {
		for slices.ContainsFunc(lanes[:i], lanes[i].meets) {
			lanes[i].number++
		}
	}
	return lanes
}

// meets reports whether two lanes would be on one another.
func (l lane) meets(other lane) bool {
	return !l.straight && !other.straight && other.number == l.number && other.first <= l.end && l.first <= other.end
}

package draft

// Entry is one line of the outline of a draft: a step, a group, or a branch of one.
type Entry struct {
	Depth     int // 0 for what stands in the root
	ID        string
	Kind      string // tool, agent, parallel, or sequence for a branch
	Title     string // "" for a group and a branch
	Operation string // TOOL/OPERATION@VERSION of a tool; "" for all else
}

// Outline lists the nodes of a draft in their order, each branch before its own nodes.
func (d *Draft) Outline() []Entry {
	return d.root.outline(0)
}

func (s *sequence) outline(depth int) []Entry {
	var entries []Entry
	for _, n := range s.nodes {
		e := Entry{Depth: depth, ID: n.id, Kind: n.kind, Title: n.fields.at("title").text}
		if n.kind == "tool" {
			e.Operation = refOf(n.fields.at("operation")).String()
		}
		entries = append(entries, e)
		for _, b := range n.branches {
			entries = append(entries, Entry{Depth: depth + 1, ID: b.id, Kind: "sequence"})
			entries = append(entries, b.outline(depth+2)...)
		}
	}
	return entries
}

// Steps is how many steps the draft has, groups and branches not counted.
func (d *Draft) Steps() int { return len(d.root.leaves()) }

package pack

import (
	"slices"

	"rtut/flow"
	"rtut/pack/value"
)

// adviseLooseStage: stages stand one after the other in the file, and all begin at once unless something says otherwise.
func adviseLooseStage(l *loader) {
	graph := l.pack.Graph()
	for _, s := range l.stages {
		if s.outer == nil || s.outer.stage.Sequential || len(s.stage.Requires) > 0 || s.outer.stage.Stages[0] == s.stage {
			continue
		}
		members := graph.Members(s.stage.ID)
		o := &outward{topology: graph.Topology(), own: map[int]bool{}, found: map[int]bool{}}
		for _, id := range members {
			o.own[o.topology.Number[id]] = true
		}
		at := slices.IndexFunc(members, func(id string) bool { return !o.waits(o.topology.Number[id]) })
		if at >= 0 {
			l.advise(s.m.at("id"), "loose-stage", "stage "+value.Quoted(s.stage.ID)+" waits for nothing: "+value.Quoted(members[at])+" may start before the stages above it are finished",
				"add `requires` to the stage, or `order: sequential` around the stages")
		}
	}
}

// outward finds out which items of a stage wait for one that is not in it.
type outward struct {
	topology *flow.Topology
	own      map[int]bool
	found    map[int]bool // of a node that has been asked
}

func (o *outward) waits(node int) bool {
	if is, known := o.found[node]; known {
		return is
	}
	o.found[node] = false
	for _, wait := range o.topology.Waits[node] {
		outside := o.topology.Items[wait.To] != "" && !o.own[wait.To]
		if outside || o.waits(wait.To) {
			o.found[node] = true
			break
		}
	}
	return o.found[node]
}

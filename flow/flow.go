package flow

import "sync"

// Stage is the input of New: a group of steps, nested stages and gates, by id.
type Stage struct {
	ID         string // "" for the root stage
	Requires   []string
	Sequential bool
	Steps      []Item
	Stages     []Stage
	Gates      []Item
}

// Item is a step or gate as New needs it.
type Item struct {
	ID       string
	Requires []string // ids of steps, gates or stages
	Uses     []string // ids of datapoints
	Produces []string // ids of datapoints
	Since    []string // ids of items: it cannot pass before they have finished
}

// Reason says why an item waits.
type Reason string

// The reasons.
const (
	Requires Reason = "requires"
	Order    Reason = "order"
	Steps    Reason = "steps"
)

// Wait is one thing that an item waits for.
type Wait struct {
	On     string // id of the item or stage that must be finished first
	Reason Reason
	Stage  string // the stage around the item that makes it wait; "" where it is the item itself
}

// Graph holds the items of a pack in canonical order and what each waits for. It is never changed once made.
type Graph struct {
	root    Stage
	order   []string
	waits   map[string][]Wait   // what an item waits for, itself and through the stages around it
	members map[string][]string // of a stage: every item in it, nested stages included
	nodes   []node
	waiters [][]int // of a node: those whose edges lead to it
	byItem  map[string]int
	makers  map[string]string // of a datapoint: the item whose users wait for it

	topology func() *Topology
}

// New makes the graph of root. Ids must be unique and every required id must exist (the loader sees to both). initial
// holds the datapoints that a run begins with, which nobody waits for. The error is a *CycleError, or nil.
func New(root Stage, initial map[string]bool) (*Graph, error) {
	g := &Graph{root: root, waits: map[string][]Wait{}, members: map[string][]string{}, byItem: map[string]int{}}
	g.topology = sync.OnceValue(g.makeTopology)
	g.place(root)
	g.wait(root, nil)
	g.link(root, initial)
	if err := g.cycle(); err != nil {
		return nil, err
	}
	return g, nil
}

// Items returns the ids of all items in canonical order: depth first in the order of the file, within a stage its
// steps, then its nested stages, then its gates.
func (g *Graph) Items() []string { return g.order }

// Members returns the items of a stage in canonical order, nested stages included; nil for an unknown stage.
func (g *Graph) Members(stage string) []string { return g.members[stage] }

// place puts the items of s into canonical order.
func (g *Graph) place(s Stage) {
	from := len(g.order)
	for _, it := range s.Steps {
		g.order = append(g.order, it.ID)
	}
	for _, nested := range s.Stages {
		g.place(nested)
	}
	for _, it := range s.Gates {
		g.order = append(g.order, it.ID)
	}
	g.members[s.ID] = append([]string(nil), g.order[from:]...)
}

// wait notes what every item of s waits for. around is what the stages around s make everything in it wait for.
func (g *Graph) wait(s Stage, around []Wait) {
	inherited := around
	for _, id := range s.Requires {
		inherited = append(inherited[:len(inherited):len(inherited)], Wait{On: id, Reason: Requires, Stage: s.ID})
	}
	for i, step := range s.Steps {
		own := requires(step)
		if s.Sequential && i > 0 {
			own = append(own, Wait{On: s.Steps[i-1].ID, Reason: Order})
		}
		g.waits[step.ID] = append(own, inherited...)
	}
	g.waitNested(s, inherited)
	steps := stepsOf(s)
	for _, gate := range s.Gates {
		own := requires(gate)
		for _, id := range steps {
			own = append(own, Wait{On: id, Reason: Steps})
		}
		g.waits[gate.ID] = append(own, inherited...)
	}
}

// waitNested notes the waits of the stages nested in s, which follow each other where s is sequential: the first one
// waits for the steps of s, every other one for all of the one before, gates included.
func (g *Graph) waitNested(s Stage, inherited []Wait) {
	for i, nested := range s.Stages {
		around := inherited[:len(inherited):len(inherited)]
		if s.Sequential && i == 0 {
			for _, step := range s.Steps {
				around = append(around, Wait{On: step.ID, Reason: Order, Stage: nested.ID})
			}
		}
		if s.Sequential && i > 0 {
			around = append(around, Wait{On: s.Stages[i-1].ID, Reason: Order, Stage: nested.ID})
		}
		g.wait(nested, around)
	}
}

func requires(it Item) []Wait {
	waits := make([]Wait, 0, len(it.Requires)+1)
	for _, id := range it.Requires {
		waits = append(waits, Wait{On: id, Reason: Requires})
	}
	return waits
}

// stepsOf returns the steps of a stage, those of nested stages included.
func stepsOf(s Stage) []string {
	var ids []string
	for _, it := range s.Steps {
		ids = append(ids, it.ID)
	}
	for _, nested := range s.Stages {
		ids = append(ids, stepsOf(nested)...)
	}
	return ids
}

package draft

import (
	"slices"
	"time"
)

// Schema is the layout of the documents that drafts are kept in.
const Schema = "runbook-draft/v0.1"

// rootID is the id of the sequence that every draft has.
const rootID = "root"

// Draft is a pack in the making. Language.Create makes one, Language.Apply a changed copy.
type Draft struct {
	AutomationID string
	Revision     int64
	Title        string
	Aliases      map[string]string // of the last plan, to the ids that they became
	History      []Change
	Published    []Publication

	definition jsonValue // its fields but the title, in the order of the layout
	root       *sequence
	retired    []string // ids of nodes that are gone, which no other node gets
	rest       []member // keys that this version does not know
}

// Change is one plan that was applied.
type Change struct {
	Revision int64     `json:"revision"`
	At       time.Time `json:"at"`
	By       string    `json:"by"`
	Plan     string    `json:"plan"` // SHA-256 of its bytes; "" where a saved agent was added
	Commands int       `json:"commands"`
}

// Publication is one pack that was written of a draft.
type Publication struct {
	Path     string    `json:"path"`
	Revision int64     `json:"revision"`
	SHA256   string    `json:"sha256"`
	At       time.Time `json:"at"`
	By       string    `json:"by"`
}

// sequence is a list of nodes, one after the other: the root, or a branch of a group.
type sequence struct {
	id    string
	nodes []*node
}

// node is a step of a draft, or a group of branches.
type node struct {
	id       string
	kind     string      // tool, agent or parallel
	fields   jsonValue   // of a step: the fields of its kind, and what this version does not know
	branches []*sequence // of a group
}

func (n *node) isGroup() bool { return n.kind == "parallel" }

// clone copies the draft, so that changes of the copy don't change it. Values are never changed, and shared.
func (d *Draft) clone() *Draft {
	c := *d
	c.root = d.root.clone()
	c.retired = slices.Clone(d.retired)
	c.History = slices.Clone(d.History)
	return &c
}

func (s *sequence) clone() *sequence {
	c := &sequence{id: s.id}
	for _, n := range s.nodes {
		m := *n
		m.branches = nil
		for _, b := range n.branches {
			m.branches = append(m.branches, b.clone())
		}
		c.nodes = append(c.nodes, &m)
	}
	return c
}

// each calls do for every node below a sequence, depth first, with the sequence that it stands in, its index there, and the depth
// of that sequence.
func (s *sequence) each(depth int64, do func(n *node, in *sequence, index int, depth int64)) {
	for i, n := range s.nodes {
		do(n, s, i, depth)
		for _, b := range n.branches {
			b.each(depth+2, do)
		}
	}
}

// leaves returns the steps below a sequence, depth first.
func (s *sequence) leaves() []*node {
	var leaves []*node
	s.each(0, func(n *node, _ *sequence, _ int, _ int64) {
		if !n.isGroup() {
			leaves = append(leaves, n)
		}
	})
	return leaves
}

// find returns the node with an id, the sequence that it stands in and its index there; nil for none.
func (s *sequence) find(id string) (found *node, in *sequence, index int) {
	s.each(0, func(n *node, within *sequence, i int, _ int64) {
		if n.id == id {
			found, in, index = n, within, i
		}
	})
	return found, in, index
}

// sequence returns the sequence with an id: the root or a branch; nil for none.
func (s *sequence) sequence(id string) *sequence {
	if s.id == id {
		return s
	}
	var found *sequence
	s.each(0, func(n *node, _ *sequence, _ int, _ int64) {
		for _, b := range n.branches {
			if b.id == id {
				found = b
			}
		}
	})
	return found
}

// OperationRefs lists the operations that a draft names, each once, in the order of its steps.
func (d *Draft) OperationRefs() []Ref {
	refs := []Ref{}
	add := func(v jsonValue) {
		if ref := refOf(v); !slices.Contains(refs, ref) {
			refs = append(refs, ref)
		}
	}
	for _, n := range d.root.leaves() {
		if n.kind == "tool" {
			add(n.fields.at("operation"))
		}
		for _, selected := range n.fields.at("tools").items {
			add(selected.at("operation"))
		}
	}
	return refs
}

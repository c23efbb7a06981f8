package pack

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"rtut/pack/value"
)

// agent reads a saved agent. Its own keys are checked here, the fields of its step by the check that the catalog is loaded with.
func (c *catalogLoader) agent(l *loader, root *node) {
	if !l.is(root, mappingNode, "saved agent") {
		return
	}
	own := &node{kind: mappingNode, place: root.place}
	fields := &node{kind: mappingNode, place: root.place}
	for _, e := range root.entries {
		if slices.Contains([]string{"schema", "id", "revision"}, e.key.value) {
			own.entries = append(own.entries, e)
		} else {
			fields.entries = append(fields.entries, e)
		}
	}
	m := l.mapping(own, "saved agent")
	a := SavedAgent{ID: m.text("id"), Revision: l.wholeNumber(m, "revision", math.MaxInt32), Fields: fields.json()}
	if where, message := c.check(a.Fields); message != "" {
		l.report.at(fields.below(where).place, "agent", strings.Join(where, ".")+": "+message, "")
	}
	c.once(l, root, "saved agent", a.ID+"@"+strconv.FormatInt(a.Revision, 10))
	c.catalog.Agents = append(c.catalog.Agents, a)
}

// below returns the node that keys and indices lead to, the last one on the way where they lead to none.
func (n *node) below(where []string) *node {
	for _, part := range where {
		var next *node
		for _, e := range n.entries {
			if e.key.value == part {
				next = e.value
			}
		}
		if i, err := strconv.Atoi(part); err == nil && n.kind == sequenceNode && i >= 0 && i < len(n.items) {
			next = n.items[i]
		}
		if next == nil {
			return n
		}
		n = next
	}
	return n
}

// json writes a node as JSON. What is written plainly and is a number, true, false or null in JSON is one there, all else is text.
func (n *node) json() []byte {
	var out strings.Builder
	n.writeJSON(&out)
	return []byte(out.String())
}

func (n *node) writeJSON(out *strings.Builder) {
	switch n.kind {
	case mappingNode:
		out.WriteByte('{')
		for i, e := range n.entries {
			if i > 0 {
				out.WriteByte(',')
			}
			out.WriteString(value.EncodeJSON(e.key.value) + ":")
			e.value.writeJSON(out)
		}
		out.WriteByte('}')
	case sequenceNode:
		out.WriteByte('[')
		for i, item := range n.items {
			if i > 0 {
				out.WriteByte(',')
			}
			item.writeJSON(out)
		}
		out.WriteByte(']')
	default:
		out.WriteString(n.scalarJSON())
	}
}

func (n *node) scalarJSON() string {
	if n.empty() || n.kind == brokenNode {
		return "null"
	}
	if n.plain() && json.Valid([]byte(n.value)) { // no text, list or object is: they are written otherwise, or not plainly
		return n.value
	}
	return value.EncodeJSON(n.value)
}

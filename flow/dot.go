package flow

import (
	"fmt"
	"strings"
)

// Dot draws the graph in the language of Graphviz: stages are clusters, gates diamonds, datapoints dashed arrows with
// their name, the time since an item a dotted one, the way of a run bold. In a drawing by dot, an arrow may begin and end at the frame of a cluster.
func (g *Graph) Dot(label Label, taken Taken) string {
	var b strings.Builder
	b.WriteString("digraph pack {\n  rankdir=TB\n  compound=true\n  node [shape=box, fontname=\"sans-serif\"]\n")
	g.dotStage(&b, g.root, label, taken, "  ")
	for _, a := range g.Arrows() {
		from, to := g.end(a.From, true), g.end(a.To, false)
		if from == "" || to == "" {
			continue
		}
		fmt.Fprintf(&b, "  %s -> %s%s\n", dotText(from), dotText(to), dotLook(a, from, to, taken.arrow(g, a)))
	}
	b.WriteString("}\n")
	return b.String()
}

func (g *Graph) dotStage(b *strings.Builder, s Stage, label Label, taken Taken, indent string) {
	bold := func(id string) string {
		if taken.of(g, id, false) {
			return dotBold
		}
		return ""
	}
	for _, step := range s.Steps {
		fmt.Fprintf(b, "%s%s [label=%s%s]\n", indent, dotText(step.ID), dotText(caption(step.ID, label)), bold(step.ID))
	}
	for _, nested := range s.Stages {
		fmt.Fprintf(b, "%ssubgraph %s {\n%s  label=%s\n", indent, dotText("cluster_"+nested.ID), indent, dotText(caption(nested.ID, label)))
		g.dotStage(b, nested, label, taken, indent+"  ")
		b.WriteString(indent + "}\n")
	}
	for _, gate := range s.Gates {
		fmt.Fprintf(b, "%s%s [label=%s, shape=diamond%s]\n", indent, dotText(gate.ID), dotText(caption(gate.ID, label)), bold(gate.ID))
	}
}

// dotBold is added to the attributes of what a run has come past.
const dotBold = ", penwidth=3"

// dotLook gives the attributes of an arrow.
func dotLook(a Arrow, from, to string, taken bool) string {
	var look []string
	switch a.Reason {
	case Uses:
		look = append(look, "style=dashed", "label="+dotText(a.Via))
	case Elapsed:
		look = append(look, "style=dotted", "label="+dotText("time since"))
	}
	if a.From != from {
		look = append(look, "ltail="+dotText("cluster_"+a.From))
	}
	if a.To != to {
		look = append(look, "lhead="+dotText("cluster_"+a.To))
	}
	if taken {
		look = append(look, strings.TrimPrefix(dotBold, ", "))
	}
	if look == nil {
		return ""
	}
	return " [" + strings.Join(look, ", ") + "]"
}

// dotText quotes text: a backslash, a quote and what begins an entity of HTML are escaped, a line break becomes one of a centered label.
func dotText(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;", "\r", "", "\n", `\n`).Replace(text) + `"`
}

// caption is what a drawing writes on an item or stage.
func caption(id string, label Label) string {
	if title := label(id); title != "" {
		return id + "\n" + title
	}
	return id
}

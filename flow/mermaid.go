package flow

import (
	"fmt"
	"strconv"
	"strings"
)

// Mermaid draws the graph as a flowchart that Markdown renderers show: stages are subgraphs, gates rhombuses,
// datapoints dotted arrows with their name, the way of a run bold.
func (g *Graph) Mermaid(label Label, taken Taken) string {
	var b strings.Builder
	b.WriteString("flowchart TB\n")
	mermaidStage(&b, g.root, label, "  ")
	var links []string // the numbers of those that a run came along
	arrows := 0
	for _, a := range g.Arrows() {
		if g.end(a.From, true) == "" || g.end(a.To, false) == "" {
			continue
		}
		link := "-->"
		switch a.Reason {
		case Uses:
			link = "-. " + mermaidText(a.Via) + " .->"
		case Elapsed:
			link = "-. " + mermaidText("time since") + " .->"
		}
		fmt.Fprintf(&b, "  %s %s %s\n", mermaidID(a.From), link, mermaidID(a.To))
		if taken.arrow(g, a) {
			links = append(links, strconv.Itoa(arrows))
		}
		arrows++
	}
	g.mermaidTaken(&b, taken, links)
	return b.String()
}

// mermaidTaken makes bold what a run has come past, and came along.
func (g *Graph) mermaidTaken(b *strings.Builder, taken Taken, links []string) {
	var items []string
	for _, id := range g.order {
		if taken.of(g, id, false) {
			items = append(items, mermaidID(id))
		}
	}
	if len(items) > 0 {
		fmt.Fprintf(b, "  classDef taken stroke-width:3px\n  class %s taken\n", strings.Join(items, ","))
	}
	if len(links) > 0 {
		fmt.Fprintf(b, "  linkStyle %s stroke-width:3px\n", strings.Join(links, ","))
	}
}

func mermaidStage(b *strings.Builder, s Stage, label Label, indent string) {
	for _, step := range s.Steps {
		fmt.Fprintf(b, "%s%s[%s]\n", indent, mermaidID(step.ID), mermaidText(caption(step.ID, label)))
	}
	for _, nested := range s.Stages {
		fmt.Fprintf(b, "%ssubgraph %s [%s]\n", indent, mermaidID(nested.ID), mermaidText(caption(nested.ID, label)))
		mermaidStage(b, nested, label, indent+"  ")
		b.WriteString(indent + "end\n")
	}
	for _, gate := range s.Gates {
		fmt.Fprintf(b, "%s%s{%s}\n", indent, mermaidID(gate.ID), mermaidText(caption(gate.ID, label)))
	}
}

// mermaidID keeps ids apart from the words of the language, such as `end`.
func mermaidID(id string) string { return "i_" + strings.ReplaceAll(id, "-", "_") }

// mermaidText quotes text. Inside quotes everything stands for itself but what HTML and the language's own escapes use.
func mermaidText(text string) string {
	replace := strings.NewReplacer("&", "#amp;", "#", "#35;", `"`, "#quot;", "<", "#lt;", ">", "#gt;", "`", "#96;", "\r", "", "\n", "<br>")
	return `"` + replace.Replace(text) + `"`
}

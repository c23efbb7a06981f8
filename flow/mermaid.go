package flow

import (
	"fmt"
	"strings"
)

// Mermaid draws the graph as a flowchart that Markdown renderers show: stages are subgraphs, gates rhombuses,
// datapoints dotted arrows with their name.
func (g *Graph) Mermaid(label Label) string {
	var b strings.Builder
	b.WriteString("flowchart TB\n")
	mermaidStage(&b, g.root, label, "  ")
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
	}
	return b.String()
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

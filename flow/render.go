package flow

import (
	"fmt"
	"slices"
	"strings"
)

// Label gives the title of an item or a stage; "" where the id says all.
type Label func(id string) string

// Taken reports whether a run has come past an item, or is at it. nil: the drawing is of no run.
type Taken func(id string) bool

// of reports whether an item was taken. Of a stage at the head of an arrow one item must have been, of one at its tail
// all.
func (t Taken) of(g *Graph, id string, begins bool) bool {
	members, isStage := g.members[id]
	switch {
	case t == nil:
		return false
	case !isStage:
		return t(id)
	case begins:
		return len(members) > 0 && !slices.ContainsFunc(members, func(m string) bool { return !t(m) })
	}
	return slices.ContainsFunc(members, t)
}

// arrow reports whether a run came along an arrow.
func (t Taken) arrow(g *Graph, a Arrow) bool { return t.of(g, a.From, true) && t.of(g, a.To, false) }

// Text draws the graph as an indented list in canonical order. Behind the arrow of each item and stage stands what it
// waits for by itself; what the stages around it wait for stands there.
//
//	assess: Assess the damage
//	  measure  Measure the lag
//	  [go-no-go]  Go or no-go  <- the steps of assess
func (g *Graph) Text(label Label) string {
	var b strings.Builder
	r := renderer{graph: g, label: label}
	r.text(&b, g.root, "")
	return b.String()
}

// renderer draws a graph.
type renderer struct {
	graph *Graph
	label Label
}

func (r renderer) text(b *strings.Builder, s Stage, indent string) {
	for i, step := range s.Steps {
		why := r.causes(step)
		if s.Sequential && i > 0 {
			why = append([]string{s.Steps[i-1].ID}, why...)
		}
		r.line(b, indent, step.ID, "  ", why)
	}
	for i, nested := range s.Stages {
		why := nested.Requires
		if s.Sequential {
			why = append(r.before(s, i), why...)
		}
		r.line(b, indent, nested.ID, ": ", distinct(why))
		r.text(b, nested, indent+"  ")
	}
	for _, gate := range s.Gates {
		why := r.causes(gate)
		if len(stepsOf(s)) > 0 {
			why = append([]string{"the steps of " + named(s.ID)}, why...)
		}
		r.line(b, indent, "["+gate.ID+"]", "  ", why)
	}
}

// line draws an item or a stage.
func (r renderer) line(b *strings.Builder, indent, shown, between string, why []string) {
	b.WriteString(indent + shown)
	if label := strings.Join(strings.Fields(r.label(strings.Trim(shown, "[]"))), " "); label != "" {
		b.WriteString(between + label)
	} else if between == ": " {
		b.WriteString(":")
	}
	if why = distinct(why); len(why) > 0 {
		b.WriteString("  <- " + strings.Join(why, ", "))
	}
	b.WriteString("\n")
}

// causes lists what an item itself requires, since when it counts the time, and whose datapoints it uses.
func (r renderer) causes(it Item) []string {
	why := append([]string(nil), it.Requires...)
	for _, id := range it.Since {
		why = append(why, "time since "+id)
	}
	for _, d := range it.Uses {
		if by := r.graph.makers[d]; by != "" && by != it.ID {
			why = append(why, fmt.Sprintf("%s (from %s)", d, by))
		}
	}
	return why
}

// before lists what the i-th nested stage of a sequential stage comes after.
func (r renderer) before(s Stage, i int) []string {
	switch {
	case i > 0:
		return []string{s.Stages[i-1].ID}
	case len(s.Steps) > 0:
		return []string{s.Steps[len(s.Steps)-1].ID}
	}
	return nil
}

func distinct(ids []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, id := range ids {
		if !seen[id] {
			out = append(out, id)
		}
		seen[id] = true
	}
	return out
}

package draft

import (
	"fmt"
	"slices"
	"strings"

	"rtut/pack/value"
	"rtut/pack/write"
)

// maxName is the length of the longest id of a param or datapoint.
const maxName = 64

// newName makes the id of a param or datapoint: small letters and digits, _ for all else.
func (p *publisher) newName(text string) string {
	var out strings.Builder
	for _, r := range text {
		switch {
		case 'A' <= r && r <= 'Z':
			out.WriteRune(r - 'A' + 'a')
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			out.WriteRune(r)
		default:
			out.WriteByte('_')
		}
	}
	base := strings.TrimLeft(out.String(), "_0123456789")
	if base == "" {
		base = "input"
	}
	if value.IsReserved(base) {
		base += "_input"
	}
	id := base[:min(len(base), maxName)]
	for n := 2; p.taken[id]; n++ {
		suffix := fmt.Sprintf("_%d", n)
		id = base[:min(len(base), maxName-len(suffix))] + suffix
	}
	p.taken[id] = true
	return id
}

// addParams makes a param of each input of the definition.
func (p *publisher) addParams(top *write.Mapping) {
	for _, m := range p.draft.definition.at("inputs").members {
		id := p.newName(m.key)
		p.params[m.key] = id
		param := write.New()
		param.Text("id", id)
		if m.key != id {
			param.Text("title", plainTitle(m.key))
		}
		spec := naturalSpec(m.value)
		if used := p.graph.firstUse(m.key); used != nil {
			spec = *used
		}
		given, err := m.value.canonical().packValue()
		if err == nil {
			given, err = spec.Check(given)
		}
		if err != nil {
			panic("draft: an input that was checked is refused: " + err.Error())
		}
		if spec.Type == value.List {
			param.Texts("default", given.Words()...)
		} else {
			param.Text("default", given.Text())
		}
		writeSpec(param, spec)
		top.Add("params", param)
	}
}

// plainTitle keeps braces apart in the title of a param or datapoint: it takes no placeholder, and no backslash before one either.
func plainTitle(title string) string {
	for strings.Contains(title, "{{") {
		title = strings.ReplaceAll(title, "{{", "{ {")
	}
	return title
}

// writeSpec writes the type and the bounds of a value.
func writeSpec(m *write.Mapping, s value.Spec) {
	if s.Type != "" {
		m.Text("type", string(s.Type))
	}
	if s.Items != "" {
		m.Text("items", string(s.Items))
	}
	if s.Pattern != nil {
		m.Text("pattern", s.Pattern.String())
	}
	for _, b := range []struct{ key, value string }{{"min", s.Min}, {"max", s.Max}} {
		if b.value != "" {
			m.Text(b.key, b.value)
		}
	}
	for _, c := range []struct {
		key   string
		value *int
	}{{"min_length", s.MinLength}, {"max_length", s.MaxLength}, {"min_items", s.MinItems}, {"max_items", s.MaxItems}} {
		if c.value != nil {
			m.Text(c.key, fmt.Sprint(*c.value))
		}
	}
	if len(s.Choices) > 0 {
		m.Texts("choices", s.Choices...)
	}
}

// addDatapoints makes a datapoint of each value that a step gives: of its data all, of its text only if something takes it.
func (p *publisher) addDatapoints(top *write.Mapping) {
	leaves := p.draft.root.leaves()
	for _, n := range leaves {
		for _, m := range append(n.fields.at("controls").members, append(n.fields.at("inputs").members, member{"", n.fields.at("payload")})...) {
			p.noteText(m.value)
		}
	}
	for _, n := range leaves {
		points := p.dataOf(n)
		if p.bound[n.id] {
			points = append(points, p.textOf(n))
		}
		for i := range points {
			points[i].id = p.newName(n.id + "_" + orText(points[i].field))
			points[i].title = plainTitle(n.fields.at("title").text + ": " + points[i].title)
			datapoint := write.New()
			datapoint.Text("id", points[i].id)
			datapoint.Text("title", points[i].title)
			if points[i].unit != "" {
				datapoint.Text("unit", points[i].unit)
			}
			writeSpec(datapoint, points[i].spec)
			top.Add("datapoints", datapoint)
		}
		p.points[n.id] = points
	}
}

// noteText notes of which steps a binding takes the text. Of the branches of a group it takes that of a last step without data.
func (p *publisher) noteText(b jsonValue) {
	switch {
	case b.at("kind").text == "node_result" && b.at("select").text == "text":
		p.bound[b.at("nodeId").text] = true
	case b.at("kind").text == "branch_results":
		for _, last := range lastOf(p.graph.nodes[b.at("parallelNodeId").text]) {
			if len(p.dataOf(last)) == 0 && (last.kind == "agent" || p.operations[refOf(last.fields.at("operation"))].Text != "") {
				p.bound[last.id] = true
			}
		}
	}
}

// lastOf lists the last step of each branch of a group; of a group that is last, those of its branches.
func lastOf(group *node) []*node {
	var steps []*node
	for _, b := range group.branches {
		last := b.nodes[len(b.nodes)-1]
		if last.isGroup() {
			steps = append(steps, lastOf(last)...)
			continue
		}
		steps = append(steps, last)
	}
	return steps
}

func orText(field string) string {
	if field == "" {
		return "text"
	}
	return field
}

func (p *publisher) dataOf(n *node) (points []point) {
	if n.kind != "tool" {
		for _, m := range n.fields.at("result").at("schema").at("properties").members {
			points = append(points, point{field: m.key, title: m.key, spec: propertySpec(m.value)})
		}
		return points
	}
	o := p.operations[refOf(n.fields.at("operation"))]
	for i, d := range o.Pack.Datapoints {
		points = append(points, point{field: d.ID, title: d.Title, spec: d.Spec, unit: d.Unit, extract: o.Step().Produces[i].Extract.Key()})
	}
	return points
}

// textOf is all that the verification of an operation prints, or what an agent answers.
func (p *publisher) textOf(n *node) point {
	text := point{title: "text", spec: value.Spec{Type: value.String}}
	if n.kind == "tool" {
		text.extract = `(?s)\A(.*)\z`
	}
	return text
}

// point returns the datapoint for a field of the data of a node, "" for its text.
func (p *publisher) point(node, field string) string {
	i := slices.IndexFunc(p.points[node], func(of point) bool { return of.field == field })
	return p.points[node][i].id
}

func appendNew(list, more []string) []string {
	for _, one := range more {
		if !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	return list
}

package pack

import "slices"

// ruleDimension: `dimensions` of datapoints and artefacts name axes that exist, and values that they have.
func ruleDimension(l *loader) {
	for _, m := range l.dimensions {
		if n := m.get("values"); n != nil && len(n.items) == 0 {
			l.report.at(n.place, "required", "`values` is empty. at least one was expected", "")
		}
		l.once(*m, "", "values")
	}
	for _, m := range slices.Concat(l.datapoints, l.artefacts) {
		if n := m.get("dimensions"); n != nil {
			l.dimensioned(n)
		}
	}
}

func (l *loader) dimensioned(n *node) {
	var known []string
	values := map[string][]string{}
	for _, d := range l.pack.Dimensions {
		known = append(known, d.ID)
		values[d.ID] = d.Values
	}
	for _, e := range n.entries {
		id, value := e.key.value, e.value
		switch {
		case !slices.Contains(known, id):
			l.report.at(e.key.place, "unknown-id", "the dimension "+Quoted(id)+" does not exist. a dimension was expected", suggest(id, known, ""))
		case value.kind == scalarNode && !slices.Contains(values[id], value.value):
			l.report.at(value.place, "unknown-id", "the dimension "+Quoted(id)+" has no value "+Quoted(value.value)+". "+oneOf(values[id])+" was expected",
				suggest(value.value, values[id], ""))
		}
	}
}

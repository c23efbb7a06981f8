package pack

import (
	"slices"

	"rtut/pack/value"
)

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
		id, v := e.key.value, e.value
		switch {
		case !slices.Contains(known, id):
			l.report.at(e.key.place, "unknown-id", "the dimension "+value.Quoted(id)+" does not exist. a dimension was expected", suggest(id, known, ""))
		case v.kind == scalarNode && !slices.Contains(values[id], v.value):
			l.report.at(v.place, "unknown-id", "the dimension "+value.Quoted(id)+" has no value "+value.Quoted(v.value)+". "+oneOf(values[id])+" was expected",
				suggest(v.value, values[id], ""))
		}
	}
}

package tui

import (
	"fmt"

	"rtut/run"
)

// dataPane shows the datapoints, grouped by a dimension and filtered by a value of one.
type dataPane struct {
	list   tablePane
	group  int // 0: none, else the dimension before
	filter int // 0: none, else the value before, of all dimensions in order
}

// turn groups by the next dimension, or filters by the next value.
func (p *dataPane) turn(s *snapshot, group bool) {
	dims := s.view.Dimensions()
	if group {
		p.group = (p.group + 1) % (len(dims) + 1)
		return
	}
	p.filter = (p.filter + 1) % (len(dimensionValues(dims)) + 1)
}

// dimensionValue is one value of one dimension.
type dimensionValue struct{ dimension, value string }

func dimensionValues(dims []run.DimensionView) []dimensionValue {
	var all []dimensionValue
	for _, d := range dims {
		for _, v := range d.Values {
			all = append(all, dimensionValue{d.ID, v})
		}
	}
	return all
}

// lay gives the rows of the table, with headings where they are grouped.
func (p *dataPane) lay(st *styles, s *snapshot) {
	dims := s.view.Dimensions()
	groupBy, filter, about := "", map[string]string{}, "all"
	if p.group > 0 && p.group <= len(dims) {
		groupBy = dims[p.group-1].ID
		about += ", by " + groupBy
	}
	if values := dimensionValues(dims); p.filter > 0 && p.filter <= len(values) {
		v := values[p.filter-1]
		filter[v.dimension] = v.value
		about = v.dimension + " = " + v.value
		if groupBy != "" {
			about += ", by " + groupBy
		}
	}
	p.list.about = about
	if len(dims) > 0 {
		p.list.about += "   (. groups, , filters)"
	}
	groups, err := s.view.Data(groupBy, filter)
	p.list.rows = nil
	if err != nil {
		p.list.about = err.Error()
	}
	for _, g := range groups {
		if groupBy != "" {
			value := g.Value
			if value == "" {
				value = "(none)"
			}
			p.list.rows = append(p.list.rows, tableRow{heading: g.Dimension + ": " + value})
		}
		for _, d := range g.Rows {
			p.list.rows = append(p.list.rows, dataRow(st, d))
		}
	}
	p.list.empty = "this pack declares no datapoints"
}

func dataRow(st *styles, d run.DatapointView) tableRow {
	value := "-"
	if !d.Value.IsZero() {
		value = d.Value.Text()
		if d.Unit != "" {
			value += " " + d.Unit
		}
	}
	state := string(d.State)
	if d.How != "" {
		state += fmt.Sprintf(" (%s)", d.How)
	}
	if d.Error != "" {
		state += ": " + d.Error
	}
	return tableRow{key: d.ID, look: st.state(d.State), cells: []string{run.Sign(d.State, st.ascii) + " " + d.ID, value, state, d.Title}}
}

package tui

import (
	"fmt"
	"slices"
	"strconv"

	"rtut/run"
	"rtut/run/record"
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
			p.list.rows = append(p.list.rows, dataRow(st, d, s.view.At()))
		}
	}
	p.list.empty = "this pack declares no datapoints"
}

// valueWords is a value with its unit, and with a round number of bytes behind one that counts them.
func valueWords(d run.DatapointView) string {
	if d.Value.IsZero() {
		return "-"
	}
	words := d.Value.Text()
	if d.Unit != "" {
		words += " " + d.Unit
	}
	if n, err := strconv.ParseFloat(d.Value.Text(), 64); err == nil && n >= 1024 && slices.Contains([]string{"B", "byte", "bytes"}, d.Unit) {
		words += " (" + roundBytes(n) + ")"
	}
	return words
}

// roundBytes is a number of bytes as a person reads it.
func roundBytes(n float64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB"}
	at := 0
	for ; n >= 1024 && at < len(units)-1; at++ {
		n /= 1024
	}
	return strconv.FormatFloat(n, 'g', 3, 64) + " " + units[at]
}

// ageWords says how old a value is, and how long it is good.
func ageWords(d run.DatapointView, now record.Time) string {
	if d.At == nil {
		return ""
	}
	words := span(now.Sub(d.At.Time)) + " old"
	switch {
	case d.TooOld && d.MaxAge != "":
		words += ", which is too old: it was good for " + d.MaxAge
	case d.GoodUntil != nil:
		words += ", good for " + span(d.GoodUntil.Sub(now.Time))
	}
	return words
}

// ageCell is ageWords where there is little space.
func ageCell(d run.DatapointView, now record.Time) string {
	if d.At == nil {
		return ""
	}
	words := span(now.Sub(d.At.Time))
	switch {
	case d.TooOld:
		words += ", too old"
	case d.GoodUntil != nil:
		words += ", good " + span(d.GoodUntil.Sub(now.Time))
	}
	return words
}

func dataRow(st *styles, d run.DatapointView, now record.Time) tableRow {
	value := valueWords(d)
	state := string(d.State)
	if words := d.Origin(); words != "" {
		state += fmt.Sprintf(" (%s)", words)
	}
	if d.Error != "" {
		state += ": " + d.Error
	}
	look := st.state(d.State)
	if d.TooOld {
		look = st.bad
	}
	return tableRow{key: d.ID, look: look, cells: []string{run.Sign(d.State, st.ascii) + " " + d.ID, value, state, ageCell(d, now), d.Title}}
}

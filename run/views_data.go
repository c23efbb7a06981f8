package run

import (
	"slices"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
)

// DatapointView is a datapoint as it stands.
type DatapointView struct {
	ID         string            `json:"id"`
	Title      string            `json:"title"`
	State      record.State      `json:"state"`
	Value      value.Value       `json:"value"`
	Unit       string            `json:"unit"`
	How        record.How        `json:"how"`
	At         *record.Time      `json:"at"`
	Error      string            `json:"error"`
	Proof      record.Proof      `json:"proof,omitempty"`      // the proof of a value that a check measured
	MaxAge     string            `json:"max_age,omitempty"`    // how old the value may be; "" for any age
	GoodUntil  *record.Time      `json:"good_until,omitempty"` // when it will be too old; null for never
	TooOld     bool              `json:"too_old"`              // it is older by now, or dated in the future
	From       string            `json:"from,omitempty"`       // the step that produces it, or the item that has confirmed it; "" for none
	Typed      bool              `json:"-"`                    // a person gave it to the step that produces it
	Dimensions map[string]string `json:"-"`
}

// CameBy says in words how a value came about, and where: "measured at count", "pasted at count", "typed at count".
func (d DatapointView) CameBy() string {
	confirmed := d.How == record.ByCheck || d.How == record.ManualConfirmation
	if d.From == "" || confirmed && d.Proof != record.Pasted {
		return d.Origin()
	}
	return d.Origin() + " at " + d.From
}

// Origin says in a word or two how a value came about: measured, pasted, typed, initial.
func (d DatapointView) Origin() string {
	switch {
	case d.How == record.ByNobody:
		return "confirmed by nobody"
	case d.How == record.ByHand, d.How == record.Produced && d.Typed:
		return "typed"
	case d.How == record.Produced && d.Proof == record.Pasted:
		return "pasted"
	case d.How == record.Produced && d.Proof != "":
		return "measured"
	case d.Proof == record.Pasted:
		return string(d.How) + ", pasted"
	}
	return string(d.How)
}

// DataGroup is the datapoints that share a value of a dimension. Where nothing is grouped by, Dimension and Value are
// empty; what has no value in the dimension comes last, with an empty Value.
type DataGroup struct {
	Dimension string          `json:"dimension"`
	Value     string          `json:"value"`
	Rows      []DatapointView `json:"rows"`
}

// ArtefactView is an artefact, its location filled in as far as that goes.
type ArtefactView struct {
	ID         string            `json:"id"`
	Title      string            `json:"title"`
	Kind       string            `json:"kind"`
	Location   string            `json:"location"`
	ProducedBy string            `json:"produced_by"`
	UsedBy     []string          `json:"used_by"`
	Ready      bool              `json:"ready"` // the step that produces it is done
	Dimensions map[string]string `json:"-"`
}

// DimensionView is an axis to group and filter by.
type DimensionView struct {
	ID     string   `json:"id"`
	Title  string   `json:"title"`
	Values []string `json:"values"`
}

// Datapoints returns every datapoint in the order of the pack.
func (v *View) Datapoints() []DatapointView {
	rows := []DatapointView{}
	for _, def := range v.pack.Datapoints {
		row := DatapointView{ID: def.ID, Title: def.Title, Unit: def.Unit, State: record.Nil, Dimensions: def.Dimensions}
		if def.MaxAge > 0 {
			row.MaxAge = def.MaxAge.String()
		}
		if d := v.rec.Datapoints[def.ID]; d != nil {
			row.State, row.Value, row.How, row.At, row.Error = d.State, d.Value, d.How, d.At, d.Error
			row.Proof, row.From = d.Proof, v.from(def, d)
			row.Typed = d.How == record.Produced && v.typed(def.ID)
			row.TooOld = v.tooOld(def.ID)
			if def.MaxAge > 0 && d.At != nil {
				until := record.At(d.At.Add(def.MaxAge))
				row.GoodUntil = &until
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// from is the item through which a value came about.
func (v *View) from(def pack.Datapoint, d *record.Datapoint) string {
	switch d.How {
	case record.ByNobody, record.ByCheck, record.ManualConfirmation:
		if d.Proof != record.Pasted {
			return def.ConfirmedBy
		}
	case record.Produced:
	default:
		return ""
	}
	step, _ := v.producer(def.ID)
	return step
}

// typed reports whether the step that produces a datapoint is told the value, and reads it from no output.
func (v *View) typed(id string) bool {
	step, made := v.producer(id)
	return step != "" && made.Extract == nil
}

// producer returns the step that produces a datapoint, and how; "" for none.
func (v *View) producer(datapoint string) (string, pack.Produce) {
	for _, id := range v.pack.Graph().Items() {
		step := v.pack.Step(id)
		if step == nil {
			continue
		}
		if at := slices.IndexFunc(step.Produces, func(p pack.Produce) bool { return p.Datapoint == datapoint }); at >= 0 {
			return id, step.Produces[at]
		}
	}
	return "", pack.Produce{}
}

// Data returns the datapoints that have the wanted value in every dimension of filter, grouped by one dimension, or in
// one group if groupBy is "". An unknown dimension or value is a *Refusal with code UnknownItem.
func (v *View) Data(groupBy string, filter map[string]string) ([]DataGroup, error) {
	for dim, value := range filter {
		if err := v.checkDimension(dim, value); err != nil {
			return nil, err
		}
	}
	rows := slices.DeleteFunc(v.Datapoints(), func(d DatapointView) bool { return !has(d.Dimensions, filter) })
	if groupBy == "" {
		return []DataGroup{{Rows: rows}}, nil
	}
	if err := v.checkDimension(groupBy, ""); err != nil {
		return nil, err
	}
	groups := []DataGroup{}
	for _, value := range append(slices.Clone(v.dimension(groupBy).Values), "") {
		g := DataGroup{Dimension: groupBy, Value: value, Rows: []DatapointView{}}
		for _, row := range rows {
			if row.Dimensions[groupBy] == value {
				g.Rows = append(g.Rows, row)
			}
		}
		if len(g.Rows) > 0 {
			groups = append(groups, g)
		}
	}
	return groups, nil
}

func has(dimensions, wanted map[string]string) bool {
	for dim, value := range wanted {
		if dimensions[dim] != value {
			return false
		}
	}
	return true
}

// checkDimension refuses a dimension that the pack has not and, unless it is "", a value that the dimension has not.
func (v *View) checkDimension(id, value string) error {
	dim := v.dimension(id)
	if dim == nil {
		var known []string
		for _, d := range v.pack.Dimensions {
			known = append(known, d.ID)
		}
		return refuse(UnknownItem, "", "the pack has no dimension %q", id).with("It has %s", either(known))
	}
	if value != "" && !slices.Contains(dim.Values, value) {
		return refuse(UnknownItem, "", "dimension %s has no value %q", id, value).with("It has %s", either(dim.Values))
	}
	return nil
}

func (v *View) dimension(id string) *pack.Dimension {
	for i := range v.pack.Dimensions {
		if v.pack.Dimensions[i].ID == id {
			return &v.pack.Dimensions[i]
		}
	}
	return nil
}

// Dimensions returns the axes to group and filter by.
func (v *View) Dimensions() []DimensionView {
	dims := []DimensionView{}
	for _, d := range v.pack.Dimensions {
		dims = append(dims, DimensionView{ID: d.ID, Title: d.Title, Values: d.Values})
	}
	return dims
}

// Artefacts returns every artefact in the order of the pack.
func (v *View) Artefacts() []ArtefactView {
	rows := []ArtefactView{}
	for _, a := range v.pack.Artefacts {
		rows = append(rows, ArtefactView{
			ID: a.ID, Title: a.Title, Kind: a.Kind, Location: a.Location.Display(v.rec.Values()), ProducedBy: a.ProducedBy,
			UsedBy: append([]string{}, a.UsedBy...), Ready: v.rec.State(a.ProducedBy) == record.Done, Dimensions: a.Dimensions,
		})
	}
	return rows
}

package pack

import (
	"encoding/json"
	"maps"
	"math"

	"rtut/pack/value"
)

// parseParams reads what is given when a run is made.
func (l *loader) parseParams() {
	for _, m := range l.top.mappings("params") {
		id := l.name(m, "names", "param")
		l.params = append(l.params, &m)
		spec := l.spec(m)
		l.pack.Params = append(l.pack.Params, Param{
			ID: id, Title: titleOr(m, id), Help: m.text("help"), Spec: spec,
			Default:  l.value(m, "default", spec, Error),
			Required: !m.has("default") && m.bool("required", true),
			Example:  l.value(m, "example", spec, Warning).Text(),
		})
	}
}

// parseDatapoints reads what is measured or decided during a run.
func (l *loader) parseDatapoints() {
	for _, m := range l.top.mappings("datapoints") {
		id := l.name(m, "names", "datapoint")
		l.datapoints = append(l.datapoints, &m)
		spec := l.spec(m)
		each := l.parseEach(m, "datapoint "+value.Quoted(id))
		if each != "" {
			l.each[id] = each
		}
		l.pack.Datapoints = append(l.pack.Datapoints, Datapoint{
			ID: id, Title: titleOr(m, id), Spec: spec, Unit: m.text("unit"),
			Initial:     l.value(m, "initial", spec, Error),
			MaxAge:      m.duration("max_age"),
			ConfirmedBy: l.referOne(m, "confirmed_by", toDone, "datapoint "+value.Quoted(id)),
			Dimensions:  l.labels(m, "dimensions"),
			Each:        each,
		})
	}
}

// scope makes params, datapoints and reserved names known to templates, commands and conditions.
func (l *loader) scope() {
	scope := value.Scope{}
	for _, name := range value.ReservedNames {
		scope[name] = value.Name{Spec: value.Spec{Type: value.String}}
	}
	for _, p := range l.pack.Params {
		scope[p.ID] = value.Name{Spec: p.Spec}
	}
	for _, d := range l.pack.Datapoints {
		scope[d.ID] = value.Name{Spec: d.Spec, Datapoint: true}
	}
	maps.DeleteFunc(scope, func(id string, _ value.Name) bool { return id == "" })
	l.pack.index.scope = scope
}

// spec reads the type and the constraints of a param, a datapoint or a fact.
func (l *loader) spec(m mapping) value.Spec {
	s := value.Spec{
		Type:      value.Type(m.text("type")),
		Items:     value.Type(m.text("items")),
		Pattern:   m.pattern("pattern"),
		Min:       m.text("min"),
		Max:       m.text("max"),
		MinLength: m.number("min_length", 0, math.MaxInt32),
		MaxLength: m.number("max_length", 0, math.MaxInt32),
		MinItems:  m.number("min_items", 0, math.MaxInt32),
		MaxItems:  m.number("max_items", 0, math.MaxInt32),
		Choices:   m.texts("choices"),
	}
	if s.Type == "" && !m.has("type") {
		s.Type = value.String
		if m.has("choices") {
			s.Type = value.Choice
		}
	}
	if s.Type == value.List && s.Items == "" {
		s.Items = value.String
	}
	l.checkSpec(m, s)
	return s
}

// value reads a value that has to fit spec; zero where there is none or it does not.
func (l *loader) value(m mapping, key string, spec value.Spec, severity Severity) value.Value {
	n := m.get(key)
	if n == nil || m.has("type") && m.get("type") == nil {
		return value.Value{}
	}
	text := n.value
	if n.kind == sequenceNode {
		if spec.Type != value.List {
			l.report.at(n.place, "wrong-type", "`"+key+"` is a list. "+spec.Describe()+" was expected", "")
			return value.Value{}
		}
		text = l.listText(m, key, spec)
	}
	v, err := spec.Parse(text)
	if err != nil {
		l.report.offset(l.report.source.offset(n.place), severity, "value", "`"+key+"` is "+value.Quoted(text)+". "+err.Error(), "")
		return value.Value{}
	}
	return v
}

// listText writes the items of a list as a JSON array, numbers and truth values as such.
func (l *loader) listText(m mapping, key string, spec value.Spec) string {
	items := []json.RawMessage{}
	for _, text := range m.texts(key) {
		raw, _ := json.Marshal(text) // text always marshals
		switch spec.Items {
		case value.Int, value.Number, value.Port, value.Bool:
			if json.Valid([]byte(text)) {
				raw = json.RawMessage(text)
			}
		}
		items = append(items, raw)
	}
	array, _ := json.Marshal(items) // each item is valid JSON
	return string(array)
}

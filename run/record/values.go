package record

import (
	"maps"
	"slices"

	"rtut/pack/value"
)

// Values gives what templates and expressions see: the params, the datapoints that have a value, and the five
// reserved names.
func (r *Record) Values() value.Values {
	return func(name string) value.Value {
		if v, ok := r.Params[name]; ok {
			return v
		}
		if d := r.Datapoints[name]; d != nil {
			return d.Value
		}
		return r.reserved(name)
	}
}

func (r *Record) reserved(name string) value.Value {
	text := map[string]string{
		"run_id": r.RunID, "operator": r.Operator, "project": r.Context.Project, "target": r.Context.Target,
		"environment": string(r.Context.Environment),
	}[name]
	if text == "" {
		return value.Value{}
	}
	return value.StringValue(text)
}

// Lacking returns the names that have no value, each once.
func (r *Record) Lacking(names []string) []string {
	var empty []string
	values := r.Values()
	for _, name := range names {
		if values(name).IsZero() && !slices.Contains(empty, name) {
			empty = append(empty, name)
		}
	}
	return empty
}

// SortedKeys returns the keys of a map in order; nil where there are none, for which it allocates nothing.
func SortedKeys[V any](m map[string]V) []string {
	if len(m) == 0 {
		return nil
	}
	return slices.Sorted(maps.Keys(m))
}

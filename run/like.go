package run

import (
	"encoding/json"
	"maps"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
)

// Like takes over what is not given of an earlier run of p: params that the pack still has, context and mode. Authority
// is not taken over: anyone who begins a run pre-authorizes again.
func (n New) Like(p *pack.Pack, earlier *record.Record) New {
	n.Params = maps.Clone(n.Params)
	if n.Params == nil {
		n.Params = map[string]string{}
	}
	for id, value := range earlier.Params {
		if _, given := n.Params[id]; !given && p.Param(id) != nil {
			n.Params[id] = asTyped(value)
		}
	}
	take := func(to *string, from string) {
		if *to == "" {
			*to = from
		}
	}
	take(&n.Context.Project, earlier.Context.Project)
	take(&n.Context.Target, earlier.Context.Target)
	take((*string)(&n.Context.Environment), string(earlier.Context.Environment))
	take((*string)(&n.Mode), string(earlier.Mode))
	return n
}

// asTyped is a value as a person would type it so that nothing of it is lost.
func asTyped(v value.Value) string {
	data, err := json.Marshal(v)
	if err == nil && len(data) > 0 && data[0] == '[' {
		return string(data)
	}
	return v.Text()
}

package pack

import "strings"

// asPack makes the nodes of a pack of one step out of those of an operation, whose places they keep.
func (m mapping) asPack(o *Operation) *node {
	made := func(text string) *node { return &node{value: text, place: m.node.place} }
	pair := func(key string, value *node) entry { return entry{key: made(key), value: value} }
	top, step := &node{kind: mappingNode, place: m.node.place}, &node{kind: mappingNode, place: m.node.place}
	take := func(into *node, as, key string) {
		if n := m.get(key); n != nil {
			into.entries = append(into.entries, entry{key: m.keys[key], value: n})
			if as != key {
				into.entries[len(into.entries)-1].key = &node{value: as, place: m.keys[key].place}
			}
		}
	}
	id := slugOf(o.Tool + "-" + o.Name) // with a dash, which no name of an input or of data has
	top.entries = []entry{pair("schema", made(string(V02))), pair("id", made(id))}
	take(top, "title", "title")
	take(top, "summary", "summary")
	take(top, "needs", "needs")
	params := &node{kind: sequenceNode, place: m.node.place, items: m.items("inputs")}
	if o.Payload != nil {
		payload := &node{kind: mappingNode, place: m.at("payload"), entries: []entry{pair("id", made(payloadName)), pair("title", made(o.Payload.Title))}}
		params.items = append(params.items[:len(params.items):len(params.items)], payload)
	}
	if len(params.items) > 0 {
		top.entries = append(top.entries, pair("params", params))
	}
	step.entries = []entry{pair("id", made(id))}
	for _, key := range []string{"title", "effect", "confirm", "command", "verify", "rollback"} {
		take(step, key, key)
	}
	datapoints, produces := m.data()
	if len(datapoints.items) > 0 {
		top.entries = append(top.entries, pair("datapoints", datapoints))
		step.entries = append(step.entries, pair("produces", produces))
	}
	top.entries = append(top.entries, pair("steps", &node{kind: sequenceNode, place: m.node.place, items: []*node{step}}))
	return top
}

// slugOf makes an id that is well formed of a text that begins with a letter.
func slugOf(text string) string {
	id := strings.Trim(notInSlug().ReplaceAllString(text, "-"), "-")
	return strings.TrimRight(id[:min(len(id), maxID)], "-")
}

// data makes the datapoints of an operation, and how its step produces them.
func (m mapping) data() (datapoints, produces *node) {
	datapoints, produces = &node{kind: sequenceNode, place: m.node.place}, &node{kind: sequenceNode, place: m.node.place}
	for _, d := range m.mappings("data") {
		datapoint := &node{kind: mappingNode, place: d.node.place}
		produce := &node{kind: mappingNode, place: d.node.place}
		for _, e := range d.node.entries {
			if e.key.value == "extract" {
				produce.entries = append(produce.entries, e)
				continue
			}
			if e.key.value == "id" {
				produce.entries = append(produce.entries, entry{key: &node{value: "datapoint", place: e.key.place}, value: e.value})
			}
			datapoint.entries = append(datapoint.entries, e)
		}
		datapoints.items, produces.items = append(datapoints.items, datapoint), append(produces.items, produce)
	}
	return datapoints, produces
}

package pack

import "encoding/json"

// ReadParams reads a file of params, YAML or JSON: a mapping of ids to values. Each value is returned as it was typed,
// a list as a JSON array, to be parsed by the Spec of its param. The map is nil if one of the diagnostics is an error. The
// diagnostics repeat no value and no line of the file.
func ReadParams(name string, data []byte) (map[string]string, Diagnostics) {
	src, bad := checkText(name, data)
	report := &reporter{source: src, found: bad, values: true}
	params := map[string]string{}
	if !bad.Failed() {
		readParams(report, params)
	}
	found := report.found.sorted()
	for i := range found {
		found[i].excerpt = excerpt{}
	}
	if found.Failed() {
		return nil, found
	}
	return params, found
}

func readParams(report *reporter, params map[string]string) {
	document, second, bad := decode(report.source.text)
	switch {
	case bad != nil:
		report.syntax(bad)
		return
	case document == nil:
		return
	case second.line > 0:
		report.at(second, "documents", "a second YAML document begins here. params are one document", "remove the line `---` and what follows")
		return
	}
	root := (&converter{report: report, done: map[*yamlNode]*node{}}).convert(document)
	if root.kind != mappingNode {
		report.at(root.place, "type", "found "+root.what()+". a mapping of params to values was expected", "")
		return
	}
	for _, e := range root.entries {
		if text, ok := paramText(e.value); ok {
			params[e.key.value] = text
		} else {
			report.at(e.value.place, "type", "the param "+report.quoted(e.key.value)+" has no value. a text, a number or a list of these was expected", "")
		}
	}
}

// paramText is what was typed; false for what is no value.
func paramText(n *node) (string, bool) {
	if n.kind == scalarNode {
		return n.value, !n.empty()
	}
	items := []string{}
	for _, item := range n.items {
		if item.kind != scalarNode {
			return "", false
		}
		items = append(items, item.value)
	}
	text, err := json.Marshal(items)
	return string(text), err == nil && n.kind == sequenceNode
}

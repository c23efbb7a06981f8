package pack

import (
	"encoding/json"
	"fmt"
	"slices"
)

// paramForms is what a param may be given in a file.
const paramForms = "a text, a number or a list of these"

// ReadParams reads a file of params, YAML or JSON: a mapping of ids to values. Each value is returned as it was typed,
// a list as a JSON array, to be parsed by the Spec of its param. What is null is not given. The map is nil if one of the
// diagnostics is an error. The diagnostics repeat no value and no line of the file.
func ReadParams(name string, data []byte) (map[string]string, Diagnostics) {
	src, bad := checkText(name, data)
	report := &reporter{source: src, found: bad, values: true}
	params := map[string]string{}
	switch {
	case bad.Failed():
	case isJSON(src.text):
		readJSONParams(report, params)
	default:
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
		report.at(second, "documents", "a second YAML document starts here. params are one document", "remove the line `---` and what follows")
		return
	}
	root := (&converter{report: report, done: map[*yamlNode]*node{}}).convert(document)
	if root.kind != mappingNode {
		report.at(root.place, "type", "found "+root.what()+". a mapping of params to values was expected", "")
		return
	}
	for _, e := range root.entries {
		switch text, fault := paramText(report.quoted(e.key.value), e.value); {
		case fault != "":
			report.at(e.value.place, "type", fault, "")
		case !isNull(e.value):
			params[e.key.value] = text
		}
	}
}

// paramText is what was typed, or why it is no value. key names the param.
func paramText(key string, n *node) (text, fault string) {
	if n.kind == scalarNode && !n.empty() {
		return n.value, ""
	}
	if n.kind != sequenceNode {
		return "", "the param " + key + " has no value. " + paramForms + " was expected, or null for none"
	}
	items := []string{}
	for i, item := range n.items {
		switch {
		case item.kind != scalarNode:
			return "", fmt.Sprintf("item %d of the param %s is not a text or number. one was expected", i+1, key)
		case isNull(item) || item.empty():
			return "", nullItem(i+1, key)
		}
		items = append(items, item.value)
	}
	encoded, _ := json.Marshal(items) // texts always marshal
	return string(encoded), ""
}

// isNull reports whether a value says that there is none, as YAML has it.
func isNull(n *node) bool {
	return n.kind == scalarNode && n.plain() && slices.Contains([]string{"null", "Null", "NULL", "~"}, n.value)
}

func nullItem(number int, key string) string {
	return fmt.Sprintf("item %d of the param %s is null. a text or a number was expected", number, key)
}

package pack

import (
	"slices"
	"strings"
)

// unquoteAll takes the quotes off texts that say the same without.
func unquoteAll(text string, document *yamlNode) string {
	u := &unquoter{source: newSource("", text)}
	u.walk(document, false)
	slices.SortFunc(u.found, func(a, b span) int { return b.from - a.from })
	for _, s := range u.found {
		text = text[:s.from] + text[s.from+1:s.to-1] + text[s.to:]
	}
	return text
}

// unquoter finds texts in quotes that need none.
type unquoter struct {
	source *source
	found  []span // in bytes, quotes included
}

func (u *unquoter) walk(y *yamlNode, inFlow bool) {
	inFlow = inFlow || isFlow(y)
	for i, child := range y.Content {
		if isMapping(y) && i%2 == 0 {
			continue // a key
		}
		u.scalar(child, inFlow)
		u.walk(child, inFlow)
	}
}

func (u *unquoter) scalar(y *yamlNode, inFlow bool) {
	n := scalarOf(y)
	if !isScalarNode(y) || !n.singleQuoted() && !n.doubleQuoted() || y.Anchor != "" || y.Value == "" || looksOdd(y.Value) {
		return
	}
	from := u.source.offset(n.place)
	to := from + len(y.Value) + 2
	text := u.source.text
	if to > len(text) || strings.IndexByte(`'"`, text[from]) < 0 || text[to-1] != text[from] || text[from+1:to-1] != y.Value {
		return
	}
	if isPlainText(y.Value, inFlow) {
		u.found = append(u.found, span{from, to})
	}
}

// looksOdd reports whether some program that reads YAML takes a text for something else: a number, a time, yes and no.
func looksOdd(text string) bool {
	switch strings.ToLower(text) {
	case "y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "=", "<<", ".nan", ".inf":
		return true
	}
	return strings.Trim(text, "0123456789.,:_+-eExXoTZ ") == "" || strings.ContainsAny(text, "\n\r\t\u0085\u2028\u2029")
}

// isPlainText reports whether YAML reads a text without quotes as that text.
func isPlainText(text string, inFlow bool) bool {
	whole := "- " + text + "\n- x\n"
	if inFlow {
		whole = "- [ " + text + ", x ]\n- { k: " + text + ", l: x }\n"
	}
	document, _, fault := decode(whole)
	if fault != nil || document == nil || len(document.Content) != 2 {
		return false
	}
	one := document.Content[0]
	if !inFlow {
		return isString(one, text)
	}
	list, mapping := one, document.Content[1]
	return len(list.Content) == 2 && isString(list.Content[0], text) && len(mapping.Content) == 4 && isString(mapping.Content[1], text)
}

// isString reports whether a node is a text with this value, and has no comment.
func isString(y *yamlNode, text string) bool {
	return isScalarNode(y) && y.Tag == "!!str" && y.Value == text && y.LineComment == ""
}

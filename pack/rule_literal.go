package pack

import (
	"slices"

	"rtut/pack/value"
)

// literalText is a text in which a placeholder would stay as it is written.
type literalText struct {
	layout, key string
	node        *node
}

// templated are the keys whose texts may hold placeholders, in every mapping that has them.
var templated = []string{"summary", "instruction", "prompt", "confirm", "on", "contains", "equals", "location", "url", "command"}

// titled are the mappings whose titles may hold placeholders.
var titled = []string{"pack", "stage", "step", "gate", "alternative", "link"}

// noteLiteral remembers a value in which no placeholder is filled in.
func (l *loader) noteLiteral(layout string, f *field, n *node) {
	if slices.Contains(templated, f.key) || f.key == "title" && slices.Contains(titled, layout) {
		return
	}
	switch f.form {
	case formString, formValue, formStrings:
		for _, one := range append([]*node{n}, n.items...) {
			if one.kind == scalarNode {
				l.literals = append(l.literals, literalText{layout, f.key, one})
			}
		}
	}
}

// ruleLiteral: what looks like a placeholder for a name of the pack is one, or an error.
func ruleLiteral(l *loader) {
	for _, t := range l.literals {
		for _, at := range value.PlaceholderPattern().FindAllStringSubmatchIndex(t.node.value, -1) {
			if at[2] < 0 || t.node.value[at[0]] == '\\' {
				continue
			}
			name := t.node.value[at[2]:at[3]]
			if _, known := l.pack.index.scope[name]; known {
				l.report.fault(t.node, value.Fault{
					Offset: at[0], Rule: "placeholder-place", Hint: t.wayOut(name),
					Message: "`" + t.key + "` of " + article(t.layout) + " takes no placeholder: {{ " + name + " }} would stay as it is",
				})
			}
		}
	}
}

func (t literalText) wayOut(name string) string {
	switch t.key {
	case "expr", "when", "recommended_when":
		return "an expression has the value under its name: " + name
	case "matches", "extract", "match", "pattern":
		return `write \{\{ for two braces that are meant as such`
	}
	return ""
}

package pack

import (
	"rtut/pack/value"
)

// ruleUnique: ids stand once in their namespace. Stages, steps and gates share one; params and datapoints share one.
func ruleUnique(l *loader) {
	type key struct{ space, id string }
	first := map[key]named{}
	for _, n := range l.names {
		k := key{n.space, n.id.value}
		before, taken := first[k]
		if !taken {
			first[k] = n
			continue
		}
		l.report.at(n.id.place, "unique", "the id "+value.Quoted(n.id.value)+" is taken by "+article(before.kind)+
			l.where(before.id)+". an id of its own was expected", "")
	}
}

// where says on which line something stands.
func (l *loader) where(n *node) string {
	line, _ := l.report.source.position(l.report.source.offset(n.place))
	return " in line " + itoa(line)
}

package pack

import (
	"cmp"
	"strings"

	"rtut/pack/value"
)

// mapping is a node that is read as one of the layouts. The zero mapping has no keys.
type mapping struct {
	l      *loader
	name   string // of the layout
	node   *node
	values map[string]*node // of the keys that are there and have the right form
	keys   map[string]*node
}

// mapping reads n as the named layout: it reports unknown and missing keys, and values of the wrong form.
func (l *loader) mapping(n *node, name string) mapping {
	m := mapping{l: l, name: name, node: n, values: map[string]*node{}, keys: map[string]*node{}}
	if !l.is(n, mappingNode, name) {
		return m
	}
	for _, e := range n.entries {
		if strings.HasPrefix(e.key.value, "x-") {
			continue
		}
		f := layoutOf(name).field(e.key.value)
		if f == nil || f.v02 && l.pack.Schema == V01 {
			l.unknownKey(n, e, name, f)
			continue
		}
		m.keys[f.key] = e.key
		if l.hasForm(f, e) {
			m.values[f.key] = e.value
			l.noteLiteral(name, f, e.value)
		}
	}
	l.missingKeys(m)
	return m
}

// is reports whether n has this kind, and if not, says so.
func (l *loader) is(n *node, kind nodeKind, name string) bool {
	if n.kind == kind || n.kind == brokenNode {
		return n.kind == kind
	}
	found := n.what()
	if found == "text" {
		found = "the text " + value.Quoted(n.value)
	}
	expected := map[nodeKind]string{scalarNode: "text", mappingNode: "a mapping", sequenceNode: "a list"}[kind]
	hint := ""
	if kind == sequenceNode && n.kind == scalarNode && !n.empty() {
		hint = "write " + value.Quoted("["+n.value+"]")
	}
	l.report.at(n.place, "wrong-type", called(name)+" is "+found+". "+expected+" was expected", hint)
	return false
}

// called names a layout or a key in a message.
func called(name string) string {
	if layoutOf(name) != nil {
		return article(name)
	}
	return "`" + name + "`"
}

func article(name string) string {
	if name == "for_each" || name == "verify" || name == "needs" || name == "defaults" || name == "limits" || name == "poll" || name == "rollback" || name == "accept" || name == "lint" {
		return "`" + name + "`"
	}
	if name == "evidence" {
		return "a fact of evidence"
	}
	if strings.ContainsAny(name[:1], "aeiou") {
		return "an " + name
	}
	return "a " + name
}

func (l *loader) unknownKey(n *node, e entry, name string, f *field) {
	known := layoutOf(name).keys(l.pack.Schema)
	where := " in " + article(name)
	if name == "pack" {
		where = " at the top of a pack"
	}
	switch {
	case l.report.full():
	case f != nil:
		l.report.at(e.key.place, "version", "`"+f.key+"`"+where+" belongs to "+string(V02)+". this pack is "+string(V01),
			"write `schema: "+string(V02)+"` to use it")
	case n.flow() && e.value.empty():
		l.report.at(e.key.place, "unknown-key", "unknown key "+value.Quoted(e.key.value)+where+": inside { } a comma ends a value", hintQuote+" if the comma belongs to the value before it")
	default:
		l.report.at(e.key.place, "unknown-key", "unknown key "+value.Quoted(e.key.value)+where,
			cmp.Or(oddIn(e.key.value), suggest(e.key.value, known, "known are "+strings.Join(known, ", "))))
	}
}

func (l *loader) missingKeys(m mapping) {
	for _, f := range layoutOf(m.name) {
		if f.required && m.keys[f.key] == nil {
			l.report.at(m.node.place, "required", article(m.name)+" without `"+f.key+"`. "+f.expected()+" was expected", "")
		}
	}
}

// has reports whether the key is there, well formed or not.
func (m mapping) has(key string) bool { return m.keys[key] != nil }

// at returns where to point for a key: at its value if that has a place of its own, else at the mapping.
func (m mapping) at(key string) mark {
	if n := m.values[key]; n != nil {
		return n.place
	}
	if n := m.keys[key]; n != nil {
		return n.place
	}
	return m.node.place
}

// get returns the value of a key, nil where it is missing or malformed. Asking for a key that the layout does not have
// is a mistake of the loader.
func (m mapping) get(key string) *node {
	if layoutOf(m.name).field(key) == nil {
		panic("pack: " + m.name + " has no key " + key)
	}
	return m.values[key]
}

// text returns the value of a key as it was typed, "" where there is none.
func (m mapping) text(key string) string {
	if n := m.get(key); n != nil {
		return n.value
	}
	return ""
}

// bool returns the value of a key, otherwise where there is none.
func (m mapping) bool(key string, otherwise bool) bool {
	if n := m.get(key); n != nil {
		return strings.EqualFold(n.value, "true")
	}
	return otherwise
}

// items returns the nodes of a list.
func (m mapping) items(key string) []*node {
	if n := m.get(key); n != nil {
		return n.items
	}
	return nil
}

// mappings reads each item of a list as the layout that the field says.
func (m mapping) mappings(key string) []mapping {
	var all []mapping
	for _, n := range m.items(key) {
		if n.kind != brokenNode {
			all = append(all, m.l.mapping(n, layoutOf(m.name).field(key).of))
		}
	}
	return all
}

// mappingsQuietly is mappings for a list that has been read, and reported about, before.
func (m mapping) mappingsQuietly(key string) []mapping {
	var all []mapping
	for _, n := range m.items(key) {
		if n.kind == mappingNode {
			all = append(all, m.l.quietly(n, layoutOf(m.name).field(key).of))
		}
	}
	return all
}

// quietly reads a mapping that has been read, and reported about, before.
func (l *loader) quietly(n *node, name string) mapping {
	m := mapping{l: l, name: name, node: n, values: map[string]*node{}, keys: map[string]*node{}}
	for _, e := range n.entries {
		if layoutOf(name).field(e.key.value) != nil {
			m.keys[e.key.value], m.values[e.key.value] = e.key, e.value
		}
	}
	return m
}

// mapping reads the value of a key as the layout that the field says; false where there is none.
func (m mapping) mapping(key string) (mapping, bool) {
	n := m.get(key)
	if n == nil {
		return mapping{}, false
	}
	return m.l.mapping(n, layoutOf(m.name).field(key).of), true
}

// words returns the nodes of a list that are texts and, where the field names words, among those.
func (m mapping) words(key string) []*node {
	var texts []*node
	f := layoutOf(m.name).field(key)
	for _, n := range m.items(key) {
		if n.empty() {
			m.l.report.at(m.at(key), "wrong-type", "`"+key+"` has an item that is nothing. text was expected", "")
		} else if m.l.is(n, scalarNode, "an item of "+key) && (f.words == nil || m.l.isWord(f, n)) {
			texts = append(texts, n)
		}
	}
	return texts
}

// texts is words without their places.
func (m mapping) texts(key string) []string {
	var texts []string
	for _, n := range m.words(key) {
		texts = append(texts, n.value)
	}
	return texts
}

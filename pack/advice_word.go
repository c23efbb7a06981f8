package pack

import (
	"rtut/pack/effect"
	"rtut/pack/value"
)

// adviseWord: any text may be an option, or lead out of a directory. It is quoted, so it is one word, but which one nobody knows.
func adviseWord(l *loader) {
	told := map[string]bool{}
	for _, c := range l.commands() {
		for _, at := range effect.Placeholders(c.node.value) {
			name := c.node.value[at[2]:at[3]]
			declared, known := l.pack.index.scope[name]
			if !known || told[name] || !isLoose(declared.Spec) || value.IsReserved(name) {
				continue
			}
			if program := c.script.ProgramAt(at[0]); program != "" && program != "echo" && program != "printf" {
				told[name] = true
				l.adviseIn(c, at[0], "loose-word", "{{ "+name+" }} may be any text, as `-rf` or `../..`, and is a word of "+value.Quoted(program)+" in "+c.who,
					"give "+value.Quoted(name)+" a `pattern`, `choices` or another type")
			}
		}
	}
}

// isLoose reports whether a text of any kind, or a list with one, is a value.
func isLoose(s value.Spec) bool {
	typ := s.Type
	if typ == value.List {
		typ = s.Items
	}
	return (typ == value.String || typ == "") && s.Pattern == nil && len(s.Choices) == 0
}

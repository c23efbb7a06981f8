package pack

import (
	"rtut/pack/effect"
	"rtut/pack/value"
)

// adviseAngle: a shell takes `<name>` for a file to read and one to write.
func adviseAngle(l *loader) {
	for _, c := range l.commands() {
		for _, at := range effect.Angles(c.node.value) {
			text := c.node.value[at[0]:at[1]]
			l.adviseIn(c, at[0], "angle-placeholder", value.Quoted(text)+" in the command of "+c.who+" is a redirection to a shell: it reads a file of that name and writes the next word",
				"declare a param, and write {{ name }} for it")
		}
	}
}

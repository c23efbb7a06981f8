package pack

import (
	"slices"
	"strings"

	"rtut/pack/effect"
)

// adviseVariable: each command has a shell of its own, so what one sets another does not have.
func adviseVariable(l *loader) {
	setter := map[string]int{}
	sites := l.commands()
	for i, c := range sites {
		for _, name := range c.script.Sets {
			if _, is := setter[name]; !is {
				setter[name] = i
			}
		}
	}
	if len(setter) == 0 {
		return
	}
	for _, c := range sites {
		for _, v := range effect.Variables(effect.Filled(c.node.value)) {
			at, is := setter[v.Name]
			if !is || slices.Contains(c.script.Sets, v.Name) || effect.ShellVariables()[v.Name] || strings.HasPrefix(v.Name, "RTUT_") || slices.Contains(l.pack.Needs.Env, v.Name) {
				continue
			}
			l.adviseIn(c, v.From, "shared-variable", c.who+" reads $"+v.Name+", which "+sites[at].who+" sets: each command has a shell of its own, and there it has no value",
				"make it a param or a datapoint, or write it to a file in $RTUT_RUN_DIR")
		}
	}
}

// adviseWrites: a file that a command leaves beside the pack changes the pack, and so what its runs were made from.
func adviseWrites(l *loader) {
	for _, c := range l.commands() {
		if c.remote || l.pack.Dir != "" {
			continue
		}
		for _, found := range c.script.IntoDirectory() {
			if at := strings.TrimLeft(c.node.value[found.At:], `"'`); strings.HasPrefix(at, "{{") {
				continue // a value may be anywhere
			}
			l.adviseIn(c, found.At, "writes-into-pack", c.who+" writes "+c.shown(found)+" into the directory of the pack, which changes the pack's digest", "write to $RTUT_RUN_DIR, which is kept beside the record of the run")
		}
	}
}

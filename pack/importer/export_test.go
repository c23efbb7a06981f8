package importer

import (
	"strings"
)

// BlockLines lists the lines of all blocks of a page, prompts taken off.
func BlockLines(name string, page []byte) []string {
	text, _ := read(name, page)
	var all []string
	var gather func(blocks []*block)
	gather = func(blocks []*block) {
		for _, b := range blocks {
			if b.kind == code {
				for _, line := range strings.Split(b.body, "\n") {
					all = append(all, strings.TrimPrefix(line, promptOf(line)))
				}
			}
			gather(b.children)
		}
	}
	gather(newPage(name, text, Options{}).blocks)
	return all
}

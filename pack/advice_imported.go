package pack

import "strings"

// importMark is how a comment begins in which `pack import` says what it guessed.
const importMark = "# imported: "

// adviseImported: a comment of the import says what somebody has to look at. Who has looked removes it.
func adviseImported(l *loader) {
	number := 0
	for line := range strings.Lines(l.report.source.text) {
		number++
		said, is := strings.CutPrefix(strings.TrimSpace(line), importMark)
		if !is {
			continue
		}
		column := len(line) - len(strings.TrimLeft(line, " ")) + 1
		l.advise(mark{number, column}, "imported-left", "an import comment is still there: "+Shorten(said, 200),
			"compare the item with the page, fix it, and remove the comment")
	}
}

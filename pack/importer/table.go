package importer

import (
	_ "embed"
	"strings"
	"sync"

	"rtut/pack/table"
)

// The tables. A line that begins with `#` is a comment.
var (
	//go:embed programs.txt
	programsText string
	//go:embed verbs.txt
	verbsText string
	//go:embed sections.txt
	sectionsText string
	//go:embed languages.txt
	languagesText string

	programs  = sync.OnceValue(func() map[string]bool { return table.Words(programsText) })
	verbs     = sync.OnceValue(func() map[string]bool { return table.Words(verbsText) })
	languages = sync.OnceValue(func() map[string]string { return classesOf(languagesText) })
	offTheWay = sync.OnceValue(func() map[string]string { return classesOf(sectionsText) })
)

// classesOf is a table of `class: a, b, c`, by what is listed.
func classesOf(text string) map[string]string {
	classes := map[string]string{}
	for _, row := range table.Rows(text) {
		class, list, _ := strings.Cut(row, ":")
		for _, one := range strings.Split(list, ",") {
			classes[strings.TrimSpace(one)] = class
		}
	}
	return classes
}

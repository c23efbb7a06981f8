package importer

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
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
	//go:embed variables.txt
	variablesText string
	//go:embed reads.txt
	readsText string
	//go:embed harms.txt
	harmsText string

	programs  = sync.OnceValue(func() map[string]bool { return wordsOf(programsText) })
	verbs     = sync.OnceValue(func() map[string]bool { return wordsOf(verbsText) })
	variables = sync.OnceValue(func() map[string]bool { return wordsOf(variablesText) })
	languages = sync.OnceValue(func() map[string]string { return classesOf(languagesText) })
	offTheWay = sync.OnceValue(func() map[string]string { return classesOf(sectionsText) })
)

// rows are the lines of a table that say something.
func rows(text string) []string {
	var rows []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			rows = append(rows, line)
		}
	}
	return rows
}

// wordsOf are the words of a table.
func wordsOf(text string) map[string]bool {
	all := map[string]bool{}
	for _, row := range rows(text) {
		for _, word := range strings.Fields(row) {
			all[word] = true
		}
	}
	return all
}

// classesOf is a table of `class: a, b, c`, by what is listed.
func classesOf(text string) map[string]string {
	classes := map[string]string{}
	for _, row := range rows(text) {
		class, list, _ := strings.Cut(row, ":")
		for _, one := range strings.Split(list, ",") {
			classes[strings.TrimSpace(one)] = class
		}
	}
	return classes
}

// compile puts off compiling a pattern until it is first used, for every command pays for what is done while the program loads.
func compile(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// table puts off reading a list of words.
func table(list string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool { return wordsOf(list) })
}

// Package table reads tables of words, which are text files beside the code that uses them. Reading them and compiling patterns is put
// off until the first use: otherwise every command pays for it while the program loads.
package table

import (
	"regexp"
	"strings"
	"sync"
)

// Rows returns the lines of a table. Blank lines and lines that begin with `#` are left out.
func Rows(text string) []string {
	var rows []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			rows = append(rows, line)
		}
	}
	return rows
}

// Words returns the words of a table.
func Words(text string) map[string]bool {
	all := map[string]bool{}
	for _, row := range Rows(text) {
		for _, word := range strings.Fields(row) {
			all[word] = true
		}
	}
	return all
}

// Set puts off reading a list of words.
func Set(list string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool { return Words(list) })
}

// Pattern puts off compiling a pattern.
func Pattern(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

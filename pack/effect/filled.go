package effect

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"rtut/pack/table"
)

var placeholder = table.Pattern(`\{\{[ \t]*([a-z][a-z0-9_]*)[ \t]*\}\}`)

// Filled is a command of a pack with a word of the same length, which holds its name, in the place of each placeholder, so that a shell can read it and what
// is found in it has its place in the command.
func Filled(command string) string {
	return placeholder().ReplaceAllStringFunc(command, func(text string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune("{} \t", r) {
				return 'x'
			}
			return r
		}, text)
	})
}

// Placeholders returns the submatches of the placeholders of a command: the whole, and the name in it.
func Placeholders(command string) [][]int {
	all := placeholder().FindAllStringSubmatchIndex(command, -1)
	return slices.DeleteFunc(all, func(at []int) bool { return at[0] > 0 && command[at[0]-1] == '\\' })
}

// ProgramAt returns the name of the program that has the byte of a command in one of its words, "" for none.
func (s *Script) ProgramAt(offset int) string {
	program := ""
	if s.Failed || s.source != unveiled().Replace(s.source) {
		return ""
	}
	syntax.Walk(s.file, func(n syntax.Node) bool {
		call, is := n.(*syntax.CallExpr)
		if !is || len(call.Args) == 0 {
			return true
		}
		for _, word := range call.Args[1:] {
			if int(word.Pos().Offset()) <= offset && offset < int(word.End().Offset()) {
				program = wordOf(call.Args[0])
			}
		}
		return true
	})
	return program
}

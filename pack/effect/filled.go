package effect

import (
	"strings"

	"rtut/pack/table"
)

var placeholder = table.Pattern(`\{\{[ \t]*[a-z][a-z0-9_]*[ \t]*\}\}`)

// Filled is a command of a pack with a word of the same length in the place of each placeholder, so that a shell can read it and what
// is found in it has its place in the command.
func Filled(command string) string {
	return placeholder().ReplaceAllStringFunc(command, func(text string) string { return strings.Repeat("x", len(text)) })
}

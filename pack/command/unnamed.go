package command

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// unnamedProgram stands for a program whose name only the shell finds out as the command runs: "$SHELL", $(which sh), /bin/?h. It may be
// a shell, so its words and its input count as code.
const unnamedProgram = "a program that is named only when the command runs"

// isUnnamed reports whether only the shell knows which program a word names.
func isUnnamed(word *syntax.Word) bool {
	name, known := programName(word)
	return !known || name != "[" && name != "[[" && (patterned(word) || spelled(word))
}

// program returns the name, without directories, of the program that a word names, or "". The directories may be anything: "$HOME"/bin/sh.
func program(word *syntax.Word) string {
	name, _ := programName(word)
	return name
}

// programName returns the name of the program, and whether it is known.
func programName(word *syntax.Word) (string, bool) {
	text, whole := unquoted(word)
	if !whole {
		text = trailing(word)
		whole = strings.Contains(text, "/")
	}
	if !whole || text == "" {
		return "", whole
	}
	return path.Base(strings.ReplaceAll(text, `\`, "")), true
}

// trailing returns the text of a word behind its last expansion.
func trailing(word *syntax.Word) string {
	out := ""
	for _, part := range slices.Backward(word.Parts) {
		text, whole := unquoted(&syntax.Word{Parts: []syntax.WordPart{part}})
		if whole {
			out = text + out
			continue
		}
		if quoted, is := part.(*syntax.DblQuoted); is {
			out = trailing(&syntax.Word{Parts: quoted.Parts}) + out
		}
		break
	}
	return out
}

// patterned reports whether the shell looks for files by a word: /bin/?h, or makes several of it: {sh,-c}.
func patterned(word *syntax.Word) bool {
	return slices.ContainsFunc(word.Parts, func(part syntax.WordPart) bool {
		lit, is := part.(*syntax.Lit)
		return is && (strings.ContainsAny(lit.Value, "*?[") || strings.Contains(lit.Value, "{") && strings.ContainsAny(lit.Value, ",."))
	})
}

// spelled reports whether a word is written with escapes that the shell reads: $'\x73h'.
func spelled(word *syntax.Word) bool {
	return slices.ContainsFunc(word.Parts, func(part syntax.WordPart) bool {
		single, is := part.(*syntax.SglQuoted)
		return is && single.Dollar && strings.Contains(single.Value, `\`)
	})
}

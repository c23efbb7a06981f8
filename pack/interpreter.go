package pack

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// interpreters read their words as code.
var interpreters = []string{"ssh", "scp", "eval", "su", "watch", "xargs", "trap", "alias"}

// shells read the word after -c as code, or else their input.
var shells = []string{"sh", "bash", "dash", "ksh", "zsh", "ash"}

// wrappers run the command that their words make up. The value lists the options that take a word of their own, and
// the number is of the operands before the command.
var wrappers = map[string]struct {
	options  string
	operands int
}{
	"sudo": {"-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt --chdir", 0},
	"doas": {"-u -C", 0}, "env": {"-u -C --unset --chdir", 0},
	"timeout": {"-k -s --kill-after --signal", 1}, "nice": {"-n --adjustment", 0},
	"ionice": {"-c -n", 0}, "nohup": {"", 0}, "setsid": {"", 0}, "exec": {"-a", 0}, "command": {"", 0},
	"builtin": {"", 0}, "time": {"-f -o", 0}, "stdbuf": {"-i -o -e", 0}, "chroot": {"", 1},
	"runuser": {"-u -g -G", 0}, "flock": {"-w -E", 1}, "taskset": {"", 1}, "chrt": {"", 1},
}

// declarers take names of variables, which in bash may hold an index that is code.
var declarers = []string{
	"declare", "typeset", "local", "readonly", "export", "unset", "read", "getopts", "mapfile", "readarray",
	"let",
}

// evaluates reports whether options of a declarer make the shell evaluate what is assigned: -i as arithmetic, -n as a
// name.
func evaluates(words []*syntax.Word) bool {
	return slices.ContainsFunc(words, func(word *syntax.Word) bool {
		text, _ := unquoted(word)
		return strings.HasPrefix(text, "-") && strings.ContainsAny(text, "in")
	})
}

// effective returns the index of the word that names the command that is run, behind wrappers such as sudo. It is
// len(args) where there is none.
func effective(args []*syntax.Word) int {
	at := 0
	for at < len(args) {
		wrapper, known := wrappers[program(args[at])]
		if !known {
			return at
		}
		at = skip(args, at+1, strings.Fields(wrapper.options), wrapper.operands)
	}
	return at
}

// skip returns the index of the first word from at on that is no option, no assignment and no operand of a wrapper.
func skip(args []*syntax.Word, at int, options []string, operands int) int {
	for at < len(args) {
		text := args[at].Lit()
		switch {
		case slices.Contains(options, text):
			at += 2
		case strings.HasPrefix(text, "-") || startsAssignment(args[at]):
			at++
		case operands > 0:
			operands--
			at++
		default:
			return at
		}
	}
	return min(at, len(args))
}

// startsAssignment reports whether a word such as X="$y" sets a variable, as env and sudo have it.
func startsAssignment(word *syntax.Word) bool {
	lit, ok := word.Parts[0].(*syntax.Lit)
	if !ok {
		return false
	}
	name, _, found := strings.Cut(lit.Value, "=")
	return found && syntax.ValidName(name)
}

// program returns the name, without directories, of the program that a word without expansions names, or "".
func program(word *syntax.Word) string {
	text, ok := unquoted(word)
	if !ok || text == "" {
		return ""
	}
	return path.Base(strings.ReplaceAll(text, `\`, ""))
}

// unquoted returns the text of a word that has no expansions.
func unquoted(word *syntax.Word) (string, bool) {
	var out strings.Builder
	for _, part := range word.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			out.WriteString(part.Value)
		case *syntax.SglQuoted:
			out.WriteString(part.Value)
		case *syntax.DblQuoted:
			inner, ok := unquoted(&syntax.Word{Parts: part.Parts})
			if !ok {
				return "", false
			}
			out.WriteString(inner)
		default:
			return "", false
		}
	}
	return out.String(), true
}

// interpreter returns the second interpreter that reads the words as code, or "". A shell without -c counts only for
// its input. A shell behind docker exec or kubectl exec is found, too.
func interpreter(args []*syntax.Word) string {
	name := effective(args)
	if name >= len(args) {
		return ""
	}
	if slices.Contains(interpreters, program(args[name])) {
		return program(args[name])
	}
	for i := name; i < len(args); i++ {
		if shell := program(args[i]); slices.Contains(shells, shell) && takesCode(args[i+1:]) {
			return shell + " -c"
		}
	}
	return ""
}

// takesCode reports whether there is a -c among a shell's options.
func takesCode(args []*syntax.Word) bool {
	for i := 0; i < len(args); i++ {
		text, _ := unquoted(args[i])
		switch {
		case text == "-o" || text == "+o" || text == "-O" || text == "+O":
			i++
		case strings.HasPrefix(text, "--"):
		case strings.HasPrefix(text, "-") && strings.Contains(text, "c"):
			return true
		case !strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "+"):
			return false
		}
	}
	return false
}

// inputInterpreter returns the program that reads its standard input as code, or "".
func inputInterpreter(args []*syntax.Word) string {
	name := effective(args)
	if name >= len(args) {
		return ""
	}
	found := program(args[name])
	if slices.Contains(interpreters, found) && found != "eval" && found != "trap" || slices.Contains(shells, found) {
		return found
	}
	return ""
}

package command

import (
	"cmp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// interpreters read their words as code.
var interpreters = []string{"ssh", "scp", "rsh", "autossh", "mosh", "pdsh", "eval", "su", "watch", "xargs", "trap", "alias"}

// shells read the word after -c as code, or else their input.
var shells = []string{"sh", "bash", "rbash", "dash", "ksh", "mksh", "zsh", "ash", "yash", "fish", "csh", "tcsh", "nu", "xonsh", "elvish", "osh", "ysh"}

// interpreter returns the second interpreter that reads the words as code, or "". A shell without -c counts only for
// its input. One in a container, behind docker exec or kubectl exec, is found, too.
func interpreter(args []*syntax.Word) string {
	name := effective(args)
	for i := name; i < len(args); i++ {
		if isShell(args[i]) && takesCode(args[i+1:]) {
			return program(args[i]) + " -c"
		}
	}
	if found := entrypoint(args[min(name, len(args)):]); found != "" {
		return found
	}
	for name < len(args) {
		if isUnnamed(args[name]) {
			return unnamedProgram
		}
		if found := readsWords(args[name:]); found != "" {
			return found
		}
		inner, exact := inContainer(args[name:])
		if !exact {
			return anyReadsWords(inner)
		}
		args = inner
		name = effective(args)
	}
	return ""
}

// readsWords returns the first word's program if it reads the others as code, or "".
func readsWords(args []*syntax.Word) string {
	found := program(args[0])
	if _, wraps := wrappers[found]; wraps && effective(args) == 0 || slices.Contains(interpreters, found) {
		return found
	}
	return ""
}

// anyReadsWords looks for a command among words of which nobody knows where it begins.
func anyReadsWords(args []*syntax.Word) string {
	for i := range args {
		if found := readsWords(args[i:]); found != "" {
			return found
		}
		if isUnnamed(args[i]) && takesCode(args[i+1:]) {
			return unnamedProgram
		}
	}
	return ""
}

func isShell(word *syntax.Word) bool { return isShellName(program(word)) }

// isShellName reports whether a program is a shell, whatever its version.
func isShellName(name string) bool {
	return slices.Contains(shells, name) || slices.Contains(shells, unversioned(name))
}

// takesCode reports whether there is a -c among a shell's options.
func takesCode(args []*syntax.Word) bool {
	for i := 0; i < len(args); i++ {
		text := beginning(args[i])
		switch {
		case strings.HasPrefix(text, "--"):
			if shortens(text, "--command") || shortens(text, "--init-command") {
				return true
			}
		case strings.HasPrefix(text, "-") && strings.ContainsAny(text, "cC"): // -C of fish
			return true
		case !isShellOption(text):
			return false
		}
		if takesNext(text) {
			i++
		}
	}
	return false
}

func isShellOption(text string) bool {
	return strings.HasPrefix(text, "-") || strings.HasPrefix(text, "+")
}

// takesNext reports whether the word after an option of a shell belongs to it: pipefail to -o, also in -eo.
func takesNext(option string) bool {
	if strings.HasPrefix(option, "--") {
		return option == "--rcfile" || option == "--init-file"
	}
	return strings.HasSuffix(option, "o") || strings.HasSuffix(option, "O")
}

// inputInterpreter returns the program that reads its standard input as code, or "".
func inputInterpreter(args []*syntax.Word) string {
	name := effective(args)
	if len(args) == 1 && program(args[0]) == "exec" {
		return "exec" // anyone who reads the file that it opens
	}
	if name >= len(args) {
		return startedShell(args)
	}
	if isUnnamed(args[name]) {
		return unnamedProgram
	}
	found := program(args[name])
	if fed := fedWithCode(args[name:]); fed != "" {
		return fed
	}
	if slices.Contains(interpreters, found) && found != "xargs" && found != "eval" && found != "trap" || isShellName(found) {
		return found
	}
	return containerShell(args[name:])
}

// startedShell returns the program that, without a command of its own, runs a shell; "" for none.
func startedShell(args []*syntax.Word) string {
	return firstOf(args, func(word *syntax.Word) string {
		if slices.Contains(shellStarters, program(word)) {
			return program(word)
		}
		return ""
	})
}

// readsInput reports whether a shell with these words reads its commands from its input: it has no -c, and no script.
func readsInput(args []*syntax.Word) bool {
	for i := 0; i < len(args); i++ {
		text := beginning(args[i])
		switch {
		case !isShellOption(text):
			return isOwnInput(text)
		case takesCode(args[i : i+1]):
			return false
		case !strings.HasPrefix(text, "--") && strings.Contains(text, "s"):
			return true
		case takesNext(text):
			i++
		}
	}
	return true
}

// containerShell returns the program in a container that reads its commands from the input, or "".
func containerShell(args []*syntax.Word) string {
	inner, exact := inContainer(args)
	if exact {
		return pipedInto(inner)
	}
	for i, word := range inner {
		if found := cmp.Or(readsCommands(inner[i:]), fedWithCode(inner[i:])); found != "" {
			return found
		}
		if slices.Contains(remotes, program(word)) {
			break // its words are many, and it was looked at
		}
	}
	return ""
}

// direct are those of the containers whose word exec or run the command follows, without a name between.
var direct = []string{"bundle", "poetry", "pipenv", "uv", "asdf", "rbenv", "pyenv", "mise", "conda", "doppler", "op", "infisical", "direnv"}

// containers run commands in containers, networks and environments, behind a word exec or run.
var containers = []string{
	"docker", "podman", "nerdctl", "kubectl", "oc", "docker-compose", "podman-compose", "crictl", "ctr", "lxc", "incus", "pct", "nomad", "multipass", "singularity", "apptainer", "ip",
	"aws-vault", "chamber", "direnv", "op", "doppler", "bundle", "conda", "poetry", "pipenv", "uv", "mise", "asdf", "rbenv", "pyenv", "infisical",
}

// inContainer returns the words of a command that is run in a container; behind --, exactly them, else all words among which
// it begins. It is nil where none is.
func inContainer(args []*syntax.Word) (inner []*syntax.Word, exact bool) {
	if !slices.Contains(containers, program(args[0])) {
		return nil, false
	}
	at := slices.IndexFunc(args, func(word *syntax.Word) bool { return slices.Contains([]string{"exec", "run"}, beginning(word)) })
	if at < 0 {
		return nil, false
	}
	inner = args[at+1:]
	if at = slices.IndexFunc(inner, func(word *syntax.Word) bool { return beginning(word) == "--" }); at >= 0 {
		return inner[at+1:], true
	}
	if slices.Contains(direct, program(args[0])) {
		return inner, false
	}
	return inner[min(1, len(inner)):], false
}

// entrypoint returns the interpreter that docker run --entrypoint starts in place of the image's own program, if it is given code; "" else.
func entrypoint(args []*syntax.Word) string {
	for i, word := range args {
		text, whole := unquoted(word)
		name, words := word, args[i+1:]
		if within, is := strings.CutPrefix(text, "--entrypoint="); is && whole {
			name = &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: within}}}
		} else if text == "--entrypoint" && len(words) > 0 {
			name, words = words[0], words[1:]
		} else if !is {
			continue
		}
		if found := startedWith(name, words); found != "" {
			return found
		}
	}
	return ""
}

// startedWith returns a program if one of the words that it will be started with, and of which nobody knows the first, says that it reads
// one as code.
func startedWith(name *syntax.Word, words []*syntax.Word) string {
	for i := range words {
		switch {
		case isUnnamed(name) && takesCode(words[i:]):
			return unnamedProgram
		case isShell(name) && takesCode(words[i:]):
			return program(name) + " -c"
		case slices.ContainsFunc(toolsOf(name), func(t tool) bool { return t.given(append([]*syntax.Word{name}, words[i:]...)) }):
			return program(name)
		}
	}
	return ""
}

package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// wrapper is a program that runs the command that its words make up.
type wrapper struct {
	letters  string // its options of one letter that take a word of their own
	long     string // its long options that do, separated by blanks
	operands int    // how many words stand before the command
	code     string // options after which it reads the words as code, separated by blanks
	unless   string // options without which it is a login, and the words are code to its shell; "" if it never is one
}

// wrappers are those that are seen through, by their names.
var wrappers = map[string]wrapper{
	"sudo": {letters: "ugpChrtTUDR", long: "--user --group --host --prompt --chdir --chroot --close-from --other-user --role --type --command-timeout"},
	"doas": {letters: "uC"}, "pkexec": {long: "--user"}, "gosu": {operands: 1}, "su-exec": {operands: 1},
	"runuser": {letters: "ugG", long: "--user --group --supp-group", unless: "-u --user"},
	"env":     {letters: "uC", long: "--unset --chdir", code: "-S --split-string"},
	"timeout": {letters: "ks", long: "--kill-after --signal", operands: 1},
	"nice":    {letters: "n", long: "--adjustment"}, "ionice": {letters: "cn", long: "--class --classdata"},
	"nohup": {}, "setsid": {}, "exec": {letters: "a"}, "command": {}, "builtin": {}, "unbuffer": {}, "chronic": {},
	"busybox": {}, "toybox": {},
	"time":    {letters: "fo", long: "--format --output"},
	"stdbuf":  {letters: "ioe", long: "--input --output --error"},
	"chroot":  {long: "--groups --userspec", operands: 1},
	"flock":   {letters: "wE", long: "--timeout --wait --conflict-exit-code", operands: 1, code: "-c --command"},
	"taskset": {operands: 1}, "chrt": {letters: "TPD", operands: 1},
	"sshpass": {letters: "pfdP"}, "strace": {letters: "abeEIoOpPsSuUX"},
	"systemd-run": {letters: "HMpEu", long: "--host --machine --property --setenv --unit --description --slice --uid --gid --nice --working-directory"},
	"nsenter":     {letters: "tSG", long: "--target --setuid --setgid"}, "unshare": {letters: "RwSG", long: "--root --wd --setuid --setgid"},
	"setpriv": {long: "--reuid --regid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig"},
}

// shellStarters run a shell where they are given no command.
var shellStarters = []string{"sudo", "doas", "pkexec", "runuser", "chroot", "nsenter", "unshare"}

// effective returns the index of the word that names the command that is run, behind wrappers such as sudo. It is
// len(args) where there is none, and that of the wrapper where that reads its words as code.
func effective(args []*syntax.Word) int {
	at := 0
	for at < len(args) {
		w, known := wrappers[program(args[at])]
		if !known {
			return at
		}
		command, code := w.skip(args, at+1)
		if code || w.isLogin(args[at+1:]) {
			return at
		}
		at = command
	}
	return at
}

// skip returns the index of the first word from at on that is no option, no assignment and no operand of a wrapper, and
// whether there was an option before it that makes code of the words.
func (w wrapper) skip(args []*syntax.Word, at int) (command int, code bool) {
	operands := w.operands
	for at < len(args) {
		text := beginning(args[at])
		switch {
		case strings.HasPrefix(text, "-") && w.isCode(text):
			return at, true
		case strings.HasPrefix(text, "-") && w.takesNext(text) && isLiteral(args[at]):
			at += 2
		case strings.HasPrefix(text, "-") || startsAssignment(args[at]):
			at++
		case operands > 0:
			operands--
			at++
		default:
			return at, false
		}
	}
	return min(at, len(args)), false
}

// isCode reports whether an option makes code of what follows: -S of env, also in -iS and -Stext.
func (w wrapper) isCode(option string) bool { return w.isAmong(w.code, option) }

// isLogin reports whether a wrapper without a command of its own logs in with what follows: runuser without -u.
func (w wrapper) isLogin(args []*syntax.Word) bool {
	return w.unless != "" && !slices.ContainsFunc(args, func(word *syntax.Word) bool { return w.isAmong(w.unless, beginning(word)) })
}

// isAmong reports whether an option is one of those in a list.
func (w wrapper) isAmong(list, option string) bool {
	for one := range strings.FieldsSeq(list) {
		long := strings.HasPrefix(one, "--")
		if long && shortens(option, one) || !long && w.hasLetter(option, one[1:]) {
			return true
		}
	}
	return false
}

// shortens reports whether an option with two dashes is another one, or a beginning of it, as getopt_long takes them: --split for
// --split-string.
func shortens(option, long string) bool {
	name, _, _ := strings.Cut(option, "=")
	return len(name) > len("--") && strings.HasPrefix(name, "--") && strings.HasPrefix(long, name)
}

// hasLetter reports whether a letter is among those of an option such as -iS, before one that takes the rest as its word.
func (w wrapper) hasLetter(option, letter string) bool {
	if len(option) < 2 || option[0] != '-' || option[1] == '-' {
		return false
	}
	at := strings.Index(option[1:], letter)
	taken := strings.IndexAny(option[1:], w.letters)
	return at >= 0 && (taken < 0 || at <= taken)
}

// takesNext reports whether an option takes the word after it: -u of sudo, also in -nu; -uana has it within itself.
func (w wrapper) takesNext(option string) bool {
	if strings.HasPrefix(option, "--") {
		return slices.Contains(strings.Fields(w.long), option)
	}
	at := strings.IndexAny(option[1:], w.letters)
	return at >= 0 && at == len(option)-2
}

// isLiteral reports whether a word has no expansions: what -u"$USER" takes is within it.
func isLiteral(word *syntax.Word) bool {
	_, whole := unquoted(word)
	return whole
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

// beginning returns the text of a word up to its first expansion, without quotes and backslashes.
func beginning(word *syntax.Word) string {
	text, _ := unquoted(word)
	return strings.ReplaceAll(text, `\`, "")
}

// unquoted returns the text of a word, and whether that is all of it; else the text ends before an expansion.
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
			out.WriteString(inner)
			if !ok {
				return out.String(), false
			}
		default:
			return out.String(), false
		}
	}
	return out.String(), true
}

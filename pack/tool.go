package pack

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// tool is a program that reads some of its words, or its input, as code.
type tool struct {
	options string // of which the word is code, with blanks between them: -c also in -Ic and -cX, --command also with =
	within  string // words of which one has to be there, for the rest to count: the ssh of knife ssh; "" for none
	all     bool   // every word is code
	input   bool   // what it is fed is code, where no file is named and no option has given code
	remote  int    // it is a remote shell, which reads commands where so many words, or fewer, are no options; 0 if it is none
	letters string // options of one letter that take a word of their own, for input
}

// tools are those that are known, by their names. Words of all kinds reach a shell by them, or an interpreter that can run
// commands.
var tools = map[string]tool{
	// Builtins of shells.
	"compgen": {all: true}, "complete": {all: true}, "enable": {all: true}, "fc": {all: true}, "bind": {all: true}, "hash": {all: true},
	"jobs": {all: true, within: "-x"},

	// Programs that give a word to a shell, or start what it names.
	"script": {options: "-c --command"}, "sg": {options: "-c"}, "parallel": {all: true, input: true},
	"tmux":   {all: true, within: "new new-session neww new-window splitw split-window respawnp respawn-pane send send-keys run run-shell if if-shell pipep pipe-pane"},
	"screen": {all: true, within: "-X"}, "xterm": {options: "-e"}, "socat": {all: true}, "nc": {options: "-e -c"}, "ncat": {options: "-e -c --exec --sh-exec"},
	"tar":   {options: "-I -F --use-compress-program --to-command --checkpoint-action --info-script --new-volume-script --rsh-command"},
	"rsync": {options: "-e --rsh --rsync-path"}, "split": {options: "--filter"}, "sort": {options: "--compress-program"}, "man": {options: "-P --pager"},
	"tcpdump": {options: "-z"}, "zip": {options: "-TT --unzip-command"}, "git": {options: "--upload-pack --receive-pack --exec"},
	"npx": {options: "-c --call"}, "npm": {options: "-c --call", within: "exec x"}, "nix-shell": {options: "--run --command"},

	// Programs that run commands out of what they are fed.
	"at": {input: true, letters: "fqt"}, "batch": {input: true}, "crontab": {input: true, letters: "u"}, "ed": {input: true}, "ex": {options: "-c", input: true},
	"dc": {options: "-e --expression", input: true}, "sftp": {input: true, letters: "BbcDFiJloPRsS"}, "lftp": {options: "-c -e", input: true},

	// Remote shells of tools for many hosts, and of clouds.
	"plink": {all: true, remote: 1}, "dbclient": {all: true, remote: 1}, "pssh": {all: true}, "parallel-ssh": {all: true}, "clush": {all: true}, "dsh": {all: true}, "salt": {all: true}, "salt-ssh": {all: true},
	"salt-call": {all: true}, "bolt": {all: true}, "knife": {all: true, within: "ssh"}, "juju": {all: true, within: "ssh run exec", remote: 2}, "tsh": {all: true, within: "ssh", remote: 2},
	"ansible": {options: "-a --args"}, "heroku": {all: true, within: "run run:detached ps:exec", remote: 2}, "vagrant": {options: "-c --command", within: "ssh winrm", remote: 9},
	"gcloud": {options: "--command --", within: "ssh", remote: 9},
	"aws":    {options: "--parameters --command", within: "ssm ecs"}, "az": {options: "--scripts --exec-command --", within: "run-command container ssh"}, "doctl": {options: "--ssh-command"},
	"fly": {options: "-C --command", within: "ssh console", remote: 9}, "flyctl": {options: "-C --command", within: "ssh console", remote: 9}, "cf": {options: "-c --command"},
}

// codeWord returns the program that reads the i-th word of a command as code, or "".
func codeWord(args []*syntax.Word, i int) string {
	for _, command := range commandsIn(args) {
		at := i - (len(args) - len(command))
		t, known := tools[program(command[0])]
		if known && at > 0 && t.counts(command[1:]) && (t.all || t.isCode(command, at)) {
			return program(command[0])
		}
	}
	return ""
}

// commandsIn returns the words of the command that is run, behind wrappers such as sudo; and of the one in a container, or all
// that it may be.
func commandsIn(args []*syntax.Word) [][]*syntax.Word {
	var all [][]*syntax.Word
	for {
		name := effective(args)
		if name >= len(args) {
			return all
		}
		all = append(all, args[name:])
		inner, exact := inContainer(args[name:])
		if !exact {
			for i := range inner {
				all = append(all, inner[i:])
			}
			return all
		}
		args = inner
	}
}

// counts reports whether the words hold one without which the tool reads none as code.
func (t tool) counts(words []*syntax.Word) bool {
	return t.within == "" || slices.ContainsFunc(words, func(word *syntax.Word) bool {
		return slices.Contains(strings.Fields(t.within), beginning(word))
	})
}

// isCode reports whether the word at an index is code by the option before it, or by one within itself.
func (t tool) isCode(args []*syntax.Word, at int) bool {
	attached, open := t.option(beginning(args[at]))
	if attached || open && !isLiteral(args[at]) {
		return true
	}
	for i := 1; i < at; i++ {
		_, next := t.option(beginning(args[i]))
		if next && (i == at-1 || beginning(args[i]) == "--") {
			return true
		}
	}
	return false
}

// option reports whether a word is an option that has code within itself, or one whose next word is code.
func (t tool) option(text string) (attached, next bool) {
	for one := range strings.FieldsSeq(t.options) {
		switch {
		case text == one:
			return false, true
		case strings.HasPrefix(one, "--"):
			attached = attached || strings.HasPrefix(text, one+"=")
		case len(one) == 2 && len(text) > 2 && text[0] == '-' && text[1] != '-':
			at := strings.IndexByte(text[1:], one[1])
			next = next || at == len(text)-2
			attached = attached || at >= 0 && at < len(text)-2 && isLetters(text[1:1+at])
		}
	}
	return attached, next
}

func isLetters(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < 'A' || r > 'z' || r > 'Z' && r < 'a' })
}

// operand returns the index of the first word that is no option and belongs to none; len(args) for none.
func (t tool) operand(args []*syntax.Word) int {
	at, _ := wrapper{letters: t.letters}.skip(args, 1)
	return at
}

// given reports whether an option of the words gives code, or a file of code.
func (t tool) given(args []*syntax.Word) bool {
	return slices.ContainsFunc(args[1:], func(word *syntax.Word) bool {
		text := beginning(word)
		attached, next := t.option(text)
		return attached || next || strings.HasPrefix(text, "-f") || strings.HasPrefix(text, "--file")
	})
}

// readsInput reports whether a program with these words takes what it is fed for code: it is given none by an option, and no
// file but -.
func (t tool) readsInput(args []*syntax.Word) bool {
	if t.remote > 0 {
		return t.counts(args[1:]) && !t.given(args) && operands(args[1:]) <= t.remote
	}
	if !t.input || t.given(args) && program(args[0]) != "crontab" {
		return false
	}
	operand := t.operand(args)
	return operand >= len(args) || t.all || slices.Contains([]string{"at", "sftp"}, program(args[0])) || isOwnInput(beginning(args[operand]))
}

// operands counts the words that are no options.
func operands(words []*syntax.Word) int {
	count := 0
	for _, word := range words {
		if !strings.HasPrefix(beginning(word), "-") {
			count++
		}
	}
	return count
}

// isOwnInput reports whether a name stands for what a program is fed.
func isOwnInput(name string) bool {
	return name == "-" || strings.HasPrefix(name, "/dev/stdin") || strings.HasPrefix(name, "/dev/fd/") || strings.HasPrefix(name, "/proc/self/fd/")
}

// fedWithCode returns the program that takes what it is fed for code, or "": an interpreter, a shell that sources its input,
// xargs, which makes words of it, and what passes it on to >(sh).
func fedWithCode(args []*syntax.Word) string {
	found := program(args[0])
	switch t, known := tools[found]; {
	case known && t.readsInput(args):
		return found
	case (found == "." || found == "source") && len(args) > 1 && isOwnInput(beginning(args[1])):
		return found
	case found == "xargs" && !keepsWords(args[1:]):
		return found
	}
	return handsOn(args)
}

// keepsWords reports whether xargs, by -0 or -d, makes a word of each line, and gives it to no shell.
func keepsWords(words []*syntax.Word) bool {
	kept := false
	for _, word := range words {
		text := beginning(word)
		short := strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "--")
		kept = kept || short && strings.ContainsAny(text, "0d") || strings.HasPrefix(text, "--null") || strings.HasPrefix(text, "--delimiter")
		if _, isTool := tools[program(word)]; isTool || isShell(word) || slices.Contains(interpreters, program(word)) {
			return false
		}
	}
	return kept
}

// handsOn returns the program that reads as code what a command passes on to one of its words, such as >(sh); "" for none.
func handsOn(args []*syntax.Word) string {
	for _, word := range args {
		if found := outputReader(word); found != "" {
			return found
		}
	}
	return ""
}

// outputReader returns the program behind >(...) that reads what it is fed as code, or "".
func outputReader(word *syntax.Word) string {
	if word == nil {
		return ""
	}
	for _, part := range word.Parts {
		if to, is := part.(*syntax.ProcSubst); is && to.Op == syntax.CmdOut && len(to.Stmts) > 0 {
			if found := pipedInterpreter(to.Stmts[len(to.Stmts)-1]); found != "" {
				return found
			}
		}
	}
	return ""
}

// startVariables are read as code, or name what is started, by shells as they start, and by programs that start others.
var startVariables = []string{
	"BASH_ENV", "ENV", "ZDOTDIR", "PROMPT_COMMAND", "PS0", "PS1", "PS2", "PS4", "SHELL", "LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES",
	"GIT_SSH", "GIT_SSH_COMMAND", "GIT_EDITOR", "GIT_PAGER", "GIT_ASKPASS", "GIT_EXTERNAL_DIFF", "GIT_PROXY_COMMAND", "SSH_ASKPASS", "SUDO_ASKPASS", "RSYNC_RSH",
	"EDITOR", "VISUAL", "PAGER", "MANPAGER", "BROWSER", "LESSOPEN", "LESSCLOSE", "PERL5OPT", "RUBYOPT", "NODE_OPTIONS", "PYTHONSTARTUP", "TAR_OPTIONS", "MAKEFLAGS",
}

// startVariable returns the name of a variable if it is one of those, or "".
func startVariable(name string) string {
	if slices.Contains(startVariables, name) {
		return name
	}
	return ""
}

package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// tool is a program that reads some of its words, or its input, as code.
type tool struct {
	options string // of which the word is code, with blanks between them: -c also in -Ic and -cX, --command also with =
	within  string // words of which one has to be there, for the rest to count: the ssh of knife ssh; "" for none
	also    string // words of which one has to be there, too
	all     bool   // every word is code
	program bool   // the first word that is no option is code, where no option has given a file of it
	input   bool   // what it is fed is code, where no file is named and no option has given code
	many    bool   // it is so whatever words there are beside
	remote  int    // it is a remote shell, which reads commands where so many words, or fewer, are no options; 0 if it is none
	letters string // options of one letter that take a word of their own, for input
}

// tools are those that are known, by their names; a name such as python stands for python3 and python3.12, too. Words of all kinds
// reach a shell by them, or an interpreter that can run commands.
var tools = map[string][]tool{
	// Builtins of shells.
	"compgen": {{all: true}}, "complete": {{all: true}}, "enable": {{all: true}}, "fc": {{all: true}}, "bind": {{all: true}}, "hash": {{all: true}},
	"jobs": {{all: true, within: "-x"}}, "history": {{all: true, within: "-s"}},

	// Programs that give a word to a shell, or start what it names.
	"script": {{options: "-c --command"}}, "sg": {{all: true}}, "parallel": {{all: true, input: true}}, "rush": {{all: true, input: true}}, "hyperfine": {{all: true}},
	"tmux": {
		{all: true, within: "new new-session neww new-window splitw split-window respawnp respawn-pane send send-keys run run-shell if if-shell pipep pipe-pane"},
		{all: true, within: "default-command default-shell set set-option setw set-window-option set-hook display display-message display-popup popup bind bind-key confirm confirm-before"},
	},
	"screen": {{all: true, within: "-X"}}, "xpanes": {{options: "-c"}}, "kitty": {{all: true, within: "send-text"}}, "wezterm": {{all: true, within: "send-text"}}, "zellij": {{all: true, within: "write-chars"}},
	"xterm": {{options: "-e"}}, "konsole": {{options: "-e"}}, "x-terminal-emulator": {{options: "-e"}}, "gnome-terminal": {{options: "-e --command -x"}},
	"socat": {{all: true}}, "nc": {{options: "-e -c"}}, "ncat": {{options: "-e -c --exec --sh-exec"}},
	"find": {{options: "-exec -execdir -ok -okdir"}}, "entr": {{options: "-s"}}, "xe": {{options: "-s"}}, "nodemon": {{options: "-x --exec"}}, "fzf": {{options: "--preview --bind --execute"}},
	"tar":   {{options: "-I -F --use-compress-program --to-command --checkpoint-action --info-script --new-volume-script --rsh-command"}},
	"rsync": {{options: "-e --rsh --rsync-path"}}, "split": {{options: "--filter"}}, "sort": {{options: "--compress-program"}}, "man": {{options: "-P --pager"}},
	"cpio": {{options: "--rsh-command"}}, "borg": {{options: "--rsh --remote-path"}}, "restic": {{options: "--password-command"}}, "rclone": {{options: "--sftp-ssh --password-command"}},
	"unison": {{options: "-sshcmd"}}, "sshuttle": {{options: "-e --ssh-cmd"}}, "wget": {{options: "--use-askpass -e --execute"}}, "check_by_ssh": {{options: "-C --command"}},
	"tcpdump": {{options: "-z"}}, "zip": {{options: "-TT --unzip-command"}}, "rpm": {{options: "-E --eval"}}, "make": {{options: "--eval"}}, "sops": {{all: true, within: "exec-env exec-file"}},
	"fd": {{options: "-x -X --exec --exec-batch"}}, "fdfind": {{options: "-x -X --exec --exec-batch"}}, "rg": {{options: "--pre --hostname-bin"}}, "helm": {{options: "--post-renderer"}},
	"just": {{options: "-c --command --shell --shell-arg --set"}}, "capsh": {{all: true, within: "--"}}, "doppler": {{options: "--command"}}, "infisical": {{options: "--command"}},
	"git": {
		{options: "--upload-pack --receive-pack --exec --extcmd --tree-filter --index-filter --env-filter --msg-filter --commit-filter --parent-filter"},
		{options: "-x", within: "rebase difftool"},
		{options: "-u", within: "clone"},
		{all: true, within: "run", also: "bisect"},
		{all: true, within: "foreach", also: "submodule"},
	},
	"npx": {{options: "-c --call"}}, "npm": {{options: "-c --call", within: "exec x"}}, "nix-shell": {{options: "--run --command"}},

	// Languages that can start programs, by their options, and by what they are fed.
	"python": {{options: "-c", input: true}, {all: true, within: "-m", also: "timeit trace"}, {all: true, within: "-mtimeit"}}, "perl": {{options: "-e -E", input: true}}, "ruby": {{options: "-e", input: true}}, "lua": {{options: "-e", input: true}},
	"node": {{options: "-e -p --eval --print", input: true}}, "php": {{options: "-r -R -B -E", input: true}}, "tclsh": {{input: true}}, "expect": {{options: "-c", input: true}},
	"awk": {{program: true, options: "-e --source", letters: "Fvfil"}}, "gawk": {{program: true, options: "-e --source", letters: "Fvfil"}}, "mawk": {{program: true, letters: "Fvf"}}, "nawk": {{program: true, letters: "Fvf"}},
	"pwsh": {{options: "-c -C -e -E -Command -EncodedCommand -CommandWithArgs", input: true}}, "powershell": {{options: "-c -C -e -E -Command -EncodedCommand", input: true}}, "osascript": {{options: "-e", input: true}}, "Rscript": {{options: "-e", input: true}},
	"groovy": {{options: "-e"}}, "julia": {{options: "-e -E --eval", input: true}}, "elixir": {{options: "-e --eval"}}, "erl": {{options: "-eval"}}, "rabbitmqctl": {{all: true, within: "eval"}},
	"deno": {{all: true, within: "eval"}}, "bun": {{options: "-e --eval"}}, "ts-node": {{options: "-e --eval"}}, "tsx": {{options: "-e --eval"}},
	"mongosh": {{options: "--eval", input: true, many: true}}, "mongo": {{options: "--eval", input: true}}, "puppet": {{options: "-e --execute"}}, "chef-apply": {{options: "-e --execute"}},
	"gdb": {{options: "-ex -iex -eval-command --eval-command -x --command", input: true, many: true}}, "lldb": {{options: "-o --one-line", input: true, many: true}}, "m4": {{input: true}},
	"vim": {{options: "-c --cmd"}}, "vi": {{options: "-c"}}, "nvim": {{options: "-c --cmd"}}, "emacs": {{options: "-eval --eval -execute"}},

	// Programs that run commands out of what they are fed, or as jobs of a cluster.
	"sbatch": {{options: "--wrap", input: true}}, "qsub": {{input: true}}, "bsub": {{all: true, input: true}},
	"at": {{input: true, letters: "fqt"}}, "batch": {{input: true}}, "crontab": {{input: true, letters: "u"}}, "ed": {{input: true}}, "ex": {{options: "-c", input: true}},
	"dc": {{options: "-e --expression", input: true}}, "sftp": {{options: "-S -D", input: true, letters: "BbcDFiJloPRsS"}}, "lftp": {{options: "-c -e", input: true}}, "ftp": {{input: true, many: true}},
	"smbclient": {{options: "-c --command", input: true, many: true}}, "ansible-console": {{input: true, many: true}},

	// Remote shells of tools for many hosts, and of clouds.
	"plink": {{all: true, remote: 1}}, "dbclient": {{all: true, remote: 1}}, "pssh": {{all: true}}, "parallel-ssh": {{all: true}}, "clush": {{all: true}}, "dsh": {{all: true}}, "salt": {{all: true}}, "salt-ssh": {{all: true}},
	"salt-call": {{all: true}}, "bolt": {{all: true}}, "knife": {{all: true, within: "ssh"}}, "juju": {{all: true, within: "ssh run exec", remote: 2}}, "tsh": {{all: true, within: "ssh", remote: 2}},
	"openstack": {{all: true, within: "ssh"}}, "nova": {{all: true, within: "ssh"}}, "exo": {{all: true, within: "ssh"}}, "ibmcloud": {{options: "-c --command", within: "ssh"}, {all: true, within: "exec"}},
	"podman": {{all: true, within: "machine", also: "ssh", remote: 3}}, "tailscale": {{all: true, within: "ssh", remote: 2}}, "orb": {{all: true, remote: 1}},
	"flatpak": {{options: "--command"}}, "chef-shell": {{input: true, many: true}},
	"mussh": {{options: "-c"}}, "et": {{options: "-c --command", remote: 1}}, "fab": {{options: "--"}}, "consul": {{all: true, within: "exec lock watch"}}, "rd": {{options: "--", within: "adhoc"}}, "mco": {{all: true, within: "shell"}},
	"coder": {{all: true, within: "ssh", remote: 2}}, "gitpod": {{options: "--", within: "ssh"}}, "devpod": {{options: "--command", within: "ssh", remote: 2}}, "balena": {{all: true, within: "ssh", remote: 3}},
	"sft": {{options: "--command --", within: "ssh", remote: 2}}, "rancher": {{all: true, within: "ssh", remote: 2}},
	"adb": {{all: true, within: "shell", remote: 1}}, "virsh": {{all: true, within: "qemu-agent-command qemu-monitor-command"}}, "winexe": {{all: true}}, "winrs": {{all: true}}, "rexec": {{all: true}},
	"boundary": {{options: "--", within: "ssh", remote: 9}}, "machinectl": {{all: true, within: "shell", remote: 2}}, "wsl": {{all: true, remote: 1}}, "oc": {{all: true, within: "rsh", remote: 2}},
	"limactl": {{all: true, within: "shell", remote: 2}}, "lima": {{all: true, remote: 1}}, "colima": {{all: true, within: "ssh", remote: 1}}, "minikube": {{all: true, within: "ssh", remote: 1}},
	"docker-machine": {{all: true, within: "ssh", remote: 2}}, "multipass": {{all: true, within: "shell", remote: 2}},
	"ansible": {{options: "-a --args"}}, "heroku": {{all: true, within: "run run:detached ps:exec", remote: 2}}, "vagrant": {{options: "-c --command --", within: "ssh winrm", remote: 9}},
	"gcloud": {{options: "--command --ssh-flag --", within: "ssh", remote: 9}, {options: "--metadata", within: "create add-metadata"}},
	"aws":    {{options: "--parameters --command --cli-input-json --cli-input-yaml", within: "ssm ecs emr"}, {remote: 9, within: "start-session"}, {options: "--user-data", within: "ec2"}, {options: "--overrides", within: "ecs"}},
	"az":     {{options: "-c --command --script --scripts --exec-command --", within: "run-command container containerapp ssh aks"}, {options: "--custom-data --user-data"}}, "oci": {{options: "--content", within: "command"}},
	"doctl": {{options: "--ssh-command --user-data"}}, "hcloud": {{all: true, within: "ssh", remote: 9}, {options: "--user-data-from-file"}}, "linode-cli": {{all: true, within: "ssh"}}, "scw": {{all: true, within: "ssh"}},
	"fly": {{options: "-C --command", within: "ssh console", remote: 9}, {all: true, within: "exec", also: "m machine machines"}}, "cf": {{options: "-c --command"}},
	"flyctl": {{options: "-C --command", within: "ssh console", remote: 9}, {all: true, within: "exec", also: "m machine machines"}}, "eb": {{options: "-c --command", within: "ssh", remote: 9}},
	"gh": {{options: "--", within: "ssh", remote: 9}}, "railway": {{all: true, within: "ssh", remote: 9}}, "render": {{options: "--", within: "ssh", remote: 9}},
	"platform": {{all: true, within: "ssh", remote: 9}}, "upsun": {{all: true, within: "ssh", remote: 9}}, "terminus": {{options: "--", within: "ssh remote:drush remote:wp drush wp"}},
}

// toolsOf returns what is known of the program that a word names, whatever its version.
func toolsOf(word *syntax.Word) []tool {
	name := program(word)
	if known, is := tools[name]; is {
		return known
	}
	return tools[unversioned(name)]
}

// unversioned returns the name of a program without the number at its end: python3.12, ksh93, bash-5.2.
func unversioned(name string) string {
	return strings.TrimRight(strings.TrimRight(name, "0123456789."), "-")
}

// codeWord returns the program that reads the i-th word of a command as code, or "".
func codeWord(args []*syntax.Word, i int) string {
	for _, command := range commandsIn(args) {
		at := i - (len(args) - len(command))
		if at > 0 && slices.ContainsFunc(toolsOf(command[0]), func(t tool) bool { return t.takesCode(command, at) }) {
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

// takesCode reports whether the word at an index is code.
func (t tool) takesCode(args []*syntax.Word, at int) bool {
	if !t.counts(args[1:]) {
		return false
	}
	return t.all || t.isCode(args, at) || t.program && at == t.operand(args) && !t.given(args[:at])
}

// counts reports whether the words hold those without which the tool reads none as code.
func (t tool) counts(words []*syntax.Word) bool {
	return holdOne(words, t.within) && holdOne(words, t.also)
}

// holdOne reports whether there is a word of a list among the words; where the list is empty there is.
func holdOne(words []*syntax.Word, list string) bool {
	return list == "" || slices.ContainsFunc(words, func(word *syntax.Word) bool {
		return slices.Contains(strings.Fields(list), beginning(word))
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
		case shortens(text, one):
			within := strings.Contains(text, "=")
			attached, next = attached || within, next || !within
		case isLongWithOneDash(text) && isLongWithOneDash(one) && len(text) <= len(one) && strings.EqualFold(text, one[:len(text)]):
			next = true
		case len(one) == 2 && len(text) > 2 && text[0] == '-' && text[1] != '-':
			at := strings.IndexByte(text[1:], one[1])
			next = next || at == len(text)-2
			attached = attached || at >= 0 && at < len(text)-2 && isLetters(text[1:1+at])
		}
	}
	return attached, next
}

// isLongWithOneDash reports whether an option is like -eval, which may be shortened, too, and in PowerShell is written in any case.
func isLongWithOneDash(option string) bool {
	return len(option) > 2 && option[0] == '-' && option[1] != '-'
}

func isLetters(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < 'A' || r > 'z' || r > 'Z' && r < 'a' })
}

// operand returns the index of the first word that is no option and belongs to none; len(args) for none.
func (t tool) operand(args []*syntax.Word) int {
	at, _ := wrapper{letters: t.letters}.skip(args, 1)
	if own := slices.IndexFunc(args[:at], func(word *syntax.Word) bool { return beginning(word) == "-" }); own > 0 {
		return own
	}
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
	return operand >= len(args) || t.all || t.many || slices.Contains([]string{"at", "sftp"}, program(args[0])) || isOwnInput(beginning(args[operand]))
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
	switch {
	case slices.ContainsFunc(toolsOf(args[0]), func(t tool) bool { return t.readsInput(args) }):
		return found
	case (found == "." || found == "source") && len(args) > 1 && isOwnInput(beginning(args[1])):
		return found
	case (found == "." || found == "source" || found == "eval") && slices.ContainsFunc(args[1:], isInputAsWord):
		return found
	case found == "xargs" && !keepsWords(args[1:]):
		return found
	}
	return firstOf(args, outputReader) // what it passes on to >(sh)
}

// xargsOptions is how xargs reads its words: options, and the command.
var xargsOptions = wrapper{letters: "adEILnPs", long: "--arg-file --delimiter --max-lines --max-args --max-procs --max-chars"}

// keepsWords reports whether xargs, by -0 or -d, makes a word of each line, and that is data to the command that takes it: at its end,
// or wherever -I has it.
func keepsWords(words []*syntax.Word) bool {
	at, _ := xargsOptions.skip(words, 0)
	kept, replaced := false, false
	for _, word := range words[:at] {
		text := beginning(word)
		short := strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "--")
		kept = kept || short && strings.ContainsAny(text, "0d") || strings.HasPrefix(text, "--null") || strings.HasPrefix(text, "--delimiter")
		replaced = replaced || short && strings.ContainsAny(text, "Ii") || strings.HasPrefix(text, "--replace")
	}
	return kept && takesData(words[at:], replaced)
}

// takesData reports whether one more word is data to a command: at its end, or anywhere among the others.
func takesData(command []*syntax.Word, anywhere bool) bool {
	if len(command) == 0 {
		return true // echo
	}
	value := &syntax.Word{Parts: []syntax.WordPart{&syntax.ParamExp{Param: &syntax.Lit{Value: "value"}}}}
	whole := append(slices.Clone(command), value)
	name := effective(whole)
	if name >= len(command) || isShell(whole[name]) || interpreter(whole) != "" {
		return false
	}
	for i := 1; i < len(whole); i++ {
		if (anywhere || i == len(command)) && codeWord(whole, i) != "" {
			return false
		}
	}
	return true
}

// firstOf returns the first name that is found in one of several, or "".
func firstOf[T any](several []T, found func(T) string) string {
	for _, one := range several {
		if name := found(one); name != "" {
			return name
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
	"BASH_ENV", "ENV", "ZDOTDIR", "PROMPT_COMMAND", "PS0", "PS1", "PS2", "PS4", "NULLCMD", "READNULLCMD", "FCEDIT", "SHELL",
	"LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "GIT_SSH", "GIT_EXEC_PATH", "GIT_EXTERNAL_DIFF", "GIT_CONFIG_PARAMETERS", "SVN_SSH", "RSYNC_CONNECT_PROG",
	"LESSOPEN", "LESSCLOSE", "VIMINIT", "EXINIT", "PERL5OPT", "PERL5DB", "RUBYOPT", "NODE_OPTIONS", "PYTHONSTARTUP", "TAR_OPTIONS", "MAKEFLAGS", "MANOPT", "KUBECTL_EXTERNAL_DIFF",
	"JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS",
}

// startEndings end the names of variables that name what is started: SYSTEMD_PAGER, KUBE_EDITOR, BORG_PASSCOMMAND, CVS_RSH.
var startEndings = []string{"PAGER", "EDITOR", "VISUAL", "BROWSER", "ASKPASS", "_RSH", "_COMMAND", "PASSCOMMAND"}

// startVariable returns the name of a variable if it is one of those, or "".
func startVariable(name string) string {
	named := strings.HasPrefix(name, "GIT_CONFIG_VALUE_") || slices.ContainsFunc(startEndings, func(ending string) bool { return strings.HasSuffix(name, ending) })
	if named || slices.Contains(startVariables, name) {
		return name
	}
	return ""
}

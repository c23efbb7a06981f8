package pack

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// codeShape is a way in which a value would become code if it were only quoted.
type codeShape struct {
	command string // X stands for the value, or VALUE
	lure    string // a value that makes the file `lured` where it is run
	tool    string // the program that it needs, beside the shell; "" for none
	stub    string // what that does by its manual, for where it can't be had; "" if it is asked for itself, or left out
}

// with puts a value into its place.
func (s codeShape) with(value string) string {
	if strings.Contains(s.command, "VALUE") {
		return strings.ReplaceAll(s.command, "VALUE", value)
	}
	return strings.ReplaceAll(s.command, "X", value)
}

const touch = "touch lured"

// codeShapes are tried in a real shell, with real programs where there is no stub.
var codeShapes = []codeShape{
	// What is fed to a shell that reads a file.
	{command: "source /dev/stdin <<< X", lure: touch},
	{command: ". /dev/stdin <<< X", lure: touch},
	{command: ". /dev/fd/0 <<< X", lure: touch},
	{command: ". /proc/self/fd/0 <<< X", lure: touch},
	{command: "exec 3<<< X; source /dev/fd/3", lure: touch},
	{command: "exec <<< X; sh", lure: touch},
	{command: "exec < <(echo X); bash", lure: touch},
	{command: "printf '%s\\n' X | . /dev/stdin", lure: touch},
	{command: "echo X | source /dev/stdin", lure: touch},

	{command: "bash /dev/stdin <<< X", lure: touch},
	{command: "echo X | sh /dev/fd/0", lure: touch},
	{command: `echo X | bash -c "$(cat)"`, lure: touch},
	{command: "echo X | { read -r a < /dev/null; sh; }", lure: touch},
	{command: "echo X | while sh; do break; done", lure: touch},
	{command: "echo X | (cd . && sh)", lure: touch},
	{command: "tr '\\n' '\\n' <<< X | sh", lure: touch},
	{command: "cat <(echo X) | sh", lure: touch},
	{command: "yes X | head -n 1 | sh", lure: touch},
	{command: "date +X | sh", lure: touch},
	{command: "$(echo X)", lure: touch},
	{command: "command $(echo X)", lure: touch},

	// What xargs makes of what it is fed.
	{command: "printf %s X | xargs sh -c", lure: "'touch lured'"},
	{command: "echo X | xargs -I{} sh -c {}", lure: touch},
	{command: "echo X | xargs -0 sh -c", lure: touch},
	{command: "xargs sh -c <<< X", lure: "'touch lured'"},
	{command: "echo X | xargs env", lure: touch},
	{command: "echo X | sudo xargs env", lure: touch, tool: "sudo", stub: `exec "$@"`},

	// What is passed on to a shell.
	{command: "tee >(bash) <<< X", lure: touch},
	{command: "echo X > >(sh)", lure: touch},
	{command: "echo X | tee >(sh)", lure: touch},
	{command: "echo X | cat > >(sh)", lure: touch},
	{command: "{ echo X; } > >(sh)", lure: touch},
	{command: "printf '%s\\n' X 2>&1 >> >(sh)", lure: touch},
	{command: "exec > >(sh); echo X", lure: touch},
	{command: "exec 3> >(sh); echo X >&3", lure: touch},
	{command: "exec 3> >(sh); echo X > /dev/fd/3", lure: touch},
	{command: `coproc bash; echo X >&"${COPROC[1]}"`, lure: touch},
	{command: `coproc P { sh; }; echo X >&"${P[1]}"`, lure: touch},

	// Variables that shells read as they start, or that name what is started.
	{command: "BASH_ENV=X bash -c true", lure: "$(touch lured)"},
	{command: "ENV=X sh -i </dev/null", lure: "$(touch lured)"},
	{command: "export BASH_ENV=X; bash -c true", lure: "$(touch lured)"},
	{command: "export BASH_ENV; BASH_ENV=X; bash -c true", lure: "$(touch lured)"},
	{command: "env BASH_ENV=X bash -c true", lure: "$(touch lured)"},
	{command: "sudo -u a BASH_ENV=X bash -c true", lure: "$(touch lured)", tool: "sudo", stub: `shift 2; exec env "$@"`},
	{command: "PS4=X; set -x; true", lure: "$(touch lured)"},
	{command: "printf -v PS4 %s X; set -x; true", lure: "$(touch lured)"},
	{command: "read -r PS4 <<< X; set -x; true", lure: "$(touch lured)"},
	{command: "PROMPT_COMMAND=X bash -i <<< true", lure: touch},
	{command: "GIT_SSH_COMMAND=X git ls-remote ssh://h/x", lure: "touch lured #", tool: "git"},
	{command: "GIT_EDITOR=X git var GIT_EDITOR | sh", lure: touch, tool: "git"},
	{command: "PAGER=X man ls", lure: "sh -c 'touch lured'", tool: "man", stub: `eval "$PAGER"`},
	{command: "LESSOPEN=X less f", lure: "touch lured; echo %s", tool: "less", stub: `eval "${LESSOPEN%%%s}"`},

	// Variables of which the shell makes more than text.
	{command: "declare -i n; n=X", lure: "a[$(touch lured)]"},
	{command: "declare -i n; for n in X; do :; done", lure: "a[$(touch lured)]"},
	{command: "declare -i n; read n <<< X", lure: "a[$(touch lured)]"},
	{command: "typeset -i n; n+=X", lure: "a[$(touch lured)]"},
	{command: "declare -n n; n=X; echo $n", lure: "a[$(touch lured)]"},
	{command: "declare -a l=X", lure: "($(touch lured))"},
	{command: "typeset -A l=X", lure: "([a]=$(touch lured))"},
	{command: "n=X; echo $((n + 1))", lure: "a[$(touch lured)]"},
	{command: "n=X; (( n > 5 ))", lure: "a[$(touch lured)]"},
	{command: "n=X; [[ $n -gt 5 ]]", lure: "a[$(touch lured)]"},
	{command: "n=X; m=$n; let m+=1", lure: "a[$(touch lured)]"},
	{command: "n=X; echo ${l[n]}", lure: "a[$(touch lured)]"},
	{command: `n=X; echo "${n@P}"`, lure: "$(touch lured)"},
	{command: "for n in X; do (( n )); done", lure: "a[$(touch lured)]"},

	// Builtins that run a word of theirs.
	{command: "compgen -C X", lure: touch},
	{command: "compgen -W X", lure: "$(touch lured)"},
	{command: "jobs -x X", lure: "./tool", tool: "./tool"},
	{command: "hash -p X ls; ls", lure: "./tool", tool: "./tool"},
	{command: "mapfile -C X -c 1 a <<< b", lure: "touch lured #"},

	// Programs that give a word to a shell, or run what they are fed.
	{command: "script -qc X /dev/null", lure: touch, tool: "script"},
	{command: "script -q --command X /dev/null", lure: touch, tool: "script"},
	{command: "script -qcX /dev/null", lure: touch, tool: "script"},
	{command: "split --filter X /etc/passwd", lure: touch, tool: "split"},
	{command: "tar -cf f --checkpoint=1 --checkpoint-action X /etc/passwd", lure: "exec=touch lured", tool: "tar"},
	{command: "tar --use-compress-program X -cf f /etc/passwd", lure: "sh -c 'touch lured'", tool: "tar"},
	{command: "tmux -L rtut-values -f /dev/null new-session -d X", lure: touch, tool: "tmux"},
	{command: "echo X | ed -s", lure: "!touch lured", tool: "ed"},
	{command: "echo X | ex -s", lure: "!touch lured", tool: "ex"},
	{command: "sg users -c X", lure: touch, tool: "sg", stub: `exec sh -c "$3"`},
	{command: "parallel X ::: a", lure: touch, tool: "parallel", stub: `exec sh -c "$1"`},
	{command: "echo X | parallel", lure: touch, tool: "parallel", stub: `exec sh`},
	{command: "echo X | at now", lure: touch, tool: "at", stub: `exec sh`},
	{command: "at now <<< X", lure: touch, tool: "at", stub: `exec sh`},
	{command: "echo X | batch", lure: touch, tool: "batch", stub: `exec sh`},
	{command: "echo X | crontab -", lure: "* * * * * touch lured", tool: "crontab", stub: `read -r a b c d e line; exec sh -c "$line"`},
	{command: "dc -e X", lure: "!touch lured", tool: "dc", stub: `exec sh -c "${2#!}"`},
	{command: "socat - X", lure: "EXEC:touch lured", tool: "socat", stub: `exec sh -c "${2#EXEC:}"`},
	{command: "screen -S s -X stuff VALUE", lure: touch, tool: "screen", stub: `exec sh -c "$5"`},
	{command: "xterm -e X", lure: touch, tool: "xterm", stub: `exec sh -c "$2"`},
	{command: "ncat -l 80 --sh-exec X", lure: touch, tool: "ncat", stub: `exec sh -c "$4"`},
	{command: "rsync -e X a h:b", lure: touch, tool: "rsync", stub: `exec sh -c "$2"`},
	{command: "npx -c X", lure: touch, tool: "npx", stub: `exec sh -c "$2"`},
	{command: "npm exec -c X", lure: touch, tool: "npm", stub: `exec sh -c "$3"`},
	{command: "nix-shell --run X", lure: touch, tool: "nix-shell", stub: `exec sh -c "$2"`},
	{command: "busybox sh -c X", lure: touch, tool: "busybox", stub: `shift; exec sh "$@"`},
	{command: "echo X | busybox sh", lure: touch, tool: "busybox", stub: `shift; exec sh "$@"`},

	// Remote shells of tools for many hosts, and of clouds.
	{command: "vagrant ssh -c X", lure: touch, tool: "vagrant", stub: `exec sh -c "$3"`},
	{command: "gcloud compute ssh h --command X", lure: touch, tool: "gcloud", stub: `exec sh -c "$5"`},
	{command: "gcloud compute ssh h --command=X", lure: touch, tool: "gcloud", stub: `exec sh -c "${4#--command=}"`},
	{command: "gcloud compute ssh h -- X", lure: touch, tool: "gcloud", stub: `exec sh -c "$5"`},
	{command: "echo X | gcloud compute ssh h --zone z", lure: touch, tool: "gcloud", stub: `exec sh`},
	{command: "echo X | vagrant ssh", lure: touch, tool: "vagrant", stub: `exec sh`},
	{command: "echo X | plink h", lure: touch, tool: "plink", stub: `exec sh`},
	{command: "echo X | tsh ssh h", lure: touch, tool: "tsh", stub: `exec sh`},
	{command: "echo X | fly ssh console", lure: touch, tool: "fly", stub: `exec sh`},
	{command: "aws ssm send-command --parameters X", lure: "commands=touch lured", tool: "aws", stub: `exec sh -c "${4#commands=}"`},
	{command: "aws ecs execute-command --command X", lure: touch, tool: "aws", stub: `exec sh -c "$4"`},
	{command: "az vm run-command invoke --scripts X", lure: touch, tool: "az", stub: `exec sh -c "$5"`},
	{command: "doctl compute ssh h --ssh-command X", lure: touch, tool: "doctl", stub: `exec sh -c "$5"`},
	{command: "fly ssh console -C X", lure: "sh -c 'touch lured'", tool: "fly", stub: `eval "$4"`},
	{command: "heroku run X", lure: touch, tool: "heroku", stub: `exec sh -c "$2"`},
	{command: "cf ssh app -c X", lure: touch, tool: "cf", stub: `exec sh -c "$4"`},
	{command: "ansible all -m shell -a X", lure: touch, tool: "ansible", stub: `exec sh -c "$5"`},
	{command: "clush -w h X", lure: touch, tool: "clush", stub: `shift 2; exec sh -c "$*"`},
	{command: "pssh -H h X", lure: touch, tool: "pssh", stub: `shift 2; exec sh -c "$*"`},
	{command: "dsh -m h -- X", lure: touch, tool: "dsh", stub: `shift 3; exec sh -c "$*"`},
	{command: "plink h X", lure: touch, tool: "plink", stub: `shift; exec sh -c "$*"`},
	{command: "salt '*' cmd.run X", lure: touch, tool: "salt", stub: `exec sh -c "$3"`},
	{command: "bolt command run X -t h", lure: touch, tool: "bolt", stub: `exec sh -c "$3"`},
	{command: "knife ssh q X", lure: touch, tool: "knife", stub: `exec sh -c "$3"`},
	{command: "juju ssh u X", lure: touch, tool: "juju", stub: `shift 2; exec sh -c "$*"`},
	{command: "tsh ssh h X", lure: touch, tool: "tsh", stub: `shift 2; exec sh -c "$*"`},
	{command: "kubectl exec p -- clush -w h X", lure: touch, tool: "kubectl", stub: `shift 6; exec sh -c "$1"`},
}

// plainly are the same programs, with values where they are data.
var plainly = []string{
	"source ./lib.sh <<< {{ text }}", "exec 3< {{ text }}", "exec > {{ text }}", "echo {{ text }} | xargs -0 ls", "printf '%s\\0' {{ list }} | xargs --null rm -f --", "tee f <<< {{ text }}",
	"echo {{ text }} | tee >(cat)", "echo {{ text }} > >(logger)", "coproc cat; echo {{ text }} >&2", "exec 3> f; echo {{ text }} >&3", "BASH_COMPAT={{ text }} bash -c true", "MY_ENV={{ text }} cmd",
	"declare -i n; n={{ number }}; m={{ text }}", "n={{ text }}; echo \"$n\"; (( m > 5 ))", "n={{ number }}; echo $((n + 1))", "n={{ text }}; [ \"$n\" = x ]", "n=$(wc -l < {{ text }}); (( n > 5 ))",
	"script -q {{ text }}", "split -l 5 {{ text }}", "tar -cf {{ text }} {{ list }}", "tmux kill-session -t {{ text }}", "gcloud compute instances describe {{ text }}", "git clean -x {{ text }}",
	"aws cloudformation deploy --parameters {{ text }}", "az vm show --name {{ text }}", "ansible-playbook {{ text }}", "kubectl exec p -- ls {{ text }}", "npm run -c {{ text }}", "at -f {{ text }} now",
	"echo {{ text }} | gcloud compute ssh h --command 'cat > f'", "echo {{ text }} | while read -r l; do sh script; done", "echo {{ text }} | { cat; sh < script; }",
	"cat <(echo {{ text }})", "$(cat cmd) {{ text }}", "declare -a l; l=({{ list }})", "rsync -a {{ text }} h:/x", "sort -k 2 {{ text }}", "crontab -u {{ text }} file", "jobs {{ text }}", "echo {{ text }} | psql", "vagrant up {{ text }}", "echo {{ text }} | sed s/a/b/",
}

func TestProgramsOfTheTableTakeValuesAsData(t *testing.T) {
	for _, command := range plainly {
		if _, faults := ParseCommand(command, Bash, testScope()); faults != nil {
			t.Errorf("%s: %+v", command, faults)
		}
	}
}

func TestNoValueBecomesCodeByAnyShape(t *testing.T) {
	for _, s := range codeShapes {
		for _, written := range []string{"{{ text }}", `"$RTUT_PARAM_TEXT"`} {
			_, faults := ParseCommand(s.with(written), Bash, testScope())
			if len(faults) == 0 || !slices.Contains([]string{"second-interpreter", "placeholder-place", "value-variable"}, faults[0].Rule) {
				t.Errorf("%s with %s: %+v", s.command, written, faults)
			}
		}
		if _, faults := ParseCommand(s.with("a"), Bash, testScope()); faults != nil {
			t.Errorf("%s without a value: %+v", s.command, faults)
		}
	}
}

// TestEveryShapeRunsAValueThatIsOnlyQuoted shows that the table refuses nothing for nothing.
func TestEveryShapeRunsAValueThatIsOnlyQuoted(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("starts hundreds of programs")
	}
	var real, stubbed, left []string
	for _, s := range codeShapes {
		in := t.TempDir()
		if s.stub != "" {
			write(t, filepath.Join(in, s.tool), s.stub)
		}
		if s.tool == "./tool" {
			write(t, filepath.Join(in, "files", "tool"), "touch lured")
		} else if _, err := exec.LookPath(s.tool); s.tool != "" && s.stub == "" && err != nil {
			left = append(left, s.command)
			continue
		}
		if !snare(in).catches(t, Bash, "cp -r "+in+"/files/. . 2>/dev/null\n"+s.with(mustQuote(t, s.lure))+"\nfor i in {1..60}; do [ -e lured ] && break; sleep 0.05; done") {
			t.Errorf("%s: %q is not run", s.command, s.lure)
		}
		if s.stub != "" {
			stubbed = append(stubbed, s.tool)
		} else {
			real = append(real, s.command)
		}
	}
	t.Logf("%d by the programs themselves, %d by stubs that do what a manual says, %d left out: %s", len(real), len(stubbed), len(left), strings.Join(left, "; "))
	if len(real) < 50 {
		t.Errorf("only %d were run by the programs themselves", len(real))
	}
}

func write(t *testing.T, file, script string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
}

package command

import (
	"cmp"
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
	shell   string // the shell that does so; "" for bash
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
	{command: `echo X | bash -c "$(cat -)"`, lure: touch},
	{command: `echo X | eval "$(cat)"`, lure: touch},
	{command: "echo X | $(cat)", lure: touch},
	{command: `echo X | bash -c "$(< /dev/stdin)"`, lure: touch},
	{command: "echo X | source <(cat)", lure: touch},
	{command: "echo X | bash <(cat)", lure: touch},
	{command: "echo X | sh -c 'cat | sh'", lure: touch},
	{command: "{ cat | sh; } <<< X", lure: touch},
	{command: "(sh) <<< X", lure: touch},
	{command: "while :; do sh; break; done <<< X", lure: touch},
	{command: "if true; then sh; fi <<< X", lure: touch},
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
	{command: "for PS4 in X; do set -x; true; done", lure: "$(touch lured)"},
	{command: "mapfile -t PS4 <<< X; set -x; true", lure: "$(touch lured)"},
	{command: "PROMPT_COMMAND=X bash -i <<< true", lure: touch},
	{command: "NULLCMD=X; > f", lure: "./tool", tool: "./tool", shell: "zsh"},
	{command: "READNULLCMD=X; < /dev/null", lure: "./tool", tool: "./tool", shell: "zsh"},
	{command: "FCEDIT=X; set -o history; history -s a; fc", lure: "touch lured #"},
	{command: "GIT_SEQUENCE_EDITOR=X git rebase -i", lure: touch, tool: "git", stub: `eval "$GIT_SEQUENCE_EDITOR"`},
	{command: "GIT_CONFIG_PARAMETERS=X git ls-remote ssh://h/x", lure: "'core.sshCommand=touch lured #'", tool: "git"},
	{command: "MANOPT=X man ls", lure: "-Ptouch lured", tool: "man", stub: `exec sh -c "${MANOPT#-P}"`},
	{command: "SYSTEMD_PAGER=X systemctl", lure: touch, tool: "systemctl", stub: `eval "$SYSTEMD_PAGER"`},
	{command: "KUBE_EDITOR=X kubectl edit a", lure: touch, tool: "kubectl", stub: `eval "$KUBE_EDITOR"`},
	{command: "BORG_PASSCOMMAND=X borg list", lure: touch, tool: "borg", stub: `eval "$BORG_PASSCOMMAND"`},
	{command: "CVS_RSH=X cvs up", lure: touch, tool: "cvs", stub: `eval "$CVS_RSH"`},
	{command: "VIMINIT=X vim --not-a-term -c q", lure: "call system('touch lured')", tool: "vim"},
	{command: "PERL5DB=X perl -d -e 1", lure: "BEGIN { system('touch lured') } sub DB::DB {}", tool: "perl"},
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
	{command: "n=X; echo ${!n}", lure: "a[$(touch lured)]"},
	{command: `n=X; printf -v "$n" x`, lure: "a[$(touch lured)]"},
	{command: `n=X; read "$n" <<< x`, lure: "a[$(touch lured)]"},
	{command: `a=(1); n=X; unset "$n"`, lure: "a[$(touch lured)]"},
	{command: `n=X; declare "$n=1"`, lure: "a[$(touch lured)]"},
	{command: `a=1; n=X; [ -v "$n" ]`, lure: "a[$(touch lured)]"},
	{command: "a=1; n=X; [[ -v $n ]]", lure: "a[$(touch lured)]"},
	{command: `set -- X; let "$1"`, lure: "a[$(touch lured)]"},
	{command: "set -- X; echo $(( $1 ))", lure: "a[$(touch lured)]"},
	{command: "n=(X); (( n[0] ))", lure: "a[$(touch lured)]"},
	{command: "set -- X; for n; do (( n )); done", lure: "a[$(touch lured)]"},
	{command: `n=X; let "m = n + 1"`, lure: "a[$(touch lured)]"},
	{command: "n=X; let 'm = n + 1'", lure: "a[$(touch lured)]"},
	{command: "read -r n <<< X; (( n ))", lure: "a[$(touch lured)]"},
	{command: "IFS= read -r n < <(echo X); (( n ))", lure: "a[$(touch lured)]"},
	{command: "mapfile -t l <<< X; (( l[0] ))", lure: "a[$(touch lured)]"},
	{command: "printf -v n %s X; (( n ))", lure: "a[$(touch lured)]"},
	{command: "n=$(echo X | head -n 1); (( n ))", lure: "a[$(touch lured)]"},
	{command: "echo X | while read -r n; do (( n )); done", lure: "a[$(touch lured)]"},
	{command: "while read -r n; do (( n > 1 )); done <<< X", lure: "a[$(touch lured)]"},
	{command: "for n in $(echo X); do (( n )); done", lure: "a[$(touch${IFS}lured)]"},

	// Builtins that run a word of theirs.
	{command: "set -o history; history -s X; history -s b; fc -s t", lure: touch},
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
	{command: "find /etc/passwd -exec X {} +", lure: "./tool", tool: "./tool"},
	{command: "git bisect run X", lure: touch, tool: "git", stub: `exec sh -c "$3"`},
	{command: "git submodule foreach X", lure: touch, tool: "git", stub: `exec sh -c "$3"`},
	{command: "git rebase -x X", lure: touch, tool: "git", stub: `exec sh -c "$3"`},
	{command: "git filter-branch --tree-filter X", lure: touch, tool: "git", stub: `exec sh -c "$3"`},
	{command: "rpm --eval X", lure: "%(touch lured)", tool: "rpm", stub: `a=${2#"%("}; exec sh -c "${a%")"}"`},
	{command: "make -f /dev/null --eval X", lure: "$(shell touch lured)", tool: "make"},
	{command: "cpio --rsh-command X -F h:f", lure: touch, tool: "cpio", stub: `exec sh -c "$2"`},
	{command: "sops exec-env f X", lure: touch, tool: "sops", stub: `exec sh -c "$3"`},
	{command: "echo f | entr -s X", lure: touch, tool: "entr", stub: `exec sh -c "$2"`},
	{command: "nodemon --exec X", lure: touch, tool: "nodemon", stub: `exec sh -c "$2"`},
	{command: "fzf --preview X", lure: touch, tool: "fzf", stub: `exec sh -c "$2"`},
	{command: "hyperfine X", lure: touch, tool: "hyperfine", stub: `exec sh -c "$1"`},
	{command: "wget -e X h", lure: "use_askpass=touch lured", tool: "wget", stub: `exec sh -c "${2#use_askpass=}"`},
	{command: "check_by_ssh -H h -C X", lure: touch, tool: "check_by_ssh", stub: `exec sh -c "$4"`},
	{command: "sshuttle -e X", lure: touch, tool: "sshuttle", stub: `exec sh -c "$2"`},
	{command: "rclone ls r: --sftp-ssh X", lure: touch, tool: "rclone", stub: `exec sh -c "$4"`},
	{command: "gnome-terminal -e X", lure: touch, tool: "gnome-terminal", stub: `exec sh -c "$2"`},
	{command: "tmux -L rtut-values -f /dev/null set -g default-command X", lure: touch, tool: "tmux", stub: `shift 6; exec sh -c "$2"`},

	// Languages that can start programs.
	{command: "python3 -c X", lure: "import os; os.system('touch lured')", tool: "python3"},
	{command: "echo X | python3", lure: "import os; os.system('touch lured')", tool: "python3"},
	{command: "python3 - a <<< X", lure: "import os; os.system('touch lured')", tool: "python3"},
	{command: "python3.12 -Ic X", lure: "import os; os.system('touch lured')", tool: "python3.12", stub: `exec python3 "$@"`},
	{command: "perl -e X", lure: "system('touch lured')", tool: "perl"},
	{command: "perl -ne X /etc/passwd", lure: "system('touch lured')", tool: "perl"},
	{command: "perl <<< X", lure: "system('touch lured')", tool: "perl"},
	{command: "node -e X", lure: "require('child_process').execSync('touch lured')", tool: "node"},
	{command: "echo X | node", lure: "require('child_process').execSync('touch lured')", tool: "node"},
	{command: "echo X | tclsh", lure: "exec touch lured", tool: "tclsh"},
	{command: "awk X /etc/passwd", lure: `BEGIN { system("touch lured") }`, tool: "awk"},
	{command: "awk -F : -v a=b X /etc/passwd", lure: `BEGIN { system("touch lured") }`, tool: "awk"},
	{command: "gdb -batch -ex X", lure: "shell touch lured", tool: "gdb"},
	{command: "echo X | gdb", lure: "shell touch lured", tool: "gdb"},
	{command: "vim -es -c X -c q", lure: "call system('touch lured')", tool: "vim"},
	{command: "ruby -e X", lure: "`touch lured`", tool: "ruby", stub: `eval "$2"`},
	{command: "php -r X", lure: "`touch lured`;", tool: "php", stub: `eval "$2"`},
	{command: "lua -e X", lure: "os.execute('touch lured')", tool: "lua", stub: `a=${2#*"'"}; exec sh -c "${a%"'"*}"`},
	{command: "expect -c X", lure: "touch lured", tool: "expect", stub: `exec sh -c "$2"`},
	{command: "echo X | m4", lure: "syscmd(touch lured)", tool: "m4", stub: `read -r a; a=${a#syscmd?}; exec sh -c "${a%?}"`},
	{command: "mongosh --eval X", lure: touch, tool: "mongosh", stub: `exec sh -c "$2"`},
	{command: "mongosh h/db <<< X", lure: touch, tool: "mongosh", stub: `exec sh`},
	{command: "rabbitmqctl eval X", lure: touch, tool: "rabbitmqctl", stub: `exec sh -c "$2"`},
	{command: "puppet apply -e X", lure: touch, tool: "puppet", stub: `exec sh -c "$3"`},
	{command: "pwsh -Command X", lure: touch, tool: "pwsh", stub: `exec sh -c "$2"`},
	{command: "echo X | ftp -n h", lure: "!touch lured", tool: "ftp", stub: `read -r a; exec sh -c "${a#!}"`},
	{command: "smbclient //h/s -c X", lure: "!touch lured", tool: "smbclient", stub: `exec sh -c "${3#!}"`},
	{command: "echo X | ed -s", lure: "!touch lured", tool: "ed"},
	{command: "echo X | ex -s", lure: "!touch lured", tool: "ex"},
	{command: "tmux display -p X", lure: "#(touch lured)", tool: "tmux", stub: `a=${3#"#("}; exec sh -c "${a%")"}"`},
	{command: "deno eval X", lure: touch, tool: "deno", stub: `exec sh -c "$2"`},
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
	{command: "az aks command invoke --command X", lure: touch, tool: "az", stub: `exec sh -c "$5"`},
	{command: "aws emr ssh --command X", lure: touch, tool: "aws", stub: `exec sh -c "$4"`},
	{command: "echo X | aws ssm start-session --target i", lure: touch, tool: "aws", stub: `exec sh`},
	{command: "gcloud compute ssh h --ssh-flag X", lure: "-oProxyCommand=touch lured", tool: "gcloud", stub: `exec sh -c "${5#-oProxyCommand=}"`},
	{command: "vagrant ssh -- X", lure: touch, tool: "vagrant", stub: `exec sh -c "$3"`},
	{command: "podman machine ssh m X", lure: touch, tool: "podman", stub: `shift 3; exec sh -c "$*"`},
	{command: "openstack server ssh h X", lure: touch, tool: "openstack", stub: `shift 3; exec sh -c "$*"`},
	{command: "tailscale ssh h X", lure: touch, tool: "tailscale", stub: `shift 2; exec sh -c "$*"`},
	{command: "echo X | tailscale ssh h", lure: touch, tool: "tailscale", stub: `exec sh`},
	{command: "oc rsh p X", lure: touch, tool: "oc", stub: `shift 2; exec sh -c "$*"`},
	{command: "echo X | oc rsh p", lure: touch, tool: "oc", stub: `exec sh`},
	{command: "minikube ssh X", lure: touch, tool: "minikube", stub: `shift; exec sh -c "$*"`},
	{command: "echo X | minikube ssh", lure: touch, tool: "minikube", stub: `exec sh`},
	{command: "docker-machine ssh h X", lure: touch, tool: "docker-machine", stub: `shift 2; exec sh -c "$*"`},
	{command: "limactl shell h X", lure: touch, tool: "limactl", stub: `shift 2; exec sh -c "$*"`},
	{command: "echo X | limactl shell h", lure: touch, tool: "limactl", stub: `exec sh`},
	{command: "colima ssh -- X", lure: touch, tool: "colima", stub: `shift 2; exec sh -c "$*"`},
	{command: "hcloud server ssh h X", lure: touch, tool: "hcloud", stub: `shift 3; exec sh -c "$*"`},
	{command: "scw instance server ssh h command=X", lure: touch, tool: "scw", stub: `exec sh -c "${5#command=}"`},
	{command: "eb ssh -c X", lure: touch, tool: "eb", stub: `exec sh -c "$3"`},
	{command: "gh codespace ssh -- X", lure: touch, tool: "gh", stub: `exec sh -c "$4"`},
	{command: "railway ssh X", lure: touch, tool: "railway", stub: `shift; exec sh -c "$*"`},
	{command: "boundary connect ssh -- X", lure: touch, tool: "boundary", stub: `exec sh -c "$4"`},
	{command: "coder ssh w X", lure: touch, tool: "coder", stub: `shift 2; exec sh -c "$*"`},
	{command: "echo X | coder ssh w", lure: touch, tool: "coder", stub: `exec sh`},
	{command: "gitpod workspace ssh w -- X", lure: touch, tool: "gitpod", stub: `exec sh -c "$5"`},
	{command: "devpod ssh w --command X", lure: touch, tool: "devpod", stub: `exec sh -c "$4"`},
	{command: "echo X | devpod ssh w", lure: touch, tool: "devpod", stub: `exec sh`},
	{command: "balena device ssh d X", lure: touch, tool: "balena", stub: `shift 3; exec sh -c "$*"`},
	{command: "echo X | balena device ssh d", lure: touch, tool: "balena", stub: `exec sh`},
	{command: "sft ssh h --command X", lure: touch, tool: "sft", stub: `exec sh -c "$4"`},
	{command: "sft ssh h -- X", lure: touch, tool: "sft", stub: `exec sh -c "$4"`},
	{command: "rancher ssh n X", lure: touch, tool: "rancher", stub: `shift 2; exec sh -c "$*"`},
	{command: "sg root X", lure: touch, tool: "sg", stub: `exec sh -c "$2"`},
	{command: "git clone -u X r c", lure: "sh -c 'touch lured' x", tool: "git", stub: `eval "$3"`},
	{command: "xpanes -c X a", lure: touch, tool: "xpanes", stub: `exec sh -c "$2"`},
	{command: "kitty @ send-text X", lure: touch, tool: "kitty", stub: `exec sh -c "$3"`},
	{command: "wezterm cli send-text X", lure: touch, tool: "wezterm", stub: `exec sh -c "$3"`},
	{command: "zellij action write-chars X", lure: touch, tool: "zellij", stub: `exec sh -c "$3"`},
	{command: "sbatch --wrap X", lure: touch, tool: "sbatch", stub: `exec sh -c "$2"`},
	{command: "sbatch --wrap=X", lure: touch, tool: "sbatch", stub: `exec sh -c "${1#--wrap=}"`},
	{command: "echo X | sbatch", lure: touch, tool: "sbatch", stub: `exec sh`},
	{command: "echo X | qsub", lure: touch, tool: "qsub", stub: `exec sh`},
	{command: "bsub X", lure: touch, tool: "bsub", stub: `exec sh -c "$*"`},
	{command: "echo X | bsub", lure: touch, tool: "bsub", stub: `exec sh`},
	{command: "adb shell X", lure: touch, tool: "adb", stub: `shift; exec sh -c "$*"`},
	{command: "echo X | adb shell", lure: touch, tool: "adb", stub: `exec sh`},
	{command: "consul exec X", lure: touch, tool: "consul", stub: `exec sh -c "$2"`},
	{command: "mussh -h h -c X", lure: touch, tool: "mussh", stub: `exec sh -c "$4"`},
	{command: "et h -c X", lure: touch, tool: "et", stub: `exec sh -c "$3"`},
	{command: "fab -H h -- X", lure: touch, tool: "fab", stub: `exec sh -c "$4"`},
	{command: "winexe //h X", lure: touch, tool: "winexe", stub: `exec sh -c "$2"`},
	{command: "fly machine exec m X", lure: touch, tool: "fly", stub: `exec sh -c "$4"`},
	{command: "aws ssm send-command --cli-input-json X", lure: touch, tool: "aws", stub: `exec sh -c "$4"`},
	{command: "aws ec2 run-instances --user-data X", lure: touch, tool: "aws", stub: `exec sh -c "$4"`},
	{command: "gcloud compute instances create h --metadata X", lure: "startup-script=touch lured", tool: "gcloud", stub: `exec sh -c "${6#*=}"`},
	{command: "az vm run-command create --script X", lure: touch, tool: "az", stub: `exec sh -c "$5"`},
	{command: "oci compute instance-agent command create --content X", lure: touch, tool: "oci", stub: `exec sh -c "$6"`},
	{command: "echo X | lxc exec c -- sh", lure: touch, tool: "lxc", stub: `shift 3; exec "$@"`},
	{command: "echo X | docker-compose exec -T c sh", lure: touch, tool: "docker-compose", stub: `shift 3; exec "$@"`},
	{command: "echo X | ip netns exec n sh", lure: touch, tool: "ip", stub: `shift 3; exec "$@"`},
	{command: "echo X | nomad alloc exec a sh", lure: touch, tool: "nomad", stub: `shift 3; exec "$@"`},
	{command: "kubectl exec p -- clush -w h X", lure: touch, tool: "kubectl", stub: `shift 6; exec sh -c "$1"`},

	// Long options in short.
	{command: "env --split=X", lure: "touch lured", tool: "env"},
	{command: "env --split-s=X", lure: "touch lured", tool: "env"},
	{command: "script -q --comm=X /dev/null", lure: touch, tool: "script"},
	{command: "script -q --com X /dev/null", lure: touch, tool: "script"},
	{command: "split --filt=X /etc/passwd", lure: touch, tool: "split"},
	{command: "split --fil X /etc/passwd", lure: touch, tool: "split"},
	{command: "sort --compress-prog X -S 1k f", lure: touch, tool: "sort", stub: `eval "$2"`},
	{command: "tar --use-comp=X -cf f /etc/passwd", lure: "sh -c 'touch lured'", tool: "tar"},
	{command: "tar --use-compress-prog X -cf f /etc/passwd", lure: "sh -c 'touch lured'", tool: "tar"},
	{command: "tar -cf f --checkpoint=1 --checkpoint-act X /etc/passwd", lure: "exec=touch lured", tool: "tar"},
	{command: "tar -cf f --checkpoint=1 --checkpoint-act=exec=X /etc/passwd", lure: "touch lured", tool: "tar"},
	{command: "tar -cf f /etc/passwd; tar -xf f --to-comm=X", lure: touch, tool: "tar"},
	{command: "git init -q .; git fetch --upload-pa=X .", lure: "touch lured #", tool: "git"},
	{command: "git init -q a; git ls-remote --exec=X a", lure: "touch lured #", tool: "git"},
	{command: "rsync --rs X a h:b", lure: touch, tool: "rsync", stub: `exec sh -c "$2"`},
	{command: "flock --comm X f", lure: touch, tool: "flock", stub: `exec sh -c "$2"`},
	{command: "gdb -batch -eval-comm X", lure: "shell touch lured", tool: "gdb"},

	// Shells by other options, and other shells.
	{command: "fish -C X -c true", lure: touch, tool: "fish"},
	{command: "fish --init-command=X -c true", lure: touch, tool: "fish"},
	{command: "fish --comm X", lure: touch, tool: "fish"},
	{command: "git difftool -x X", lure: touch, tool: "git", stub: `exec sh -c "$3"`},
	{command: "nu -c X", lure: touch, tool: "nu", stub: `exec sh -c "$2"`},
	{command: "xonsh -c X", lure: touch, tool: "xonsh", stub: `exec sh -c "$2"`},
	{command: "elvish -c X", lure: touch, tool: "elvish", stub: `exec sh -c "$2"`},
	{command: "pwsh -EncodedCommand X", lure: touch, tool: "pwsh", stub: `exec sh -c "$2"`},
	{command: "pwsh -comm X", lure: touch, tool: "pwsh", stub: `exec sh -c "$2"`},

	// A shell that is named only as the command runs.
	{command: `SHELL=/bin/sh; "$SHELL" -c X`, lure: touch},
	{command: "${UNSET:-sh} -c X", lure: touch},
	{command: "exec $0 -c X", lure: touch},
	{command: "$(which sh) -c X", lure: touch},
	{command: "`which sh` -c X", lure: touch},
	{command: `"$(command -v bash)" -c X`, lure: touch},
	{command: "/bin/?h -c X", lure: touch},
	{command: "{sh,-c} X", lure: touch},
	{command: `$'\x73h' -c X`, lure: touch},
	{command: "S=sh; $S -c X", lure: touch},
	{command: `A="sh -c"; $A X`, lure: touch},
	{command: `a=(sh -c); "${a[@]}" X`, lure: touch},
	{command: `set -- sh -c; "$@" X`, lure: touch},
	{command: `D=/bin; "$D"/sh -c X`, lure: touch},
	{command: `D=/bin; "$D/sh" -c X`, lure: touch},
	{command: "env $(which sh) -c X", lure: touch},
	{command: "S=sh; echo X | $S", lure: touch},
	{command: "S=sh; $S <<< X", lure: touch},
	{command: "S=sh; docker run c $S -c X", lure: touch, tool: "docker", stub: `exec sh -c "$5"`},

	// What prints a word of its own before a shell.
	{command: "jq -rn --arg x X '$x' | sh", lure: touch, tool: "jq"},
	{command: "find /etc/passwd -printf X | sh", lure: touch, tool: "find"},
	{command: "stat -c X /etc/passwd | sh", lure: touch, tool: "stat"},
	{command: "awk -v x=X 'BEGIN { print x }' | sh", lure: touch, tool: "awk"},
	{command: "seq -f X 1 | sh", lure: "touch lured # %g", tool: "seq"},
	{command: "git log --format=X | sh", lure: touch, tool: "git", stub: `echo "${2#*=}"`},
	{command: `eval "$(docker-machine env X)"`, lure: "; touch lured", tool: "docker-machine", stub: `echo "export NAME=$2"`},
	{command: "f() { echo $1; }; f X | sh", lure: touch},
	{command: "curl -s -w X file:///dev/null | sh", lure: touch, tool: "curl", stub: `echo "$3"`},

	// Arithmetic that is a text, and in a shell of its own.
	{command: "set -a; n=X; bash -c 'echo $((n))'", lure: "a[$(touch lured)]"},
	{command: "n=X bash -c 'echo $((n))'", lure: "a[$(touch lured)]"},
	{command: "n=X bash -c '(( n > 1 ))'", lure: "a[$(touch lured)]"},
	{command: "n=X bash -c '[[ n -gt 1 ]]'", lure: "a[$(touch lured)]"},
	{command: "n=X bash -c 'let m=n+1'", lure: "a[$(touch lured)]"},
	{command: "n=X bash -c 'm=$n; echo $((m))'", lure: "a[$(touch lured)]"},
	{command: "n=X bash <<'END'\necho $((n))\nEND", lure: "a[$(touch lured)]"},
	{command: "env n=X bash -c 'echo $((n))'", lure: "a[$(touch lured)]"},
	{command: "export n=X; bash -c 'echo $((n))'", lure: "a[$(touch lured)]"},
	{command: "export n=X; eval 'echo $((n))'", lure: "a[$(touch lured)]"},
	{command: "n=X; trap 'echo $((n))' USR1; kill -USR1 $$", lure: "a[$(touch lured)]"},
	{command: "n=X; m=n; echo $((m))", lure: "a[$(touch lured)]"},
	{command: "a=(1); n=X; unset 'a[n]'", lure: "b[$(touch lured)]"},
	{command: "a=(1); n=X; read 'a[n]' <<< x", lure: "b[$(touch lured)]"},
	{command: "a=(1); n=X; [ -v 'a[n]' ]", lure: "b[$(touch lured)]"},
	{command: "RANDOM=X", lure: "a[$(touch lured)]"},
	{command: "OPTIND=X", lure: "a[$(touch lured)]"},
	{command: "SRANDOM=X", lure: "a[$(touch lured)]"},

	// Interpreters behind tools that run commands.
	{command: "uv run python -c X", lure: touch, tool: "uv", stub: `exec sh -c "$4"`},
	{command: "uv run --with x python -c X", lure: touch, tool: "uv", stub: `exec sh -c "$6"`},
	{command: "poetry run python -c X", lure: touch, tool: "poetry", stub: `exec sh -c "$4"`},
	{command: "bundle exec ruby -e X", lure: touch, tool: "bundle", stub: `exec sh -c "$4"`},
	{command: "asdf exec python -c X", lure: touch, tool: "asdf", stub: `exec sh -c "$4"`},
	{command: "docker run --entrypoint sh image -c X", lure: touch, tool: "docker", stub: `exec sh -c "$6"`},
	{command: "docker run --entrypoint=sh image -c X", lure: touch, tool: "docker", stub: `exec sh -c "$5"`},
	{command: "podman run --entrypoint python image -c X", lure: touch, tool: "podman", stub: `exec sh -c "$6"`},
	{command: "capsh -- -c X", lure: touch, tool: "capsh", stub: `exec sh -c "$3"`},
	{command: "consul lock p X", lure: touch, tool: "consul", stub: `exec sh -c "$3"`},
	{command: "doppler run --command=X", lure: touch, tool: "doppler", stub: `exec sh -c "${2#--command=}"`},
	{command: "infisical run --command=X", lure: touch, tool: "infisical", stub: `exec sh -c "${2#--command=}"`},
	{command: "just --command X", lure: touch, tool: "just", stub: `eval "$2"`},
	{command: "fd -x X", lure: touch, tool: "fd", stub: `eval "$2"`},
	{command: "rg --pre X a", lure: touch, tool: "rg", stub: `eval "$2"`},
	{command: "helm install a b --post-renderer X", lure: touch, tool: "helm", stub: `eval "$5"`},
	{command: "python3 -m timeit X", lure: "import os; os.system('touch lured')", tool: "python3"},
	{command: "python3 -mtimeit -n 1 X", lure: "import os; os.system('touch lured')", tool: "python3"},
}

// namedShapes are ways in which the value of $RTUT_PARAM_TEXT becomes code though nobody expands it here.
var namedShapes = []codeShape{
	{command: "printenv RTUT_PARAM_TEXT | sh", lure: touch},
	{command: `eval "$(printenv RTUT_PARAM_TEXT)"`, lure: touch},
	{command: "bash <(printenv RTUT_PARAM_TEXT)", lure: touch},
	{command: "bash --rcfile <(printenv RTUT_PARAM_TEXT) -i </dev/null", lure: touch},
	{command: ". <(printenv RTUT_PARAM_TEXT)", lure: touch},
	{command: "sh <<< $(printenv RTUT_PARAM_TEXT)", lure: touch},
	{command: "env | sed -n 's/^RTUT_PARAM_TEXT=//p' | sh", lure: touch},
	{command: `awk 'BEGIN { print ENVIRON["RTUT_PARAM_TEXT"] }' | sh`, lure: touch},
	{command: "jq -rn env.RTUT_PARAM_TEXT | sh", lure: touch},
	{command: "env | sh", lure: "; touch lured"},
	{command: "printenv | sh", lure: "; touch lured"},
	{command: "sed \"s|.*|$RTUT_PARAM_TEXT|\" /etc/hostname | sh", lure: touch},
	{command: `let "n = RTUT_PARAM_TEXT + 1"`, lure: "a[$(touch lured)]"},
	{command: "let n=RTUT_PARAM_TEXT+1", lure: "a[$(touch lured)]"},
	{command: "echo $((RTUT_PARAM_TEXT + 1))", lure: "a[$(touch lured)]"},
	{command: "x=RTUT_PARAM_TEXT; echo $((x))", lure: "a[$(touch lured)]"},
	{command: "x=RTUT_PARAM_TEXT+1; (( x > 1 ))", lure: "a[$(touch lured)]"},
	{command: "declare -i n=RTUT_PARAM_TEXT+1", lure: "a[$(touch lured)]"},
	{command: "[[ RTUT_PARAM_TEXT -gt 1 ]]", lure: "a[$(touch lured)]"},
	{command: "a=(1); echo ${a[RTUT_PARAM_TEXT]}", lure: "b[$(touch lured)]"},
	{command: "a=(1); unset 'a[RTUT_PARAM_TEXT]'", lure: "b[$(touch lured)]"},
	{command: "a=x; echo ${a:RTUT_PARAM_TEXT}", lure: "b[$(touch lured)]"},
	{command: "bash -c 'echo $((RTUT_PARAM_TEXT))'", lure: "a[$(touch lured)]"},
	{command: `bash -c "echo \$((RTUT_PARAM_TEXT))"`, lure: "a[$(touch lured)]"},
	{command: "bash -c 'x=RTUT_PARAM_TEXT; (( x ))'", lure: "a[$(touch lured)]"},
	{command: "bash <<'END'\necho $((RTUT_PARAM_TEXT))\nEND", lure: "a[$(touch lured)]"},
	{command: "trap 'echo $((RTUT_PARAM_TEXT))' USR1; kill -USR1 $$", lure: "a[$(touch lured)]"},
}

func TestNoVariableBecomesCodeByItsName(t *testing.T) {
	for _, s := range namedShapes {
		_, faults := ParseCommand(s.command, Bash, testScope())
		if len(faults) == 0 || !slices.Contains([]string{"second-interpreter", "value-variable"}, faults[0].Rule) {
			t.Errorf("%s: %+v", s.command, faults)
		}
		if other := strings.ReplaceAll(s.command, "RTUT_PARAM_TEXT", "RTUT_PARAM_NUMBER"); other != s.command && !strings.Contains(other, "$RTUT") && !strings.HasPrefix(other, "env") {
			if _, faults := ParseCommand(other, Bash, testScope()); faults != nil {
				t.Errorf("%s, of type int: %+v", other, faults)
			}
		}
		if underRace || testing.Short() {
			continue
		}
		in := t.TempDir()
		if !snare(in).catches(t, Bash, "export RTUT_PARAM_TEXT="+mustQuote(t, s.lure)+"\n"+s.command) {
			t.Errorf("%s: %q is not run", s.command, s.lure)
		}
	}
}

// plainly are the same programs, with values where they are data.
var plainly = []string{
	"source ./lib.sh <<< {{ text }}", "exec 3< {{ text }}", "exec > {{ text }}", "echo {{ text }} | xargs -0 ls", "printf '%s\\0' {{ list }} | xargs --null rm -f --", "tee f <<< {{ text }}",
	"echo {{ text }} | tee >(cat)", "echo {{ text }} > >(logger)", "coproc cat; echo {{ text }} >&2", "exec 3> f; echo {{ text }} >&3", "BASH_COMPAT={{ text }} bash -c true", "MY_ENV={{ text }} cmd",
	"declare -i n; n={{ number }}; m={{ text }}", "n={{ text }}; echo \"$n\"; (( m > 5 ))", "n={{ number }}; echo $((n + 1))", "n={{ text }}; [ \"$n\" = x ]", "n=$(wc -l < {{ text }}); (( n > 5 ))",
	"script -q {{ text }}", "split -l 5 {{ text }}", "tar -cf {{ text }} {{ list }}", "tmux kill-session -t {{ text }}", "gcloud compute instances describe {{ text }}", "git clean -x {{ text }}",
	"aws cloudformation deploy --parameters {{ text }}", "az vm show --name {{ text }}", "ansible-playbook {{ text }}", "kubectl exec p -- ls {{ text }}", "npm run -c {{ text }}", "at -f {{ text }} now",
	"echo {{ text }} | gcloud compute ssh h --command 'cat > f'", "echo {{ text }} | while read -r l; do sh script; done", "echo {{ text }} | { cat; sh < script; }",
	"cat <(echo {{ text }})", "declare -a l; l=({{ list }})", "rsync -a {{ text }} h:/x", "sort -k 2 {{ text }}", "crontab -u {{ text }} file", "jobs {{ text }}", "echo {{ text }} | psql", "vagrant up {{ text }}", "echo {{ text }} | sed s/a/b/",
}

// plainlyToo are programs that run code, with values where they are data, by way of pipes, files and variables too.
var plainlyToo = []string{
	`PROMPT={{ text }} ./ask`,
	`step ssh certificate {{ text }} key`,
	`gh codespace ssh -c {{ text }} -- uptime`,
	`echo {{ text }} | docker exec -i mongo mongoimport`,
	`echo {{ text }} | docker exec -i node cat`,
	`python3 script.py {{ text }}`,
	`python3 -m json.tool < {{ text }}`,
	`python3 -c 'import sys; print(sys.argv[1])' {{ text }}`,
	`python3 - {{ text }} < script.py`,
	`perl -ne 'print' {{ text }}`,
	`perl -pe 's/a/b/' <<< {{ text }}`,
	`perl script.pl {{ text }}`,
	`ruby script.rb {{ text }}`,
	`node script.js {{ text }}`,
	`node -e 'console.log(process.argv[1])' {{ text }}`,
	`php artisan migrate --path {{ text }}`,
	`awk '{ print $1 }' {{ text }}`,
	`awk -F: '{ print $1 }' {{ text }}`,
	`awk -v x={{ text }} '{ print x }' f`,
	`awk -f prog {{ text }}`,
	`awk -v a=1 -f prog.awk {{ text }}`,
	`gawk -i inplace '{ print }' {{ text }}`,
	`echo {{ text }} | awk '{ print }'`,
	`find {{ text }} -name a`,
	`find . -name {{ text }} -delete`,
	`find {{ text }} -type f -exec rm {} +`,
	`git log {{ text }}`,
	`git rebase {{ text }}`,
	`git checkout {{ text }}`,
	`git clone -b {{ text }} https://h/x`,
	`git -c user.name={{ text }} commit -m a`,
	`git commit -m {{ text }}`,
	`git submodule update --init {{ text }}`,
	`git bisect start {{ text }}`,
	`xargs -0 rm < {{ text }}`,
	`printf '%s\0' {{ text }} | xargs -0 git add`,
	`printf '%s\0' {{ text }} | xargs -0 python3 script.py`,
	`printf '%s\0' {{ text }} | xargs -0 tar -cf f`,
	`printf '%s\0' {{ text }} | xargs -0 rsync -t --files-from=- a`,
	`printf '%s\0' {{ text }} | xargs -0 -I{} cp {} /tmp`,
	`printf '%s\0' {{ text }} | xargs -0 -n1 sha256sum`,
	`printf '%s\0' {{ text }} | xargs -0 find`,
	`ip link set {{ text }} up`,
	`ip netns exec n ping {{ text }}`,
	`docker compose -f {{ text }} up -d`,
	`docker-compose up {{ text }}`,
	`docker run --rm -v {{ text }}:/data alpine ls /data`,
	`docker exec c ls {{ text }}`,
	`kubectl exec p -- ls {{ text }}`,
	`nomad job run {{ text }}`,
	`conda run -n {{ text }} python f`,
	`bundle exec rake {{ text }}`,
	`op read {{ text }}`,
	`lxc launch {{ text }}`,
	`tmux kill-session -t {{ text }}`,
	`gcloud compute instances describe {{ text }}`,
	`gcloud compute instances create {{ text }}`,
	`aws ecs describe-services --cluster {{ text }}`,
	`aws ssm get-parameter --name {{ text }}`,
	`aws ec2 terminate-instances --instance-ids {{ text }}`,
	`az vm show --name {{ text }}`,
	`oc get pods -n {{ text }}`,
	`oc rollout restart {{ text }}`,
	`gh release create {{ text }}`,
	`fly deploy --image {{ text }}`,
	`fly machine restart {{ text }}`,
	`heroku ps:restart {{ text }}`,
	`minikube start -p {{ text }}`,
	`multipass launch {{ text }}`,
	`vagrant up {{ text }}`,
	`adb install {{ text }}`,
	`virsh start {{ text }}`,
	`coder start {{ text }}`,
	`devpod up {{ text }}`,
	`balena logs {{ text }}`,
	`rancher context switch {{ text }}`,
	`sbatch {{ text }}`,
	`sbatch --job-name={{ text }} job.sh`,
	`qsub -N {{ text }} job.sh`,
	`git clone -c core.autocrlf={{ text }} https://h/x`,
	`consul kv get {{ text }}`,
	`rpm -q {{ text }}`,
	`make {{ text }}`,
	`gdb -batch -p {{ text }}`,
	`vim {{ text }}`,
	`emacs {{ text }}`,
	`mongosh {{ text }}`,
	`mongodump --db {{ text }}`,
	`crontab -u {{ text }} f`,
	`smbclient -L {{ text }}`,
	`ftp {{ text }}`,
	`sftp {{ text }}`,
	`wget -O {{ text }} https://h/x`,
	`borg list {{ text }}`,
	`restic snapshots --path {{ text }}`,
	`rclone copy {{ text }} r:b`,
	`cpio -idv {{ text }}`,
	`tar -czf {{ text }} .`,
	`entr {{ text }}`,
	`fzf -q {{ text }}`,
	`screen -S {{ text }}`,
	`script -a {{ text }}`,
	`nodemon {{ text }}`,
	`platform environment:list {{ text }}`,
	`render services {{ text }}`,
	`op item get {{ text }}`,
	`puppet agent --environment {{ text }}`,
	`elixir {{ text }}`,
	`julia f {{ text }}`,
	`groovy f {{ text }}`,
	`expect f {{ text }}`,
	`expect -f {{ text }}`,
	`lua f {{ text }}`,
	`m4 {{ text }}`,
	`lldb {{ text }}`,
	`MY_PAGER_URL={{ text }} cmd`,
	`PAGERDUTY_KEY={{ text }} cmd`,
	`EDITORIAL={{ text }} cmd`,
	`RESTORE_COMMANDS={{ text }} cmd`,
	`n=$(echo {{ text }} | wc -l); (( n > 5 ))`,
	`n=$(printf '%s\n' {{ text }} | grep -c a); (( n > 5 ))`,
	`n=$(wc -l < {{ text }}); (( n > 5 ))`,
	`n=$(psql -c a {{ text }}); (( n > 5 ))`,
	`read -r n < {{ text }}; (( n > 5 ))`,
	`while read -r n; do (( n > 5 )); done < {{ text }}`,
	`set -- {{ text }}; [ "$1" = a ]`,
	`set -- {{ text }}; cp "$@" /tmp`,
	`read -r a <<< {{ text }}; [ "$a" = b ]`,
	`a={{ text }}; b=5; (( b > 3 ))`,
	`a={{ text }}; unset a`,
	`a={{ text }}; read a`,
	`a={{ text }}; export a`,
	`for h in {{ text }}; do ping "$h"; done`,
	`for h in {{ text }}; do ssh "$h" uptime; done`,
	`a={{ text }}; eval "$b"`,
	`a={{ text }}; ssh h "$a"`,
	`echo {{ text }} | python3 script.py`,
	`echo {{ text }} | python3 -c 'import sys; print(sys.stdin.read())'`,
	`echo {{ text }} | node -e 'a'`,
	`echo {{ text }} | perl -pe 's/a/b/'`,
	`echo {{ text }} | ruby -ne 'puts 1'`,
	`echo {{ text }} | php script.php`,
	`echo {{ text }} | mysql db`,
	`echo {{ text }} | psql db`,
	`echo {{ text }} | sqlite3 f`,
	`echo {{ text }} | jq .`,
	`curl -d {{ text }} https://h`,
	`echo {{ text }} | gdb -batch -x f prog`,
	`echo {{ text }} | tclsh script.tcl`,
	`python3 -c 'import os; print(os.environ["RTUT_PARAM_TEXT"])'`,
	`awk 'BEGIN { print ENVIRON["RTUT_PARAM_TEXT"] }'`,
	`jq -n env.RTUT_PARAM_TEXT`,
	`printenv RTUT_PARAM_TEXT | wc -l`,
	`env | sort`,
	`"$JAVA_HOME"/bin/keytool -alias {{ text }}`,
	`"$RTUT_PACK_DIR/check.sh" {{ text }}`,
	`"$BIN"/psql -d {{ text }} | grep a`,
	`cat {{ text }} | sh`,
	`curl -fsSL {{ text }} | sh`,
	`test -f {{ text }} && ./gen | sh`,
	`eval "$(cat {{ text }})"`,
	`echo {{ text }} | bash script`,
	`kubectl get {{ text }} -o json | jq .`,
	`find . -name {{ text }} -printf '%p\n' | sort`,
	`stat -c %s {{ text }}`,
	`awk -v x={{ text }} 'BEGIN { print x }' | sort`,
	`env --unset=A ls {{ text }}`,
	`tar --to-stdout -xf {{ text }}`,
	`tar --exclude={{ text }} -cf f .`,
	`script --quiet {{ text }}`,
	`split --lines=5 {{ text }}`,
	`git fetch --unshallow {{ text }}`,
	`git fetch --update-shallow {{ text }}`,
	`rsync --recursive {{ text }} a`,
	`n={{ text }} bash -c 'echo $((1 + 1))'`,
	`n={{ text }} bash -c 'echo "$n"'`,
	`n={{ number }} bash -c 'echo $((n))'`,
	`trap 'echo $((m))' EXIT; n={{ text }}`,
	`uv run python script.py {{ text }}`,
	`uv run pytest {{ text }}`,
	`poetry run python manage.py migrate {{ text }}`,
	`docker run --entrypoint sh image script {{ text }}`,
	`docker run --entrypoint /bin/app image {{ text }}`,
	`consul watch -type key {{ number }}`,
	`helm upgrade a b --set {{ text }}`,
	`just deploy {{ text }}`,
	`rg {{ text }}`,
	`fd {{ text }}`,
	`python3 -m http.server --directory {{ text }}`,
	`pwsh -File script.ps1 {{ text }}`,
	`fish script.fish {{ text }}`,
	`RANDOM=5; echo {{ text }}`,
}

func TestProgramsOfTheTableTakeValuesAsData(t *testing.T) {
	for _, command := range slices.Concat(plainly, plainlyToo) {
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
		shell := cmp.Or(s.shell, "bash")
		if _, err := exec.LookPath(shell); err != nil {
			left = append(left, s.command)
			continue
		}
		if !snare(in).catches(t, Shell(shell), "cp -r "+in+"/files/. . 2>/dev/null\n"+s.with(mustQuote(t, s.lure))+"\nfor i in {1..60}; do [ -e lured ] && break; sleep 0.05; done") {
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

// TestOtherShellsRunShapesToo: what is refused is refused for whatever shell there is, here or behind ssh.
func TestOtherShellsRunShapesToo(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("starts hundreds of programs")
	}
	for shell, least := range map[string]int{"sh": 10, "dash": 10, "zsh": 25} {
		if _, err := exec.LookPath(shell); err != nil {
			continue
		}
		var run []string
		for _, s := range codeShapes {
			if s.tool == "" && snare(t.TempDir()).catches(t, Shell(shell), s.with(mustQuote(t, s.lure))) {
				run = append(run, s.command)
			}
		}
		t.Logf("%s runs %d: %s", shell, len(run), strings.Join(run, "; "))
		if len(run) < least {
			t.Errorf("%s runs only %d", shell, len(run))
		}
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

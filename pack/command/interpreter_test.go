package command

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// layers may stand before a command, in any order and number.
var layers = []string{
	"sudo", "sudo -u root", "sudo -nu root", "sudo -nEHuroot", "sudo -n --user root --", "sudo --user=root A=1", `sudo -u"$V"`, `s\udo -E`, "/usr/bin/sudo -p '' -u root",
	"doas -u root", "doas -nu root", "env", "env -i A=1 B='x y'", "env -u A", "env -iuA C=$V", "env --unset A", "timeout 5", "timeout -k 1 5", "timeout -vs KILL 5", "timeout --signal KILL 5",
	"timeout --kill-after=1 5", "nice", "nice -n 5", "nice -5", "ionice -c2 -n7", "nohup", "setsid -w", "command", "command -p", "stdbuf -oL -eL", "stdbuf --output L", "chroot /x",
	"chroot --userspec=a /x", "flock /l", "flock -nw 5 /l", "taskset 1", "taskset -c 0", "chrt -f 10", "runuser -u u --", "runuser -u u -g g", "gosu u", "su-exec u", "pkexec --user u", "sshpass -p 'a b'", "sshpass -e",
	"strace -f -e trace=file -o f", "systemd-run --wait --pipe -p A=1", "systemd-run --property A=1 --unit u", "setpriv --reuid 1 --clear-groups", "nsenter -t 1 -m -u", "unshare -n", "time -p",
	"docker exec -i c", "docker exec --user u -it c", "kubectl exec -i p -c c --", "kubectl -n n exec p --", "podman run --rm image",
}

// secondInterpreters read X as code.
var secondInterpreters = []string{
	"ssh h X", "ssh -p 22 h ls X", `ssh h "ls X"`, "eval X", `"eval" X`, `e\val X`, "su u -c X", "sh -c X", "sh -ec X", "bash -eo pipefail -c X", "bash -euo pipefail -c X", "dash +e -c X", "bash --norc --rcfile f -c X",
	`sh "-c" X`, `sh \-c X`, "/bin/sh -c -- X", "zsh -o extendedglob -fc X", "fish --command X", "env -S X", "env -iS X", "env --split-string=X", "runuser -l u -c X", "runuser u -c X", "flock /l -c X", "flock -n /l --command X",
	`eval "$(echo X)"`, `sh -c "$(printf %s X)"`, "sh <<E\n$(echo X)\nE",
}

// TestNothingThatStandsBeforeASecondInterpreterHidesIt, and what is none is let through by the same words.
func TestNothingThatStandsBeforeASecondInterpreterHidesIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := strings.Join(rapid.SliceOfN(rapid.SampledFrom(layers), 0, 3).Draw(t, "layers"), " ") + " "
		command := rapid.SampledFrom(secondInterpreters).Draw(t, "command")
		shell := rapid.SampledFrom([]Shell{Sh, Bash}).Draw(t, "shell")
		for _, raw := range []string{before + command, before + command + " | cat", "! " + before + command + " || exit", "cd / && { " + before + command + "\n}"} {
			if strings.Contains(command, "<<") && raw != before+command {
				continue
			}
			_, faults := ParseCommand(strings.Replace(raw, "X", "{{ text }}", 1), shell, testScope())
			if len(faults) == 0 || !slices.Contains([]string{"second-interpreter", "placeholder-place"}, faults[0].Rule) {
				t.Fatalf("%s: %+v", raw, faults)
			}
			if _, faults := ParseCommand(strings.Replace(raw, "X", "a", 1), shell, testScope()); faults != nil {
				t.Fatalf("%s without a value: %+v", raw, faults)
			}
		}
		if _, faults := ParseCommand(before+`ls -c {{ text }} "$RTUT_PARAM_TEXT" ; grep -r sh {{ text }}`, shell, testScope()); faults != nil {
			t.Fatalf("%s ls: %+v", before, faults)
		}
	})
}

// TestNothingThatStandsBeforeAShellHidesThatItIsPipedInto, and data for a script or a command on a host is let through.
func TestNothingThatStandsBeforeAShellHidesThatItIsPipedInto(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := strings.Join(rapid.SliceOfN(rapid.SampledFrom(layers), 0, 3).Draw(t, "layers"), " ") + " "
		printed := rapid.SampledFrom([]string{"echo {{ text }}", `printf '%s\n' {{ text }}`, `echo "$RTUT_PARAM_TEXT"`, "{ true; sudo echo {{ text }}; }", "echo {{ text }} | tr a b"}).Draw(t, "printed")
		for _, tc := range []struct {
			code  bool
			after []string
		}{
			{true, []string{"sh", "bash -s", "bash -s a b", "sh -ex", "bash -eo pipefail", "ssh h", "ssh -p 22 -i k h bash -s", "ssh h 'sudo -u root sh'", "su - u", "tee f | sh"}},
			{false, []string{"cat", "sh script", "bash ./import.sh a", "sh -c 'cat >f'", "ssh h cat", "ssh h 'sudo tee /f >/dev/null'", "su u -c cat", "psql", "xargs -0 ls"}},
		} {
			raw := printed + " | " + before + rapid.SampledFrom(tc.after).Draw(t, "after")
			if _, faults := ParseCommand(raw, Bash, testScope()); len(faults) > 0 != tc.code {
				t.Fatalf("%s: %+v", raw, faults)
			}
		}
	})
}

// lures are texts that make a file called lured if anything reads them as code.
var lures = []string{
	"$(touch lured)`touch lured`", "'; touch lured; '", `"; touch lured; "`, "\ntouch lured\n", "; touch lured #", "a[$(touch lured)]", "touch lured", "E\ntouch lured\n",
}

// standIns are programs that do with their words what those do that they are named after.
var standIns = map[string]string{
	"ssh":     `while :; do case $1 in -p|-i) shift 2;; -*) shift;; *) break;; esac; done; shift; if [ $# -gt 0 ]; then exec sh -c "$*"; else exec sh; fi`,
	"docker":  `while [ "$1" != exec ]; do shift; done; shift; while :; do case $1 in -*) shift;; *) break;; esac; done; shift; [ "$1" = -- ] && shift; exec "$@"`,
	"sudo":    `while :; do case $1 in -u|-nu) shift 2;; -*) shift;; *) break;; esac; done; [ $# -gt 0 ] || exec sh; exec env "$@"`,
	"su":      `while :; do case $1 in -c) exec sh -c "$2";; "") exec sh;; esac; shift; done`,
	"runuser": `while :; do case $1 in -c) exec sh -c "$2";; -u) shift 2; exec "$@";; esac; shift; done`,
	"sshpass": `shift 2; exec "$@"`, "flock": `shift; [ "$1" = -c ] && exec sh -c "$2"; exec "$@"`, "gosu": `shift; exec "$@"`,
}

// snare is a directory with the stand-ins.
type snare string

func newSnare(t *testing.T) snare {
	t.Helper()
	dir := t.TempDir()
	for name, text := range standIns {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return snare(dir)
}

// catches gives the shell a script among the stand-ins, and reports whether it made the file that lures make.
func (s snare) catches(t *testing.T, shell Shell, script string) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, string(shell), "-c", script)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"PATH=" + string(s) + ":/usr/bin:/bin", "LC_ALL=C.UTF-8", "V=v"}
	_ = cmd.Run() // most of these scripts fail, and so they may
	_, err := os.Stat(filepath.Join(cmd.Dir, "lured"))
	return err == nil
}

// placesOf calls visit with every place for a shell.
func placesOf(visit func(shell Shell, place string)) {
	shell := Sh
	for _, place := range places {
		if place == "" {
			shell = Bash
			continue
		}
		visit(shell, place)
	}
}

// TestNoPlaceThatIsAllowedRunsAValue asks real shells: in each place of the table in which any text may stand, no text is run.
func TestNoPlaceThatIsAllowedRunsAValue(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("starts a thousand programs")
	}
	s, tried := newSnare(t), 0
	placesOf(func(shell Shell, place string) {
		for _, written := range []string{"{{ text }}", `"$RTUT_PARAM_TEXT"`} {
			command, faults := ParseCommand(strings.ReplaceAll(place, "X", written), shell, testScope())
			if faults != nil {
				continue
			}
			for _, lure := range lures {
				script, err := command.Render(hostileValues(lure))
				if err != nil {
					continue // a here-document that the value would end
				}
				tried++
				if s.catches(t, shell, "export RTUT_PARAM_TEXT="+mustQuote(t, lure)+"\n"+script) {
					t.Errorf("%s: %q with %q is run:\n%s", shell, place, lure, script)
				}
			}
		}
	})
	if tried < 500 {
		t.Errorf("only %d were tried", tried)
	}
}

// TestPlacesOfSecondInterpretersAreRefusedForAReason: were a value only quoted there, these would run it.
func TestPlacesOfSecondInterpretersAreRefusedForAReason(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("starts hundreds of programs")
	}
	s := newSnare(t)
	for _, place := range []string{
		"ssh h ls X", "eval X", "sh -c X", "bash -eo pipefail -c X", "bash --rcfile f -c X", "env -iS X", "runuser -l u -c X", "flock /l -c X", "sshpass -p a ssh h X", "docker exec c ssh h X",
		"sudo -nu root ssh h X", "echo X | sh", "echo X | tee f | sudo -u a bash -s", "printf %s X | ssh h", "printf %s X | ssh -p 22 h sudo sh -s", "echo X | su u", "{ echo X; } | (sh)",
		`eval "$(echo X)"`, "bash -euo pipefail -c X", "bash <(echo X)", ". <(echo X)", "bash < <(echo X)", "docker exec -i c sh <<<X", "printf -vX a", "declare -i n=X", "[[ X -eq 1 ]]", "alias a=X\na",
	} {
		_, faults := ParseCommand(strings.ReplaceAll(place, "X", "{{ text }}"), Bash, testScope())
		run := slices.ContainsFunc(lures, func(lure string) bool {
			return s.catches(t, Bash, "shopt -s expand_aliases\n"+strings.ReplaceAll(place, "X", mustQuote(t, lure)))
		})
		if faults == nil || !run {
			t.Errorf("%s: refused with %+v, and run is %t", place, faults, run)
		}
	}
}

func mustQuote(t *testing.T, text string) string {
	t.Helper()
	quoted, err := Quote(text)
	if err != nil {
		t.Fatal(err)
	}
	return quoted
}

// outOfSight are commands that run a value and that the loader lets pass, as docs/security.md says.
var outOfSight = []string{
	`V=X; eval "$V"`, `set -- X; sh -c "$1"`, `f() { eval "$1"; }; f X`, "alias e=eval\ne X", `echo X | while read -r l; do eval "$l"; done`, `echo X >f; sh f`,
	`sed X f`, `psql -c X`, `mysql -e X`, `echo X | sqlite3 f`, `git -c X fetch`, `ansible-playbook p -e X`, `valgrind X`, `make X`, `. X`, `tar X`, `rm X`,
}

func TestWhatIsSaidToBeOutOfSightIs(t *testing.T) {
	for _, place := range outOfSight {
		if _, faults := ParseCommand(strings.ReplaceAll(place, "X", "{{ text }}"), Bash, testScope()); faults != nil {
			t.Errorf("%s is seen now, and docs/security.md says that it is not: %+v", place, faults)
		}
	}
}

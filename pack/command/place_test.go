package command

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"rtut/pack/value"
)

// testScope has a name for each kind of type that places tell apart.
func testScope() value.Scope {
	return value.Scope{
		"text":     {Spec: value.Spec{}},
		"note":     {Spec: value.Spec{}, Datapoint: true},
		"number":   {Spec: value.Spec{Type: value.Int}},
		"lag":      {Spec: value.Spec{Type: value.Int}, Datapoint: true},
		"host":     {Spec: value.Spec{Type: value.Hostname}},
		"word":     {Spec: value.Spec{Pattern: regexp.MustCompile(`[a-z/]+`)}},
		"list":     {Spec: value.Spec{Type: value.List}},
		"operator": {Spec: value.Spec{}},
	}
}

// places are the places of a shell command, X standing for the placeholder; those after the empty one need bash.
var places = []string{
	`echo X`, `echo X.tar`, `echo a/X`, `echo -oX`, `echo --opt=X`, `echo "X"`, `echo "a/X.tar"`, `echo "X"/b`,
	`echo "hello X"`, `echo 'X'`, `echo "$(cat X)"`, `echo $(cat X)`, "echo `cat X`", `echo "a $HOME/X"`,
	`V=X`, `V=X cmd`, `V="X" cmd`, `export V=X`, `export V="X"`, `export X`, `readonly X=1`, `unset X`, `X=1`, `X=1 cmd`,
	`cmd >X`, `cmd >>"X"`, `cmd <X`, `cmd >&X`, `cmd 2>&X`, `X>file`, `X`, `"X" a`, `./X`, `sudo X`, `sudo -u root X`,
	`env A=1 X`, `timeout 5 X`, `env A=X cmd`, `sudo -u X cmd`, `command X`, `nice cmd X`,
	"cat <<E\nX\nE", "cat <<'E'\nX\nE", "cat <<E\n$(cat X)\nE", "cat <<X\na\nX", `cmd # X`,
	`echo $((X + 1))`, `echo ${V:-X}`, `echo "${V:-X}"`, `echo ${V#X}`, `echo ${X}`, `echo $X`, `echo $VX`, `echo ${V}X`, `echo $V/X`,
	`case X in a) b;; esac`, `case $V in X) b;; esac`, `for i in X; do a; done`, `for X in a; do b; done`, `X() { a; }`,
	`if test X; then a; fi`, `while [ -e X ]; do a; done`, `(cd X && ls)`, `{ cd X; }`, `! cmd X | sort X || a X &`,
	`echo ~X`, `echo ~/X`, `V=~X`, `echo *X`, `echo {X,b}`, `echo [X]`,
	`ssh X ls`, `ssh h ls X`, `ssh h "ls X"`, `ssh h 'ls X'`, `/usr/bin/ssh h X`, `sudo -u a ssh h X`, `scp X h:`, `eval X`, `su -c X`,
	`watch ls X`, `xargs rm X`, `sh -c X`, `sh -ec 'a' X`, `bash -lc "X"`, `timeout 5 dash -c X`, `docker exec c sh -c X`, `sh run X`,
	`trap X EXIT`, "ssh h <<E\nX\nE", `ssh h "$(cat X)"`, `\ssh h X`, `s"s"h h X`,
	`sudo -nu root ssh h X`, `sudo -u"$V" ssh h X`, `sh -eo pipefail -c X`, `bash --rcfile f -c X`, `env -iS X`, `env --split-string=X`, `runuser -l u -c X`, `runuser -u u ls X`,
	`flock /l -c X`, `sshpass -p a ssh h X`, `docker exec c ssh h X`, `kubectl exec p -- grep ssh X`, "docker exec -i c sh <<E\n$(echo X)\nE", "kubectl exec -i p -- sh -c cat <<E\n$(echo X)\nE",
	`echo X | sh`, `echo X | tee f | sudo -u a bash -s`, `printf %s X | ssh h`, `printf %s X | ssh -p 22 h sudo sh -s`, `echo X | ssh h cat`, `echo X | sudo -S ls`, `echo X | su u`, `echo X | su u -c ls`,
	`echo X | sh script`, `printf %q X | sh`, `cat X | sh`, "cat <<E | sh\n$(echo X)\nE", `{ echo X; } | (sh)`, `eval "$(echo X)"`, `eval "$(cat X)"`, `echo X | kubectl exec -i p -- sh -c cat`,
	`sh <X`, `[[ X -eq 1 ]]`, `((a = X))`, `let a=X`, `let X`, `declare -i a=X`, `{ ((X)); }`,
	``,
	`[[ X = a ]]`, `[[ -e X ]]`, `[[ X -eq 1 ]]`, `[[ a =~ X ]]`, `((a = X))`, `let X`, `let a=X`, `a=(X)`, `a=("X" b)`, `a[X]=1`, `declare X`,
	`declare V=X`, `echo $'X'`, `echo $"X"`, `cat <<<X`, `cat <(cat X)`, `echo ${V/X/a}`, `echo ${V:X}`, `echo ${V[X]}`, `cmd &>X`,
	`echo @(X|b)`, `for ((i=X;i<1;i++)); do a; done`, `function X { a; }`, `select i in X; do a; done`, `coproc X { a; }`, `bash <<<X`,
	`test -v X`, `printf -v X a`, `read X`, `{X}>file cmd`, `time cmd X`, `[[ -v X ]]`, `declare -i n=X`, `declare -n r=X`, `local -xi n=X`, `alias a=X`, `echo ${!X}`,
	`bash -euo pipefail -c X`, `bash <(echo X)`, `. <(echo X)`, `bash < <(echo X)`, `docker exec -i c sh <<<X`, `printf -vX a`, `wait -np X`,
}

// verdicts tells what ParseCommand says of names in each place.
func verdicts(write func(name string) string, names []string) string {
	var out strings.Builder
	shell := Sh
	for _, place := range places {
		if place == "" {
			shell = Bash
			continue
		}
		fmt.Fprintf(&out, "%s: %q\n", shell, place)
		for _, name := range names {
			command := strings.NewReplacer("EXIT", "EXIT", "X", write(name)).Replace(place)
			_, faults := ParseCommand(command, shell, testScope())
			fmt.Fprintf(&out, "  %-8s", name)
			if len(faults) == 0 {
				out.WriteString("allowed\n")
				continue
			}
			fmt.Fprintf(&out, "%s [%s] (%s)\n", faults[0].Message, faults[0].Rule, faults[0].Hint)
		}
	}
	return out.String()
}

func TestPlaceAndTypeDecideWhetherAPlaceholderMayStand(t *testing.T) {
	write := func(name string) string { return "{{ " + name + " }}" }
	golden(t, "places.txt", verdicts(write, []string{"text", "host", "number", "list"}))
}

func TestPlaceAndTypeDecideWhetherAValueVariableMayStand(t *testing.T) {
	write := func(name string) string { return "$" + testScope().Variable(name) }
	golden(t, "places_variable.txt", verdicts(write, []string{"text", "number"}))
}

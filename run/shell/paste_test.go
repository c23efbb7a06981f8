package shell

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// pasteShells are those that read one and the same text alike. What is not here is not tried; CI has all of them.
var pasteShells = []string{"sh", "bash", "dash", "zsh", "fish"}

// hidden are texts that a terminal obeys or does not show; taken out of a command, some of them would take quotes with them.
var hidden = []string{
	"\x1b]", "\x1b[", "\x1b]0;t\a", "\x1b", "\x1b(", "\x1bP", "\a", "\r", "\r\n", "\b", "\x7f", "\u009b", "\u202e", "\u200b", "\u2028", "\ufeff", "\u00ad", "\xff", "\x80\x9b", "\t",
	"\x03", "\x04", "\x16", "\x1a",
}

// shown are texts that mean something to one shell or another, in quotes or outside.
var shown = []string{
	"'", "\"", "\\", "\\\\", "\\'", "\\\"", "\\n", "$x", "$(echo no)", "`echo no`", "!", "!!", "!echo", "!$", "^a^b", "%s", "%1", "{a,b}", "~", "*", "?", "[a]", "#", ";", "&&", "||", "(", ")", "<", ">", "=ls", "==",
	"\n", "\n^x^y^\n", "\n!!\n", " ", "  ", "a", "echo", "é", "日本", "-n", "''", `'\''`, `\\\'`, "; echo lured; echo ",
}

func drawText(t *rapid.T, label string, from []string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(from), 0, 8).Draw(t, label), "")
}

// pipes are how many texts are piped into each shell, pastes how many are pasted into each on a terminal, with brackets and
// without: some 300 in all of either.
const (
	pipes  = 60
	pastes = 45
)

func pasteCases(dir string) *rapid.Generator[Command] {
	return rapid.Custom(func(t *rapid.T) Command { return pasteCase(t, dir) })
}

// pasteCase is a command whose script may do anything: run well, fail in the middle, or be no shell at all.
func pasteCase(t *rapid.T, dir string) Command {
	from := shown
	if rapid.Bool().Draw(t, "hidden") {
		from = append(append([]string{}, shown...), hidden...)
	}
	text := drawText(t, "text", from)
	cmd := Command{Dir: dir, Shell: rapid.SampledFrom([]string{"sh", "bash"}).Draw(t, "shell")}
	if rapid.Bool().Draw(t, "env") {
		cmd.Env = []string{"RTUT_PARAM_A=" + drawText(t, "a", from), "RTUT_PARAM_B=plain-1.2"}
	}
	lines := []string{
		"printf '%s|' " + Quote(text), "echo \"$RTUT_PARAM_A|$RTUT_PARAM_B|$PWD|$0\"", "cat <<'END'\n" + text + "\nEND", "# it's " + text, "false", "cd sub\npwd",
		"test -e nothing && echo", "false | true", "(exit 7)", "exit 3", "ls", "printf '%s' \"${RTUT_PARAM_A-none}\" | od -c", "read -r line || echo no input",
		"echo " + text,
	}
	cmd.Script = strings.Join(rapid.SliceOfN(rapid.SampledFrom(lines), 1, 5).Draw(t, "lines"), "\n")
	return cmd
}

// came is what came of a command.
type came struct {
	Stdout, Stderr string
	Code           int
}

// checked is what a check of the command gives.
func checked(t *testing.T, cmd Command) came {
	t.Helper()
	cmd.Timeout = long
	var stdout, stderr bytes.Buffer
	res, err := Run(t.Context(), cmd, &stdout, &stderr)
	if err != nil || !res.Completed() {
		t.Fatalf("%+v, %v", res, err)
	}
	return came{stdout.String(), stderr.String(), res.ExitCode}
}

// piped is what comes of a text that a shell reads from its input.
func piped(t *testing.T, shell, text string) came {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(shell)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Dir = strings.NewReader(text+"\n"), &stdout, &stderr, "/"
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return came{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// pasteDir is a directory with an awkward name, with a directory in it.
func pasteDir(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), `it's a "pack"\ $HOME !x`)
	if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

func installed(t *testing.T, shell string) {
	t.Helper()
	if _, err := exec.LookPath(shell); err != nil {
		t.Skipf("%s is not here: install it to run this test", shell)
	}
}

func paste(t *testing.T, cmd Command) (text string, spelled bool) {
	t.Helper()
	text, spelled, err := Paste(cmd)
	if err != nil {
		t.Fatal(err)
	}
	if !isShownAsItIs(text) {
		t.Fatalf("a terminal would not pass this on as it is: %q", text)
	}
	return text, spelled
}

func TestWhatIsPipedIntoAShellIsWhatACheckWouldRun(t *testing.T) {
	for _, shell := range pasteShells {
		t.Run(shell, func(t *testing.T) {
			installed(t, shell)
			t.Setenv("HOME", t.TempDir())
			dir := pasteDir(t)
			for seed := range pipes {
				cmd := pasteCases(dir).Example(seed)
				text, _ := paste(t, cmd)
				if diff := cmp.Diff(checked(t, cmd), piped(t, shell, text)); diff != "" {
					t.Fatalf("seed %d: %q\nas\n%s\n(-check +piped):\n%s", seed, cmd.Script, text, diff)
				}
			}
		})
	}
}

func TestOneFailureStopsWhatIsPasted(t *testing.T) {
	for _, shell := range pasteShells {
		t.Run(shell, func(t *testing.T) {
			installed(t, shell)
			dir := pasteDir(t)
			text, _ := paste(t, Command{Dir: dir, Script: "cp -r sub /nowhere/backup 2>/dev/null\nrm -r sub"})
			if got := piped(t, shell, text); got.Code == 0 {
				t.Errorf("it ended well: %+v", got)
			}
			if _, err := os.Stat(filepath.Join(dir, "sub")); err != nil {
				t.Error("it went on after the failure")
			}
		})
	}
}

func TestADirectoryThatIsGoneRunsNothing(t *testing.T) {
	for _, shell := range pasteShells {
		t.Run(shell, func(t *testing.T) {
			installed(t, shell)
			text, _ := paste(t, Command{Dir: "/nowhere/pack", Script: "echo ran"})
			if got := piped(t, shell, text); got.Code == 0 || got.Stdout != "" {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestPasteIsReadable(t *testing.T) {
	long := strings.Repeat("x", 1000)
	for _, tc := range []struct {
		name string
		cmd  Command
		want string
	}{
		{"plain", Command{Dir: "/srv/p", Script: "make"}, `sh -c 'cd -P -- "$1" && exec sh -ec "$2"' rtut /srv/p make`},
		{"words", Command{Dir: "/srv/my pack", Script: "mv a b"}, `sh -c 'cd -P -- "$1" && exec sh -ec "$2"' rtut '/srv/my pack' 'mv a b'`},
		{
			"quotes",
			Command{Dir: "/srv/p", Script: "mv 'a b' c"},
			`sh -c 'cd -P -- "$1" && exec sh -ec "$2"' rtut /srv/p "mv 'a b' c"`,
		},
		{
			"quotes and a variable",
			Command{Dir: "/srv/p", Script: `mv 'a b' "$RTUT_PARAM_TO"`, Env: []string{"RTUT_PARAM_TO=it's"}},
			`env RTUT_PARAM_TO="it's" sh -c 'cd -P -- "$1" && exec sh -ec "$2"' rtut /srv/p 'mv '\''a b'\'' "$RTUT_PARAM_TO"'`,
		},
		{
			"bash",
			Command{Dir: "/srv/p", Shell: "bash", Script: "a | b"},
			`sh -c 'cd -P -- "$1" && exec bash -eo pipefail -c "$2"' rtut /srv/p 'a | b'`,
		},
		{"backslashes", Command{Dir: "/srv/p", Script: `a\b\\c\`}, `sh -c 'cd -P -- "$1" && exec sh -ec "$2"' rtut /srv/p 'a\b'\\'\c'\\`},
		{"lines", Command{Dir: "/srv/p", Script: "a\nb\n"}, "sh -c 'cd -P -- \"$1\" && exec sh -ec \"$2\"' rtut /srv/p 'a\nb\n'"},
		{
			"a long line",
			Command{Dir: "/srv/p", Script: long},
			"sh -c 'cd -P -- \"$1\" && exec sh -ec \"$2\"' rtut /srv/p \\\n'" + long[:800] + "'\\\n'" + long[800:] + "'",
		},
		{
			"a tab",
			Command{Dir: "/srv/p", Script: "echo 'a\tb'"},
			`sh -c 'eval "$(printf %b "$1")"' rtut 'sh -c \0047cd -P -- "$1" && exec sh -ec "$2"\0047 rtut /srv/p "echo \0047a\0011b\0047"'`,
		},
		{"another host", Command{Script: "uptime", On: "db3"}, `ssh -- db3 'sh -ec uptime'`},
		{"bash, user", Command{Script: "mv 'a b' c", Shell: "bash", On: "ana@db3"}, `ssh -- ana@db3 'bash -eo pipefail -c "mv '\''a b'\'' c"'`},
		{"there, words", Command{Script: "systemctl restart db", On: "db3", Dir: "/srv/p"}, `ssh -- db3 "sh -ec 'systemctl restart db'"`},
		{
			"values there",
			Command{Script: `ls "$RTUT_PARAM_DIR"`, On: "db3", Env: []string{"RTUT_PARAM_DIR=/a b", "PGX=1"}},
			`ssh -- db3 'env RTUT_PARAM_DIR='\''/a b'\'' sh -ec '\''ls "$RTUT_PARAM_DIR"'\'`,
		},
		{"an address with brackets", Command{Script: "w", On: "ssh://[::1]:22"}, `ssh -- 'ssh://[::1]:22' 'sh -ec w'`},
		{"another ssh", Command{Script: "w", On: "db3", SSH: []string{"/opt/my ssh", "-F", "cfg"}}, `'/opt/my ssh' -F cfg -- db3 'sh -ec w'`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, _ := paste(t, tc.cmd)
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The shell here reads the line, the login shell of the host reads what ssh gives it.
func TestWhatIsPastedForAnotherHostMeansTheSameThere(t *testing.T) {
	for _, shell := range pasteShells {
		t.Run(shell, func(t *testing.T) {
			installed(t, shell)
			t.Setenv("HOME", t.TempDir())
			ssh := filepath.Join(t.TempDir(), "ssh")
			write(t, ssh, "#!/bin/sh\nfor last; do :; done\nexec "+shell+" -c \"$last\"\n")
			if err := os.Chmod(ssh, 0o700); err != nil {
				t.Fatal(err)
			}
			for seed := range pastes {
				cmd := pasteCases("/").Example(seed)
				want := checked(t, cmd)
				cmd.Dir, cmd.On, cmd.SSH = "", "db3", []string{ssh}
				text, _ := paste(t, cmd)
				if diff := cmp.Diff(want, piped(t, shell, text)); diff != "" {
					t.Fatalf("seed %d: %q\nas\n%s\n(-check +pasted):\n%s", seed, cmd.Script, text, diff)
				}
			}
		})
	}
}

func TestAWordIsReadBackByEveryShell(t *testing.T) {
	for _, shell := range []string{"sh", "bash"} {
		for _, text := range append(append([]string{}, shown...), hidden...) {
			if strings.HasSuffix(text, "\n") {
				continue
			}
			if got := output1(t, Command{Shell: shell, Script: "printf %s " + Word(text), Dir: t.TempDir()}); got != text {
				t.Errorf("%s: %q becomes %q", shell, text, got)
			}
		}
	}
}

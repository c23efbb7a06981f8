package shell

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/google/go-cmp/cmp"
)

// interactive are the shells that a person pastes into. Their histories are on, as they are for a person, and expand `!`.
var interactive = map[string]struct {
	argv     []string
	status   string
	brackets bool // it asks for bracketed paste
	long     int  // bytes of a long text: more than a terminal takes in a line, but of fish, which is slow with these
}{
	"bash": {[]string{"bash", "--norc", "--noprofile", "-i"}, "$?", true, 6000},
	"zsh":  {[]string{"zsh", "-f", "-i"}, "$?", true, 6000},
	"fish": {[]string{"fish", "--no-config", "-i"}, "$status", true, 900},
	"dash": {[]string{"dash", "-i"}, "$?", false, 6000},
}

// terminal is a shell on a terminal.
type terminal struct {
	t      *testing.T
	keys   *os.File
	status string
	dir    string // where it leaves what came of a command
	count  int
}

func openTerminal(t *testing.T, shell string) *terminal {
	t.Helper()
	installed(t, shell)
	home := t.TempDir()
	t.Setenv("HOME", home)
	as := interactive[shell]
	cmd := exec.Command(as.argv[0], as.argv[1:]...)
	cmd.Dir = home
	cmd.Env = append(os.Environ(), "TERM=xterm", "LC_ALL=C.UTF-8", "HISTFILE="+home+"/history", "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home)
	keys, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, keys) }()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = keys.Close()
	})
	s := &terminal{t: t, keys: keys, status: as.status, dir: t.TempDir()}
	s.paste("echo seen", false) // it is up, and has a history
	return s
}

// paste pastes a command and returns what came of it. brackets: as a terminal that was asked to mark what is pasted.
func (s *terminal) paste(text string, brackets bool) came {
	s.t.Helper()
	s.count++
	name := filepath.Join(s.dir, strconv.Itoa(s.count))
	line := strings.ReplaceAll(text+" >"+name+".out 2>"+name+".err", "\n", "\r")
	if brackets {
		line = "\x1b[200~" + line + "\x1b[201~"
	}
	if err := syscall.Mkfifo(name+".code", 0o600); err != nil {
		s.t.Fatal(err)
	}
	code := make(chan string, 1)
	go func() {
		data, _ := os.ReadFile(name + ".code") // there is nothing before the shell comes back
		code <- string(data)
	}()
	if _, err := io.WriteString(s.keys, line+"\recho "+s.status+" >"+name+".code\r"); err != nil {
		s.t.Fatal(err)
	}
	select {
	case said := <-code:
		result := came{Stdout: s.read(name + ".out"), Stderr: s.read(name + ".err")}
		result.Code, _ = strconv.Atoi(strings.TrimSpace(said))
		return result
	case <-time.After(long):
		s.t.Fatal("the shell did not come back")
		return came{}
	}
}

func (s *terminal) read(path string) string {
	s.t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(data)
}

// What reads its input has the terminal then, and no check has one.
func withoutReaders(cmd Command) bool { return !strings.Contains(cmd.Script, "read -r") }

func TestWhatIsPastedIntoATerminalIsWhatACheckWouldRun(t *testing.T) {
	for shell, as := range interactive {
		for _, brackets := range []bool{false, true} {
			if brackets && !as.brackets {
				continue
			}
			t.Run(shell+" brackets "+strconv.FormatBool(brackets), func(t *testing.T) {
				s := openTerminal(t, shell)
				dir := pasteDir(t)
				all := strings.Join(shown, "\n")
				fixed := []string{"printf '%s|' " + Quote(all), "# \"\n# !\nprintf '%s|' " + Quote(all+strings.Join(hidden, "")), "echo it\\'s\n^a^b"}
				cases := pasteCases(dir).Filter(withoutReaders)
				for seed := range pastes {
					cmd := cases.Example(seed)
					if seed < len(fixed) {
						cmd = Command{Dir: dir, Script: fixed[seed]}
					}
					text, _ := paste(t, cmd)
					if diff := cmp.Diff(checked(t, cmd), s.paste(text, brackets)); diff != "" {
						t.Fatalf("seed %d: %q\nas\n%s\n(-check +pasted):\n%s", seed, cmd.Script, text, diff)
					}
				}
			})
		}
	}
}

func TestALongLineIsPastedWhole(t *testing.T) {
	for shell, as := range interactive {
		t.Run(shell, func(t *testing.T) {
			s := openTerminal(t, shell)
			words := strings.Repeat("it's é ", as.long/7)
			for _, cmd := range []Command{
				{Dir: "/", Script: "printf %s " + Quote(words)},
				{Dir: "/", Script: `printf %s "$RTUT_PARAM_A"`, Env: []string{"RTUT_PARAM_A=" + words, "RTUT_PARAM_B=" + strings.Repeat("b", as.long)}},
				{Dir: "/", Script: "printf %s " + Quote(strings.Repeat("\t", as.long/5))},
			} {
				text, _ := paste(t, cmd)
				if diff := cmp.Diff(checked(t, cmd), s.paste(text, as.brackets)); diff != "" {
					t.Errorf("(-check +pasted):\n%s", diff)
				}
			}
		})
	}
}

// The shell that a text is pasted into is as it was before.
func TestWhatIsPastedLeavesTheShellAsItWas(t *testing.T) {
	for shell := range interactive {
		t.Run(shell, func(t *testing.T) {
			s := openTerminal(t, shell)
			before := s.paste(`sh -c 'pwd; echo "$RTUT_PARAM_A"'`, false)
			text, _ := paste(t, Command{Dir: "/", Script: "cd /usr\nexport RTUT_PARAM_A=2\nexit 5", Env: []string{"RTUT_PARAM_A=1"}})
			if got := s.paste(text, false); got.Code != 5 {
				t.Errorf("%+v", got)
			}
			if diff := cmp.Diff(before, s.paste(`sh -c 'pwd; echo "$RTUT_PARAM_A"'`, false)); diff != "" {
				t.Errorf("(-before +after):\n%s", diff)
			}
		})
	}
}

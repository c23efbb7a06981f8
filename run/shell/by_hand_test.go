package shell

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// byHandEnv has the copy of this program that owns a terminal run a shell by hand.
const byHandEnv = "RTUT_TEST_BY_HAND"

// TestByHandHelper is that copy: it says how the terminal is before and after.
func TestByHandHelper(t *testing.T) {
	program := os.Getenv(byHandEnv)
	if program == "" {
		t.Skip("it is started by another test")
	}
	before, err := term.GetState(0)
	if err != nil {
		t.Fatal(err)
	}
	dir := os.Getenv("WORK")
	err = ByHand{Program: program, Dir: dir, Env: []string{"RTUT_ITEM=promote"}, Name: "promote", Recall: "printf '%s\\n' \"it's\" $RTUT_ITEM \\\n  >out"}.Run(t.Context(), os.Stdin)
	after, err2 := term.GetState(0)
	group, err3 := unix.IoctlGetInt(0, unix.TIOCGPGRP)
	if err != nil || err2 != nil || err3 != nil {
		t.Fatal(err, err2, err3)
	}
	said := "back"
	if group != unix.Getpgrp() {
		said += ", in the background"
	}
	if *before != *after {
		said += ", with another terminal"
	}
	if err := os.WriteFile(filepath.Join(dir, "back"), []byte(said), 0o600); err != nil {
		t.Fatal(err)
	}
}

// handwork is a shell by hand on a terminal.
type handwork struct {
	t    *testing.T
	dir  string
	home string
	keys *os.File
	mu   sync.Mutex
	said strings.Builder
}

func openByHand(t *testing.T, program string) *handwork {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skip(program + " is not installed")
	}
	h := &handwork{t: t, dir: t.TempDir(), home: t.TempDir()}
	cmd := exec.Command(os.Args[0], "-test.run=^TestByHandHelper$")
	cmd.Env = append(os.Environ(), byHandEnv+"="+path, "WORK="+h.dir, "HOME="+h.home, "XDG_DATA_HOME="+h.home, "TMPDIR="+h.home, "ZDOTDIR=", "TERM=xterm", "HISTFILE=")
	for name, text := range map[string]string{".bashrc": "own=bash\n", ".zshrc": "own=zsh\n"} {
		if err := os.WriteFile(filepath.Join(h.home, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if h.keys, err = pty.Start(cmd); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = h.keys.Close()
		_ = cmd.Wait()
	})
	go func() {
		buffer := make([]byte, 4096)
		for {
			n, err := h.keys.Read(buffer)
			h.mu.Lock()
			h.said.Write(buffer[:n])
			h.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	h.until("the prompt", func() bool { return strings.Contains(h.screen(), "(promote) ") })
	return h
}

func (h *handwork) screen() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.said.String()
}

// until waits for something.
func (h *handwork) until(what string, is func() bool) {
	h.t.Helper()
	for end := time.Now().Add(long); !is(); {
		if time.Now().After(end) {
			h.t.Fatalf("%s did not come:\n%q", what, h.screen())
		}
		<-time.After(10 * time.Millisecond)
	}
}

func (h *handwork) types(keys string) {
	h.t.Helper()
	if _, err := io.WriteString(h.keys, keys); err != nil {
		h.t.Fatal(err)
	}
}

// file waits for a file with a whole line, and returns its text.
func (h *handwork) file(name string) string {
	h.t.Helper()
	text := ""
	h.until(name, func() bool {
		data, _ := os.ReadFile(filepath.Join(h.dir, name))
		text = string(data)
		return text != ""
	})
	return text
}

// leftovers are the files that the shell was started with and that are still there.
func (h *handwork) leftovers() []string {
	h.t.Helper()
	var all []string
	for _, pattern := range []string{"rtut-by-hand-*", "fish/rtut_by_hand_*"} {
		found, err := filepath.Glob(filepath.Join(h.home, pattern))
		if err != nil {
			h.t.Fatal(err)
		}
		all = append(all, found...)
	}
	return all
}

func TestTheWorkIsOneUpAway(t *testing.T) {
	for program, recalls := range map[string]bool{"bash": true, "zsh": true, "fish": true, "dash": false} {
		t.Run(program, func(t *testing.T) {
			if got := (ByHand{Program: "/usr/bin/" + program}).Recalls(); got != recalls {
				t.Errorf("it recalls a command: %t", got)
			}
			h := openByHand(t, program)
			if recalls {
				h.types("\x1b[A")
				h.until("the command", func() bool { return strings.Contains(h.screen(), "RTUT_ITEM") })
				h.types("\r")
				if got := h.file("out"); got != "it's\npromote\n" {
					t.Errorf("the command printed %q", got)
				}
			}
			if program == "bash" || program == "zsh" {
				h.types("echo $own >own\r")
				if got := h.file("own"); got != program+"\n" {
					t.Errorf("its start files were not read: %q", got)
				}
			}
			h.types("exit\r")
			if got := h.file("back"); got != "back" {
				t.Error(got)
			}
			if left := h.leftovers(); left != nil {
				t.Errorf("left behind: %q", left)
			}
		})
	}
}

func TestAShellThatIsKilledOrStoppedGivesTheTerminalBack(t *testing.T) {
	for name, keys := range map[string]string{
		"killed":            "kill -9 $$\r",
		"killed in raw":     "stty raw -echo; kill -9 $$\r",
		"stopped and ended": "kill -STOP $$\rexit\r",
	} {
		t.Run(name, func(t *testing.T) {
			h := openByHand(t, "bash")
			h.types(keys)
			if got := h.file("back"); got != "back" {
				t.Error(got)
			}
			if left := h.leftovers(); left != nil {
				t.Errorf("left behind: %q", left)
			}
		})
	}
}

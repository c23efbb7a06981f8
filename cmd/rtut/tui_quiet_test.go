package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// A terminal that does not answer keeps no command waiting, for none asks it anything: what is linked in for the
// terminal interface is quiet until that is opened.
func TestCommandsWithoutAScreenAskTheTerminalNothing(t *testing.T) {
	r := newRepo(t)
	r.env = append(r.env, "NO_COLOR=1")
	r.must("rtut", "run", "new", "packs/linear")
	for line, code := range map[string]int{"run status": exitDone, "run next": exitDone, "list": exitDone, "version": exitDone, "tui --json": exitUsage} {
		if shown := r.rtut("", strings.Fields(line)...).exits(code); strings.Contains(shown, "\x1b") {
			t.Errorf("rtut %s: %q", line, shown)
		}
	}
}

// Where the interface can't be shown it is refused at once, with the commands to use instead. Nothing that stays silent
// keeps it waiting: not a pipe that nobody writes to, nor a terminal that controls nobody and never answers.
func TestTUIWithoutATerminalEndsAtOnce(t *testing.T) {
	r := newRepo(t)
	silent, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	ptm, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer ptm.Close()
	defer tty.Close()
	for name, streams := range map[string]struct{ in, out *os.File }{
		"pipes":                        {silent, nil},
		"a terminal to read alone":     {tty, nil},
		"a terminal to write alone":    {silent, tty},
		"no terminal that controls it": {tty, tty},
	} {
		for _, args := range [][]string{nil, {"packs/linear"}, {"tui"}, {"tui", "packs/linear"}, {"tui", "--run", "2026"}} {
			t.Run(name+"/rtut "+strings.Join(args, " "), func(t *testing.T) {
				var said bytes.Buffer
				cmd := exec.Command("rtut", args...)
				cmd.Dir, cmd.Env, cmd.Stderr = r.dir, r.env, &said
				cmd.Stdin, cmd.Stdout = streams.in, io.Discard
				if streams.out != nil {
					cmd.Stdout = streams.out
				}
				cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
				endsWith(t, cmd, exitUsage)
				for _, word := range []string{"needs a terminal", "rtut go", "rtut run status", "rtut list"} {
					if !strings.Contains(said.String(), word) {
						t.Errorf("it does not say %q: %q", word, said.String())
					}
				}
			})
		}
	}
	if err := ptm.SetReadDeadline(time.Now()); err != nil {
		t.Fatal(err)
	}
	if shown, _ := io.ReadAll(ptm); len(shown) > 0 {
		t.Errorf("the terminal was sent %q", shown)
	}
}

// endsWith runs a command that must end by itself, with an exit code.
func endsWith(t *testing.T, cmd *exec.Cmd, code int) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	hangs := time.AfterFunc(giveUp, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait() // the exit code says it
	if !hangs.Stop() {
		t.Fatal("it hangs")
	}
	if got := cmd.ProcessState.ExitCode(); got != code {
		t.Errorf("exit code %d, not %d", got, code)
	}
}

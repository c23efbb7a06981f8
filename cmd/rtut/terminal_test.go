package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// giveUp ends a test that waits for what never comes.
const giveUp = 20 * time.Second

// repo is a repository with the packs of testdata/packs, and what rtut has from outside there.
type repo struct {
	t   *testing.T
	dir string
	env []string
}

func newRepo(t *testing.T) *repo {
	t.Helper()
	r := &repo{t: t, dir: t.TempDir()}
	r.env = append(os.Environ(), testNow+"=2026-11-30T00:45:12.123456Z", testIDs+"=9f2c4a,9f2c4b,9f2c4c", "RTUT_OPERATOR=ana",
		"LANG=C.UTF-8", "HOME="+r.dir, "GIT_CONFIG_GLOBAL=/dev/null", "NO_COLOR=", "TERM=xterm-256color")
	if err := os.CopyFS(filepath.Join(r.dir, "packs"), os.DirFS("testdata/packs")); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(r.dir, "packs/asking"), os.DirFS("testdata/asking")); err != nil {
		t.Fatal(err)
	}
	r.must("git", "init", "--quiet")
	return r
}

// must runs a command without a terminal and returns what it printed.
func (r *repo) must(args ...string) string {
	r.t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Env = r.dir, r.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// terminal is a rtut that runs in a terminal of its own.
type terminal struct {
	t      *testing.T
	pty    *os.File
	cmd    *exec.Cmd
	chunks chan []byte
	all    bytes.Buffer // all that was shown
	unread string       // what no expect has passed yet
}

// rtut starts rtut in a terminal of 40 columns. before is what is typed while it does not run yet.
func (r *repo) rtut(before string, args ...string) *terminal {
	r.t.Helper()
	return r.start(before, exec.Command("rtut", args...))
}

// start starts a command as rtut does.
func (r *repo) start(before string, cmd *exec.Cmd) *terminal {
	r.t.Helper()
	ptm, tty, err := pty.Open()
	if err != nil {
		r.t.Fatal(err)
	}
	defer tty.Close()
	if err := pty.Setsize(ptm, &pty.Winsize{Rows: 20, Cols: 40}); err != nil {
		r.t.Fatal(err)
	}
	x := &terminal{t: r.t, pty: ptm, cmd: cmd, chunks: make(chan []byte, 1000)}
	x.typed(before)
	x.cmd.Dir, x.cmd.Env = r.dir, append(r.env, testTTY+"=1")
	x.cmd.Stdin, x.cmd.Stdout, x.cmd.Stderr = tty, tty, tty
	x.cmd.SysProcAttr = inTerminal()
	if err := x.cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	go x.read()
	r.t.Cleanup(func() { _ = ptm.Close() })
	return x
}

// read passes on what is shown until the terminal is gone, which Linux calls EIO.
func (x *terminal) read() {
	defer close(x.chunks)
	for {
		buf := make([]byte, 4096)
		n, err := x.pty.Read(buf)
		if n > 0 {
			x.chunks <- buf[:n]
		}
		if err != nil {
			return
		}
	}
}

func (x *terminal) typed(keys string) {
	x.t.Helper()
	if _, err := x.pty.WriteString(keys); err != nil {
		x.t.Fatal(err)
	}
}

// expect waits until text is shown.
func (x *terminal) expect(text string) {
	x.t.Helper()
	stop := time.After(giveUp)
	for {
		if _, after, found := strings.Cut(x.unread, text); found {
			x.unread = after
			return
		}
		select {
		case chunk, open := <-x.chunks:
			if !open {
				x.t.Fatalf("ended without %q:\n%s", text, x.all.String())
			}
			x.all.Write(chunk)
			x.unread += strings.ReplaceAll(string(chunk), "\r", "")
		case <-stop:
			_ = x.cmd.Process.Kill()
			x.t.Fatalf("never shown: %q:\n%s", text, x.all.String())
		}
	}
}

// left is exits for the terminal interface, with a key that leaves it typed until it is taken: one typed before a frame was seen is not.
func (x *terminal) left(key string, code int) string {
	x.t.Helper()
	done := make(chan struct{})
	defer close(done)
	go func() {
		for again := time.NewTicker(300 * time.Millisecond); ; {
			_, _ = x.pty.WriteString(key) // of no use once it has left
			select {
			case <-again.C:
			case <-done:
				again.Stop()
				return
			}
		}
	}()
	return x.exits(code)
}

// exits waits until rtut ends, wants that exit code, and returns all that was shown.
func (x *terminal) exits(code int) string {
	x.t.Helper()
	stop := time.After(giveUp)
	for open := true; open; {
		var chunk []byte
		select {
		case chunk, open = <-x.chunks:
			x.all.Write(chunk)
		case <-stop:
			_ = x.cmd.Process.Kill()
			x.t.Fatalf("hangs:\n%s", x.all.String())
		}
	}
	shown := strings.ReplaceAll(x.all.String(), "\r", "")
	err := x.cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		x.t.Fatal(err)
	}
	if got := x.cmd.ProcessState.ExitCode(); got != code {
		x.t.Fatalf("exit code %d, not %d:\n%s", got, code, shown)
	}
	return shown
}

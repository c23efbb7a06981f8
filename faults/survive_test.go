//go:build faults

package faults

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// survivors are commands that start something which whoever kills their group, or their session, does not reach.
var survivors = map[string]string{
	"timeout":      "timeout 1000 sh -c 'echo started; sleep 1000'; echo after",
	"setsid":       "setsid sh -c 'echo started; sleep 1000' & sleep 1000",
	"job control":  "bash -c 'set -m; sleep 1000 & echo started; wait' & wait",
	"double fork":  "(setsid sh -c 'sleep 1000 & echo started; sleep 1000' &) & sleep 1000",
	"nohup":        "nohup sleep 1000 >/dev/null 2>&1 & echo started; sleep 1000",
	"ignores TERM": "trap '' TERM HUP INT; setsid sh -c 'echo started; sleep 1000; sleep 1000' & sleep 1000; sleep 1000",
}

// survivorPack has a step whose check holds a FIFO open as long as anything lives that it has started.
func survivorPack(t *testing.T, script, limit string) (r repo, alive *os.File) {
	t.Helper()
	r = repo(t.TempDir())
	fifo := filepath.Join(string(r), "alive")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	alive, err := os.OpenFile(fifo, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = alive.Close() })
	text := "schema: runbook-pack/v0.2\nid: survive\ntitle: Survive\nsteps:\n  - id: look\n    title: Look\n    verify:\n      kind: exit-code\n" +
		"      timeout: " + limit + "\n      command: |\n        exec 9>alive; echo begun >&9\n        " + script + "\n"
	if err := os.WriteFile(filepath.Join(string(r), "pack.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r.must(t, "run new .")
	r.must(t, "run start look")
	return r, alive
}

// lives reports whether anything holds the FIFO open after a while in which it should have gone.
func lives(t *testing.T, alive *os.File, patience time.Duration) bool {
	t.Helper()
	_ = alive.SetReadDeadline(time.Now().Add(patience))
	said, err := io.ReadAll(alive)
	if string(said) != "begun\n" {
		t.Fatalf("the check did not begin: %q, %v", said, err)
	}
	return errors.Is(err, os.ErrDeadlineExceeded)
}

func TestNothingOfACheckSurvives(t *testing.T) {
	for name, script := range survivors {
		t.Run(name+" at its limit", func(t *testing.T) {
			r, alive := survivorPack(t, script, "1s")
			if exit, said := r.rtut(t, "run verify --yes"); exit != 1 || !strings.Contains(said, "did not end within 1s") {
				t.Errorf("exit code %d: %s", exit, said)
			}
			if lives(t, alive, time.Minute) {
				t.Error("it lives on")
			}
		})
		for way, signal := range map[string]syscall.Signal{
			"Ctrl-C": syscall.SIGINT, "TERM": syscall.SIGTERM, "kill -9": syscall.SIGKILL, "stop": syscall.SIGSTOP,
		} {
			limit := "60s"
			if signal == syscall.SIGSTOP {
				limit = "2s"
			}
			t.Run(name+" at "+way, func(t *testing.T) {
				r, alive := survivorPack(t, script, limit)
				cmd := r.cmd("run verify --yes")
				stderr, err := cmd.StderrPipe()
				if err != nil {
					t.Fatal(err)
				}
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				from := bufio.NewReader(stderr)
				for line := ""; !strings.HasSuffix(line, "started\n"); {
					if line, err = from.ReadString('\n'); err != nil {
						t.Fatal(err)
					}
				}
				_ = cmd.Process.Signal(signal)
				if lives(t, alive, time.Minute) {
					t.Error("it lives on")
				}
				_ = cmd.Process.Kill()
				_ = cmd.Wait()
			})
		}
	}
}

// The control: what a check that passes leaves running is left alone, is seen to live here, and is named.
func TestWhatAPassingCheckLeavesRunningIsNamed(t *testing.T) {
	r, alive := survivorPack(t, "setsid sleep 1000 & echo $! >left", "20s")
	said := r.must(t, "run verify --yes")
	pid, err := os.ReadFile(filepath.Join(string(r), "left"))
	if err != nil {
		t.Fatal(err)
	}
	var left int
	if _, err := fmt.Sscan(string(pid), &left); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Kill(left, syscall.SIGKILL) }()
	if want := fmt.Sprintf("left running: pid %d sleep 1000\n", left); !strings.Contains(said, want) {
		t.Errorf("%q is not said:\n%s", want, said)
	}
	if !lives(t, alive, 200*time.Millisecond) {
		t.Error("it was ended")
	}
}

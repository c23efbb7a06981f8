package shell

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// shapes are ways in which processes get out of the reach of whoever kills a process group.
var shapes = map[string]string{
	"child":           "echo started; sleep 1000",
	"background":      "sleep 1000 & echo started; sleep 1000",
	"timeout":         "timeout 1000 sh -c 'echo started; sleep 1000'; echo after",
	"setsid":          "setsid sh -c 'echo started; sleep 1000' & sleep 1000",
	"job control":     "bash -c 'set -m; sleep 1000 & sleep 1000 & echo started; wait' & wait",
	"double fork":     "(setsid sh -c 'sleep 1000 & echo started; sleep 1000' &) & sleep 1000",
	"daemon":          "(setsid sh -c \"(setsid sh -c 'echo started; sleep 1000' &) & exit\" &) & sleep 1000",
	"nohup":           "nohup sleep 1000 >/dev/null 2>&1 & echo started; sleep 1000",
	"ignores TERM":    "trap '' TERM HUP INT; setsid sh -c 'echo started; sleep 1000; sleep 1000' & sleep 1000; sleep 1000",
	"is stopped":      "setsid sh -c 'echo started; kill -s STOP $$; sleep 1000' & sleep 1000",
	"goes on forking": "setsid sh -c \"trap '' TERM; while :; do setsid sleep 1000 & sleep 0.01; done\" & echo started; sleep 1000",
	"stops its guard": stopsItsGuard,
	"has ended":       "(trap '' HUP; while :; do echo moving; sleep 0.05; done) & echo started",
}

// stopsItsGuard has nobody left who could end it while rtut is stopped, too.
const stopsItsGuard = "kill -s STOP $PPID; setsid sleep 1000 & echo started; sleep 1000"

// goesOnStopping does it again as often as rtut wakes the guard.
const goesOnStopping = "(while :; do kill -s STOP $PPID; sleep 0.05; done) & echo started; sleep 1000"

// withRtut are the shapes that nothing is left of as long as rtut is there to wake its guard.
func withRtut() map[string]string {
	all := maps.Clone(shapes)
	all["goes on stopping its guard"] = goesOnStopping
	return all
}

func awaitStarted(t *testing.T, from *bufio.Reader) {
	t.Helper()
	for {
		line, err := from.ReadString('\n')
		if line == "started\n" {
			return
		}
		if err != nil {
			t.Fatalf("it did not start: %v", err)
		}
	}
}

func TestNothingOfACommandSurvivesItsLimit(t *testing.T) {
	for name, shape := range withRtut() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			alive, script := lifeline(t, shape)
			res, err := Run(t.Context(), Command{Script: script, Timeout: time.Second}, nil, nil)
			if err != nil || !res.TimedOut || res.Left != nil {
				t.Errorf("got %+v, %v", res, err)
			}
			alive()
		})
	}
}

func TestNothingOfACommandSurvivesItsCancellation(t *testing.T) {
	for name, shape := range withRtut() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			alive, script := lifeline(t, shape)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			res, err := Run(ctx, Command{Script: script, Timeout: long}, writerFunc(func(p []byte) (int, error) {
				if bytes.Contains(p, []byte("started")) {
					cancel()
				}
				return len(p), nil
			}), nil)
			if err != nil || !res.Interrupted || res.Left != nil {
				t.Errorf("got %+v, %v", res, err)
			}
			alive()
		})
	}
}

// The ways in which rtut itself comes to nothing: a second copy of this test runs the command.
func TestNothingOfACommandSurvivesRtut(t *testing.T) {
	for name, shape := range shapes {
		for way, signal := range map[string]syscall.Signal{"killed": syscall.SIGKILL, "quit": syscall.SIGQUIT} {
			t.Run(name+" "+way, func(t *testing.T) {
				t.Parallel()
				alive, script := lifeline(t, shape)
				rtut := startCopy(t, script, long)
				_ = rtut.Process.Signal(signal)
				_ = rtut.Wait()
				alive()
			})
		}
	}
}

func TestTheLimitHoldsWhileRtutIsStopped(t *testing.T) {
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if shape == stopsItsGuard {
				t.Skip("docs/security.md says so")
			}
			alive, script := lifeline(t, shape)
			rtut := startCopy(t, script, 2*time.Second)
			_ = rtut.Process.Signal(syscall.SIGSTOP)
			alive()
			_ = rtut.Process.Kill()
			_ = rtut.Wait()
		})
	}
}

// Who ends the guard ends the command first.
func TestNothingOfACommandSurvivesItsGuard(t *testing.T) {
	alive, script := lifeline(t, "setsid sleep 1000 & kill -s TERM $PPID; sleep 1000")
	res, err := Run(t.Context(), Command{Script: script, Timeout: long}, nil, nil)
	if err == nil || err.Error() != "the guard of the command has ended before the command" || res.Completed() {
		t.Errorf("got %+v, %v", res, err)
	}
	alive()
}

// A guard that is killed can't end anything: rtut does, as far as the session reaches.
func TestAKilledGuardIsNoticed(t *testing.T) {
	alive, script := lifeline(t, "timeout 1000 sh -c 'echo started; sleep 1000' & sleep 0.5; echo guard $PPID; sleep 1000") // it has told of the command by then
	var said bytes.Buffer
	res, err := Run(t.Context(), Command{Script: script, Timeout: long}, writerFunc(func(p []byte) (int, error) {
		said.Write(p)
		_, guard, _ := strings.Cut(said.String(), "guard ")
		if pid, _, whole := strings.Cut(guard, "\n"); whole && strings.Contains(said.String(), "started") {
			n, _ := strconv.Atoi(pid)
			_ = syscall.Kill(n, syscall.SIGKILL)
		}
		return len(p), nil
	}), nil)
	if err == nil || err.Error() != "the guard of the command has ended before the command" || res.Completed() {
		t.Errorf("got %+v, %v", res, err)
	}
	alive()
	if got := output1(t, Command{Script: "echo on"}); got != "on\n" {
		t.Errorf("the next command gives %q", got)
	}
}

// startCopy starts this test once more, which runs script with a limit, and returns when that has begun.
func startCopy(t *testing.T, script string, limit time.Duration) *exec.Cmd {
	t.Helper()
	rtut := exec.Command(os.Args[0], "-test.run=^TestCopyRunsACommand$")
	rtut.Env = append(os.Environ(), "TEST_SHELL_SCRIPT="+script, "TEST_SHELL_LIMIT="+limit.String())
	stdout, err := rtut.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := rtut.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = rtut.Process.Kill() })
	from := bufio.NewReader(stdout)
	awaitStarted(t, from)
	go func() { _, _ = from.WriteTo(bytes.NewBuffer(nil)) }()
	return rtut
}

// TestCopyRunsACommand is what a copy does.
func TestCopyRunsACommand(t *testing.T) {
	limit, err := time.ParseDuration(os.Getenv("TEST_SHELL_LIMIT"))
	if err != nil {
		t.Skip("this is the part of a copy")
	}
	_, _ = Run(t.Context(), Command{Script: os.Getenv("TEST_SHELL_SCRIPT"), Timeout: limit}, os.Stdout, nil)
}

// The control: these shapes get away from whoever kills the group of the command, or its session.
func TestWhatIsKilledByGroupOrSessionLivesOn(t *testing.T) {
	for name, sets := range map[string]bool{"timeout": false, "job control": false, "setsid": true, "double fork": true, "daemon": true, "is stopped": true} {
		t.Run(name, func(t *testing.T) {
			fifo := t.TempDir() + "/fifo"
			if err := syscall.Mkfifo(fifo, 0o600); err != nil {
				t.Fatal(err)
			}
			r, err := os.OpenFile(fifo, os.O_RDONLY|syscall.O_NONBLOCK, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = r.Close() }()
			cmd := exec.Command("sh", "-ec", "exec 9>"+fifo+"; "+strings.ReplaceAll(shapes[name], "1000", "20")) // nobody ends them if this test is killed
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			stdout, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { killHolders(t, fifo) })
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			awaitStarted(t, bufio.NewReader(stdout))
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
			if sets {
				for _, pid := range tree(0, cmd.Process.Pid) {
					if of, err := unix.Getsid(pid); err == nil && of == cmd.Process.Pid {
						_ = syscall.Kill(pid, syscall.SIGKILL)
					}
				}
			}
			_ = cmd.Wait()
			_ = r.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
			if _, err := io.ReadAll(r); !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("nothing lives on: %v", err)
			}
		})
	}
}

// killHolders kills whoever has a file open as number 9, but this process: its number for the file may be any.
func killHolders(t *testing.T, file string) {
	t.Helper()
	links, err := filepath.Glob("/proc/[0-9]*/fd/9")
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range links {
		if to, _ := os.Readlink(link); to == file {
			if pid, _ := strconv.Atoi(strings.Split(link, "/")[2]); pid != os.Getpid() {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}
	}
}

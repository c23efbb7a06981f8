package shell

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// long is a time limit that no test reaches unless something hangs; short one that a test waits for, and within which a
// busy machine still starts a shell.
const (
	long  = 5 * time.Minute
	short = 2 * time.Second
)

func TestACommandEndsWithItsExitCode(t *testing.T) {
	for _, tc := range []struct {
		name, shell, script string
		code                int
		stdout, stderr      string
	}{
		{"success", "sh", "echo out; echo err >&2", 0, "out\n", "err\n"},
		{"no shell named is sh", "", "echo out", 0, "out\n", ""},
		{"exit", "sh", "exit 7", 7, "", ""},
		{"the first failure ends it", "sh", "false; echo never", 1, "", ""},
		{"sh sees the end of a pipe alone", "sh", "false | true", 0, "", ""},
		{"bash sees a failure inside a pipe", "bash", "false | true; echo never", 1, "", ""},
		{"a signal is 128+n", "sh", "kill -s KILL $$", 137, "", ""},
		{"no such command", "sh", "exec 2>/dev/null; no-such-command-at-all", 127, "", ""},
		{"255 is a code like others", "sh", "exit 255", 255, "", ""},
		{"input is at its end", "sh", "cat; echo end", 0, "end\n", ""},
		{"empty", "sh", "", 0, "", ""},
		{"lines and quotes", "sh", "printf '%s' 'it'\\''s\n\"two\"'", 0, "it's\n\"two\"", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.shell == "bash" && len(LookTools([]string{"bash"})) > 0 {
				t.Skip("bash is not here")
			}
			var stdout, stderr bytes.Buffer
			res, err := Run(t.Context(), Command{Script: tc.script, Shell: tc.shell, Timeout: long}, &stdout, &stderr)
			if err != nil {
				t.Fatal(err)
			}
			want := Result{ExitCode: tc.code, Bytes: int64(len(tc.stdout + tc.stderr)), Duration: res.Duration}
			if tc.code == 137 {
				want.Signal = int(syscall.SIGKILL)
			}
			if diff := cmp.Diff(want, res); diff != "" || !res.Completed() {
				t.Errorf("result (-want +got):\n%s", diff)
			}
			if stdout.String() != tc.stdout || stderr.String() != tc.stderr {
				t.Errorf("got %q and %q", &stdout, &stderr)
			}
		})
	}
}

func TestLaterEnvironmentWins(t *testing.T) {
	t.Setenv("RTUT_TEST", "caller")
	t.Setenv("RTUT_TEST_KEPT", "kept")
	env := []string{"RTUT_TEST=first", "RTUT_TEST=a 'b'\n$(c)"}
	got := output1(t, Command{Script: `printf '%s|%s' "$RTUT_TEST" "$RTUT_TEST_KEPT"`, Env: env})
	if want := "a 'b'\n$(c)|kept"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestACommandRunsInItsDirectory(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if got := output1(t, Command{Script: "pwd -P", Dir: dir}); got != dir+"\n" {
		t.Errorf("got %q, want %q", got, dir)
	}
}

func TestOneWriterForBothStreamsKeepsTheirOrder(t *testing.T) {
	var both bytes.Buffer
	cmd := Command{Script: "for i in 1 2 3 4 5; do echo o$i; echo e$i >&2; done", Timeout: long}
	if _, err := Run(t.Context(), cmd, &both, &both); err != nil {
		t.Fatal(err)
	}
	if want := "o1 e1 o2 e2 o3 e3 o4 e4 o5 e5"; strings.Join(strings.Fields(both.String()), " ") != want {
		t.Errorf("got %q", &both)
	}
}

// A session of its own has no terminal: nothing can be asked there, and nothing written past the caller's writers.
func TestACommandHasASessionOfItsOwn(t *testing.T) {
	t.Parallel()
	session := -1
	_, err := Run(t.Context(), Command{Script: "echo $$; sleep 1000", Timeout: short}, writerFunc(func(p []byte) (int, error) {
		pid, err := strconv.Atoi(strings.TrimSpace(string(p)))
		if err != nil {
			return 0, err
		}
		sid, err := unix.Getsid(pid)
		session = sid - pid
		return len(p), err
	}), nil)
	if err != nil || session != 0 {
		t.Errorf("got %v, the session is %d off", err, session)
	}
}

func TestWhatCannotRunIsSaid(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name string
		cmd  Command
		want string
	}{
		{"no limit", Command{Script: "true"}, "run a command without a time limit"},
		{"NUL in the script", Command{Script: "a\x00b", Timeout: long}, "run a command that holds a NUL character"},
		{"NUL in a value", Command{Env: []string{"A=\x00"}, Timeout: long}, "run a command that holds a NUL character"},
		{"another shell", Command{Shell: "zsh", Timeout: long}, `run a command in shell "zsh": want sh or bash`},
		{"no directory", Command{Dir: "/no/such", Timeout: long}, `run a command in "/no/such": stat /no/such: no such file or directory`},
		{"a file for a directory", Command{Dir: file, Timeout: long}, `run a command in "` + file + `": not a directory`},
		{"a script too long for the system", Command{Script: strings.Repeat("x", 4<<20), Timeout: long}, "start sh: fork/exec "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			res, err := Run(t.Context(), tc.cmd, nil, nil)
			if err == nil || !strings.HasPrefix(err.Error(), tc.want) || res.Completed() {
				t.Errorf("got %v, %+v, want %s", err, res, tc.want)
			}
		})
	}
}

func TestAMissingShellIsNamed(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := Run(t.Context(), Command{Script: "true", Shell: "bash", Timeout: long}, nil, nil)
	var missing *MissingToolError
	if !errors.As(err, &missing) || err.Error() != "find bash: executable file not found in $PATH" {
		t.Errorf("got %v", err)
	}
}

func TestTheWholeGroupDiesAtTheLimit(t *testing.T) {
	for name, script := range map[string]string{
		"willing":          `sleep 1000 & sleep 1000`,
		"deaf to SIGTERM":  `trap '' TERM; sleep 1000 & sleep 1000; sleep 1000`,
		"a pipe":           `sleep 1000 | sleep 1000`,
		"a trap that lies": `trap 'exit 0' TERM; sleep 1000 & wait`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			alive, script := lifeline(t, script)
			res, err := Run(t.Context(), Command{Script: script, Timeout: short}, nil, nil)
			if err != nil || !res.TimedOut || res.ExitCode != -1 || res.Completed() {
				t.Errorf("got %+v, %v", res, err)
			}
			alive()
		})
	}
}

func TestAProcessThatLeftTheGroupDoesNotHoldRun(t *testing.T) {
	if missing := LookTools([]string{"setsid"}); len(missing) > 0 {
		t.Skip("setsid is not here")
	}
	pid := filepath.Join(t.TempDir(), "pid")
	escape := "setsid sh -c 'echo $$ >" + pid + ".new; mv " + pid + ".new " + pid + "; exec sleep 1000' & "
	arrived := "while ! [ -e " + pid + " ]; do sleep 0.01; done; "
	t.Cleanup(func() { killFrom(t, pid) })
	t.Run("after the end", func(t *testing.T) {
		var stdout bytes.Buffer
		res, err := Run(t.Context(), Command{Script: escape + arrived + "echo end", Timeout: long}, &stdout, nil)
		if err != nil || res.ExitCode != 0 || stdout.String() != "end\n" {
			t.Errorf("got %+v, %v, %q", res, err, &stdout)
		}
		killFrom(t, pid)
	})
	t.Run("at the limit", func(t *testing.T) {
		res, err := Run(t.Context(), Command{Script: escape + arrived + "sleep 1000", Timeout: short}, io.Discard, nil)
		if err != nil || !res.TimedOut {
			t.Errorf("got %+v, %v", res, err)
		}
	})
}

func TestCancelInterrupts(t *testing.T) {
	alive, script := lifeline(t, "echo started; sleep 1000")
	ctx, cancel := context.WithCancel(t.Context())
	res, err := Run(ctx, Command{Script: script, Timeout: long}, writerFunc(func(p []byte) (int, error) {
		cancel()
		return len(p), nil
	}), nil)
	if err != nil || !res.Interrupted || res.TimedOut || res.ExitCode != -1 || res.Bytes != 8 {
		t.Errorf("got %+v, %v", res, err)
	}
	alive()
	res, err = Run(ctx, Command{Script: "echo never", Timeout: long}, writerFunc(func([]byte) (int, error) {
		t.Error("a command was started though ctx had ended")
		return 0, io.ErrClosedPipe
	}), nil)
	if err != nil || !res.Interrupted {
		t.Errorf("got %+v, %v", res, err)
	}
}

func TestAStuckWriterDoesNotHoldRun(t *testing.T) {
	t.Parallel()
	stuck := make(chan struct{})
	defer close(stuck)
	res, err := Run(t.Context(), Command{Script: "echo a; echo b >&2; yes", Timeout: short}, writerFunc(func(p []byte) (int, error) {
		<-stuck
		return len(p), nil
	}), nil)
	if err != nil || !res.TimedOut {
		t.Errorf("got %+v, %v", res, err)
	}
}

func TestASlowWriterGetsEverything(t *testing.T) {
	var got bytes.Buffer
	release := time.NewTicker(20 * time.Millisecond)
	defer release.Stop()
	res, err := Run(t.Context(), Command{Script: "head -c 300000 /dev/zero", Timeout: long}, writerFunc(func(p []byte) (int, error) {
		<-release.C
		return got.Write(p)
	}), nil)
	if err != nil || !res.Completed() || got.Len() != 300000 || res.Bytes != 300000 {
		t.Errorf("got %+v, %v, %d bytes", res, err, got.Len())
	}
}

func TestAFailingWriterDoesNotStopTheCommand(t *testing.T) {
	full := errors.New("disk full")
	calls := 0
	var stderr bytes.Buffer
	res, err := Run(t.Context(), Command{Script: "head -c 1000000 /dev/zero; echo end >&2; exit 3", Timeout: long},
		writerFunc(func([]byte) (int, error) { calls++; return 0, full }), &stderr)
	if !errors.Is(err, full) || err.Error() != "pass on the output of a command: disk full" {
		t.Errorf("got %v", err)
	}
	if res.ExitCode != 3 || res.Bytes != 1000004 || stderr.String() != "end\n" || calls != 1 {
		t.Errorf("got %+v, %q, %d calls", res, &stderr, calls)
	}
}

func TestOutputIsNeverKept(t *testing.T) {
	const size = 2 << 30
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	obs := NewObserver("needle")
	res, err := Run(t.Context(), Command{Script: "head -c " + strconv.Itoa(size) + " /dev/zero; echo needle", Timeout: long}, obs, nil)
	runtime.ReadMemStats(&after)
	if err != nil || res.Bytes != size+7 || !obs.Contains() || !obs.Truncated() {
		t.Fatalf("got %+v, %v", res, err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 16<<20 {
		t.Errorf("%d MiB were allocated in all", used>>20)
	}
}

// TestTheCommandDoesNotOutliveRtut kills a second copy of this test, which runs a command, without warning.
func TestTheCommandDoesNotOutliveRtut(t *testing.T) {
	if script := os.Getenv("TEST_SHELL_SCRIPT"); script != "" {
		_, _ = Run(t.Context(), Command{Script: script, Timeout: long}, os.Stdout, nil)
		return
	}
	alive, script := lifeline(t, "trap '' TERM; echo started; sleep 1000 & sleep 1000; sleep 1000")
	rtut := exec.Command(os.Args[0], "-test.run=^TestTheCommandDoesNotOutliveRtut$")
	rtut.Env = append(os.Environ(), "TEST_SHELL_SCRIPT="+script)
	stdout, err := rtut.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := rtut.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(stdout).ReadString('\n'); line != "started\n" {
		t.Errorf("got %q, %v", line, err)
	}
	_ = rtut.Process.Kill()
	_ = rtut.Wait()
	alive()
}

// lifeline lets script hold a pipe open; wait returns when nobody that the script has started lives any more.
func lifeline(t *testing.T, script string) (wait func(), held string) {
	t.Helper()
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := os.OpenFile(fifo, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return func() {
		t.Helper()
		_ = r.SetReadDeadline(time.Now().Add(30 * time.Second))
		if said, err := io.ReadAll(r); err != nil || string(said) != "begun\n" {
			t.Errorf("what the command has started lives on: %q, %v", said, err)
		}
	}, "exec 9>" + fifo + "; echo begun >&9; " + script
}

func killFrom(t *testing.T, file string) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		return
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil || pid <= 1 {
		t.Fatalf("no process id: %q", b)
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
	_ = os.Remove(file)
}

func output1(t *testing.T, cmd Command) string {
	t.Helper()
	cmd.Timeout = long
	var stdout, stderr bytes.Buffer
	res, err := Run(t.Context(), cmd, &stdout, &stderr)
	if err != nil || res.ExitCode != 0 || stderr.Len() > 0 {
		t.Fatalf("got %+v, %v, %s", res, err, &stderr)
	}
	return stdout.String()
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func TestACommandForAnotherHostNeverRunsHere(t *testing.T) {
	file := filepath.Join(t.TempDir(), "here")
	cmd := Command{Script: "> " + file, Timeout: time.Second, Remote: true}
	if _, err := Run(t.Context(), cmd, nil, nil); err == nil || err.Error() != `run a command on host "": no name` {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("it ran here")
	}
	if text, _, err := Paste(cmd); err == nil {
		t.Errorf("to be pasted here: %q", text)
	}
}

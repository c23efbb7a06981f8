package shell

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// awkward is a value with all that a shell on the way could change.
const awkward = "it's \"two\"  $(echo evil) `echo evil` $HOME \\ \\\\ \\n %s %% !x * ? [a] {a,b} ~ # & ; | < > -rf é\xff\n\n\tline\r\n"

func TestOnAnotherHost(t *testing.T) {
	ssh := startSSHD(t)
	on := func(script string, env ...string) Command {
		return Command{Script: script, Env: env, Timeout: long, On: "db3", SSH: ssh}
	}

	t.Run("values arrive byte by byte", func(t *testing.T) {
		got := output1(t, on(`printf '%s' "$RTUT_PARAM_X"`, "RTUT_PARAM_X=first", "RTUT_PARAM_X="+awkward))
		if diff := cmp.Diff(awkward, got); diff != "" {
			t.Errorf("environment (-want +got):\n%s", diff)
		}
		got = output1(t, on("printf %s "+Quote(awkward)))
		if diff := cmp.Diff(awkward, got); diff != "" {
			t.Errorf("placeholder (-want +got):\n%s", diff)
		}
	})

	t.Run("only RTUT_ variables are handed on", func(t *testing.T) {
		t.Setenv("SECRET_OF_CALLER", "x")
		if got := output1(t, on(`echo "${PGX-}${SECRET_OF_CALLER-}"`, "PGX=x")); got != "\n" {
			t.Errorf("got %q", got)
		}
	})

	t.Run("exit codes", func(t *testing.T) {
		for script, want := range map[string]int{
			"true": 0, "false; true": 1, "exit 9": 9, "exit 124": 124, "exit 254": 254, "exit 255": 255, "kill -s KILL $$": 137,
		} {
			var stderr bytes.Buffer
			res, err := Run(t.Context(), on(script), nil, &stderr)
			if err != nil || res.ExitCode != want || !res.Completed() {
				t.Errorf("%s: got %+v, %v", script, res, err)
			}
			if strings.Contains(stderr.String(), "rtut-") || res.Bytes != int64(stderr.Len()) {
				t.Errorf("%s: the report shows: %q of %d bytes", script, &stderr, res.Bytes)
			}
		}
	})

	t.Run("streams stay apart and input is at its end", func(t *testing.T) {
		var stdout, stderr bytes.Buffer
		res, err := Run(t.Context(), on("cat; echo out; printf err >&2; exit 3"), &stdout, &stderr)
		if err != nil || res.ExitCode != 3 || res.Bytes != 7 || stdout.String() != "out\n" || stderr.String() != "err" {
			t.Errorf("got %+v, %v, %q, %q", res, err, &stdout, &stderr)
		}
	})

	t.Run("bash", func(t *testing.T) {
		cmd := on("false | true; echo never")
		cmd.Shell = "bash"
		if res, err := Run(t.Context(), cmd, nil, nil); err != nil || res.ExitCode == 0 {
			t.Errorf("got %+v, %v", res, err)
		}
	})

	t.Run("a connection is shared", func(t *testing.T) {
		first := output1(t, on(`echo "$SSH_CONNECTION"`))
		if second := output1(t, on(`echo "$SSH_CONNECTION"`)); first != second {
			t.Errorf("got %q, then %q", first, second)
		}
	})

	t.Run("commands at the same time", func(t *testing.T) {
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				var stdout bytes.Buffer
				if res, err := Run(t.Context(), on("echo ok"), &stdout, nil); err != nil || res.ExitCode != 0 || stdout.String() != "ok\n" {
					t.Errorf("got %+v, %v, %q", res, err, &stdout)
				}
			})
		}
		all.Wait()
	})

	t.Run("a host that is away", func(t *testing.T) {
		cmd := on("true")
		cmd.On = "gone"
		res, err := Run(t.Context(), cmd, nil, nil)
		var away *UnreachableError
		if !errors.As(err, &away) || !res.Unreachable || res.Completed() || res.ExitCode != -1 {
			t.Fatalf("got %+v, %v", res, err)
		}
		if !strings.HasPrefix(err.Error(), "reach host gone: ssh: connect to host 127.0.0.1 port ") || !strings.HasSuffix(err.Error(), "Connection refused") {
			t.Errorf("got %v", err)
		}
	})

	t.Run("a connection that is lost", func(t *testing.T) {
		cmd := on(`kill -s KILL $(ps -o ppid= -p $PPID) $PPID $$`)
		if missing := LookTools([]string{"ps"}); missing != nil {
			t.Skip("ps is not here")
		}
		res, err := Run(t.Context(), cmd, nil, nil)
		var away *UnreachableError
		if !errors.As(err, &away) || !res.Unreachable || res.Completed() {
			t.Errorf("got %+v, %v", res, err)
		}
	})

	t.Run("the limit holds here", func(t *testing.T) {
		cmd := on("sleep 1000")
		cmd.Timeout = short
		if res, err := Run(t.Context(), cmd, nil, nil); err != nil || !res.TimedOut || res.Completed() {
			t.Errorf("got %+v, %v", res, err)
		}
	})

	t.Run("cancel ends it here, the limit there", func(t *testing.T) {
		for name, ssh := range map[string][]string{"timeout": ssh, "no timeout": withoutTimeout(t, ssh)} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				alive, script := lifeline(t, "echo started; sleep 1000 & sleep 1000")
				ctx, cancel := context.WithCancel(t.Context())
				cmd := on(script)
				cmd.Timeout, cmd.SSH = 6*time.Second, ssh
				res, err := Run(ctx, cmd, writerFunc(func(p []byte) (int, error) { cancel(); return len(p), nil }), nil)
				if err != nil || !res.Interrupted || res.Completed() {
					t.Errorf("got %+v, %v", res, err)
				}
				alive()
			})
		}
	})

	t.Run("a pasted line does the same", func(t *testing.T) {
		cmd := on(`printf '%s' "$RTUT_PARAM_X"; cd /nowhere; echo went on`, "RTUT_PARAM_X="+awkward)
		text, _ := paste(t, cmd)
		cmd.Timeout = long
		if diff := cmp.Diff(checked(t, cmd), piped(t, "sh", text)); diff != "" {
			t.Errorf("(-check +pasted):\n%s", diff)
		}
	})
}

// The connection belongs to all commands: the end of the one that opened it does not cut the others off.
func TestTheLimitOfOneCommandDoesNotEndAnother(t *testing.T) {
	ssh := startSSHD(t)
	flag := filepath.Join(t.TempDir(), "flag")
	opened := make(chan struct{})
	var second Result
	var all sync.WaitGroup
	all.Go(func() {
		<-opened
		var err error
		cmd := Command{Script: "until [ -e " + flag + " ]; do sleep 0.05; done; exit 5", Timeout: long, On: "db3", SSH: ssh}
		if second, err = Run(t.Context(), cmd, nil, nil); err != nil {
			t.Error(err)
		}
	})
	first, err := Run(t.Context(), Command{Script: "echo opened; sleep 1000", Timeout: 3 * time.Second, On: "db3", SSH: ssh},
		writerFunc(func(p []byte) (int, error) { close(opened); return len(p), nil }), nil)
	if err != nil || !first.TimedOut {
		t.Errorf("got %+v, %v", first, err)
	}
	write(t, flag, "")
	all.Wait()
	if second.ExitCode != 5 {
		t.Errorf("got %+v", second)
	}
}

// withoutTimeout is ssh to a host where there is no timeout program: the remote line finds one that does not work.
func withoutTimeout(t *testing.T, ssh []string) []string {
	t.Helper()
	dir := shortDir(t)
	write(t, filepath.Join(dir, "timeout"), "#!/bin/sh\nexit 127\n")
	if err := os.Chmod(filepath.Join(dir, "timeout"), 0o755); err != nil {
		t.Fatal(err)
	}
	wrapper := filepath.Join(dir, "ssh")
	write(t, wrapper, "#!/bin/sh\nfor last; do :; done\nn=$#\nwhile [ $n -gt 1 ]; do set -- \"$@\" \"$1\"; shift; n=$((n-1)); done\nshift\n"+
		"exec "+quoteAll(ssh)+" \"$@\" \"PATH="+dir+":\\$PATH; export PATH; $last\"\n")
	if err := os.Chmod(wrapper, 0o755); err != nil {
		t.Fatal(err)
	}
	return []string{wrapper}
}

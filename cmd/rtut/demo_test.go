package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// demoApp returns an app whose answers go to the buffers.
func demoApp(out, err *bytes.Buffer) *app {
	return &app{
		in: strings.NewReader(""), out: &sink{to: out}, err: &sink{to: err},
		clock:  func() time.Time { return time.Date(2026, 11, 30, 0, 45, 12, 0, time.UTC) },
		newID:  func(time.Time) string { return "20261130T004512.123456Z-9f2c4a" },
		getenv: func(string) string { return "" }, login: func() string { return "bob" },
		getwd: func() (string, error) { return "/", nil }, width: func() int { return 0 },
	}
}

// playDemo plays a script with a temporary directory of its own, and returns what is left in that.
func playDemo(t *testing.T, ctx context.Context, o demoOptions) (out string, left []string, err error) {
	t.Helper()
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	var stdout, stderr bytes.Buffer
	o.app = demoApp(&stdout, &stderr)
	err = runDemo(ctx, &o)
	if stderr.Len() > 0 {
		t.Errorf("standard error: %s", stderr.String())
	}
	left, globErr := filepath.Glob(filepath.Join(tmp, "*"))
	if globErr != nil {
		t.Fatal(globErr)
	}
	return stdout.String(), left, err
}

func TestDemoLeavesNothingBehind(t *testing.T) {
	_, left, err := playDemo(t, t.Context(), demoOptions{script: demoScript[:3]})
	if err != nil || len(left) > 0 {
		t.Errorf("error %v, left %q", err, left)
	}
}

func TestDemoKeepsWhatItSaysItKeeps(t *testing.T) {
	out, left, err := playDemo(t, t.Context(), demoOptions{script: demoScript[:3], keep: true})
	if err != nil || len(left) != 1 {
		t.Fatalf("error %v, left %q", err, left)
	}
	dir := filepath.Join(left[0], demoPack)
	if !strings.Contains(out, "kept: "+dir+"\n") {
		t.Errorf("does not say where: %s", out)
	}
	records, err := filepath.Glob(filepath.Join(dir, ".local/runbook-runs/*.json"))
	if err != nil || len(records) != 1 {
		t.Errorf("records: %q, %v", records, err)
	}
}

func TestDemoFailsLoudlyWhenAnAnswerIsAnother(t *testing.T) {
	validate := []string{"pack", "validate", "."}
	for name, tc := range map[string]struct {
		line demoLine
		why  string
	}{
		"another exit code":       {demoLine{args: validate, exit: exitRefused}, "exit code 0, expected 3"},
		"success is not expected": {demoLine{args: []string{"pack", "validate", "nowhere"}}, "exit code 2, expected 0"},
		"something is not said":   {demoLine{args: validate, says: []string{"valid", "unheard of"}}, `does not say "unheard of"`},
		"sh fails":                {demoLine{args: []string{"pack", "graph", "."}, pipe: true}, "sh ended with"},
	} {
		t.Run(name, func(t *testing.T) {
			_, left, err := playDemo(t, t.Context(), demoOptions{script: []demoLine{tc.line, {args: validate}}})
			var broken *demoError
			if !errors.As(err, &broken) || !strings.Contains(err.Error(), tc.why) || judge(err).exit != exitNotPassed {
				t.Errorf("error %v", err)
			}
			if len(left) > 0 {
				t.Errorf("left %q", left)
			}
		})
	}
}

func TestInterruptedDemoLeavesNothingBehind(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, left, err := playDemo(t, ctx, demoOptions{script: demoScript})
	if judge(err).exit != exitInterrupted || len(left) > 0 {
		t.Errorf("error %v, left %q", err, left)
	}
}

func TestDemoStopsWhenNobodyReads(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	var stderr bytes.Buffer
	a := demoApp(&bytes.Buffer{}, &stderr)
	a.out = &sink{to: closedPipe{}}
	err := runDemo(t.Context(), &demoOptions{app: a, script: demoScript})
	var result resultError
	if !errors.As(err, &result) || int(result) != exitDone || strings.Contains(stderr.String(), "succeeded") {
		t.Errorf("error %v, said %s", err, &stderr)
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) { return 0, syscall.EPIPE }

func TestDemoStaysOutOfRepos(t *testing.T) {
	repo := t.TempDir()
	if err := os.Mkdir(filepath.Join(repo, ".git"), 0o777); err != nil {
		t.Fatal(err)
	}
	inside, outside := filepath.Join(repo, "tmp"), t.TempDir()
	if err := os.Mkdir(inside, 0o777); err != nil {
		t.Fatal(err)
	}
	if got, err := outsideRepos(inside, filepath.Join(outside, "missing"), outside); got != outside || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := outsideRepos(inside); judge(err).exit != exitUsage {
		t.Errorf("error %v", err)
	}
}

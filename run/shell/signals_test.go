package shell

import (
	"errors"
	"syscall"
	"testing"
	"time"
)

func TestInterruptsInARowBecomeStronger(t *testing.T) {
	now := time.Date(2026, 11, 30, 0, 45, 12, 0, time.UTC)
	signals := NewSignals(func() time.Time { return now })
	for i, step := range []struct {
		after time.Duration
		sent  syscall.Signal
		want  syscall.Signal
	}{
		{0, syscall.SIGINT, syscall.SIGINT},
		{3 * time.Second, syscall.SIGINT, syscall.SIGINT},
		{2 * time.Second, syscall.SIGINT, syscall.SIGTERM},
		{time.Second, syscall.SIGINT, syscall.SIGKILL},
		{time.Second, syscall.SIGINT, syscall.SIGKILL},
		{3 * time.Second, syscall.SIGINT, syscall.SIGINT},
		{time.Second, syscall.SIGHUP, syscall.SIGHUP},
		{0, syscall.SIGTERM, syscall.SIGTERM},
	} {
		now = now.Add(step.after)
		signals.Pass(step.sent)
		if got := <-signals.passed(); got != step.want {
			t.Errorf("signal %d: %s came to %s, not %s", i+1, step.sent, got, step.want)
		}
	}
}

// onFirst calls what is to be done at the first output.
type onFirst struct{ does func() }

func (w *onFirst) Write(p []byte) (int, error) {
	if w.does != nil {
		w.does()
		w.does = nil
	}
	return len(p), nil
}

// TestSignalsReachTheGroupOfTheCommand: its children get them too, as they would from a terminal.
func TestSignalsReachTheGroupOfTheCommand(t *testing.T) {
	signals := NewSignals(time.Now)
	script := `trap 'wait; exit 9' TERM; sh -c 'trap "exit 0" TERM; echo began; while :; do sleep 0.05; done' & wait`
	began := &onFirst{func() { signals.Pass(syscall.SIGTERM) }}
	res, err := Run(t.Context(), Command{Script: script, Timeout: time.Minute, Signals: signals}, began, nil)
	if err != nil {
		t.Fatal(err)
	}
	if res.ExitCode != 9 || !res.Signalled || res.Interrupted || res.TimedOut || len(res.Left) > 0 {
		t.Errorf("result: %+v", res)
	}
}

func TestACommandThatWasNotStartedSaysSo(t *testing.T) {
	for _, cmd := range []Command{
		{Script: "true", Dir: "/no/such/directory", Timeout: long},
		{Script: "true", Shell: "zsh", Timeout: long},
		{Script: "true", Remote: true, On: "db3", SSH: []string{"no-such-ssh"}, Timeout: long},
	} {
		_, err := Run(t.Context(), cmd, nil, nil)
		var notStarted *NotStartedError
		if !errors.As(err, &notStarted) {
			t.Errorf("%+v: %v", cmd, err)
		}
	}
	_, err := Run(t.Context(), Command{Script: "true", Remote: true, On: "db3", SSH: []string{"true"}, Timeout: long}, nil, nil)
	var notStarted *NotStartedError
	if err == nil || errors.As(err, &notStarted) {
		t.Errorf("a connection that says nothing: %v", err)
	}
}

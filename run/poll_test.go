package run_test

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"rtut/pack"
	"rtut/run"
	"rtut/run/store"
)

// slowShell has a clock that stands still but while it waits, and while a command runs, which takes a moment.
type slowShell struct {
	now      time.Time
	attempts []time.Duration
	passes   time.Duration // since the first attempt
}

func (s *slowShell) Run(context.Context, run.Job, io.Writer) (run.Observation, error) {
	at := s.now.Sub(dawn)
	s.attempts = append(s.attempts, at.Round(time.Second/2))
	s.now = s.now.Add(20 * time.Millisecond)
	if at >= s.passes {
		return run.Observation{}, nil
	}
	return run.Observation{ExitCode: 1}, nil
}

func (s *slowShell) Missing(pack.Needs) (tools, env []string) { return nil, nil }

func (s *slowShell) Wait(_ context.Context, d time.Duration) error {
	s.now = s.now.Add(d)
	return nil
}

func TestPollMakesItsLastAttemptAtTheEndOfItsTime(t *testing.T) {
	const never = time.Hour
	for _, c := range []struct {
		poll   string
		passes time.Duration
		want   []time.Duration
		passed bool
	}{
		{"every: 1s, for: 1s", never, []time.Duration{0, time.Second}, false},
		{"every: 3s, for: 5s", never, []time.Duration{0, 3 * time.Second, 5 * time.Second}, false},
		{"every: 3s, for: 5s", 4 * time.Second, []time.Duration{0, 3 * time.Second, 5 * time.Second}, true},
		{"every: 1s, for: 3s", never, []time.Duration{0, time.Second, 2 * time.Second, 3 * time.Second}, false},
		{"every: 1s, for: 3s", time.Second, []time.Duration{0, time.Second}, true},
		{"every: 1s, for: 3s", 0, []time.Duration{0}, true},
	} {
		slow := &slowShell{now: dawn, passes: c.passes}
		s := sessionOf(t, &store.Mem{}, strings.Replace(keptPack, "command: 'test 1'", "command: 'test 1', poll: { "+c.poll+" }", 1))
		s.Shell, s.Clock = slow, func() time.Time { return slow.now }
		s.Env = func(string) ([]string, error) { return nil, nil }
		if _, err := s.New(t.Context(), run.New{RunID: "r", PackPath: "pack.yaml"}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Do(t.Context(), "r", run.Start{Item: "one"}); err != nil {
			t.Fatal(err)
		}
		rec, err := s.Verify(t.Context(), "r", run.VerifyRequest{Verify: run.Verify{Item: "one"}, Consent: true, Wait: true}, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		if passed := rec.Steps["one"].Verification.Passed; passed != c.passed || !slices.Equal(slow.attempts, c.want) {
			t.Errorf("%s: %v, attempts at %v, expected %v at %v", c.poll, passed, slow.attempts, c.passed, c.want)
		}
	}
}

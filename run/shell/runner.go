package shell

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"time"

	"rtut/pack"
	"rtut/run"
)

// Runner runs the commands of a pack's checks: it is the run.Shell of a session.
type Runner struct {
	Dir     string   // the pack's directory, for commands that name no other
	Signals *Signals // to be passed on to what it runs; nil for none
}

// Run runs one command and observes what its check needs to know. What it prints goes to display as it comes; a display
// that fails is the display's affair, and makes no check fail.
func (r Runner) Run(ctx context.Context, job run.Job, display io.Writer) (run.Observation, error) {
	watch := NewObserver(job.Want)
	display = forgiving{display}
	cmd := Command{
		Script: job.Script, Shell: string(job.Shell), Dir: cmp.Or(job.Dir, r.Dir), Env: job.Env, Timeout: job.Timeout, Remote: job.Remote, On: job.On,
		Signals: r.Signals,
	}
	result, err := Run(ctx, cmd, io.MultiWriter(watch, display), display)
	if ctx.Err() != nil {
		return run.Observation{}, ctx.Err()
	}
	seen := run.Observation{
		ExitCode: result.ExitCode, OutputBytes: result.Bytes, Seconds: result.Duration.Seconds(), TimedOut: result.TimedOut,
		Contained: watch.Contains(), Head: string(watch.Head()), Truncated: watch.Truncated(),
		Signal: result.Signal, Interrupted: result.Signalled,
	}
	for _, p := range result.Left {
		seen.Left = append(seen.Left, p.String())
	}
	if err != nil {
		var notStarted *NotStartedError
		seen.Problem, seen.NotStarted = err.Error(), errors.As(err, &notStarted)
	}
	return seen, nil
}

// Missing returns the tools that are not on PATH and the names that are not in the environment.
func (r Runner) Missing(needs pack.Needs) (tools, env []string) {
	for _, name := range needs.Env {
		if os.Getenv(name) == "" {
			env = append(env, name)
		}
	}
	return LookTools(needs.Tools), env
}

// Wait waits for d, or until ctx is canceled.
func (r Runner) Wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// forgiving is a writer that hides the failures of another.
type forgiving struct{ to io.Writer }

func (f forgiving) Write(p []byte) (int, error) {
	_, _ = f.to.Write(p)
	return len(p), nil
}

package shell

import (
	"context"
	"errors"
	"io"
	"os"
	"time"
)

const (
	termGrace  = 500 * time.Millisecond // from SIGTERM to SIGKILL
	killGrace  = 500 * time.Millisecond // from SIGKILL to the moment the guard stops waiting for the kernel
	guardGrace = 300 * time.Millisecond // from then to the moment we stop waiting for the guard
)

// Run runs cmd and streams its output to stdout and stderr; nil discards. It returns at the latest 2 s after the time
// limit or the end of ctx. Writes never overlap; a write that has not returned by then is left behind, and no other is
// begun after Run has returned. If both writers are the same, the streams keep their order.
//
// An error means that nothing can be said of the command: it was not started, a writer failed, or its host is away
// (UnreachableError). A command that fails, or is ended by the limit or by ctx, is a Result and no error.
func Run(ctx context.Context, cmd Command, stdout, stderr io.Writer) (Result, error) {
	if err := cmd.check(); err != nil {
		return Result{ExitCode: -1}, notStarted(err)
	}
	if ctx.Err() != nil {
		return Result{ExitCode: -1, Interrupted: true}, nil
	}
	if cmd.isRemote() {
		return runRemote(ctx, cmd, orDiscard(stdout), orDiscard(stderr))
	}
	argv, err := cmd.argv()
	if err != nil {
		return Result{ExitCode: -1}, notStarted(err)
	}
	p := program{argv: argv, dir: cmd.Dir, env: append(os.Environ(), cmd.Env...), signals: cmd.Signals}
	return attempt(ctx, p, cmd.Timeout, orDiscard(stdout), orDiscard(stderr))
}

func orDiscard(w io.Writer) io.Writer {
	if w == nil {
		return io.Discard
	}
	return w
}

// attempt runs p until it has ended and its output is delivered, or limit or ctx ends it.
func attempt(ctx context.Context, p program, limit time.Duration, stdout, stderr io.Writer) (Result, error) {
	began := time.Now()
	out, err := newOutput(stdout, stderr)
	if err != nil {
		return Result{ExitCode: -1}, notStarted(err)
	}
	defer out.close()
	run, err := start(p, limit, out)
	if errors.Is(err, errGuardGone) { // it may have started the command
		return Result{ExitCode: -1}, err
	}
	if err != nil {
		return Result{ExitCode: -1}, notStarted(err)
	}
	res, err := run.await(ctx, limit, out)
	out.close()
	res.Bytes, res.Duration = out.bytes.Load(), time.Since(began)
	return res, errors.Join(err, out.failure())
}

// outcome is how a command ended.
type outcome struct {
	endedReply
	err error
}

// await returns when the run is over. The watcher that it leaves behind ends with the process. The guard keeps the limit, too: it
// does so while rtut is stopped.
func (r *running) await(ctx context.Context, limit time.Duration, out *output) (Result, error) {
	over := make(chan outcome, 1)
	go func() {
		ended, err := r.wait()
		if ended.Code >= 0 {
			out.settle()
		}
		over <- outcome{ended, err}
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	res := Result{ExitCode: -1}
	for under := true; under; {
		select {
		case o := <-over:
			res.Left, res.TimedOut = r.release(o.endedReply, o.Code >= 0)
			if !res.TimedOut {
				res.ExitCode, res.Signal = o.Code, o.Signal
			}
			return res, o.err
		case sig := <-r.signals.passed():
			res.Signalled = true
			r.guard.signal(sig)
		case <-timer.C:
			res.TimedOut, under = true, false
		case <-ctx.Done():
			res.Interrupted, under = true, false
		}
	}
	r.guard.end()
	select {
	case o := <-over:
		res.Left, _ = r.release(o.endedReply, false)
	case <-time.After(termGrace + killGrace + guardGrace):
		r.guard.dismiss()
	}
	return res, nil
}

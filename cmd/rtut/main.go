// Command rtut leads through runbooks and records what happened.
//
// # Size
//
// All commands are one package: they share the app (streams, clock, terminal), the way in which a run is found, and what prints it. Each is a
// file, and nothing imports the package.
package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
	_ "time/tzdata" // for a window's `tz` where the system has no time zones
)

func main() {
	// A reader that goes away must not end rtut while it records a result: writing fails then, and is said. What is only
	// notified, not ignored, is as before in the commands that rtut runs.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	collectLater()
	a := newApp()
	os.Exit(a.execute(untilInterrupted(a), os.Args[1:]))
}

// patience is how long a command may take to end after a signal: a check that is cut off needs two seconds for that.
const patience = 4 * time.Second

// untilInterrupted returns a context that INT, TERM and QUIT end, the last with errQuit as its cause. A second signal ends the
// process at once; QUIT without saying what all goroutines do, as Go would. So does the first in a while, for what computes does
// not hear of it. Nothing is lost by that: a write is whole or not there, and commands of checks end with rtut. A terminal that the
// interface has is put right before.
func untilInterrupted(a *app) context.Context {
	var screen atomic.Pointer[func() error]
	a.onScreen = func(release func() error) { screen.Store(&release) }
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go a.obey(signals, func() { cancel(nil) })
	quit := make(chan os.Signal, 2)
	signal.Notify(quit, syscall.SIGQUIT)
	go func() {
		a.obey(quit, func() { cancel(errQuit) })
		<-quit
		os.Exit(exitQuit)
	}()
	context.AfterFunc(ctx, func() {
		code := exitInterrupted
		if errors.Is(context.Cause(ctx), errQuit) {
			code = exitQuit
		}
		signal.Stop(signals)
		<-time.After(patience)
		if release := screen.Load(); release != nil && *release != nil {
			_ = (*release)() // what can't be put right now never can
		}
		os.Exit(code)
	})
	return ctx
}

// obey ends what rtut does at the first signal that does not go to the command of a step.
func (a *app) obey(signals <-chan os.Signal, end func()) {
	for sig := range signals {
		if s, is := sig.(syscall.Signal); !is || !a.forwarding.pass(s) {
			end()
			return
		}
	}
}

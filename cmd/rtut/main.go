// Command rtut leads through runbooks and records what happened.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // for a window's `tz` where the system has no time zones
)

func main() {
	// A reader that goes away must not end rtut while it records a result: writing fails then, and is said. What is only
	// notified, not ignored, is as before in the commands that rtut runs.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	os.Exit(newApp().execute(untilInterrupted(), os.Args[1:]))
}

// untilInterrupted returns a context that INT, TERM and QUIT end, the last with errQuit as its cause. A second signal ends the
// process at once; QUIT without saying what all goroutines do, as Go would.
func untilInterrupted() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	quit := make(chan os.Signal, 2)
	signal.Notify(quit, syscall.SIGQUIT)
	go func() {
		<-quit
		cancel(errQuit)
		<-quit
		os.Exit(exitQuit)
	}()
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx
}

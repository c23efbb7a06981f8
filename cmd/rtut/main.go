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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	// A reader that goes away must not end rtut while it records a result: writing fails then, and is said. What is only
	// notified, not ignored, is as before in the commands that rtut runs.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	os.Exit(newApp().execute(ctx, os.Args[1:]))
}

package main

import (
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
)

// forwarding has the signals that rtut gets go to the command of a step while that runs. They end nothing of rtut then.
type forwarding struct {
	to atomic.Pointer[func(syscall.Signal)]
}

// pass passes a signal on, and reports whether there is a command to pass it to.
func (f *forwarding) pass(sig syscall.Signal) bool {
	to := f.to.Load()
	if to != nil {
		(*to)(sig)
	}
	return to != nil
}

// during passes signals to a command until end is called, a hang-up of the terminal too.
func (f *forwarding) during(to func(syscall.Signal)) (end func()) {
	hangUp := make(chan os.Signal, 1)
	over := make(chan struct{})
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(hangUp, syscall.SIGHUP)
	}
	f.to.Store(&to)
	go func() {
		for {
			select {
			case <-hangUp:
				to(syscall.SIGHUP)
			case <-over:
				return
			}
		}
	}()
	return func() {
		f.to.Store(nil)
		signal.Stop(hangUp)
		close(over)
	}
}

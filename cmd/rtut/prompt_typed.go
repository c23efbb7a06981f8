package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// How long a terminal must have been silent before a question is asked, in milliseconds, and how often that is tried: what
// is pasted arrives in pieces.
const (
	silence = 20
	tries   = 25
)

// discardTyped throws away what was typed before there was a question.
func (a *app) discardTyped() {
	terminal, ok := a.in.(*os.File)
	if !ok {
		return
	}
	fd := int(terminal.Fd())
	for range tries {
		if flushInput(fd) != nil {
			return // no terminal
		}
		ready := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		if n, err := unix.Poll(ready, silence); n <= 0 && err == nil || ready[0].Revents&unix.POLLHUP != 0 {
			return
		}
	}
}

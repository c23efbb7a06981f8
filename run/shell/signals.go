package shell

import (
	"sync"
	"syscall"
	"time"
)

// insistence is how soon an interrupt comes after the one before if the command is to be ended by something stronger.
const insistence = 2 * time.Second

// Signals passes the signals that rtut gets on to the running command. The first interrupt is one; a second within 2 s ends the
// command by SIGTERM, a third by SIGKILL.
type Signals struct {
	to    chan syscall.Signal
	clock func() time.Time

	mu     sync.Mutex
	last   time.Time
	within int // interrupts, each soon after the one before
}

// NewSignals returns Signals for one command.
func NewSignals(clock func() time.Time) *Signals {
	return &Signals{to: make(chan syscall.Signal, 16), clock: clock}
}

// Pass passes a signal on. One that comes while many others wait is lost.
func (s *Signals) Pass(sig syscall.Signal) {
	if sig == syscall.SIGINT {
		sig = s.insisted()
	}
	select {
	case s.to <- sig:
	default:
	}
}

// insisted is what an interrupt comes to.
func (s *Signals) insisted() syscall.Signal {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock()
	if now.Sub(s.last) > insistence {
		s.within = 0
	}
	s.last = now
	s.within++
	switch s.within {
	case 1:
		return syscall.SIGINT
	case 2:
		return syscall.SIGTERM
	}
	return syscall.SIGKILL
}

// passed are the signals to pass on; nil for none.
func (s *Signals) passed() <-chan syscall.Signal {
	if s == nil {
		return nil
	}
	return s.to
}

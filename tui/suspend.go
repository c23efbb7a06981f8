package tui

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
)

// suspender stops the program as a shell's job is stopped, and draws the screen again when it goes on.
type suspender struct {
	program   *tea.Program
	stoppable bool // somebody would let it go on
	signals   chan os.Signal
	asked     chan struct{}
	jobs      chan func() // to be done outside of the screen
	done      chan struct{}
	ended     chan struct{}
}

// newSuspender listens for the signals of job control, until it is closed.
func newSuspender(program *tea.Program, stoppable bool) *suspender {
	s := &suspender{
		program: program, stoppable: stoppable, signals: make(chan os.Signal, 4), asked: make(chan struct{}, 1), jobs: make(chan func()), done: make(chan struct{}), ended: make(chan struct{}),
	}
	signal.Notify(s.signals, syscall.SIGTSTP, syscall.SIGCONT)
	go s.listen()
	return s
}

// ask asks for a stop, by a key.
func (s *suspender) ask() tea.Msg {
	select {
	case s.asked <- struct{}{}:
	default:
	}
	return nil
}

// errClosed says that the program ends, so that nothing is begun any more.
var errClosed = errors.New("the interface has ended")

// outside does something while the terminal is as it was before the program.
func (s *suspender) outside(do func() error) error {
	result := make(chan error, 1)
	select {
	case s.jobs <- func() { result <- do() }:
		return <-result
	case <-s.done:
		return errClosed
	}
}

func (s *suspender) close() {
	close(s.done)
	<-s.ended
	signal.Stop(s.signals)
}

func (s *suspender) listen() {
	defer close(s.ended)
	for {
		select {
		case <-s.done:
			return
		case <-s.asked:
			s.suspend()
		case job := <-s.jobs:
			s.around(job)
		case got := <-s.signals:
			if got == syscall.SIGTSTP {
				s.suspend()
			} else {
				s.around(func() {}) // it was stopped by a signal that can't be caught
			}
		}
	}
}

// suspend gives the terminal back and stops the whole job. (Once it is listened for, Go does not let SIGTSTP stop it any more.)
func (s *suspender) suspend() {
	if !s.stoppable {
		s.program.Send(aloneMsg{})
		return
	}
	s.around(func() {
		for len(s.signals) > 0 {
			<-s.signals // of before
		}
		_ = syscall.Kill(0, syscall.SIGSTOP) // it can't fail
		for got := range s.signals {
			if got == syscall.SIGCONT {
				return
			}
		}
	})
}

// settles is how long bubbletea may take to put down its own clock after it was told to release the terminal. It does so in a
// goroutine that nobody can wait for, and would stop the clock of the screen that is drawn again.
const settles = 50 * time.Millisecond

// around does something while the terminal is as it was before, and draws everything again.
func (s *suspender) around(do func()) {
	_ = s.program.ReleaseTerminal() // what can't be put back now is put back at the end
	<-time.After(settles)
	do()
	<-time.After(settles)
	_ = s.program.RestoreTerminal()
	s.program.Send(tea.ResumeMsg{})
}

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	"github.com/creack/pty"
)

// session is a program on a terminal of 200x60.
type session struct {
	cmd  *exec.Cmd
	tty  *os.File
	mu   sync.Mutex
	seen []byte
	news chan struct{} // has something in it while there is output that was not looked at
}

func (w *world) open(dir string, args ...string) (*session, error) {
	cmd := exec.CommandContext(w.ctx, w.path(args[0]), args[1:]...)
	cmd.Dir, cmd.Env = dir, w.env()
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 60, Cols: 200})
	if err != nil {
		return nil, err
	}
	s := &session{cmd: cmd, tty: tty, news: make(chan struct{}, 1)}
	go s.read()
	return s, nil
}

func (s *session) read() {
	buf := make([]byte, 64<<10)
	for {
		n, err := s.tty.Read(buf)
		s.mu.Lock()
		s.seen = append(s.seen, buf[:n]...)
		s.mu.Unlock()
		select {
		case s.news <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// forget drops what was seen so far.
func (s *session) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = nil
}

// sees waits until a text was seen.
func (s *session) sees(text string) error {
	limit := time.After(time.Minute)
	for {
		s.mu.Lock()
		there := bytes.Contains(s.seen, []byte(text))
		last := s.seen[max(0, len(s.seen)-500):]
		s.mu.Unlock()
		if there {
			return nil
		}
		select {
		case <-s.news:
		case <-limit:
			return fmt.Errorf("%q is not seen within a minute; the last output is %q", text, last)
		}
	}
}

// answers types keys and returns how long it takes until something is drawn.
func (s *session) answers(keys string) (float64, error) {
	s.forget()
	began := time.Now()
	if _, err := s.tty.WriteString(keys); err != nil {
		return 0, err
	}
	err := s.sees("\x1b[")
	return time.Since(began).Seconds(), err
}

func (s *session) end() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait() // it was killed
	_ = s.tty.Close()
}

// terminal measures what a person sees of a long run and of a large pack.
func (w *world) terminal(l *list) ([]figure, error) {
	steps := w.options.steps
	dir, err := w.until(steps, steps-20)
	if err != nil {
		return l.all, err
	}
	s, err := w.open(dir, "rtut", "tui", "long", "--run", "2")
	if err != nil {
		return l.all, err
	}
	defer s.end()
	if err := s.sees("all keys"); err != nil {
		return l.all, err
	}
	keys := []string{"j", "k"}
	l.alone(fmt.Sprintf("a key in the interface, at step %d of %d", steps-20, steps), seconds, 0.05, func() (float64, error) {
		slices.Reverse(keys)
		return s.answers(keys[0])
	})
	big, err := w.runOf("large", shortPackText(20_000))
	if err != nil {
		return l.all, err
	}
	l.alone("memory of the interface, 20,000 items", megabytes, 60, func() (float64, error) {
		s, err := w.open(big, "rtut", "tui", "long", "--run", "2")
		if err != nil {
			return 0, err
		}
		defer s.end()
		if err := s.sees("all keys"); err != nil {
			return 0, err
		}
		return peakOf(s.cmd.Process.Pid)
	})
	return l.all, l.err
}

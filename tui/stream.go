package tui

import (
	"context"
	"fmt"
	"sync"
	"time"

	"rtut/run"
)

// maxOutput is how much of a command's output is kept to be looked at, in bytes; of more, the latest.
const maxOutput = 256 << 10

// stream is what commands that run print, on its way to the screen, and the answers on their way back. It is gone with
// the dialog that shows it.
type stream struct {
	ctx    context.Context
	cancel context.CancelFunc
	news   chan struct{}    // there is something new; holds at most one
	ended  chan struct{}    // nothing will come any more
	answer chan run.Answers // what was answered

	mu      sync.Mutex
	output  []byte // harmless, colors kept
	dropped bool   // there was more
	asking  bool   // somebody waits for an answer
	attempt string // how the latest attempt of a polled check went
}

func newStream(ctx context.Context) *stream {
	s := &stream{news: make(chan struct{}, 1), ended: make(chan struct{}), answer: make(chan run.Answers)}
	s.ctx, s.cancel = context.WithCancel(ctx)
	return s
}

// tell says that there is something new.
func (s *stream) tell() {
	select {
	case s.news <- struct{}{}:
	default:
	}
}

// Write takes output that is harmless already.
func (s *stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	s.output = append(s.output, p...)
	if over := len(s.output) - maxOutput; over > 0 {
		s.output, s.dropped = append(s.output[:0:0], s.output[over:]...), true
	}
	s.mu.Unlock()
	s.tell()
	return len(p), nil
}

// progress takes how an attempt went.
func (s *stream) progress(a run.Attempt) {
	s.mu.Lock()
	s.attempt = fmt.Sprintf("attempt %d after %s: %s", a.Number, a.Elapsed.Round(time.Second), a.Why)
	if a.Passed {
		s.attempt = fmt.Sprintf("attempt %d passed after %s", a.Number, a.Elapsed.Round(time.Second))
	}
	s.mu.Unlock()
	s.tell()
}

// ask waits until somebody has answered.
func (s *stream) ask(ctx context.Context, given run.Answers) (run.Answers, error) {
	s.mu.Lock()
	s.asking = true
	s.mu.Unlock()
	s.tell()
	select {
	case given = <-s.answer:
		return given, nil
	case <-ctx.Done():
		return given, ctx.Err()
	}
}

// now returns what there is to show.
func (s *stream) now() (output string, dropped, asking bool, attempt string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(s.output), s.dropped, s.asking, s.attempt
}

package shell

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

const (
	piece = 32 << 10               // bytes handed to a writer at a time
	quiet = 250 * time.Millisecond // an output that somebody holds open after the end, and that says nothing, is over
)

// What the writers are doing.
const (
	idle int32 = iota
	writing
	closed
)

// output carries what a command prints to the caller's writers.
type output struct {
	stdout, stderr *os.File   // the command's ends
	readers        []*os.File // our ends: one if both writers are the same
	pumps          sync.WaitGroup
	delivered      chan struct{} // closed when every pump has come to the end
	turn           sync.Mutex    // held while a writer is written to
	state          atomic.Int32
	bytes          atomic.Int64
	mu             sync.Mutex
	err            error // of a writer
}

// newOutput opens the pipes and starts to carry.
func newOutput(stdout, stderr io.Writer) (*output, error) {
	o := &output{delivered: make(chan struct{})}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("open a pipe for the output: %w", err)
	}
	o.stdout, o.stderr, o.readers = w, w, []*os.File{r}
	if !same(stdout, stderr) {
		r2, w2, err := os.Pipe()
		if err != nil {
			_, _ = r.Close(), w.Close()
			return nil, fmt.Errorf("open a pipe for the output: %w", err)
		}
		o.stderr, o.readers = w2, append(o.readers, r2)
	}
	for i, to := range []io.Writer{stdout, stderr}[:len(o.readers)] {
		o.pumps.Go(func() { o.pump(o.readers[i], to) })
	}
	go func() { o.pumps.Wait(); close(o.delivered) }()
	return o, nil
}

// same reports whether a and b are one writer; writers that cannot be compared are two.
func same(a, b io.Writer) (equal bool) {
	defer func() {
		if recover() != nil {
			equal = false
		}
	}()
	return a == b
}

// pump reads r to its end. A writer that fails loses the rest; the command does not notice.
func (o *output) pump(r *os.File, to io.Writer) {
	buf := make([]byte, piece)
	for {
		n, err := r.Read(buf)
		o.bytes.Add(int64(n))
		if n > 0 && !o.deliver(to, buf[:n]) {
			to = io.Discard
		}
		if err != nil {
			return
		}
	}
}

// deliver hands p to a writer, and reports whether the writer may be given more.
func (o *output) deliver(to io.Writer, p []byte) bool {
	o.turn.Lock()
	defer o.turn.Unlock()
	if !o.state.CompareAndSwap(idle, writing) {
		return false
	}
	defer o.state.CompareAndSwap(writing, idle)
	n, err := to.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	if err != nil {
		o.mu.Lock()
		o.err = errors.Join(o.err, err)
		o.mu.Unlock()
	}
	return err == nil
}

// started closes the command's ends on our side: from now on only the command holds them.
func (o *output) started() {
	_ = o.stdout.Close()
	_ = o.stderr.Close()
}

// settle waits, once the command has ended, until everything is delivered. What is left open by a process that the
// command left behind counts as ended when nothing comes out of it any more; nothing is written after that.
func (o *output) settle() {
	for o.state.Load() != closed {
		before := o.bytes.Load()
		select {
		case <-o.delivered:
			return
		case <-time.After(quiet):
		}
		if o.bytes.Load() == before && o.state.CompareAndSwap(idle, closed) {
			return
		}
	}
}

// close ends the carrying: no write begins after it. It may be called again.
func (o *output) close() {
	o.state.Store(closed)
	for _, r := range o.readers {
		_ = r.Close()
	}
}

func (o *output) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		return nil
	}
	return fmt.Errorf("pass on the output of a command: %w", o.err)
}

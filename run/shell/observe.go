package shell

import "bytes"

// headLimit is how many bytes of output a check can compare, match or extract from: 1 MiB.
const headLimit = 1 << 20

// Observer watches the output of a command for a check: whether it contains a text, however long it is, and what it
// begins with. Its memory is bounded by headLimit and the length of the text. It is for one goroutine at a time, as Run
// writes.
type Observer struct {
	needle []byte
	tail   []byte // the last len(needle)-1 bytes at most
	found  bool
	head   []byte
	total  int64
}

// NewObserver returns an Observer that looks for needle; "" is found in any output, as strings.Contains has it.
func NewObserver(needle string) *Observer {
	return &Observer{needle: []byte(needle), found: needle == ""}
}

// Write takes the next piece of output. It never fails.
func (o *Observer) Write(p []byte) (int, error) {
	o.total += int64(len(p))
	o.head = append(o.head, p[:min(len(p), headLimit-len(o.head))]...)
	if !o.found {
		o.look(p)
	}
	return len(p), nil
}

// look seeks the needle across the border to p, then in p.
func (o *Observer) look(p []byte) {
	keep := len(o.needle) - 1
	border := append(o.tail, p[:min(len(p), keep)]...)
	o.found = bytes.Contains(border, o.needle) || bytes.Contains(p, o.needle)
	if len(p) >= keep {
		border = append(border[:0], p[len(p)-keep:]...)
	}
	o.tail = append(o.tail[:0], border[max(0, len(border)-keep):]...)
}

// Contains reports whether the output so far contains the needle.
func (o *Observer) Contains() bool { return o.found }

// Head is the output so far, or its first MiB. The caller does not change it.
func (o *Observer) Head() []byte { return o.head }

// Truncated reports whether there was more output than Head holds. A check that compares the whole output (equals) or
// could match behind the head then has no answer and does not pass.
func (o *Observer) Truncated() bool { return o.total > int64(len(o.head)) }

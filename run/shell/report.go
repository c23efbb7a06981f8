package shell

import (
	"bytes"
	"crypto/rand"
	"io"
	"strconv"
	"strings"
)

const (
	codeLen = 3    // digits of the exit code behind the mark
	lastLen = 1024 // bytes of ssh's last words that are kept
)

// newMark returns a word that no output holds by chance.
func newMark() string { return "rtut-" + rand.Text() + "-" }

// report passes on the standard error of a remote command and takes out the exit code that the remote side sends
// there behind the mark.
type report struct {
	to   io.Writer
	mark []byte
	code int    // -1 until the mark has come
	cut  int64  // bytes taken out
	held []byte // may be the beginning of the mark
	last []byte // the end of what was passed on
}

func newReport(to io.Writer, mark string) *report {
	return &report{to: to, mark: []byte(mark), code: -1}
}

func (r *report) Write(p []byte) (int, error) {
	r.held = append(r.held, p...)
	pass := r.take()
	err := r.pass(pass)
	r.held = append(r.held[:0], r.held[pass:]...)
	if err != nil {
		return 0, err
	}
	return len(p), nil
}

// take takes a complete report out of what is held, and returns how many bytes before the next one can be passed on.
func (r *report) take() int {
	i := bytes.Index(r.held, r.mark)
	if i < 0 {
		return len(r.held) - overlap(r.held, r.mark)
	}
	end := i + len(r.mark) + codeLen
	if len(r.held) < end {
		return i
	}
	if code, err := strconv.Atoi(string(r.held[end-codeLen : end])); err == nil {
		r.code = code
		r.cut += int64(end - i)
		r.held = append(r.held[:i], r.held[end:]...)
	}
	return len(r.held)
}

// overlap is the length of the longest end of s that is a beginning of word.
func overlap(s, word []byte) int {
	for n := min(len(s), len(word)-1); n > 0; n-- {
		if bytes.HasSuffix(s, word[:n]) {
			return n
		}
	}
	return 0
}

func (r *report) pass(n int) error {
	if n == 0 {
		return nil
	}
	r.last = append(r.last, r.held[max(0, n-lastLen):n]...)
	r.last = append(r.last[:0], r.last[max(0, len(r.last)-lastLen):]...)
	_, err := r.to.Write(r.held[:n])
	return err
}

// flush passes on what was held and turned out to be no mark.
func (r *report) flush() error {
	err := r.pass(len(r.held))
	r.held = nil
	return err
}

func (r *report) lastLine() string {
	lines := strings.Split(strings.TrimSpace(string(r.last)), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

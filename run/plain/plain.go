// Package plain makes text that rtut did not write harmless for a terminal: output of commands, pasted output, names
// and values out of packs and records of somebody else.
//
// What may pass is text, newline, tab and, if asked for, colors. Whole escape sequences are removed. What a reader
// must know of is shown instead: control characters in caret notation (^G), an escape sequence that breaks off as ^[,
// characters that have no look of their own or that reorder others as <U+202E>, bytes that are no UTF-8 as U+FFFD.
package plain

import (
	"io"
	"strings"
	"unicode/utf8"
)

// Color says whether the text keeps its colors.
type Color bool

// The two kinds of Color.
const (
	NoColor    Color = false
	KeepColour Color = true
)

const (
	piece = 32 << 10 // bytes that are made plain at a time, so that the memory of a Writer has a bound
	reset = "\x1b[0m"
)

// Writer passes on what is written to it with everything removed or shown that could steer a terminal. The result does
// not depend on where the stream was cut into writes, and its memory on neither the length of the stream nor that of a
// write. It is for one goroutine at a time.
type Writer struct {
	to     io.Writer
	split  []byte // the beginning of a character that the last write cut
	scan   scanner
	closed error // the first error of to: a Writer that has lost bytes must not go on
}

// NewWriter returns a Writer that passes plain text on to to.
func NewWriter(to io.Writer, colour Color) *Writer {
	return &Writer{to: to, scan: scanner{colour: colour}}
}

// Write makes p plain and passes it on. After an error of the writer below it returns that error for good.
func (w *Writer) Write(p []byte) (int, error) {
	written := 0
	for len(p) > written && w.closed == nil {
		part := p[written:min(len(p), written+piece)]
		w.feed(part)
		w.closed = w.flush()
		written += len(part)
	}
	if w.closed != nil {
		return 0, w.closed
	}
	return written, nil
}

// Close ends the text: a sequence or character that is not complete is shown, colors are reset. The writer below stays
// open, and w may be used for another text.
func (w *Writer) Close() error {
	for range w.split {
		w.scan.step(utf8.RuneError)
	}
	w.split = w.split[:0]
	w.scan.end()
	if w.closed == nil {
		w.closed = w.flush()
	}
	return w.closed
}

// feed hands p to the scanner character by character, and keeps back one that is cut by the end of p.
func (w *Writer) feed(p []byte) {
	w.split = append(w.split, p...)
	rest := w.split
	for utf8.FullRune(rest) {
		if n := w.scan.harmless(rest); n > 0 {
			rest = rest[n:]
			continue
		}
		r, size := utf8.DecodeRune(rest)
		w.scan.step(r)
		rest = rest[size:]
	}
	w.split = append(w.split[:0], rest...)
}

func (w *Writer) flush() error {
	if len(w.scan.out) == 0 {
		return nil
	}
	n, err := w.to.Write(w.scan.out)
	if err == nil && n < len(w.scan.out) {
		err = io.ErrShortWrite
	}
	w.scan.out = w.scan.out[:0]
	return err
}

// Text returns s as a Writer without colors would pass it on.
func Text(s string) string {
	var b strings.Builder
	w := NewWriter(&b, NoColor)
	_, _ = io.WriteString(w, s) // a strings.Builder takes everything
	_ = w.Close()
	return b.String()
}

// Visible shows all that there is of s, and takes nothing out: an escape sequence too, as ^[[2J. It is for commands, in which a
// sequence could else take a quote away, and for texts of ours that hold others.
func Visible(s string) string {
	var out []byte
	for _, r := range s { // a byte that is no UTF-8 comes as U+FFFD
		if r == '\n' {
			out = append(out, '\n')
		} else {
			out = appendVisible(out, r)
		}
	}
	return string(out)
}

// Line is Text for one line: line breaks and tabs are shown as ^J and ^I.
func Line(s string) string {
	return strings.NewReplacer("\n", "^J", "\t", "^I").Replace(Text(s))
}

package tui

import (
	"bytes"
	"os"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

// The marks that a terminal puts around a paste.
const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
)

// maxTyped is how many characters a person can have typed by the time that a program reads once.
const maxTyped = 8

// keyboard is what a terminal sends. A paste that was cut off, so that its end never comes, does not swallow Ctrl-C. While it is
// strict, text that comes faster than a person types is marked as pasted, whatever the terminal says of it.
type keyboard struct {
	*os.File
	strict  atomic.Bool
	pasting bool
	begun   string      // of a mark, at the end of what was read last
	cut     atomic.Bool // a paste was cut off, and what is left of it may still come
	over    *time.Timer // ends that; nil: no paste was cut off yet
}

func newKeyboard(file *os.File) *keyboard { return &keyboard{File: file} }

// Read reads from the terminal. p must have space for the marks of a paste beside what is read.
func (k *keyboard) Read(p []byte) (int, error) {
	room := len(p) - len(pasteBegins) - len(pasteEnds)
	if room <= 0 {
		return k.File.Read(p)
	}
	n, err := k.File.Read(p[:room])
	return copy(p, k.take(p[:n])), err
}

// take returns what is to be understood by bytes that were read at once.
func (k *keyboard) take(read []byte) []byte {
	if k.cut.Load() { // what is left of it is nothing that was typed
		k.drop()
		return nil
	}
	within := k.pasting
	k.follow(read)
	if before, cut := bytes.CutSuffix(read, []byte{'\x03'}); k.pasting && cut {
		k.pasting, k.begun = false, ""
		k.drop()
		return append(append([]byte{}, before...), pasteEnds+"\x03"...)
	}
	if k.strict.Load() && !within && !k.pasting && fast(read) {
		return append(append([]byte(pasteBegins), read...), pasteEnds...)
	}
	return read
}

// drop leaves out what is read from now on, until nothing has come for a moment.
func (k *keyboard) drop() {
	k.cut.Store(true)
	if k.over != nil {
		k.over.Stop()
	}
	k.over = time.AfterFunc(quiet, func() { k.cut.Store(false) })
}

// follow looks for the marks of a paste, which may be split between reads.
func (k *keyboard) follow(read []byte) {
	for _, b := range read {
		k.begun += string(rune(b))
		switch {
		case k.begun == pasteBegins:
			k.pasting, k.begun = true, ""
		case k.begun == pasteEnds:
			k.pasting, k.begun = false, ""
		case len(k.begun) > len(pasteBegins) || k.begun != pasteBegins[:len(k.begun)] && k.begun != pasteEnds[:len(k.begun)]:
			k.begun = ""
			if b == pasteBegins[0] {
				k.begun = pasteBegins[:1]
			}
		}
	}
}

// fast reports whether no person types so fast: many characters at once, or some and their Enter. What the keys without a character
// send is none.
func fast(read []byte) bool {
	if bytes.IndexByte(read, '\x1b') >= 0 {
		return false
	}
	enters := bytes.Count(read, []byte{'\r'}) + bytes.Count(read, []byte{'\n'})
	return utf8.RuneCount(read) > maxTyped || enters > 0 && enters < len(read)
}

package shell

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestObserverFindsWhatTheWholeOutputContains(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.StringMatching(`[ab]{0,6}`)).Draw(t, "parts")
		needle := rapid.StringMatching(`[ab]{0,8}`).Draw(t, "needle")
		o, whole := NewObserver(needle), ""
		for _, p := range parts {
			piece := []byte(p)
			if n, err := o.Write(piece); n != len(p) || err != nil {
				t.Fatalf("wrote %d, %v", n, err)
			}
			clear(piece) // a writer does not keep what it is given
			whole += p
			if got := o.Contains(); got != strings.Contains(whole, needle) {
				t.Fatalf("%q in %q: %v", needle, whole, got)
			}
			if string(o.Head()) != whole || o.Truncated() {
				t.Fatalf("head %q, truncated %v", o.Head(), o.Truncated())
			}
		}
		if cap(o.tail) > 64 {
			t.Fatalf("%d bytes are kept", cap(o.tail))
		}
	})
}

func TestObserverKeepsTheFirstMiB(t *testing.T) {
	o := NewObserver("xend")
	for range headLimit/1000 + 1 {
		_, _ = o.Write(bytes.Repeat([]byte("x"), 1000))
	}
	_, _ = o.Write([]byte("end"))
	if len(o.Head()) != headLimit || !o.Truncated() || !o.Contains() {
		t.Errorf("head of %d bytes, truncated %v, found %v", len(o.Head()), o.Truncated(), o.Contains())
	}
}

func TestExactlyTheHeadIsNotTruncated(t *testing.T) {
	o := NewObserver("")
	_, _ = o.Write(make([]byte, headLimit))
	if o.Truncated() {
		t.Error("truncated")
	}
	_, _ = o.Write([]byte{0})
	if !o.Truncated() {
		t.Error("not truncated")
	}
}

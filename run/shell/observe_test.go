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

// However the output comes in, a text is found in it exactly where the whole contains it.
func FuzzContainsOverChunks(f *testing.F) {
	f.Add([]byte("the database system is ready"), "system is", []byte{3, 1, 0, 9})
	f.Add([]byte("aaaaab"), "aab", []byte{1})
	f.Add([]byte("\xff\xfe\x00\x1b[31m"), "\x00\x1b", []byte{2, 2})
	f.Add([]byte{}, "", []byte{})
	f.Fuzz(func(t *testing.T, output []byte, needle string, sizes []byte) {
		o := NewObserver(needle)
		written := 0
		for i := 0; written < len(output); i++ {
			size := len(output) - written
			if i < len(sizes) {
				size = min(size, int(sizes[i]))
			}
			_, _ = o.Write(bytes.Clone(output[written : written+size]))
			written += size
			if got, want := o.Contains(), strings.Contains(string(output[:written]), needle); got != want {
				t.Fatalf("%q in %q: %v, want %v", needle, output[:written], got, want)
			}
		}
		if !bytes.Equal(o.Head(), output) {
			t.Errorf("head %q of %q", o.Head(), output)
		}
	})
}

package pack

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
)

// ReadFile returns the bytes of the pack's file that name stands for, as Load reads them.
func ReadFile(fsys fs.FS, name string) ([]byte, error) {
	_, data, err := read(fsys, path.Clean(name))
	return data, err
}

// SameFile reports whether two texts of a pack's file count the same for the digest: they differ in lines that begin with
// `exercise_status:` at most.
func SameFile(a, b []byte) bool {
	return bytes.Equal(a, b) || bytes.Equal(WithoutStatus(a), WithoutStatus(b))
}

// WithoutStatus removes from a pack's file the lines that begin with `exercise_status:`, which are no part of its revision.
func WithoutStatus(text []byte) []byte {
	mark := []byte(nil)
	if bytes.HasPrefix(text, byteOrderMark) {
		mark, text = text[:len(byteOrderMark)], text[len(byteOrderMark):]
	}
	kept := slices.Clone(mark)
	for line := range bytes.Lines(text) {
		if !bytes.HasPrefix(line, []byte("exercise_status:")) {
			kept = append(kept, line...)
		}
	}
	return kept
}

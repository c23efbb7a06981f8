package pack

import (
	"bytes"
	"io/fs"
	"path"
)

// ReadFile returns the bytes of the pack's file that name stands for, as Load reads them.
func ReadFile(fsys fs.FS, name string) ([]byte, error) {
	_, data, err := read(fsys, path.Clean(name))
	return data, err
}

// SameFile reports whether two texts of a pack's file count the same for the digest: they differ in lines that begin with
// `exercise_status:` at most.
func SameFile(a, b []byte) bool { return bytes.Equal(withoutStatus(a), withoutStatus(b)) }

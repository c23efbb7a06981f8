package store

import (
	"bytes"
	"crypto/sha256"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
)

// seal gives what is to be remembered as text, and before it who wrote it and its checksum.
func seal(kept *memo) []byte {
	head := len(writer()) + sha256.Size
	sealed := kept.appendTo(append(slices.Clone(writer()), make([]byte, sha256.Size)...))
	sum := sha256.Sum256(sealed[head:])
	copy(sealed[head-sha256.Size:], sum[:])
	return sealed
}

// unsealed returns what was remembered as it was sealed, nothing where there is any doubt about that.
func unsealed(data []byte) memory {
	if text, whole := unseal(data); whole {
		return parseMemory(text)
	}
	return memory{}
}

// unseal returns the text that seal was given; false where this very program did not write it, or not all of it.
func unseal(sealed []byte) (text []byte, whole bool) {
	rest, mine := bytes.CutPrefix(sealed, writer())
	if !mine || len(rest) < sha256.Size {
		return nil, false
	}
	text = rest[sha256.Size:]
	sum := sha256.Sum256(text)
	return text, bytes.Equal(rest[:sha256.Size], sum[:])
}

// writer names the layout and the program: another one may read more out of a record, or refuse it.
var writer = sync.OnceValue(func() []byte {
	about := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		about = info.String()
	}
	if path, err := os.Executable(); err == nil {
		if file, err := os.Stat(path); err == nil {
			about += file.ModTime().String() + strconv.FormatInt(file.Size(), 10)
		}
	}
	sum := sha256.Sum256([]byte(about))
	return append([]byte("rtut summaries 1\n"), sum[:]...)
})

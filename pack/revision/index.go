package revision

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
)

// mostIndex bounds git's index, in bytes.
const mostIndex = 64 << 20

// trackedIn returns the paths in the index of a repository, none where there is no index that this reads: of the versions 2 and 3,
// with names of 20 bytes for objects, which is what git writes unless it is told otherwise.
func trackedIn(root *os.Root) map[string]bool {
	const index = ".git/index"
	info, err := root.Lstat(index)
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostIndex {
		return nil
	}
	file, err := openFile(root, index)
	if err != nil {
		return nil
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, mostIndex))
	if err != nil {
		return nil
	}
	return trackedPaths(data)
}

// trackedPaths reads an index: a head of 12 bytes, then for each path 62 bytes of which the last two are flags, two more flags where
// these say so, the path, and one to eight zero bytes up to a multiple of eight.
func trackedPaths(data []byte) map[string]bool {
	const head, fixed, extended = 12, 62, 0x4000
	if len(data) < head || !bytes.HasPrefix(data, []byte("DIRC")) {
		return nil
	}
	if version := binary.BigEndian.Uint32(data[4:]); version != 2 && version != 3 {
		return nil
	}
	tracked := map[string]bool{}
	count := binary.BigEndian.Uint32(data[8:])
	for data = data[head:]; count > 0 && len(data) > fixed; count-- {
		name := fixed
		if binary.BigEndian.Uint16(data[fixed-2:])&extended != 0 {
			name += 2
		}
		end := bytes.IndexByte(data[min(name, len(data)):], 0)
		if end < 0 {
			break
		}
		tracked[string(data[name:name+end])] = true
		data = data[min((name+end)/8*8+8, len(data)):]
	}
	return tracked
}

package revision

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// FileDigests returns the digests of files of the pack directory dir, by the paths in files. Of a symbolic link it is where the
// link leads. A file that is gone, that can't be read, that is no regular file, or with which there would be more than a pack may
// hold, has the digest "".
func FileDigests(dir string, files []string) (map[string]string, error) {
	if len(files) == 0 {
		return map[string]string{}, nil
	}
	digests := make(map[string]string, len(files))
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		for _, file := range files {
			digests[file] = ""
		}
		return digests, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the pack's files: %w", err)
	}
	defer root.Close()
	left := int64(mostBytes)
	for _, file := range files {
		digests[file] = fileDigest(root, file, &left)
	}
	return digests, nil
}

// fileDigest is the digest of one file, "" if there is none. It takes the size of the file off what is left.
func fileDigest(root *os.Root, file string, left *int64) string {
	info, err := root.Lstat(file)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		target, err := root.Readlink(file)
		if err != nil {
			return ""
		}
		return "link:" + target
	}
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	if *left -= info.Size(); *left < 0 {
		return ""
	}
	opened, err := openFile(root, file)
	if err != nil {
		return ""
	}
	defer opened.Close()
	sum := sha256.New()
	if n, err := io.Copy(sum, io.LimitReader(opened, info.Size()+1)); err != nil || n != info.Size() {
		return ""
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil))
}

package pack

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// reviews is the directory of review records, which are about a revision and no part of it.
const reviews = "reviews"

// Digest returns "sha256:" and the hash over the files of the pack directory dir, and the paths of these files,
// relative to dir with slashes, in the order of their bytes.
//
// Left out are names that begin with a dot or end in a tilde, with all below them, the directory reviews/, whatever is
// neither a file nor a symbolic link, and what ignored reports. It is asked once, with all paths that are left; nil
// ignores nothing. Lines of pack.yaml that begin with `exercise_status:` do not count.
//
// Hashed is, for each file in turn: the bytes of its path, a zero byte, the letter f for a file or l for a symbolic
// link, the length of the content in decimal, a zero byte, and the content. The content of a link is the text of its
// target; it is not followed. Neither modes nor times count.
func Digest(dir string, ignored func(paths []string) (map[string]bool, error)) (digest string, files []string, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", nil, fmt.Errorf("digest pack: %w", err)
	}
	defer root.Close()
	if files, err = countedFiles(root, ignored); err != nil {
		return "", nil, fmt.Errorf("digest pack: %w", err)
	}
	sum := sha256.New()
	for _, file := range files {
		if err := hashFile(sum, root, file); err != nil {
			return "", nil, fmt.Errorf("digest pack: %w", err)
		}
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil)), files, nil
}

// countedFiles lists what the digest is made of.
func countedFiles(root *os.Root, ignored func(paths []string) (map[string]bool, error)) ([]string, error) {
	files, err := walk(root, ".", nil)
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	if ignored == nil || len(files) == 0 {
		return files, nil
	}
	leave, err := ignored(slices.Clone(files))
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(files, func(file string) bool { return leave[file] }), nil
}

// walk appends the files and links below a directory.
func walk(root *os.Root, dir string, files []string) ([]string, error) {
	opened, err := root.Open(dir)
	if err != nil {
		return nil, err
	}
	entries, err := opened.ReadDir(-1)
	opened.Close()
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		switch kind := entry.Type(); {
		case strings.HasPrefix(entry.Name(), "."), strings.HasSuffix(entry.Name(), "~"), name == reviews && kind.IsDir():
		case kind.IsDir():
			if files, err = walk(root, name, files); err != nil {
				return nil, err
			}
		case kind.IsRegular(), kind&fs.ModeSymlink != 0:
			files = append(files, name)
		}
	}
	return files, nil
}

// hashFile adds one file, as Digest describes it.
func hashFile(sum hash.Hash, root *os.Root, name string) error {
	info, err := root.Lstat(name)
	if err != nil {
		return err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		target, err := root.Readlink(name)
		return hashContent(sum, name, 'l', int64(len(target)), strings.NewReader(target), err)
	}
	if name == FileName {
		text, err := root.ReadFile(name)
		text = withoutStatus(text)
		return hashContent(sum, name, 'f', int64(len(text)), bytes.NewReader(text), err)
	}
	file, err := root.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return hashContent(sum, name, 'f', info.Size(), file, nil)
}

// hashContent adds the frame and the content, unless reading it has failed already.
func hashContent(sum hash.Hash, name string, kind rune, length int64, content io.Reader, err error) error {
	if err != nil {
		return err
	}
	fmt.Fprintf(sum, "%s\x00%c%d\x00", name, kind, length)
	copied, err := io.Copy(sum, content)
	if err == nil && copied != length {
		err = fmt.Errorf("%s changed while it was read", name)
	}
	return err
}

// withoutStatus removes the lines that begin with `exercise_status:`.
func withoutStatus(text []byte) []byte {
	mark := []byte(nil)
	if bytes.HasPrefix(text, byteOrderMark) {
		mark, text = byteOrderMark, text[len(byteOrderMark):]
	}
	kept := slices.Clone(mark)
	for line := range bytes.Lines(text) {
		if !bytes.HasPrefix(line, []byte("exercise_status:")) {
			kept = append(kept, line...)
		}
	}
	return kept
}

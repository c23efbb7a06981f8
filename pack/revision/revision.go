// Package revision works out which revision of a pack a directory holds. It reads the directory and asks nobody: what is no part of
// the pack is said by fixed rules and by the ignore files in the pack itself.
package revision

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"rtut/pack"
	"rtut/pack/inside"
)

// What a pack may hold. It is text and scripts; a repo that has more in the place of one must not keep a reader busy.
const (
	mostFiles = 100_000
	mostBytes = 1 << 30
)

// frame begins what is hashed. Earlier versions, which left out other files, began with the first path, and no path begins with a
// zero byte: so none of their digests is ever one of this version.
const frame = "\x00pack digest 2\x00"

// Of returns the revision of the pack whose file is given, and the paths of the files that count, relative to its directory with
// slashes, in the order of their bytes. repo is the root of the git repository that the pack is in, "" where it is in none. Both
// are absolute, and no symbolic links are left in them.
//
// Hashed is the frame, then for each file in turn: the bytes of its path, a zero byte, the letter f for a file or l for a symbolic
// link, the length of the content in decimal, a zero byte, and the content. The content of a link is the text of its target; it is
// not followed. Neither modes nor times count, nor lines of pack.yaml that begin with `exercise_status:`.
func Of(repo, file string) (pack.Revision, []string, error) {
	dir := filepath.Dir(file)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return pack.Revision{}, nil, fmt.Errorf("digest pack: %w", err)
	}
	defer root.Close()
	w := &walk{root: root, named: sync.OnceValues(func() (*names, bool) { return namesOf(repo, file) })}
	files, err := w.files()
	if err != nil {
		return pack.Revision{}, nil, fmt.Errorf("digest pack: %w", err)
	}
	digest, err := digestOf(root, frame, files)
	if err != nil {
		return pack.Revision{}, nil, fmt.Errorf("digest pack: %w", err)
	}
	return pack.Revision{Digest: digest, Former: sync.OnceValue(func() []string { return former(repo, file) })}, files, nil
}

// namesOf returns what the commands of a pack name; false where the pack is invalid, so that nobody knows.
func namesOf(repo, file string) (*names, bool) {
	dir := filepath.Dir(file)
	if repo == "" {
		repo = dir
	}
	p, _, err := pack.Load(inside.Of(repo, dir), filepath.Base(file))
	if err != nil || p == nil {
		return nil, false
	}
	return namesIn(commandsOf(p)), true
}

// digestOf hashes files behind a frame.
func digestOf(root *os.Root, frame string, files []string) (string, error) {
	sum := sha256.New()
	fmt.Fprint(sum, frame)
	left := int64(mostBytes)
	for _, file := range files {
		if err := hashFile(sum, root, file, &left); err != nil {
			return "", err
		}
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil)), nil
}

// hashFile adds one file, as Of describes it, and takes its size off what is left.
func hashFile(sum hash.Hash, root *os.Root, name string, left *int64) error {
	info, err := root.Lstat(name)
	if err != nil {
		return err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		target, err := root.Readlink(name)
		return hashContent(sum, name, 'l', int64(len(target)), strings.NewReader(target), err)
	}
	if *left -= info.Size(); *left < 0 {
		return fmt.Errorf("with %s the pack has more than %d MiB, which is too large for a pack: move large files elsewhere", name, mostBytes>>20)
	}
	file, err := openFile(root, name)
	if err != nil {
		return err
	}
	defer file.Close()
	if name == pack.FileName {
		text, err := io.ReadAll(io.LimitReader(file, info.Size()+1))
		text = pack.WithoutStatus(text)
		return hashContent(sum, name, 'f', int64(len(text)), bytes.NewReader(text), err)
	}
	return hashContent(sum, name, 'f', info.Size(), io.LimitReader(file, info.Size()+1), nil)
}

// openFile opens what a look has shown to be a file, and nothing that has got into its place meanwhile.
func openFile(root *os.Root, name string) (*os.File, error) {
	file, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return nil, err
	}
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, fmt.Errorf("%s changed while it was read", name), file.Close())
	}
	return file, nil
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

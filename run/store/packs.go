package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"regexp"
	"sync"

	"rtut/pack/inside"
	"rtut/run/record"
)

// packsDir is the directory below that of the records in which files of packs are kept.
const packsDir = "packs"

// packDigest is how the digest of a kept file is written.
var packDigest = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^sha256:([0-9a-f]{64})$`) })

// digestOf returns the digest under which a file is kept, of its bytes alone.
func digestOf(file []byte) string {
	sum := sha256.Sum256(file)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// packPath returns where the file with a digest is kept, "" if that is no digest: records are not to be trusted with paths.
func (f *File) packPath(digest string) string {
	m := packDigest().FindStringSubmatch(digest)
	if m == nil {
		return ""
	}
	return filepath.Join(f.dir, packsDir, m[1]+".yaml")
}

// KeepPack keeps the file of a pack for all runs that follow it, and returns its digest when it would survive a power cut.
// It makes the directory of the records where that is missing.
func (f *File) KeepPack(_ context.Context, file []byte) (string, error) {
	digest := digestOf(file)
	if f.KeptPack(digest) != nil {
		return digest, nil
	}
	if err := f.make(); err != nil {
		return "", err
	}
	if _, err := f.makeInside(filepath.Join(f.dir, packsDir)); err != nil {
		return "", err
	}
	if err := syncDir(f.disk, f.dir); err != nil {
		return "", err
	}
	f.sweep(filepath.Join(f.dir, packsDir), "")
	err := replace(f.disk, f.packPath(digest), file, temporary{filepath.Join(f.dir, packsDir), ".*.tmp"}, f.ownNew)
	if err != nil {
		return "", err
	}
	return digest, nil
}

// KeptPack returns the file that is kept under a digest; nil if it is not there, can't be read, or is not what was kept.
func (f *File) KeptPack(digest string) []byte {
	path := f.packPath(digest)
	if path == "" || f.Usable() != nil {
		return nil
	}
	file, err := inside.ReadFile(inside.Of(f.dir, f.dir), filepath.Join(packsDir, filepath.Base(path)), record.MaxRecord)
	if err != nil || digestOf(file) != digest {
		return nil
	}
	return file
}

// KeepPack keeps the file of a pack, and returns its digest.
func (m *Mem) KeepPack(_ context.Context, file []byte) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.packs == nil {
		m.packs = map[string][]byte{}
	}
	digest := digestOf(file)
	m.packs[digest] = append([]byte{}, file...)
	return digest, nil
}

// KeptPack returns the file that is kept under a digest, nil if there is none.
func (m *Mem) KeptPack(digest string) []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.packs[digest]
}

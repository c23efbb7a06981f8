package store

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// keep keeps a file and returns where it is.
func keep(t *testing.T, f *File, file string) (digest, path string) {
	t.Helper()
	digest, err := f.KeepPack(t.Context(), []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	return digest, f.packPath(digest)
}

func TestAPackIsKeptOnceForAllRuns(t *testing.T) {
	f := NewFile(filepath.Join(t.TempDir(), "a", "runs"))
	digest, path := keep(t, f, "id: a\n")
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := keep(t, f, "id: a\n"); again != digest {
		t.Errorf("the same file has the digests %s and %s", digest, again)
	}
	after, err := os.Stat(path)
	if err != nil || !os.SameFile(before, after) {
		t.Errorf("what was kept already was written again (%v)", err)
	}
	keep(t, f, "id: b\n")
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 2 {
		t.Errorf("%d files for two texts, %v", len(entries), err)
	}
	if got := string(f.KeptPack(digest)); got != "id: a\n" {
		t.Errorf("kept as %q", got)
	}
}

func TestAKeptPackIsOpenToThoseToWhomTheRecordsAre(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	for mode, want := range map[fs.FileMode]fs.FileMode{0o700: 0o600, 0o770 | fs.ModeSetgid: 0o660, 0o775: 0o664} {
		dir := filepath.Join(t.TempDir(), "runs")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(dir, mode); err != nil {
			t.Fatal(err)
		}
		_, path := keep(t, NewFile(dir), "id: a\n")
		for path, want := range map[string]fs.FileMode{path: want, filepath.Dir(path): mode} {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if got := info.Mode() &^ fs.ModeDir; got != want {
				t.Errorf("%s has mode %s where the records' directory has %s", filepath.Base(path), got, mode)
			}
		}
	}
}

func TestWhatIsNotWhatWasKeptIsNotGivenBack(t *testing.T) {
	for name, spoil := range map[string]func(path string) error{
		"removed": os.Remove,
		"changed": func(path string) error { return os.WriteFile(path, []byte("id: b\n"), 0o600) },
		"a link": func(path string) error {
			if err := os.Rename(path, path+".there"); err != nil {
				return err
			}
			return os.Symlink(path+".there", path)
		},
		"a directory": func(path string) error {
			if err := os.Remove(path); err != nil {
				return err
			}
			return os.Mkdir(path, 0o700)
		},
	} {
		f := NewFile(t.TempDir())
		digest, path := keep(t, f, "id: a\n")
		if err := spoil(path); err != nil {
			t.Fatal(err)
		}
		if got := f.KeptPack(digest); got != nil {
			t.Errorf("%s: gave back %q", name, got)
		}
	}
}

func TestAChangedKeptPackIsMended(t *testing.T) {
	f := NewFile(t.TempDir())
	digest, path := keep(t, f, "id: a\n")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	keep(t, f, "id: a\n")
	if got := string(f.KeptPack(digest)); got != "id: a\n" {
		t.Errorf("it is %q", got)
	}
}

func TestADigestThatIsNoneLeadsNowhere(t *testing.T) {
	root := t.TempDir()
	f := NewFile(filepath.Join(root, "runs"))
	keep(t, f, "id: a\n")
	if err := os.WriteFile(filepath.Join(root, "secret.yaml"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, digest := range []string{"", "sha256:", "sha256:../../secret", "md5:" + strings.Repeat("0", 64), "sha256:" + strings.Repeat("A", 64), "sha256:" + strings.Repeat("0", 64) + "\n"} {
		if path := f.packPath(digest); path != "" || f.KeptPack(digest) != nil {
			t.Errorf("%q leads to %s", digest, path)
		}
	}
}

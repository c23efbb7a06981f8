package store

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestReplaceKeepsTheModeAndLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "pack.yaml")
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o664, 0o755} {
		if err := os.WriteFile(path, []byte("before"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if err := Replace(path, []byte("after")); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != mode {
			t.Errorf("mode %v, %v; it was %v", info.Mode(), err, mode)
		}
		if data, _ := os.ReadFile(path); string(data) != "after" {
			t.Errorf("the file holds %q", data)
		}
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("%d files are left", len(entries))
	}
}

func TestReplaceMakesNoNewFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "absent")
	if err := Replace(path, []byte("x")); err == nil {
		t.Error("a file that was not there was replaced")
	}
	if _, err := os.Lstat(path); err == nil {
		t.Error("it is there now")
	}
}

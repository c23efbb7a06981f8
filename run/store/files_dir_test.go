package store

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"rtut/run/record"
)

func TestFilesOfARunAreOpenToThoseToWhomTheRecordsAre(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	for _, mode := range []fs.FileMode{0o700, 0o770 | fs.ModeSetgid, 0o775} {
		dir := filepath.Join(t.TempDir(), "runs")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(dir, mode); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			path, err := NewFile(dir).MakeFilesDir("r")
			if err != nil {
				t.Fatal(err)
			}
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if got := info.Mode() &^ fs.ModeDir; got != mode {
				t.Errorf("%s has mode %s, the records' directory %s", path, got, mode)
			}
		}
	}
}

func TestADirectoryThatWasNotFinishedIsFinishedByTheNextRun(t *testing.T) {
	for _, left := range []string{"", ".other.lock"} {
		dir := t.TempDir()
		if left != "" {
			if err := os.WriteFile(filepath.Join(dir, left), []byte("*"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := NewFile(dir).Create(t.Context(), &record.Record{RunID: "r", Schema: record.V02, PackID: "p", Events: []record.Event{{Seq: 1}}}); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(filepath.Join(dir, ".gitignore")); string(data) != "*\n" {
			t.Errorf("with %q: %q, %v", left, data, err)
		}
		if found, _ := filepath.Glob(filepath.Join(dir, ".*.tmp")); found != nil {
			t.Errorf("with %q: %v is left", left, found)
		}
	}
}

package store

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"rtut/run/record"
)

// leave makes a file as a writer that was killed so long ago leaves it.
func leave(t *testing.T, path string, ago time.Duration) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(`{"schema":`), 0o600); err != nil {
		t.Fatal(err)
	}
	then := time.Now().Add(-ago) //nolint:forbidigo // the age of a file is no time of a run
	if err := os.Chtimes(path, then, then); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWhatKilledWritersLeftIsSweptAndWhatLivingOnesWriteIsNot(t *testing.T) {
	dir := t.TempDir()
	f := NewFile(dir)
	gone := []string{
		leave(t, filepath.Join(dir, ".20261130T004512.123456Z-9f2c4a.12.tmp"), 2*time.Hour), // of a run that never came to be
		leave(t, filepath.Join(dir, ".20261130T004512.123456Z-9f2c4a.lock"), 2*time.Hour),
		leave(t, filepath.Join(dir, ".gitignore.34.tmp"), 2*time.Hour),
		leave(t, filepath.Join(dir, packsDir, ".56.tmp"), 2*time.Hour),
		leave(t, filepath.Join(dir, ".one.78.tmp"), 0), // of the record itself, whose lock is held
	}
	kept := []string{
		leave(t, filepath.Join(dir, ".two.90.tmp"), time.Minute),
		leave(t, filepath.Join(dir, ".two.lock"), time.Minute),
		leave(t, filepath.Join(dir, "three.json"), 2*time.Hour),
		leave(t, filepath.Join(dir, ".three.lock"), 2*time.Hour), // of a run
		leave(t, filepath.Join(dir, packsDir, ".12.tmp"), time.Minute),
		leave(t, filepath.Join(dir, ".two.34.tmp"), -2*time.Hour), // the clock was set back
		leave(t, filepath.Join(dir, "notes.tmp"), 2*time.Hour),    // somebody's
		leave(t, filepath.Join(dir, ".vimrc"), 2*time.Hour),
	}
	if _, err := f.KeepPack(t.Context(), []byte("id: x\n")); err != nil {
		t.Fatal(err)
	}
	if err := f.Create(t.Context(), &record.Record{Schema: record.V02, RunID: "one"}); err != nil {
		t.Fatal(err)
	}
	for _, path := range slices.Concat(gone, kept) {
		_, err := os.Lstat(path)
		if isThere := err == nil; isThere != slices.Contains(kept, path) {
			t.Errorf("%s: there %v", path, isThere)
		}
	}
}

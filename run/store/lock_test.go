package store

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rtut/run"
)

func TestALockThatIsASymbolicLinkIsNotFollowed(t *testing.T) {
	dir, victim := t.TempDir(), filepath.Join(t.TempDir(), "victim")
	for _, exists := range []bool{true, false} {
		if exists {
			if err := os.WriteFile(victim, []byte("kept"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		link := filepath.Join(dir, ".r.lock")
		if err := os.Symlink(victim, link); err != nil {
			t.Fatal(err)
		}
		err := NewFile(dir, nil).Create(context.Background(), &run.Record{RunID: "r", Schema: run.V02, PackID: "p"})
		if err == nil || !strings.Contains(err.Error(), "symbolic link") {
			t.Errorf("the lock was taken: %v", err)
		}
		data, err := os.ReadFile(victim)
		if exists && string(data) != "kept" || !exists && err == nil {
			t.Errorf("where the link points to, there is %q now", data)
		}
		os.Remove(link)
		os.Remove(victim)
	}
}

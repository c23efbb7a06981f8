package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"rtut/run"
)

// A store whose disk is not mounted is no empty store.
func TestALinkThatLeadsNowhereIsSaidByEveryWayToTheRuns(t *testing.T) {
	for _, link := range []string{".local", RunsDir} {
		root := t.TempDir()
		path := filepath.Join(root, link)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.Symlink(filepath.Join(root, "not-mounted"), path)); err != nil {
			t.Fatal(err)
		}
		f := NewFile(filepath.Join(root, RunsDir))
		_, _, listed := f.Rows(context.Background(), nil)
		created := f.Create(context.Background(), &run.Record{RunID: "r", Schema: run.V02, PackID: "p"})
		tree, err := Find(root)
		if err != nil || len(tree.Skipped) != 1 {
			t.Fatalf("%s: %v, %v", link, tree, err)
		}
		for way, err := range map[string]error{"list": listed, "create": created, "tree": tree.Skipped[0].Err} {
			var dangling *DanglingError
			if !errors.As(err, &dangling) || dangling.Link != path {
				t.Errorf("%s, %s: %v", link, way, err)
			}
		}
		if _, err := os.Lstat(filepath.Join(root, "not-mounted")); err == nil {
			t.Errorf("%s: something was made where it leads", link)
		}
	}
}

// Whoever may give a file away, root above all, leaves it to its owner.
func TestARecordStaysItsOwners(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root may give a file away")
	}
	f := NewFile(t.TempDir())
	rec := &run.Record{RunID: "r", Schema: run.V02, PackID: "p", Revision: 1, Events: []run.Event{{Seq: 1}}}
	if err := errors.Join(f.Create(context.Background(), rec), os.Chown(f.Path("r"), 4711, 4712)); err != nil {
		t.Fatal(err)
	}
	err := f.Update(context.Background(), "r", func(rec *run.Record) (*run.Record, error) { return rec, nil })
	info, failed := os.Stat(f.Path("r"))
	if err != nil || failed != nil || info.Sys().(*syscall.Stat_t).Uid != 4711 {
		t.Errorf("%v, %v: %+v", err, failed, info.Sys())
	}
}

package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"rtut/run/record"
)

func TestWhatRootMakesBelongsToTheOwnerOfTheRepo(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can be root")
	}
	repo := t.TempDir()
	if err := os.Chown(repo, 61001, 61002); err != nil {
		t.Fatal(err)
	}
	f := NewFile(filepath.Join(repo, RunsDir))
	if err := f.Create(t.Context(), &record.Record{RunID: "r", Schema: record.V02, PackID: "p"}); err != nil {
		t.Fatal(err)
	}
	if _, err := f.KeepPack(t.Context(), []byte("id: p\n")); err != nil {
		t.Fatal(err)
	}
	if _, err := f.MakeFilesDir("r"); err != nil {
		t.Fatal(err)
	}
	if err := cacheOf(f.Dir()).make(); err != nil {
		t.Fatal(err)
	}
	if err := f.Update(t.Context(), "r", func(rec *record.Record) (*record.Record, error) { return rec, nil }); err != nil {
		t.Fatal(err)
	}
	seen := 0
	err := filepath.WalkDir(repo, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		seen++
		if stat := info.Sys().(*syscall.Stat_t); stat.Uid != 61001 || stat.Gid != 61002 {
			t.Errorf("%s belongs to %d:%d", path, stat.Uid, stat.Gid)
		}
		return nil
	})
	if err != nil || seen < 10 {
		t.Errorf("%d files and directories, %v", seen, err)
	}
}

func TestLinksInTheStoreLeadNowhere(t *testing.T) {
	for name, write := range map[string]func(f *File) error{
		packsDir:  func(f *File) error { _, err := f.KeepPack(t.Context(), []byte("id: p\n")); return err },
		"r.files": func(f *File) error { _, err := f.MakeFilesDir("r"); return err },
		CacheDir:  func(f *File) error { return cacheOf(f.Dir()).make() },
	} {
		above := t.TempDir()
		dir, victim := filepath.Join(above, "runs"), filepath.Join(above, "victim")
		if err := errors.Join(os.Mkdir(dir, 0o755), os.Mkdir(victim, 0o755), os.Symlink("../victim", filepath.Join(dir, name))); err != nil {
			t.Fatal(err)
		}
		err := write(NewFile(dir))
		want := filepath.Join(dir, name) + " is not a directory, and rtut does not replace it; remove it"
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
		if entries, err := os.ReadDir(victim); err != nil || len(entries) > 0 {
			t.Errorf("%s: where the link leads there is %v, %v", name, entries, err)
		}
	}
}

func TestAPackKeptBehindALinkIsNotRead(t *testing.T) {
	above := t.TempDir()
	f := NewFile(filepath.Join(above, "runs"))
	digest, err := f.KeepPack(t.Context(), []byte("id: p\n"))
	if err != nil || f.KeptPack(digest) == nil {
		t.Fatalf("it was not kept: %v", err)
	}
	if err := errors.Join(os.Rename(filepath.Join(f.Dir(), packsDir), filepath.Join(above, "elsewhere")), os.Symlink("../elsewhere", filepath.Join(f.Dir(), packsDir))); err != nil {
		t.Fatal(err)
	}
	if f.KeptPack(digest) != nil {
		t.Error("it was read")
	}
}

func TestADiskReachesNothingThatLiesOutsideByALink(t *testing.T) {
	above := t.TempDir()
	dir, victim := filepath.Join(above, "runs"), filepath.Join(above, "victim")
	if err := errors.Join(os.Mkdir(dir, 0o755), os.Mkdir(victim, 0o755), os.WriteFile(filepath.Join(victim, "x"), nil, 0o644), os.Symlink(victim, filepath.Join(dir, "link"))); err != nil {
		t.Fatal(err)
	}
	d := disk{dir}
	_, created := d.Create(filepath.Join(dir, "link"), "a*", 0o600)
	for what, err := range map[string]error{
		"make a file": created, "make a directory": d.Mkdir(filepath.Join(dir, "link", "d")), "remove": d.Remove(filepath.Join(dir, "link", "x")),
		"rename": d.Rename(filepath.Join(dir, "link", "x"), filepath.Join(dir, "y")),
	} {
		if err == nil {
			t.Errorf("it could %s", what)
		}
	}
	if err := d.Remove(filepath.Join(dir, "link")); err != nil {
		t.Errorf("the link itself can't be removed: %v", err)
	}
}

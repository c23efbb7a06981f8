package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"rtut/run/record"
)

// placings are what may be in the place of a directory of rtut's, each with how it is called.
func placings(t *testing.T) map[string]func(path string) error {
	t.Helper()
	outside := t.TempDir()
	pipe := filepath.Join(outside, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	link := func(to string) func(string) error { return func(path string) error { return os.Symlink(to, path) } }
	all := map[string]func(path string) error{
		"a named pipe":                    func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"a file":                          func(path string) error { return os.WriteFile(path, nil, 0o600) },
		"a symbolic link to " + outside:   link(outside),
		"a symbolic link to " + pipe:      link(pipe),
		"a symbolic link to /dev/tty":     link("/dev/tty"),
		"a symbolic link to ../src":       link("../src"),
		"a symbolic link to not-mounted":  link("not-mounted"),
		"a symbolic link to runbook-runs": link("runbook-runs"),
	}
	if os.Geteuid() == 0 {
		all["a device"] = func(path string) error { return syscall.Mknod(path, syscall.S_IFCHR|0o600, 1<<8|3) }
	}
	return all
}

// A cloned repo does not choose where rtut reads and writes: what is in the place of its directories is neither opened nor followed.
func TestWhatIsNoDirectoryIsSaidByEveryWayToTheRuns(t *testing.T) {
	for is, put := range placings(t) {
		for _, place := range []string{".local", RunsDir} {
			root := t.TempDir()
			path := filepath.Join(root, place)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.Mkdir(filepath.Join(root, "src"), 0o700), put(path)); err != nil {
				t.Fatal(err)
			}
			before := manifest(t, root)
			for way, err := range waysToTheRuns(t, root) {
				var misplaced *MisplacedError
				if !errors.As(err, &misplaced) || misplaced.Path != path || misplaced.Is != is {
					t.Errorf("%s is %s: %s says %v", place, is, way, err)
				}
			}
			if after := manifest(t, root); after != before {
				t.Errorf("%s is %s: something was made\n%s", place, is, after)
			}
		}
	}
}

// waysToTheRuns reads and writes the runs of a repo in every way, and returns what each said.
func waysToTheRuns(t *testing.T, root string) map[string]error {
	t.Helper()
	f := Elsewhere("").Of(root)
	_, _, rows := f.Rows(t.Context(), nil)
	_, load := f.Load(t.Context(), "r")
	_, match := f.Match("r")
	_, keep := f.KeepPack(t.Context(), []byte("id: x\n"))
	_, files := f.MakeFilesDir("r")
	if f.KeptPack(digestOf(nil)) != nil || f.Missing() != nil {
		t.Error("something is read")
	}
	tree, err := Find(root)
	if err != nil || len(tree.Skipped) != 1 || len(tree.Runs) != 0 {
		t.Fatal(tree, err)
	}
	return map[string]error{
		"rows": rows, "load": load, "match": match, "keep": keep, "files": files, "tree": tree.Skipped[0].Err,
		"create": f.Create(t.Context(), &record.Record{RunID: "r", Schema: record.V02, PackID: "p"}),
		"update": f.Update(t.Context(), "r", func(*record.Record) (*record.Record, error) { return nil, nil }),
	}
}

// manifest says what there is below a directory, and outside of it where its links lead.
func manifest(t *testing.T, root string) string {
	t.Helper()
	all := ""
	note := func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		all += path + " " + entry.Type().String() + "\n"
		if to, err := os.Readlink(path); err == nil {
			there, _ := os.ReadDir(to)
			all += fmt.Sprintf("  leads to %v\n", there)
		}
		return nil
	}
	if err := filepath.WalkDir(root, note); err != nil {
		t.Fatal(err)
	}
	return all
}

// Nor does what is in the place of what is kept among the records make anybody wait.
func TestPipesAmongTheRecordsMakeNobodyWait(t *testing.T) {
	root := t.TempDir()
	f := Elsewhere("").Of(root)
	rec := &record.Record{RunID: "r", Schema: record.V02, PackID: "p", Revision: 1, Events: []record.Event{{Seq: 1}}}
	if err := f.Create(t.Context(), rec); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{headsName, packsDir, CacheDir, "r.files", ".r.lock", "s.json", ".s.lock", ".gitignore"} {
		path := filepath.Join(f.Dir(), name)
		if err := errors.Join(os.RemoveAll(path), syscall.Mkfifo(path, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	rows, damaged, err := f.Rows(t.Context(), nil)
	if err != nil || len(rows) != 0 || len(damaged) != 2 { // r is too short for one
		t.Errorf("%v, %v, %v", rows, damaged, err)
	}
	f.Missing()
	cacheOf(f.Dir()).save(newMemo(1))
	rec.RunID = "new"
	if err := f.Create(t.Context(), rec); err != nil {
		t.Error(err)
	}
	_, keep := f.KeepPack(t.Context(), []byte("id: x\n"))
	_, files := f.MakeFilesDir("r")
	for way, err := range map[string]error{
		"keep": keep, "files": files, "locked": f.Create(t.Context(), &record.Record{RunID: "s", Schema: record.V02, PackID: "p"}),
		"update": f.Update(t.Context(), "r", func(*record.Record) (*record.Record, error) { return nil, nil }),
	} {
		if err == nil || !strings.HasSuffix(err.Error(), "remove it") {
			t.Errorf("%s: %v", way, err)
		}
	}
}

// A directory elsewhere may be a link, which its operator has made. Where its disk is not mounted it is no empty one.
func TestALinkThatLeadsNowhereIsSaid(t *testing.T) {
	root := t.TempDir()
	link, to := filepath.Join(root, "runs"), filepath.Join(root, "not-mounted")
	if err := os.Symlink(to, link); err != nil {
		t.Fatal(err)
	}
	f := Elsewhere(link).Of("/repos/a")
	_, _, listed := f.Rows(t.Context(), nil)
	_, matched := f.Match("r")
	created := f.Create(t.Context(), &record.Record{RunID: "r", Schema: record.V02, PackID: "p"})
	for way, err := range map[string]error{"rows": listed, "match": matched, "create": created} {
		var dangling *DanglingError
		if !errors.As(err, &dangling) || dangling.Link != link {
			t.Errorf("%s: %v", way, err)
		}
	}
	if _, err := os.Lstat(to); err == nil {
		t.Error("something was made where it leads")
	}
}

// Whoever may give a file away, root above all, leaves it to its owner.
func TestARecordStaysItsOwners(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root may give a file away")
	}
	f := NewFile(t.TempDir())
	rec := &record.Record{RunID: "r", Schema: record.V02, PackID: "p", Revision: 1, Events: []record.Event{{Seq: 1}}}
	if err := errors.Join(f.Create(context.Background(), rec), os.Chown(f.Path("r"), 4711, 4712)); err != nil {
		t.Fatal(err)
	}
	err := f.Update(context.Background(), "r", func(rec *record.Record) (*record.Record, error) { return rec, nil })
	info, failed := os.Stat(f.Path("r"))
	if err != nil || failed != nil || info.Sys().(*syscall.Stat_t).Uid != 4711 {
		t.Errorf("%v, %v: %+v", err, failed, info.Sys())
	}
}

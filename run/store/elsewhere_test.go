package store

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"rtut/run/record"
)

func begunIn(t *testing.T, f *File, id string) error {
	t.Helper()
	n := newNight(t, 1)
	rec, err := n.Store.Load(t.Context(), "r")
	if err != nil {
		t.Fatal(err)
	}
	rec.RunID = id
	return f.Create(t.Context(), rec)
}

// Of repos that begin to use a directory at the same time one gets it.
func TestADirectoryElsewhereIsOfOneRepo(t *testing.T) {
	dir := Elsewhere(filepath.Join(t.TempDir(), "runs"))
	repos := []string{"/repos/a", "/repos/b", "/repos/c", "/repos/d"}
	var created atomic.Int32
	var refused sync.Map
	var group sync.WaitGroup
	for _, repo := range repos {
		group.Go(func() {
			var other *OtherRepoError
			switch err := begunIn(t, dir.Of(repo), "run-of-"+filepath.Base(repo)); {
			case err == nil:
				created.Add(1)
			case errors.As(err, &other):
				refused.Store(repo, *other)
			default:
				t.Error(err)
			}
		})
	}
	group.Wait()
	owner, err := dir.repo()
	if err != nil || created.Load() != 1 {
		t.Fatalf("%d of %d repos have a run in it, which is of %q (%v)", created.Load(), len(repos), owner, err)
	}
	for _, repo := range repos {
		_, _, rows := dir.Of(repo).Rows(t.Context(), nil)
		_, load := dir.Of(repo).Load(t.Context(), "run-of-"+filepath.Base(owner))
		update := dir.Of(repo).Update(t.Context(), "run-of-"+filepath.Base(owner), func(*record.Record) (*record.Record, error) { return nil, nil })
		_, match := dir.Of(repo).Match("run")
		_, keep := dir.Of(repo).KeepPack(t.Context(), []byte("id: x\n"))
		want := OtherRepoError{Dir: string(dir), Of: owner, Repo: repo}
		for way, err := range map[string]error{"rows": rows, "load": load, "update": update, "match": match, "keep": keep} {
			var other *OtherRepoError
			if repo == owner && err != nil || repo != owner && (!errors.As(err, &other) || *other != want) {
				t.Errorf("%s, %s: %v", repo, way, err)
			}
		}
		if got, was := refused.Load(repo); repo != owner && (!was || got != want) {
			t.Errorf("%s: %+v", repo, got)
		}
	}
}

// However they come between each other's looks and writes, no two repos take one directory for theirs.
func TestADirectoryElsewhereIsTakenOnce(t *testing.T) {
	for range 50 {
		dir := Elsewhere(filepath.Join(t.TempDir(), "runs"))
		var taken atomic.Int32
		var group sync.WaitGroup
		for _, repo := range []string{"/repos/a", "/repos/b", "/repos/c", "/repos/d"} {
			group.Go(func() {
				var other *OtherRepoError
				switch err := begunIn(t, dir.Of(repo), "run-of-"+filepath.Base(repo)); {
				case err == nil:
					taken.Add(1)
				case !errors.As(err, &other):
					t.Error(err)
				}
			})
		}
		group.Wait()
		if taken.Load() != 1 {
			t.Fatalf("%d repos took the directory", taken.Load())
		}
	}
}

func TestADirectoryElsewhereWithAnEmptyMarkIsRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, repoMark), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var unmarked *UnmarkedError
	if err := Elsewhere(dir).Of("/repos/a").mark(); !errors.As(err, &unmarked) {
		t.Errorf("got %v", err)
	}
}

// A tree has the runs of the repo elsewhere, once, and those of other repos where they are.
func TestATreeHasTheRunsThatAreElsewhere(t *testing.T) {
	root := t.TempDir()
	for _, repo := range []string{"a", "b"} {
		if err := errors.Join(os.MkdirAll(filepath.Join(root, repo, ".git"), 0o700), os.MkdirAll(filepath.Join(root, repo, RunsDir), 0o700)); err != nil {
			t.Fatal(err)
		}
	}
	dir := Elsewhere(filepath.Join(root, "a", "var", "runs"))
	if err := begunIn(t, dir.Of(filepath.Join(root, "a")), "r1"); err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{root, filepath.Join(root, "a"), filepath.Join(root, "a", "var")} {
		tree, err := FindAt(from, dir)
		if err != nil || len(tree.Runs) == 0 || tree.Runs[0] != (Runs{Dir: string(dir), Repo: filepath.Join(root, "a")}) {
			t.Errorf("from %s: %+v, %v", from, tree, err)
		}
		if from == root && (len(tree.Runs) != 2 || tree.Runs[1].Repo != filepath.Join(root, "b")) {
			t.Errorf("from %s: %+v", from, tree.Runs)
		}
	}
}

// What is kept among the records must not become part of something else, and nothing of somebody else's gets into it.
func TestADirectoryElsewhereIsEmptyOrOurs(t *testing.T) {
	repo := t.TempDir()
	if err := errors.Join(os.MkdirAll(filepath.Join(repo, ".git", "hooks"), 0o700), os.MkdirAll(filepath.Join(repo, "packs", "p", "empty"), 0o700),
		os.WriteFile(filepath.Join(repo, "packs", "p", "pack.yaml"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	home, pipe, file, marked := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "file"), t.TempDir()
	if err := errors.Join(os.WriteFile(filepath.Join(home, "letter.txt"), nil, 0o600), os.WriteFile(file, nil, 0o600),
		syscall.Mkfifo(filepath.Join(pipe, repoMark), 0o600), os.Symlink(filepath.Join(repo, ".git"), filepath.Join(marked, "git"))); err != nil {
		t.Fatal(err)
	}
	for dir, why := range map[string]string{
		repo:                               "is the repo itself",
		filepath.Join(repo, ".git"):        "is inside of .git",
		filepath.Join(repo, ".git/hooks"):  "is inside of .git",
		filepath.Join(repo, ".git/runs"):   "is inside of .git",
		filepath.Join(marked, "git"):       "is inside of .git",
		filepath.Join(repo, "packs/p"):     "is inside of the pack in " + filepath.Join(repo, "packs/p"),
		filepath.Join(repo, "packs/p/a/b"): "is inside of the pack in " + filepath.Join(repo, "packs/p"),
		home:                               "is not empty, and has no runs: it has letter.txt",
		pipe:                               "has something else than a regular file as repo, where the path of its repo would be",
		file:                               "is no directory",
	} {
		var unfit *UnfitError
		f := Elsewhere(dir).Of(repo)
		for way, err := range map[string]error{"create": begunIn(t, f, "r"), "usable": f.Usable()} {
			if !errors.As(err, &unfit) || unfit.Why != why {
				t.Errorf("%s, %s: %v", dir, way, err)
			}
		}
	}
	for _, dir := range []string{t.TempDir(), filepath.Join(repo, "var", "runs"), filepath.Join(t.TempDir(), "a", "b")} {
		if err := errors.Join(begunIn(t, Elsewhere(dir).Of(repo), "r1"), begunIn(t, Elsewhere(dir).Of(repo), "r2")); err != nil {
			t.Errorf("%s: %v", dir, err)
		}
	}
}

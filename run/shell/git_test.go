package shell

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGitSaysWhatItIgnores(t *testing.T) {
	repo := newRepo(t, "*.log\n/build/\n!keep.log\n:x\n\\*y\ntracked\n")
	write(t, filepath.Join(repo, "tracked"), "")
	git(t, repo, "add", "-f", "tracked")
	paths := []string{
		"a.log", "sub/b.log", "keep.log", "build/x", "tracked", "a.txt", ":x", "*y", "zy",
		"new\nline.log", "späce 'q\".log", "-rf.log", strings.Repeat("d/", 100) + "deep.log",
	}
	write(t, filepath.Join(repo, "build", "x"), "")
	want := map[string]bool{
		"a.log": true, "sub/b.log": true, "build/x": true, ":x": true, "*y": true,
		"new\nline.log": true, "späce 'q\".log": true, "-rf.log": true, "tracked": true, strings.Repeat("d/", 100) + "deep.log": true,
	}
	got, err := Ignored(t.Context(), repo, paths)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestGitIsNotAskedAboutARepositoryOfSomebodyElse(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give a repository away")
	}
	for name, set := range map[string]func(repo string) (foreign string){
		"the directory":  func(repo string) string { return repo },
		"its repository": func(repo string) string { return filepath.Join(repo, ".git") },
		"where its .git leads": func(repo string) string {
			there := filepath.Join(repo, "there")
			if err := os.Rename(filepath.Join(repo, ".git"), there); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(repo, ".git"), "gitdir: there\n")
			return there
		},
	} {
		repo := newRepo(t, "a\n")
		foreign := set(repo)
		if got, err := Ignored(t.Context(), repo, []string{"a"}); err != nil || !got["a"] {
			t.Errorf("%s, before: %v, %v", name, got, err)
		}
		if err := os.Chown(foreign, 61001, 61001); err != nil {
			t.Fatal(err)
		}
		_, err := Ignored(t.Context(), repo, []string{"a"})
		want := "ask git what it ignores in " + repo + ": " + foreign + " belongs to user 61001, and git is asked only about repositories of who asks"
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v", name, err)
		}
		t.Setenv("SUDO_UID", "61001")
		if got, err := Ignored(t.Context(), repo, []string{"a"}); err != nil || !got["a"] {
			t.Errorf("%s, under sudo: %v, %v", name, got, err)
		}
		t.Setenv("SUDO_UID", "")
	}
}

func TestNothingIgnoredIsNoError(t *testing.T) {
	repo := newRepo(t, "")
	for _, paths := range [][]string{nil, {"a"}} {
		if got, err := Ignored(t.Context(), repo, paths); err != nil || len(got) != 0 {
			t.Errorf("got %v, %v", got, err)
		}
	}
}

func TestManyPathsDoNotBlock(t *testing.T) {
	var paths []string
	for i := range 20000 {
		paths = append(paths, strings.Repeat("x", i%50+1)+"/some/file.log")
	}
	got, err := Ignored(t.Context(), newRepo(t, "*.log\n"), paths)
	if err != nil || len(got) != 50 {
		t.Errorf("got %d, %v", len(got), err)
	}
}

func TestTheCallersGitVariablesDoNotLeadAstray(t *testing.T) {
	repo := newRepo(t, "a\n")
	t.Setenv("GIT_DIR", filepath.Join(newRepo(t, ""), ".git"))
	t.Setenv("GIT_WORK_TREE", "/")
	got, err := Ignored(t.Context(), repo, []string{"a"})
	if err != nil || !got["a"] {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestARepositoryCannotMakeGitRunAProgram(t *testing.T) {
	repo := newRepo(t, "a\n")
	ran := filepath.Join(t.TempDir(), "ran")
	hook := filepath.Join(repo, "hook")
	write(t, hook, "#!/bin/sh\necho >"+ran+"\n")
	if err := os.Chmod(hook, 0o700); err != nil {
		t.Fatal(err)
	}
	git(t, repo, "config", "core.fsmonitor", hook)
	write(t, filepath.Join(repo, "tracked"), "")
	git(t, repo, "-c", "core.fsmonitor=false", "add", "tracked")
	if _, err := Ignored(t.Context(), repo, []string{"a", "tracked"}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("the repository's program ran")
	}
}

func TestWhatGitCannotAnswerIsAnError(t *testing.T) {
	repo := newRepo(t, "")
	empty := t.TempDir()
	write(t, filepath.Join(empty, ".git", "x"), "")
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tc := range []struct {
		name string
		ctx  context.Context
		dir  string
		path string
		want string
	}{
		{"outside of the repository", t.Context(), repo, "../x", "is outside repository"},
		{"no repository", t.Context(), empty, "x", "not a git repository"},
		{"no path", t.Context(), repo, "", `ask git whether it ignores "": not a relative path`},
		{"an absolute path", t.Context(), repo, "/x", "not a relative path"},
		{"NUL", t.Context(), repo, "a\x00b", "not a relative path"},
		{"cancelled", canceled, repo, "a", "context canceled"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
			if got, err := Ignored(tc.ctx, tc.dir, []string{tc.path}); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}

func TestAMissingGitIsTyped(t *testing.T) {
	repo := newRepo(t, "")
	t.Setenv("PATH", t.TempDir())
	_, err := Ignored(t.Context(), repo, []string{"a"})
	var missing *MissingToolError
	if !errors.As(err, &missing) || missing.Tool != "git" {
		t.Errorf("got %v", err)
	}
}

func TestMissingToolsAreListedOnceAndSorted(t *testing.T) {
	got := LookTools([]string{"sh", "no-such-b", "no-such-a", "no-such-b"})
	if diff := cmp.Diff([]string{"no-such-a", "no-such-b"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := LookTools([]string{"sh"}); got != nil {
		t.Errorf("got %v", got)
	}
}

func newRepo(t *testing.T, ignore string) string {
	t.Helper()
	if len(LookTools([]string{"git"})) > 0 {
		t.Skip("git is not here")
	}
	repo := t.TempDir()
	git(t, repo, "init", "-q")
	write(t, filepath.Join(repo, ".gitignore"), ignore)
	return repo
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = dir, gitEnv(os.Environ())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// sharedGroup is the group of two logins that nobody else on the machine is in.
const sharedGroup = 61000

// login is somebody with a user id and a umask of their own.
type login struct {
	repo  *repo
	uid   uint32
	umask string
	rtut  string // path
}

// newShared makes a repository for a group: its directory is setgid. Only root can play two logins.
func newShared(t *testing.T) (r *repo, ana, ben login) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root can be two logins")
	}
	r = newRepo(t)
	binary, err := exec.LookPath("rtut")
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(r.dir, "rtut")
	r.must("cp", binary, copied)
	r.write("packs/shared/pack.yaml", sharedPack)
	r.write("gitconfig", "[safe]\n\tdirectory = *\n")
	r.env = append(r.env, "GIT_CONFIG_GLOBAL="+filepath.Join(r.dir, "gitconfig"))
	r.must("chmod", "755", filepath.Dir(r.dir))
	r.must("chgrp", "-R", "61000", r.dir)
	r.must("find", r.dir, "-type", "d", "-exec", "chmod", "2775", "{}", "+")
	return r, login{r, 61001, "077", copied}, login{r, 61002, "022", copied}
}

const sharedPack = `schema: runbook-pack/v0.1
id: shared
title: Shared
owner: ops
steps:
  - id: one
    title: One
    verify: { kind: exit-code, command: 'echo one >> "$RTUT_RUN_DIR/one"' }
  - id: two
    title: Two
    verify: { kind: exit-code, command: 'echo two >> "$RTUT_RUN_DIR/two"' }
`

func (r *repo) write(name, text string) {
	r.t.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

// does runs rtut as the login does.
func (l login) does(args ...string) {
	l.repo.t.Helper()
	cmd := exec.Command("sh", append([]string{"-c", "umask " + l.umask + `; exec "$0" "$@"`, l.rtut}, args...)...)
	cmd.Dir, cmd.Env = l.repo.dir, l.repo.env
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: l.uid, Gid: l.uid, Groups: []uint32{sharedGroup}}}
	if out, err := cmd.CombinedOutput(); err != nil {
		l.repo.t.Fatalf("%d: %s: %v\n%s", l.uid, strings.Join(args, " "), err, out)
	}
}

func TestTwoLoginsOfAGroupShareARunWhateverTheirUmask(t *testing.T) {
	startsManyPrograms(t)
	r, ana, ben := newShared(t)
	for _, by := range [][2]login{{ana, ben}, {ben, ana}} {
		first, second := by[0], by[1]
		first.does("run", "new", "packs/shared")
		second.does("run", "note", "seen")
		first.does("go", "--yes")
		second.does("go", "--yes")
		first.does("run", "finalize", "--outcome", "succeeded")
		second.does("run", "feedback", "--rating", "good")
		r.must("rm", "-r", ".local")
		r.env = append(r.env, testIDs+"=bbbbbb")
	}
}

func TestARepoThatCannotBeWrittenCanBeLookedAt(t *testing.T) {
	startsManyPrograms(t)
	r := newRepo(t)
	r.rtutAll("run new packs/linear; go --yes")
	if err := syscall.Mount(r.dir, r.dir, "", syscall.MS_BIND, ""); err != nil {
		t.Skipf("nothing can be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(r.dir, syscall.MNT_DETACH) })
	if err := syscall.Mount("", r.dir, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("nothing can be made read-only here: %v", err)
	}
	for _, look := range []string{
		"run status", "run next", "run show", "run log", "run cmd", "run data", "run rollback", "run list", "list", "score .", "feedback packs/linear",
		"pack validate packs/linear", "pack digest packs/linear",
	} {
		r.rtutAll(look)
	}
	for _, act := range []string{"run note x", "run start restart --phrase=restart_nginx", "run new packs/linear", "go --phrase=restart_nginx"} {
		words := strings.Fields(act)
		for i := range words {
			words[i] = strings.ReplaceAll(words[i], "_", " ")
		}
		cmd := exec.Command("rtut", words...)
		cmd.Dir, cmd.Env = r.dir, append(r.env, testIDs+"=cccccc")
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != exitStore || !strings.Contains(string(out), ".local/runbook-runs") {
			t.Errorf("%s: exit code %d, and does not name the path:\n%s", act, code, out)
		}
	}
}

func TestNobodyElseReadsARunOfAGroup(t *testing.T) {
	r, ana, _ := newShared(t)
	ana.does("run", "new", "packs/shared")
	err := filepath.WalkDir(filepath.Join(r.dir, ".local/runbook-runs"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil && strings.HasSuffix(path, ".json") && info.Sys().(*syscall.Stat_t).Gid != sharedGroup {
			t.Errorf("%s is not the group's", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

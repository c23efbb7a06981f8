package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// trapSecret is in a file outside of the repo.
const trapSecret = "outside-of-the-repo-1f9c"

// trapKind is a way in which a repo might have something run, or something read that is not in it.
type trapKind struct {
	name     string
	set      func(r *trap)
	caught   bool // git in the pack's directory, as it was asked once, starts x.sh
	noPack   bool // the pack can't be read
	noDigest bool // no run can be made of it
	noRuns   bool // where its runs would be, something else is
	noLocal  bool // nor can anything else be kept in the repo
	noRecord bool // the run that it has can't be written
	notAsked bool // the doctor does not ask git
	asRoot   bool
}

var trapKinds = []trapKind{
	{name: "nothing in it", set: func(*trap) {}},
	{name: "a bare repository in the pack: core.sshCommand", set: func(r *trap) { r.bare(lazy("ssh://x/y", "", "sshCommand = ./x.sh")) }, caught: true},
	{name: "a bare repository in the pack: remote.uploadpack", set: func(r *trap) { r.bare(lazy("./", "uploadpack = ./x.sh", "")) }, caught: true},
	{name: "a bare repository in the pack: core.gitProxy", set: func(r *trap) { r.bare(lazy("git://x/y", "", "gitProxy = ./x.sh")) }, caught: true},
	{name: "a bare repository in the pack: ext", set: func(r *trap) { r.bare(lazy("ext::./x.sh", "", "") + "[protocol \"ext\"]\n\tallow = always\n") }, caught: true},
	{name: "a bare repository in the pack: info/exclude", set: func(r *trap) {
		r.bare("[core]\n\tbare = false\n\tworktree = .\n")
		r.write("packs/evil/info/exclude", "*\n")
	}},
	{name: "the repo's config: core.sshCommand", set: func(r *trap) { r.own(lazy("ssh://x/y", "", "sshCommand = "+r.program())) }, caught: true},
	{name: "the repo's config: every key that names a program", set: func(r *trap) {
		r.own(lazy("ssh://x/y", "uploadpack = PROGRAM\n\treceivepack = PROGRAM\n\tvcs = x", "sshCommand = PROGRAM") + everyProgram)
	}, caught: true},
	{name: "the repo's config: includes the pack's", set: func(r *trap) {
		r.own("[include]\n\tpath = ../packs/evil/config\n[includeIf \"gitdir:/\"]\n\tpath = ../packs/evil/config\n")
		r.write("packs/evil/config", strings.ReplaceAll(lazy("ssh://x/y", "", "sshCommand = PROGRAM"), "PROGRAM", r.program()))
	}, caught: true},
	{name: "hooks", set: func(r *trap) {
		for _, hook := range []string{"fsmonitor-watchman", "post-checkout", "post-index-change", "pre-auto-gc", "reference-transaction", "post-rewrite"} {
			r.run("install", "-m", "755", r.program(), filepath.Join(".git/hooks", hook))
		}
		r.run("git", "config", "core.fsmonitor", ".git/hooks/fsmonitor-watchman")
	}},
	{name: "a .git that is a file and leads into the pack", set: func(r *trap) {
		r.bare(lazy("ssh://x/y", "", "sshCommand = PROGRAM"))
		r.run("sh", "-c", "mkdir packs/evil/gitdir; cd packs/evil; mv HEAD config index objects refs gitdir; rm -r ../../.git; echo gitdir: packs/evil/gitdir >../../.git")
	}, caught: true},
	{name: "a .git that is a link into the pack", set: func(r *trap) {
		r.bare(lazy("ssh://x/y", "", "sshCommand = PROGRAM"))
		r.run("sh", "-c", "mkdir packs/evil/gitdir; cd packs/evil; mv HEAD config index objects refs gitdir; rm -r ../../.git; ln -s packs/evil/gitdir ../../.git")
	}, caught: true},
	{name: "a .git that is empty, in a repo that is bare itself", set: func(r *trap) {
		r.bare(lazy("ssh://x/y", "", "sshCommand = PROGRAM"))
		r.run("sh", "-c", "rm -r .git; mkdir .git; cd packs/evil; mv HEAD config index objects refs ../..; rm ../../.gitignore")
	}, caught: true},
	{name: "a worktree with a config of its own", set: func(r *trap) {
		r.run("git", "worktree", "add", "--quiet", "../tree")
		r.repo = filepath.Join(r.dir, "tree")
		r.owner = r.repo
		r.run("sh", "-c", "cp -R ../repo/.local .")
		r.own(lazy("ssh://x/y", "", "") + "\tworktreeConfig = true\n")
		r.run("git", "config", "--worktree", "core.sshCommand", r.program())
	}, caught: true},
	{name: "a submodule in the place of the pack", set: func(r *trap) {
		r.run("sh", "-c", `mkdir other; cp -R packs/evil/. other; rm -r packs/evil; mkdir packs/evil; cp -R other/. packs/evil; rm -r other
			cd packs/evil; git init --quiet; git config core.fsmonitor ./x.sh; git config core.sshCommand ./x.sh; cd ../..
			printf '[submodule "evil"]\n\tpath = packs/evil\n\turl = ext::./x.sh\n\tupdate = !./x.sh\n' >.gitmodules
			cp -R .local packs/evil/`)
		r.owner = filepath.Join(r.repo, "packs/evil")
	}},
	{name: "alternates", set: func(r *trap) {
		r.own(lazy("ssh://x/y", "", "sshCommand = PROGRAM\n\talternateRefsCommand = PROGRAM"))
		r.write(".git/objects/info/alternates", "../../packs/evil/objects\n")
		r.write("packs/evil/objects/info/packs", "")
	}, caught: true},
	{name: "attributes", set: func(r *trap) {
		r.write(".gitattributes", "* filter=x diff=x merge=x\n")
		r.own(everyProgram)
	}},
	{name: "a repo of somebody else's", set: func(r *trap) {
		r.own(lazy("ssh://x/y", "", "sshCommand = PROGRAM"))
		r.run("chown", "-R", "61001", ".git")
	}, caught: true, notAsked: true, asRoot: true},
	{name: "pack.yaml is a link out of the repo", set: func(r *trap) {
		r.write("../outside.yaml", trapSecret+": 1\npassword: "+trapSecret+"\n")
		r.run("ln", "-sf", "../../../outside.yaml", "packs/evil/pack.yaml")
	}, noPack: true},
	{name: "pack.yaml is a pipe", set: func(r *trap) {
		r.run("sh", "-c", "rm packs/evil/pack.yaml; mkfifo packs/evil/pack.yaml packs/evil/.gitignore packs/evil/pipe")
	}, noPack: true},
	{name: "pack.yaml is a link to a pipe", set: func(r *trap) { r.run("sh", "-c", "mkfifo pipe; ln -sf ../../pipe packs/evil/pack.yaml") }, noPack: true},
	{name: "pack.yaml is a device", set: func(r *trap) { r.run("sh", "-c", "rm packs/evil/pack.yaml; mknod packs/evil/pack.yaml c 1 5") }, noPack: true, asRoot: true},
	{name: "pack.yaml is a link to a file of the system's that never ends", set: func(r *trap) { r.run("ln", "-sf", "/proc/kmsg", "packs/evil/pack.yaml") }, noPack: true},
	{name: "pack.yaml is a sparse giant", set: func(r *trap) { r.run("truncate", "-s", "1T", "packs/evil/pack.yaml") }, noPack: true},
	{name: "sparse giants beside pack.yaml", set: func(r *trap) {
		r.run("truncate", "-s", "1T", "packs/evil/giant", "packs/evil/.gitignore", "packs/evil/HEAD", "packs/evil/config")
	}, noDigest: true},
	{name: "links that lead in circles, out, and to directories", set: func(r *trap) {
		r.run("sh", "-c", "cd packs/evil; ln -s . loop; ln -s .. up; ln -s / root; ln -s /etc/shadow shadow; ln -s self self; mkfifo pipe; ln -s pipe topipe; ln -s /dev/zero zero")
	}},
	{name: "runbook-runs is a link into the repo", set: func(r *trap) { r.runsAre("ln -s ../kept $RUNS") }, noRuns: true},
	{name: "runbook-runs is a link out of the repo", set: func(r *trap) { r.runsAre("ln -s ../../kept $RUNS") }, noRuns: true},
	{name: "runbook-runs is a pipe", set: func(r *trap) { r.runsAre("mkfifo $RUNS") }, noRuns: true},
	{name: "runbook-runs is a link to a pipe", set: func(r *trap) { r.runsAre("mkfifo pipe; ln -s ../pipe $RUNS") }, noRuns: true},
	{name: "runbook-runs is a device", set: func(r *trap) { r.runsAre("mknod $RUNS c 1 5") }, noRuns: true, asRoot: true},
	{name: ".local is a link", set: func(r *trap) { r.runsAre("rm -r .local; mkdir kept/runbook-runs; ln -s kept .local") }, noRuns: true, noLocal: true},
	{name: "all that is kept among the runs is a pipe", set: func(r *trap) {
		r.run("sh", "-c", `cd .local/runbook-runs; rm -rf packs heads.jsonl .gitignore; mkfifo packs heads.jsonl .cache .gitignore
			for run in *.json; do mkfifo "${run%.json}.files"; rm -f ".${run%.json}.lock"; mkfifo ".${run%.json}.lock"; done; mkfifo pipe.json`)
	}, noDigest: true, noRecord: true},
}

// everyProgram is a config with every other key whose value git takes for a program.
const everyProgram = `[core]
	fsmonitor = PROGRAM
	pager = PROGRAM
	editor = PROGRAM
	askPass = PROGRAM
	gitProxy = PROGRAM
	alternateRefsCommand = PROGRAM
	hooksPath = packs/evil
	attributesFile = packs/evil/attributes
[alias]
	check-ignore = !PROGRAM
	status = !PROGRAM
[pager]
	check-ignore = PROGRAM
	status = PROGRAM
[credential]
	helper = !PROGRAM
[credential "ssh://x"]
	helper = PROGRAM
[filter "x"]
	clean = PROGRAM
	smudge = PROGRAM
	process = PROGRAM
	required = true
[diff]
	external = PROGRAM
[diff "x"]
	command = PROGRAM
	textconv = PROGRAM
[merge "x"]
	driver = PROGRAM
[difftool "x"]
	cmd = PROGRAM
[mergetool "x"]
	cmd = PROGRAM
[browser "x"]
	cmd = PROGRAM
[man "x"]
	cmd = PROGRAM
[gpg]
	program = PROGRAM
[gpg "ssh"]
	program = PROGRAM
	defaultKeyCommand = PROGRAM
[sendemail]
	smtpServer = PROGRAM
	toCmd = PROGRAM
[sequence]
	editor = PROGRAM
[submodule "x"]
	update = !PROGRAM
[uploadpack]
	packObjectsHook = PROGRAM
[trailer "x"]
	command = PROGRAM
[tar "x"]
	command = PROGRAM
[web]
	browser = x
[interactive]
	diffFilter = PROGRAM
[instaweb]
	httpd = PROGRAM
[imap]
	tunnel = PROGRAM
[log]
	showSignature = true
[trace2]
	eventTarget = /dev/stderr
[url "ext::PROGRAM "]
	insteadOf = ssh://
[protocol]
	allow = always
[protocol "ext"]
	allow = always
[safe]
	directory = *
	bareRepository = all
`

// lazy is the config of a repository that fetches what it has not got when it is wanted.
func lazy(url, remote, core string) string {
	return "[core]\n\trepositoryformatversion = 1\n\tbare = false\n\tworktree = WORKTREE\n\t" + core + "\n[remote \"origin\"]\n\turl = " + url +
		"\n\tpromisor = true\n\tpartialclonefilter = blob:none\n\t" + remote + "\n[extensions]\n\tpartialClone = origin\n"
}

// newTrap makes a repo with a pack and an open run, and nothing wrong with it.
func newTrap(t *testing.T) *trap {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &trap{t: t, dir: dir, repo: filepath.Join(dir, "repo"), owner: filepath.Join(dir, "repo"), pack: "evil", trace: filepath.Join(dir, "trace")}
	r.write("packs/evil/pack.yaml", placePack)
	r.write("packs/evil/notes.txt", "notes\n")
	r.write("packs/evil/x.sh", "#!/bin/sh\nexit 1\n")
	r.write(".gitignore", "*.log\n")
	r.write("../home/.keep", "")
	r.run("chmod", "755", "packs/evil/x.sh")
	r.run("git", "init", "--quiet")
	r.run("git", "add", ".")
	r.run("git", "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "a pack")
	r.run("rtut", "run", "new", "packs/evil")
	return r
}

// copy is the same repo at another place.
func (r *trap) copy(t *testing.T) *trap {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := &trap{t: t, dir: dir, repo: filepath.Join(dir, "repo"), owner: filepath.Join(dir, "repo"), pack: r.pack, trace: filepath.Join(dir, "trace")}
	if out, err := exec.Command("cp", "-R", r.repo, filepath.Join(r.dir, "home"), dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return c
}

// runsAre puts something in the place of the directory of the runs. A directory that is kept gets nothing from it.
func (r *trap) runsAre(script string) {
	r.t.Helper()
	r.run("sh", "-c", "set -e; rm -r .local/runbook-runs; mkdir kept ../kept; RUNS=.local/runbook-runs; "+script)
	r.t.Cleanup(func() {
		for _, dir := range []string{r.repo, r.dir} {
			entries, err := filepath.Glob(filepath.Join(dir, "kept", "*", "*"))
			if more, _ := filepath.Glob(filepath.Join(dir, "kept", "*.*")); err != nil || len(entries)+len(more) > 0 {
				r.t.Errorf("something was written to %s: %q, %q (%v)", dir, entries, more, err)
			}
		}
	})
}

func (r *trap) program() string { return filepath.Join(r.repo, "packs/evil/x.sh") }

func (r *trap) write(name, text string) {
	r.t.Helper()
	path := filepath.Join(r.repo, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
		r.t.Fatal(err)
	}
}

func (r *trap) run(args ...string) {
	r.t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Env = r.repo, r.env()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("%q: %v\n%s", args, err, out)
	}
}

// absent makes an index in a git directory with one path, an ignore file that the directory has not got: git looks for its content
// among the objects, and where it is not there either has it fetched.
func (r *trap) absent(gitDir string) {
	r.t.Helper()
	r.run("sh", "-c", `set -e; git init --quiet ../build; cd ../build; echo x >.gitignore; git add .gitignore
		git update-index --skip-worktree .gitignore; cp .git/index "$1"/index; cd ..; rm -r build`, "sh", filepath.Join(r.repo, gitDir))
}

// bare puts plain files into the pack that make it a bare repository.
func (r *trap) bare(config string) {
	r.t.Helper()
	r.write("packs/evil/HEAD", "ref: refs/heads/main\n")
	r.write("packs/evil/objects/info/keep", "")
	r.write("packs/evil/refs/heads/.keep", "")
	r.absent("packs/evil")
	r.config("packs/evil/config", config, ".")
}

// own gives the repo itself a config, and takes from it what git then has fetched.
func (r *trap) own(config string) {
	r.t.Helper()
	gitDir, err := exec.Command("git", "-C", r.repo, "rev-parse", "--absolute-git-dir").Output()
	if err != nil {
		r.t.Fatal(err)
	}
	relative, err := filepath.Rel(r.repo, strings.TrimSpace(string(gitDir)))
	if err != nil {
		r.t.Fatal(err)
	}
	r.absent(relative)
	r.config(".git/config", config, r.repo)
	r.run("rm", "-f", ".gitignore")
}

func (r *trap) config(name, text, worktree string) {
	r.t.Helper()
	if info, err := os.Lstat(filepath.Join(r.repo, ".git")); name == ".git/config" && err == nil && !info.IsDir() {
		name = "../repo/.git/config"
	}
	r.write(name, strings.NewReplacer("PROGRAM", r.program(), "WORKTREE", worktree).Replace(text))
}

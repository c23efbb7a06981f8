package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"rtut/run/store"
)

// placePack is a pack with something for every command. Its check fails where rtut tells it of another repo.
const placePack = `schema: runbook-pack/v0.2
id: place
title: Place
owner: ops
order: sequential
datapoints: [{ id: figure, title: Figure, type: int }]
steps:
  - id: look
    title: Look
    effect: read-only
    command: ls
    produces: [{ datapoint: figure }]
    verify: { kind: exit-code, command: 'test "$RTUT_REPO_DIR" = "$REPO_OF_THE_TEST" && test "$(pwd -P)" = "$RTUT_PACK_DIR"' }
  - { id: extra, title: Extra, effect: read-only }
  - id: ask
    title: Ask
    verify: { kind: manual, prompt: It is so }
gates:
  - { id: gate, title: Gate, waivable: true, checks: [{ id: asked, kind: manual, prompt: It is }] }
`

// ground is where a pack is, and what may lead rtut astray there.
type ground struct {
	t    *testing.T
	base string            // everything is below it; it is a repo itself, and the wrong one
	repo string            // the right one
	from string            // the working directory, in which the pack is `pack`
	env  map[string]string // beside the test's own
}

// newGround makes a repo in another one.
func newGround(t *testing.T) *ground {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	g := &ground{t: t, base: base, repo: filepath.Join(base, "repo"), env: map[string]string{
		"RTUT_OPERATOR": "ana", "RTUT_RUN": "", "LANG": "C.UTF-8", "GIT_CONFIG_GLOBAL": os.DevNull, "HOME": base,
	}}
	g.git(base, "init", "--quiet")
	g.plant(g.repo)
	g.from = filepath.Join(g.repo, "packs")
	return g
}

// plant makes a repo with the pack.
func (g *ground) plant(repo string) {
	g.t.Helper()
	for name, text := range map[string]string{".gitignore": "*.txt\n", "packs/pack/.gitignore": "*.log\n", "packs/pack/pack.yaml": placePack} {
		file := filepath.Join(repo, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			g.t.Fatal(err)
		}
	}
	g.git(repo, "init", "--quiet")
	g.git(repo, "add", ".")
	g.git(repo, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "packs")
}

func (g *ground) git(dir string, args ...string) {
	g.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull)
	if out, err := cmd.CombinedOutput(); err != nil {
		g.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// move has the right repo, and the pack in it, in another directory below the base.
func (g *ground) move(repo string) {
	g.repo = filepath.Join(g.base, repo)
	g.from = filepath.Join(g.repo, "packs")
}

// rename gives the right repo another name.
func (g *ground) rename(name string) {
	old := g.repo
	g.move(name)
	g.must(os.Rename(old, g.repo))
}

func (g *ground) must(err error) {
	g.t.Helper()
	if err != nil {
		g.t.Fatal(err)
	}
}

// grounds are the places a pack may be in, by what they are.
var grounds = map[string]func(g *ground){
	"in a repo": func(*ground) {},
	"in a worktree": func(g *ground) {
		g.git(g.repo, "worktree", "add", "--quiet", filepath.Join(g.base, "tree"))
		g.move("tree")
	},
	"in a worktree inside of its repo": func(g *ground) {
		g.git(g.repo, "worktree", "add", "--quiet", filepath.Join(g.repo, ".trees", "tree"))
		g.move("repo/.trees/tree")
	},
	"in a worktree whose repo has moved": func(g *ground) {
		g.git(g.repo, "worktree", "add", "--quiet", filepath.Join(g.base, "tree"))
		g.rename("gone")
		g.move("tree")
	},
	"in a worktree of a bare repo": func(g *ground) {
		g.git(g.base, "clone", "--quiet", "--bare", g.repo, "bare.git")
		g.git(filepath.Join(g.base, "bare.git"), "worktree", "add", "--quiet", filepath.Join(g.base, "tree"))
		g.move("tree")
	},
	"in a submodule": func(g *ground) {
		g.git(g.base, "submodule", "--quiet", "add", g.repo, "sub")
		g.move("sub")
	},
	"in a submodule of a submodule": func(g *ground) {
		g.plant(filepath.Join(g.base, "inner"))
		g.git(g.repo, "submodule", "--quiet", "add", filepath.Join(g.base, "inner"), "deep/sub")
		g.move("repo/deep/sub")
	},
	"in a repo that a link leads to": func(g *ground) {
		g.must(os.Symlink(g.repo, filepath.Join(g.base, "link")))
		g.from = filepath.Join(g.base, "link", "packs")
	},
	"in another repo that a link leads to": func(g *ground) {
		g.plant(filepath.Join(g.base, "other"))
		g.from = filepath.Join(g.base, "other", "links")
		g.must(errors.Join(os.Mkdir(g.from, 0o755), os.Symlink(filepath.Join(g.repo, "packs", "pack"), filepath.Join(g.from, "pack"))))
	},
	"where git is told of another repo": func(g *ground) {
		g.env["GIT_DIR"], g.env["GIT_WORK_TREE"] = filepath.Join(g.base, ".git"), g.base
		g.env["GIT_INDEX_FILE"], g.env["GIT_CEILING_DIRECTORIES"] = filepath.Join(g.base, "absent"), g.from
		g.env["GIT_COMMON_DIR"], g.env["GIT_PREFIX"] = filepath.Join(g.base, ".git"), "packs/"
	},
	"in a repo of somebody else": func(g *ground) {
		if os.Getuid() == 0 { // otherwise it can't be given away
			g.must(os.Chown(filepath.Join(g.repo, ".git"), 61001, 61001))
			g.must(os.Chown(g.repo, 61001, 61001))
		}
	},
	"in a path with blanks and quotes":    func(g *ground) { g.rename(`it's "a" repo `) },
	"in a path with a newline":            func(g *ground) { g.rename("two\nlines\n") },
	"in a path that is not UTF-8":         func(g *ground) { g.rename("r\xffpo") },
	"in a path with signs of shell's own": func(g *ground) { g.rename("$HOME;*[a]?`ls`\\ #&") },
	"in a path like a flag":               func(g *ground) { g.rename("--run") },
}

// everywhere are all commands that look for a repo, in an order in which each comes to what it is for. A digit before a colon is
// the exit code, if it is not 0.
var everywhere = []string{
	"pack validate PACK", "pack lint PACK", "pack fmt PACK", "pack show PACK", "pack page PACK", "pack graph PACK", "pack digest PACK", "pack diff PACK PACK",
	"run new PACK", "run status PACK", "run next PACK", "run show PACK", "run cmd PACK look", "run start PACK look", "run note PACK hello",
	"run capture PACK look --command ls", "run verify PACK look --yes", "run done PACK look --set figure=1",
	"run set PACK figure=2 --reason again", "run data PACK", "run artefacts PACK", "run rollback PACK", "run redo PACK look --reason again",
	"run start PACK look", "3: run exec PACK look --yes", "3: run settle PACK look --ran --reason x", "run fail PACK look --reason x", "run retry PACK look --acknowledge-partial", "go PACK look --yes --set figure=3",
	"run skip PACK extra --reason x", "run start PACK ask", "run verify PACK ask --confirm", "run done PACK ask",
	"run waive PACK gate --reason x", "run mode PACK auto-confirm", "run tick PACK", "run auto PACK", "run mode PACK manual",
	"run handover PACK --to ben --reason x", "run do PACK actions", "3: run accept-pack-change PACK --reason x", "run log PACK", "run report PACK --format json", "run page PACK",
	"10: run audit PACK", "run finalize PACK --outcome abandoned", "run watch PACK", "run feedback PACK --rating good", "feedback PACK", "3: run finish PACK", "run audit PACK",
	"run dry PACK --yes", "run list PACK", "list PACK", "score PACK", "projects PACK", "maturity PACK", "doctor PACK",
}

// nowhere are the commands that look for none, or need a terminal to do so.
var nowhere = []string{
	"completion", "demo", "draft add-agent", "draft apply", "draft catalog", "draft create", "draft diff", "draft list", "draft prepare", "draft publish", "draft read", "draft schema",
	"man", "pack import", "pack init", "pack schema", "report check", "tui", "version",
}

func TestEveryCommandFindsTheRightRepo(t *testing.T) {
	startsManyPrograms(t)
	for name, prepare := range grounds {
		t.Run(name, func(t *testing.T) {
			g := newGround(t)
			prepare(g)
			g.walk()
		})
	}
}

// walk runs every command, and looks where the records have gone.
func (g *ground) walk() {
	for name, value := range g.env {
		g.t.Setenv(name, value)
	}
	g.t.Setenv("REPO_OF_THE_TEST", g.repo)
	g.t.Chdir(g.from)
	g.must(errors.Join(os.WriteFile("pack/ignored.log", nil, 0o644), os.WriteFile("pack/counted.txt", nil, 0o644)))
	g.must(os.WriteFile("actions", []byte("note hello\n"), 0o644))
	for _, line := range everywhere {
		g.rtut(line)
	}
	runs := filepath.Join(g.repo, filepath.FromSlash(store.RunsDir))
	records, err := os.ReadDir(runs)
	if err != nil {
		g.t.Fatal(err)
	}
	id := ""
	for _, entry := range records {
		if name, isRecord := strings.CutSuffix(entry.Name(), ".json"); isRecord {
			id = name
		}
	}
	g.noOther(runs)
	g.t.Chdir(filepath.Join(g.repo, "packs", "pack"))
	for _, line := range []string{"run status", "run list", "run show", "run audit --json"} {
		if said := g.rtut(line); !strings.Contains(said, id) {
			g.t.Errorf("rtut %s in the repo does not know run %s\n%s", line, id, said)
		}
	}
	if said := g.rtut("pack digest ."); strings.Contains(said, "ignored.log") || !strings.Contains(said, "counted.txt") {
		g.t.Errorf("what the pack's own ignore file says, and no other, decides what counts\n%s", said)
	}
}

// noOther wants no directory of a repo's records but one.
func (g *ground) noOther(runs string) {
	g.must(filepath.WalkDir(g.base, func(path string, entry fs.DirEntry, err error) error {
		if entry.Name() == ".local" && path != filepath.Dir(runs) {
			g.t.Errorf("%s has been made", path)
		}
		return err
	}))
}

// rtut runs a line in this process, wants its exit code, and returns what it said.
func (g *ground) rtut(line string) string {
	g.t.Helper()
	code, rest, coded := strings.Cut(line, ": ")
	if !coded {
		code, rest = "0", line
	}
	a, out := testApp()
	words := strings.Fields(strings.ReplaceAll(rest, "PACK", "pack"))
	if exit := a.execute(g.t.Context(), words); strconv.Itoa(exit) != code {
		g.t.Errorf("rtut %s: exit code %d\n%s", line, exit, out)
	}
	return out.String()
}

// TestAPackThatNoRecordCouldNameIsNotRun has a directory in the repo whose name is not UTF-8, as JSON is.
func TestAPackThatNoRecordCouldNameIsNotRun(t *testing.T) {
	g := newGround(t)
	g.must(os.Rename(filepath.Join(g.from, "pack"), filepath.Join(g.from, "p\xffck")))
	t.Chdir(filepath.Join(g.from, "p\xffck"))
	said := g.rtut("3: run new .")
	if !strings.Contains(said, `the path of the pack, "packs/p\xffck/pack.yaml", is not UTF-8, and a record could not name it`) {
		t.Errorf("it said %q", said)
	}
	g.noOther("")
}

// TestEveryCommandIsTriedForTheRepoThatItFinds keeps the two lists whole.
func TestEveryCommandIsTriedForTheRepoThatItFinds(t *testing.T) {
	a, _ := testApp()
	tried := strings.Join(everywhere, "\n") + "\n"
	everyCommand(newRootCmd(a), func(cmd *cobra.Command) {
		name := strings.TrimPrefix(cmd.CommandPath(), "rtut ")
		if cmd.HasSubCommands() {
			return
		}
		if strings.Contains(tried, name+" PACK") == slices.Contains(nowhere, name) {
			t.Errorf("rtut %s has to stand in one of the lists", name)
		}
	})
}

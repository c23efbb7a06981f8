package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"rtut/run/record"
)

// patient is a directory in which somebody without privileges has trouble. PATH leads to `bin` in it, then to what there is.
type patient struct {
	name   string
	spoil  []string // commands of root in the directory that holds the repo
	args   string   // of the doctor; "" is `doctor repo`
	env    []string
	exit   int
	says   string // with DIR for the directory
	advice string // the line below it
}

var patients = []patient{
	{name: "a healthy repo", spoil: []string{"chown -R 61001 repo"}},
	{
		name: "a repo that may only be read", exit: 1,
		says: "failed   repo/.local/runbook-runs: records cannot be written: write DIR/repo: permission denied", advice: "ask root, who owns repo, for the permission",
	},
	{
		name: "runs of somebody else", spoil: []string{"chown 61001 repo", "install -d -o 61002 repo/.local/runbook-runs"}, exit: 1,
		says:   "failed   repo/.local/runbook-runs: records cannot be written: write DIR/repo/.local/runbook-runs: permission denied",
		advice: "ask user 61002, who owns repo/.local/runbook-runs, for the permission",
	},
	{
		name: "a directory of one's own that may not be written", spoil: []string{"chown -R 61001 repo", "chmod 500 repo"}, exit: 1,
		says: "failed   repo/.local/runbook-runs: records cannot be written: write DIR/repo: permission denied", advice: "it is yours: chmod u+rwX repo",
	},
	{
		name: "a record of somebody else", exit: 1,
		spoil:  []string{"install -d repo/.local/runbook-runs", "install -m 600 repo/pack.yaml repo/.local/runbook-runs/r.json"},
		says:   "failed   repo/.local/runbook-runs/r.json: permission denied",
		advice: "ask root, who owns repo/.local/runbook-runs/r.json, for the permission",
	},
	{
		name: "a way that is closed", spoil: []string{"install -d -m 700 repo/.local"}, exit: 1,
		says: "failed   repo/.local/runbook-runs: permission denied", advice: "ask root, who owns DIR/repo/.local, for the permission",
	},
	{
		name: "a repo that may not be read", spoil: []string{"chmod 700 repo"}, exit: 1,
		says: "failed   repo: permission denied", advice: "ask root, who owns repo, for the permission",
	},
	{
		name: "a pack that may not be read", spoil: []string{"chmod 600 repo/pack.yaml"}, exit: 1,
		says: "failed   repo/pack.yaml: permission denied", advice: "ask root, who owns repo/pack.yaml, for the permission",
	},
	{
		name: "below a directory that may not be passed", spoil: []string{"chmod 700 repo"}, args: "doctor repo/deeper", exit: 5,
		says: "rtut: look below repo/deeper: lstat DIR/repo/deeper: permission denied; ask root, who owns DIR/repo, for the permission",
	},
	{
		name: "no sh and no git", spoil: []string{"chown -R 61001 repo"}, env: []string{"PATH=/nowhere"}, exit: 1,
		says: "failed   sh: is not on PATH: no command can be run", advice: "install it",
	},
	{
		name: "git that breaks off", says: "warning  repo/.local/runbook-runs: whether git ignores the records in it is not known: ask git what it ignores in DIR/repo: signal: killed",
		spoil:  []string{`mkdir bin repo/.local repo/.local/runbook-runs`, `printf '#!/bin/sh\nkill -9 $$\n' >bin/git`, "chmod 755 bin/git", "chown -R 61001 repo"},
		advice: "run git status there",
	},
	{
		name: "a worktree whose repo is gone", spoil: []string{"rm -r repo/.git", "mkdir repo/.local repo/.local/runbook-runs", "echo gitdir: /nowhere >repo/.git", "chown -R 61001 repo"},
		says:   "warning  repo/.local/runbook-runs: whether git ignores the records in it is not known: ask git what it ignores in DIR/repo: fatal: not a git repository: /nowhere",
		advice: "run git status there",
	},
	{name: "no home and no name", spoil: []string{"chown -R 61001 repo"}, says: "warning  operator: the operator would be recorded as `unknown`", advice: "set RTUT_OPERATOR"},
}

func TestDoctorTellsWhoHasNoPrivilegesWhatIsWrongAndWhatToDo(t *testing.T) {
	startsManyPrograms(t)
	if os.Getuid() != 0 {
		t.Skip("only root can be somebody else")
	}
	for _, p := range patients {
		t.Run(p.name, func(t *testing.T) { p.see(t) })
	}
}

// see lets the doctor look at a patient.
func (p patient) see(t *testing.T) {
	dir := p.prepare(t)
	cmd := exec.Command(filepath.Join(dir, "rtut"), strings.Fields(orElse(p.args, "doctor repo"))...)
	cmd.Dir = dir
	cmd.Env = append([]string{"PATH=" + filepath.Join(dir, "bin") + ":" + os.Getenv("PATH"), "LANG=C.UTF-8", testNow + "=2026-11-30T00:45:12Z"}, p.env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 61001, Gid: 61001}}
	out, err := cmd.CombinedOutput()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	if exit := cmd.ProcessState.ExitCode(); exit != p.exit {
		t.Errorf("exit code %d, not %d\n%s", exit, p.exit, out)
	}
	lines := strings.Split(string(bytes.ReplaceAll(out, []byte(dir), []byte("DIR"))), "\n")
	at := slices.Index(lines, p.says)
	if p.says != "" && at < 0 || p.advice != "" && at >= 0 && strings.TrimSpace(lines[at+1]) != p.advice {
		t.Errorf("expected %s\n%s\nthere is\n%s", p.says, p.advice, out)
	}
	for i, line := range lines {
		if strings.HasPrefix(line, "failed ") && !strings.HasPrefix(lines[i+1], "     ") {
			t.Errorf("it does not say what to do: %s", line)
		}
	}
}

// prepare makes a repo of root's with a pack, and spoils it.
func (p patient) prepare(t *testing.T) (dir string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	binary, err := exec.LookPath("rtut")
	if err != nil {
		t.Fatal(err)
	}
	pack := "schema: runbook-pack/v0.2\nid: p\ntitle: P\nsteps: [{ id: x, title: X }]\n"
	script := "set -e; umask 022; chmod 755 .. .; cp \"$1\" rtut; mkdir repo; git init --quiet repo; printf '%s' \"$2\" >repo/pack.yaml; " + strings.Join(p.spoil, "; ")
	cmd := exec.Command("sh", "-c", script, "sh", binary, pack)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

func TestDoctorSpeaksOfAClockThatIsFarOff(t *testing.T) {
	d := &doctor{}
	d.fileClock("runs", skew)
	if len(d.found) > 0 {
		t.Errorf("%v", d.found)
	}
	d.fileClock("runs", 2*time.Hour)
	if len(d.found) != 1 || d.found[0].Message != "the clocks of the file system and of this machine differ by 2h0m0s" || d.found[0].Hint == "" {
		t.Errorf("%v", d.found)
	}
}

func TestDoctorNamesTheFileSystem(t *testing.T) {
	for name, c := range map[string]struct {
		remote bool
		health health
		says   string
	}{
		"ext4": {false, healthy, "records can be written, locks hold (ext4)"},
		"nfs":  {true, worry, "records can be written, locks hold (nfs); what other machines lock there is their server's matter"},
		"":     {false, healthy, "records can be written, locks hold"},
	} {
		a, _ := testApp()
		a.fileSystem = func(string) (string, bool) { return name, c.remote }
		d := &doctor{app: a}
		d.holds("runs", "runs")
		if len(d.found) != 1 || d.found[0].Health != c.health || d.found[0].Message != c.says {
			t.Errorf("%+v", d.found)
		}
	}
	if name, remote := newApp().fileSystem("/proc"); remote || name == "" {
		t.Errorf("%q, %v", name, remote)
	}
}

func TestUnderSudoItIsWhoCalledItThatActs(t *testing.T) {
	a, _ := testApp()
	env := map[string]string{"SUDO_USER": "DOMAIN\\ana lee"}
	a.getenv = func(name string) string { return env[name] }
	a.login = func() string { return "root" }
	for want, set := range map[string]func(){
		"ana-lee (from $SUDO_USER, who called sudo)": func() {},
		"ben (from $RTUT_OPERATOR)":                  func() { env["RTUT_OPERATOR"] = "ben" },
		"bo (from --operator)":                       func() { env["RTUT_OPERATOR"], a.operator = "ben", "bo" },
		"root (from the login name)":                 func() { delete(env, "SUDO_USER") },
	} {
		delete(env, "RTUT_OPERATOR")
		env["SUDO_USER"], a.operator = "DOMAIN\\ana lee", ""
		set()
		d := &doctor{app: a}
		d.operator()
		if len(d.found) != 1 || d.found[0].Message != want {
			t.Errorf("%+v, expected %s", d.found, want)
		}
	}
}

func TestDoctorSpeaksOfATimeThatCanNotBe(t *testing.T) {
	for year, want := range map[int]health{1970: trouble, 1995: trouble, 2026: healthy, 2099: healthy, 2121: trouble} {
		a, _ := testApp()
		a.clock = func() time.Time { return time.Date(year, 12, 1, 0, 0, 0, 0, time.UTC) }
		d := &doctor{app: a}
		d.clock(record.Summary{})
		if len(d.found) != 1 || d.found[0].Health != want {
			t.Errorf("in %d: %+v", year, d.found)
		}
	}
}

func TestDoctorSaysWhatToDoAboutErrorsOfFiles(t *testing.T) {
	for number, want := range map[syscall.Errno]string{
		syscall.EROFS:  "have its file system mounted writable, or set RTUT_RUNS_DIR to a directory on one that is",
		syscall.ENOSPC: "free space there, or set RTUT_RUNS_DIR to a directory with free space",
		syscall.EDQUOT: "free space there, or set RTUT_RUNS_DIR to a directory with free space",
		syscall.ENOLCK: "set RTUT_RUNS_DIR to a directory on a local file system",
		syscall.ENOSYS: "set RTUT_RUNS_DIR to a directory on a local file system",
		syscall.ELOOP:  "move away what is in the place of a directory there",
		syscall.EIO:    "save what can still be read: its disk fails",
		syscall.EINVAL: "",
	} {
		if got := remedy("/tmp/runs", "runs", &os.PathError{Op: "write", Path: "/tmp/runs", Err: number}); got != want {
			t.Errorf("%v: %q", number, got)
		}
	}
}

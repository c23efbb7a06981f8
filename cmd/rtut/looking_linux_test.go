package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/creack/pty"
	"github.com/google/go-cmp/cmp"
)

// lookLines are all commands, in an order in which each comes to what it is for: those that look for a repo, those that look at a whole
// directory, and those that look for nothing.
var lookLines = slices.Concat(everywhere, []string{
	"list .", "maturity .", "score .", "projects .", "doctor .", "run list", "run audit .", "pack lint .", "pack validate PACK/pack.yaml", "score . --html page.html",
	"pack diff PACK/pack.yaml PACK", "pack diff PACK", "pack diff HEAD:PACK PACK", "completion bash", "pack init new", "pack schema", "report check page.html", "version", "tui",
	"draft catalog", "draft prepare", "draft schema", "draft list",
})

// guardProgram is rtut itself, which it starts once more as the guard of what an operator consents to.
const guardProgram = "/proc/self/exe"

// startsFor says which programs a command starts: none, except for git, which the doctor asks whether it ignores records and pack diff for an earlier pack, and what an
// operator consents to. verified says whether the check of the pack can be run.
func startsFor(line string, verified bool) []string {
	switch {
	case strings.HasPrefix(line, "doctor"), line == "pack diff PACK", strings.HasPrefix(line, "pack diff HEAD:"):
		return []string{"git"}
	case verified && ((strings.HasPrefix(line, "run verify") || strings.HasPrefix(line, "run dry")) && strings.Contains(line, "--yes") || strings.HasPrefix(line, "go ")):
		return []string{"sh"}
	}
	return nil
}

// TestLookingRunsNothing has every command and the terminal interface look at repos that would have something run, and sees by the
// system's own account which programs are started.
func TestLookingRunsNothing(t *testing.T) {
	startsManyPrograms(t)
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("there is no strace here")
	}
	clean := newTrap(t)
	for _, kind := range trapKinds {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			trap := clean.copy(t)
			if kind.asRoot && os.Getuid() != 0 {
				t.Skip("only root can make such a repo")
			}
			kind.set(trap)
			t.Run("today's call", func(t *testing.T) { trap.control(t, kind.caught) })
			t.Run("commands", func(t *testing.T) { trap.commands(t, kind) })
			t.Run("interface", func(t *testing.T) { trap.screen(t, kind) })
		})
	}
}

// trap is a repo that would have something run.
type trap struct {
	t     *testing.T
	dir   string // holds repo, and what is outside of it
	repo  string
	owner string // the repo that the pack is in
	pack  string // below the repo's packs
	trace string
}

// started is a program, and the command line of rtut that came before it.
type started struct{ line, program string }

var execve = regexp.MustCompile(`^\d+ +execve\("((?:[^"\\]|\\.)*)", \[(.*?)\](?:\.\.\.)?, .*?(?:= 0|<unfinished \.\.\.>)$`)

// programs reads which programs were started, each with the last command line of rtut before it.
func (r *trap) programs() []started {
	r.t.Helper()
	text, err := os.ReadFile(r.trace)
	if err != nil {
		r.t.Fatal(err)
	}
	var all []started
	now := ""
	for line := range strings.Lines(string(text)) {
		m := execve.FindStringSubmatch(strings.TrimSpace(line))
		switch {
		case m == nil || filepath.Base(m[1]) == "timeout": // the test's own
		case filepath.Base(m[1]) == "rtut":
			words := strings.Split(strings.Trim(m[2], `"`), `", "`)
			now = strings.Join(words[1:], " ")
			all = append(all, started{now, ""})
		default:
			all = append(all, started{now, m[1]})
		}
	}
	return all
}

// strace is a command under strace.
func (r *trap) strace(args ...string) *exec.Cmd {
	cmd := exec.Command("strace", append([]string{"-f", "--seccomp-bpf", "-qq", "-s", "4096", "-e", "trace=execve", "-e", "signal=none", "-o", r.trace}, args...)...)
	cmd.Dir, cmd.Env = r.repo, r.env()
	return cmd
}

func (r *trap) env() []string {
	return append(os.Environ(), testNow+"=2026-11-30T00:45:12.123456Z", testIDs+"=9f2c4a,9f2c4b,9f2c4c", "RTUT_OPERATOR=ana", "LANG=C.UTF-8",
		"HOME="+filepath.Join(r.dir, "home"), "GIT_CONFIG_GLOBAL=/dev/null", "TERM=xterm-256color", "TZ=UTC", "REPO_OF_THE_TEST="+r.owner)
}

// commands runs every command, one after the other.
func (r *trap) commands(t *testing.T, kind trapKind) {
	script := ""
	for _, line := range lookLines {
		_, rest, coded := strings.Cut(line, ": ")
		if !coded {
			rest = line
		}
		if strings.HasPrefix(rest, "run watch") {
			script += "timeout -s INT 2 " // a run that does not end is followed for ever
		}
		script += "rtut " + strings.ReplaceAll(rest, "PACK", "packs/"+r.pack) + "\n"
	}
	cmd := r.strace("timeout", "60", "sh", "-c", script)
	run := "9f2c4b" // which the commands make
	if kind.noPack || kind.noDigest {
		run = "9f2c4a"
	}
	cmd.Env = append(cmd.Env, "RTUT_RUN=20261130T004512.123456Z-"+run)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() == 124 {
		t.Fatalf("a command hangs: %v\n%s", err, out)
	}
	if bytes.Contains(out, []byte(trapSecret)) {
		t.Errorf("what lies outside of the repo is shown:\n%s", out)
	}
	got, want := map[string][]string{}, map[string][]string{}
	for _, s := range r.programs()[1:] { // behind sh
		if s.program == "" {
			got[s.line], want[s.line] = nil, startsFor(strings.Replace(s.line, "packs/"+r.pack, "PACK", 1), !kind.noPack && !kind.noRuns && !kind.noRecord)
			if strings.HasPrefix(s.line, "run dry") { // its record is in a directory of its own, so what is among the runs does not matter
				want[s.line] = startsFor(s.line, !kind.noPack && !kind.noLocal && (!kind.noDigest || kind.noRecord))
			}
			if strings.HasPrefix(s.line, "doctor") && (kind.notAsked || kind.noRuns) {
				want[s.line] = nil
			}
			if strings.HasPrefix(s.line, "pack diff ") && (kind.notAsked || kind.noPack) {
				want[s.line] = nil
			}
		} else if name := filepath.Base(s.program); s.program != guardProgram && !slices.Contains(got[s.line], name) {
			got[s.line] = append(got[s.line], name)
		}
	}
	if len(got) < 60 {
		t.Errorf("only %d command lines were run", len(got))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("started (-expected +is):\n%s%s", diff, out)
	}
}

// screen opens the terminal interface, with the list of packs and, where the pack can be read, with its run.
func (r *trap) screen(t *testing.T, kind trapKind) {
	open := func(seen, leave string, args ...string) {
		x := (&repo{t: t, dir: r.repo, env: r.env()}).start("", r.strace(append([]string{"rtut"}, args...)...))
		if err := pty.Setsize(x.pty, &pty.Winsize{Rows: 30, Cols: 100}); err != nil {
			t.Fatal(err)
		}
		x.expect(seen)
		if strings.Contains(x.left(leave, exitDone), trapSecret) {
			t.Error("what lies outside of the repo is shown")
		}
		for _, s := range r.programs() {
			if s.program != "" && s.program != guardProgram {
				t.Errorf("rtut %s started %s", s.line, s.program)
			}
		}
	}
	if kind.noPack || kind.noDigest || kind.noRuns {
		open("all keys", "\x1b")
		return
	}
	open("tried ", "\x1b")
	open("do the next thing", "q", "tui", "--run", "20261130T004512.123456Z-9f2c4a")
}

// control asks git as versions of rtut before this one did, and wants the trap to go off if it is one that does.
func (r *trap) control(t *testing.T, caught bool) {
	cmd := r.strace("timeout", "20", "git", "-c", "safe.directory=*", "-c", "core.fsmonitor=false", "check-ignore", "--stdin", "-z")
	cmd.Dir, cmd.Stdin = filepath.Join(r.repo, "packs", r.pack), strings.NewReader("./notes.txt\x00./pack.yaml\x00./x.sh")
	out, _ := cmd.CombinedOutput() // what git makes of it is not the point
	sprung := slices.ContainsFunc(r.programs(), func(s started) bool { return filepath.Base(s.program) == "x.sh" })
	if sprung != caught {
		t.Errorf("the program of the repo was started: %v, expected %v\n%s", sprung, caught, out)
	}
}

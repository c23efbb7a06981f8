package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"rtut/run"
	"rtut/run/interchange/interchangetest"
	"rtut/run/record"
	"rtut/run/recordtest"
	"rtut/run/store"
)

var update = flag.Bool("update", false, "rewrite the expected output of scripts")

// Names of variables that only the test binary knows.
const (
	testNow = "RTUT_TEST_NOW" // the moment, RFC 3339
	testIDs = "RTUT_TEST_IDS" // suffixes of run ids to draw, separated by commas
	testTTY = "RTUT_TEST_TTY" // not empty: the streams are a terminal

	testPanic = "RTUT_TEST_PANIC" // not empty: looking at the clock panics after a while
	testHangs = "RTUT_TEST_HANGS" // a file: looking at the clock makes it after a while, and never ends
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"rtut": rtutForTests})
}

// rtutForTests is rtut with its clock, its ids and its process as the script wants them.
func rtutForTests() {
	a := newApp()
	now, err := time.Parse(time.RFC3339Nano, os.Getenv(testNow))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(99)
	}
	a.clock = func() time.Time { return now }
	if os.Getenv(testPanic) != "" {
		a.clock = lookSoon(now, func() { panic("the clock fell off the wall") })
	}
	if file := os.Getenv(testHangs); file != "" {
		a.clock = lookSoon(now, func() {
			_ = os.WriteFile(file, nil, 0o600)
			select {}
		})
	}
	ids := strings.Split(os.Getenv(testIDs), ",")
	a.newID = func(now time.Time) string {
		id := now.UTC().Format("20060102T150405.000000Z") + "-" + ids[0]
		if len(ids) > 1 {
			ids = ids[1:]
		}
		return id
	}
	a.fileSystem = func(string) (string, bool) { return "ext4", false }
	a.login = func() string { return os.Getenv("RTUT_TEST_LOGIN") }
	a.host, a.pid = "bastion", 4711
	a.inTTY, a.outTTY, a.errTTY = os.Getenv(testTTY) != "", os.Getenv(testTTY) != "", os.Getenv(testTTY) != ""
	os.Exit(a.execute(untilInterrupted(a), os.Args[1:]))
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Files:               scripts(t, "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup:               setupAndTell(t),
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exit": cmdExit,
			"seal": cmdSeal,
		},
	})
}

// cmdSeal gives records that a script has written by hand, files or all in directories, the chain that rtut would have given them.
func cmdSeal(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: seal file|directory...")
	}
	for _, arg := range args {
		path := ts.MkAbs(arg)
		files := []string{path}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			files, _ = filepath.Glob(filepath.Join(path, "*.json"))
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			ts.Check(err)
			if !json.Valid(data) {
				continue // it is there to be damaged
			}
			sealed, err := recordtest.Sealed(string(data))
			ts.Check(err)
			ts.Check(os.WriteFile(file, []byte(sealed), 0o666))
		}
	}
}

// concurrent are the scripts in which a program does several things at once. Under the race detector the others are left out: each
// starts dozens of programs, which take it most of a second each.
var concurrent = []string{"go", "run_auto", "run_auto_stop", "run_interrupted", "run_poll", "run_store", "run_together", "run_verify_given"}

// scripts are those in a directory of testdata that are to be run.
func scripts(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts in %s: %v", dir, err)
	}
	if !underRace {
		return files
	}
	files = slices.DeleteFunc(files, func(file string) bool {
		return !slices.Contains(concurrent, strings.TrimSuffix(filepath.Base(file), ".txtar"))
	})
	if len(files) == 0 {
		t.Skip("nothing in them is concurrent")
	}
	return files
}

// setupAndTell is setupScript, and holds all that can be told of the runs that a script leaves to the rules of interchange. What
// a script has made of a record by hand, so that it is refused, is passed over.
func setupAndTell(t *testing.T) func(*testscript.Env) error {
	return func(env *testscript.Env) error {
		env.Defer(func() {
			records, _ := filepath.Glob(filepath.Join(env.WorkDir, ".local", "runbook-runs", "*.json"))
			for _, file := range records {
				data, err := store.Read(file)
				if err != nil {
					continue
				}
				rec, err := record.Decode(data)
				if err != nil {
					continue
				}
				var refusal *run.Refusal
				if err := interchangetest.Sound(nil, rec); err != nil && (!errors.As(err, &refusal) || refusal.Code != run.NotReportable) {
					t.Errorf("%s: %v", file, err)
				}
			}
		})
		return setupScript(env)
	}
}

// setupScript makes the working directory a repo with the packs of testdata/packs, and fixes what rtut has from outside.
func setupScript(env *testscript.Env) error {
	for name, value := range map[string]string{
		testNow: "2026-11-30T00:45:12.123456Z", testIDs: "9f2c4a", "RTUT_OPERATOR": "ana", "LANG": "C.UTF-8", "HOME": env.WorkDir,
		"GIT_CONFIG_GLOBAL": "/dev/null", "GORACE": "atexit_sleep_ms=0",
	} {
		env.Setenv(name, value)
	}
	if err := os.CopyFS(filepath.Join(env.WorkDir, "packs"), os.DirFS("testdata/packs")); err != nil {
		return err
	}
	env.Defer(func() {
		if err := checkReports(env.WorkDir); err != nil {
			env.T().Fatal(err)
		}
	})
	git := exec.Command("git", "init", "--quiet", env.WorkDir)
	git.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null")
	return git.Run()
}

// cmdExit runs a command and wants exactly this exit code: `exit 3 rtut run start`.
func cmdExit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit CODE command...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := err.(interface{ ExitCode() int })
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, not %d", got, want)
	}
}

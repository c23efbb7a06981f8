//go:build faults

// Package faults shows by faults that rtut loses nothing: killed processes, errors of the file system at every step, full and
// read-only disks, power cuts, many writers at once. Each check has a control that is broken on purpose, which it must catch.
// What needs root fails without it. RTUT_FAULTS=all does as often as it takes what CI does a few times.
package faults

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"rtut/pack"
	"rtut/run/record"
)

// packText is the pack that the tests run.
const packText = `schema: runbook-pack/v0.2
id: faults
title: Faults
order: sequential
datapoints: [{ id: figure, title: Figure, type: int }]
steps:
  - id: look
    title: Look
    effect: read-only
    produces: [{ datapoint: figure }]
`

// binary is the rtut under test: that of $RTUT, else one that is built from here.
var binary string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "rtut-faults-")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		binary = given("RTUT", filepath.Join(dir, "rtut"))
		control = given("RTUT_CONTROL", filepath.Join(dir, "control"), "-tags", "broken")
		return m.Run()
	}())
}

// given returns the path in a variable, else where a binary has been built.
func given(variable, built string, flags ...string) string {
	if path := os.Getenv(variable); path != "" {
		return path
	}
	args := append(append([]string{"build", "-o", built}, flags...), "rtut/cmd/rtut")
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		panic(string(out))
	}
	return built
}

// all reports whether every point is to be tried, not samples.
func all() bool { return os.Getenv("RTUT_FAULTS") == "all" }

// needRoot fails a test that can't do its work: a check that is skipped shows nothing.
func needRoot(t testing.TB) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Fatal("this test mounts file systems and needs root")
	}
}

func command(t testing.TB, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
}

func loadPack(t testing.TB) *pack.Pack {
	t.Helper()
	p, found, err := pack.Load(fstest.MapFS{"pack.yaml": {Data: []byte(packText)}}, "pack.yaml")
	if err != nil || p == nil {
		t.Fatal(err, found)
	}
	return p
}

// repo is a directory with the pack, outside of any git.
type repo string

func newRepo(t testing.TB) repo {
	t.Helper()
	r := repo(t.TempDir())
	r.plant(t)
	return r
}

func (r repo) plant(t testing.TB) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(string(r), "pack.yaml"), []byte(packText), 0o600); err != nil {
		t.Fatal(err)
	}
}

// runs is where its records are.
func (r repo) runs() string {
	if dir := os.Getenv("RTUT_RUNS_DIR"); dir != "" {
		return dir
	}
	return filepath.Join(string(r), ".local", "runbook-runs")
}

// cmd is a command of rtut in the repo, perhaps under another program.
func (r repo) cmd(line string, under ...string) *exec.Cmd {
	words := append(append(under, binary), strings.Fields(line)...)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = string(r)
	cmd.Env = append(os.Environ(), "RTUT_OPERATOR=ana", "RTUT_RUN=")
	return cmd
}

// rtut runs a command and returns its exit code, -1 if it was killed, and what it said.
func (r repo) rtut(t testing.TB, line string, under ...string) (exit int, said string) {
	t.Helper()
	var out bytes.Buffer
	cmd := r.cmd(line, under...)
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String()
}

// must runs a command that has to end with 0.
func (r repo) must(t testing.TB, line string) string {
	t.Helper()
	exit, said := r.rtut(t, line)
	if exit != 0 {
		t.Fatalf("rtut %s: exit code %d\n%s", line, exit, said)
	}
	return said
}

var recordName = regexp.MustCompile(`^\d{8}T\d{6}\.\d{6}Z-[0-9a-f]{6}\.json$`)

// record judges the one record of the repo as it is on disk; nil if there is none.
func (r repo) record(t testing.TB) *record.Record {
	t.Helper()
	var found *record.Record
	entries, err := os.ReadDir(r.runs())
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".json") {
			continue
		}
		if !recordName.MatchString(e.Name()) || found != nil {
			t.Fatalf("%s is in the way", e.Name())
		}
		data, err := os.ReadFile(filepath.Join(r.runs(), e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		found = sound(t, data)
	}
	return found
}

// sound decodes a record whose audit finds nothing.
func sound(t testing.TB, data []byte) *record.Record {
	t.Helper()
	if f := record.Audit(data, ""); !f.Intact() || !json.Valid(data) {
		t.Fatalf("the record is not whole: %+v", f)
	}
	rec, err := record.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func revision(rec *record.Record) int {
	if rec == nil {
		return 0
	}
	return rec.Revision
}

// litter are the temporary files in a directory of records.
func litter(t testing.TB, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, ".*.tmp"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// anHourLater makes the temporary files in a directory as old as those that any write sweeps.
func anHourLater(t testing.TB, dir string) {
	t.Helper()
	then := time.Now().Add(-61 * time.Minute)
	for _, left := range litter(t, dir) {
		if err := os.Chtimes(left, then, then); err != nil {
			t.Fatal(err)
		}
	}
}

// notes are the texts of the notes of a record, in their order.
func notes(rec *record.Record) []string {
	var texts []string
	for _, e := range rec.Events {
		if e.Action == record.VerbNote {
			texts = append(texts, e.Detail.Note)
		}
	}
	return slices.Clip(texts)
}

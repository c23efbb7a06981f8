package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// BenchmarkStatusBesideOneWithoutTheTUI starts `rtut run status` of two builds by turns: this program, and the same with
// the terminal interface left out. It prints how much longer the first takes, best against best, and how long the
// packages of each take to initialise, by GODEBUG=inittrace.
func BenchmarkStatusBesideOneWithoutTheTUI(b *testing.B) {
	dir := b.TempDir()
	with, without := filepath.Join(dir, "with"), filepath.Join(dir, "without")
	build(b, with)
	build(b, without, "-overlay", leaveOutTUI(b, dir))
	repo := filepath.Join(dir, "repo")
	if err := os.CopyFS(filepath.Join(repo, "packs"), os.DirFS("testdata/packs")); err != nil {
		b.Fatal(err)
	}
	for _, args := range [][]string{{"git", "init", "--quiet"}, {with, "run", "new", "packs/linear"}} {
		if took(b, repo, args...) == 0 {
			b.Fatal("no time has passed")
		}
	}
	least := map[string]time.Duration{}
	rounds := 0
	for b.Loop() {
		rounds++
		for _, program := range []string{with, without} {
			if t := took(b, repo, program, "run", "status"); least[program] == 0 || t < least[program] {
				least[program] = t
			}
		}
	}
	b.ReportMetric(least[with].Seconds()/least[without].Seconds(), "with/without")
	b.Logf("the best of %d: %s with the terminal interface, %s without; packages initialised in %.1f ms and %.1f ms",
		rounds, least[with], least[without], initialised(b, repo, with), initialised(b, repo, without))
}

// build makes a program of this package.
func build(b *testing.B, path string, flags ...string) {
	b.Helper()
	args := append(append([]string{"build", "-o", path}, flags...), ".")
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		b.Fatalf("go %q: %v\n%s", args, err, out)
	}
}

// leaveOutTUI writes an overlay in which the terminal interface has its signs alone, and its command does nothing.
func leaveOutTUI(b *testing.B, dir string) string {
	b.Helper()
	replace := map[string]string{}
	sources, err := filepath.Glob("../../tui/*.go")
	if err != nil || len(sources) == 0 {
		b.Fatal("the terminal interface is not found", err)
	}
	for _, source := range sources {
		if name := filepath.Base(source); name != "signs.go" {
			replace[absolute(b, source)] = ""
		}
	}
	command := filepath.Join(dir, "cmd_tui.go")
	const nothing = `package main

import (
	"context"

	"github.com/spf13/cobra"
)

type tuiOptions struct {
	app      *app
	arg, run string
}

func newTUICmd(*app) *cobra.Command { return &cobra.Command{Use: "tui"} }

func runTUI(context.Context, *tuiOptions) error { return nil }
`
	if err := os.WriteFile(command, []byte(nothing), 0o666); err != nil {
		b.Fatal(err)
	}
	replace[absolute(b, "cmd_tui.go")] = command
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		b.Fatal(err)
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, data, 0o666); err != nil {
		b.Fatal(err)
	}
	return overlay
}

func absolute(b *testing.B, path string) string {
	b.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		b.Fatal(err)
	}
	return path
}

// took runs a command and returns how long it took.
func took(b *testing.B, dir string, args ...string) time.Duration {
	b.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	began := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%q: %v\n%s", args, err, out)
	}
	return time.Since(began)
}

// initialised is how many milliseconds the packages of a program take before main begins: the least of twenty times.
func initialised(b *testing.B, dir, program string) float64 {
	b.Helper()
	least := 0.0
	for range 20 {
		cmd := exec.Command(program, "version")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GODEBUG=inittrace=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		if sum := clocks(string(out)); least == 0 || sum < least {
			least = sum
		}
	}
	return least
}

// clocks adds up lines such as "init rtut/pack @1.2 ms, 0.069 ms clock, 4096 bytes, 12 allocs".
func clocks(trace string) (sum float64) {
	for line := range strings.Lines(trace) {
		if words := strings.Fields(line); len(words) > 5 && words[0] == "init" {
			ms, _ := strconv.ParseFloat(words[4], 64)
			sum += ms
		}
	}
	return sum
}

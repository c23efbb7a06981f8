package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// benchmark runs a Go benchmark as often as there are samples, and returns the seconds that one operation takes, by the name of the
// benchmark.
func (w *world) benchmark(dir, pattern string) (map[string][]float64, error) {
	cmd := exec.CommandContext(w.ctx, "go", "test", "-run", "^$", "-bench", pattern, "-benchtime", "20x", "-count", fmt.Sprint(w.options.samples), dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("go test -bench %s %s: %w\n%s", pattern, dir, err, out)
	}
	return measured(string(out)), nil
}

var benchLine = regexp.MustCompile(`^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op`)

// measured reads what go test -bench prints.
func measured(out string) map[string][]float64 {
	found := map[string][]float64{}
	for line := range strings.Lines(out) {
		if m := benchLine.FindStringSubmatch(line); m != nil {
			ns, _ := strconv.ParseFloat(m[2], 64)
			found[m[1]] = append(found[m[1]], ns/1e9)
		}
	}
	return found
}

// bench adds a benchmark of Go, held to an amount.
func (l *list) bench(what string, took []float64, most float64) {
	if len(took) == 0 {
		l.err = fmt.Errorf("%s: the benchmark printed nothing", what)
		return
	}
	l.all = append(l.all, figure{what: what, unit: seconds, ours: summarize(took), goal: most})
}

// growth adds how many times as long a benchmark takes as another one, whose runs took place by turns.
func (l *list) growth(what, peer string, took, other []float64, most float64) {
	if len(took) == 0 || len(took) != len(other) {
		l.err = fmt.Errorf("%s: %d runs beside %d", what, len(took), len(other))
		return
	}
	ratios := make([]float64, len(took))
	for i := range took {
		ratios[i] = took[i] / other[i]
	}
	l.all = append(l.all, figure{
		what: what, peer: peer, unit: seconds, ours: summarize(took), theirs: summarize(other), ratio: summarize(ratios), goal: most,
	})
}

func screen(w *world) ([]figure, error) {
	took, err := w.benchmark("./tui", "^Benchmark(Frame|Key)$")
	if err != nil {
		return nil, err
	}
	l := &list{w: w}
	for _, kind := range []string{"apart", "chain"} {
		for _, is := range []struct {
			what, name string
			most       float64
		}{{"a frame", "Frame", 0.002}, {"a key and the frame after it", "Key", 0.004}} {
			many, few := took[is.name+"/"+kind+"/20000"], took[is.name+"/"+kind+"/50"]
			what := fmt.Sprintf("%s at 20,000 items (%s), 200x60", is.what, kind)
			l.bench(what, many, is.most)
			l.growth(what, "the same at 50 items", many, few, 2)
		}
	}
	if l.err != nil {
		return l.all, l.err
	}
	return w.terminal(l)
}

func next(w *world) ([]figure, error) {
	took, err := w.benchmark("./run", "^BenchmarkNext$")
	if err != nil {
		return nil, err
	}
	l := &list{w: w}
	l.bench("what is next, 10,000 items", took["Next/10000_items"], 0.001)
	l.growth("what is next, 10,000 items", "the same with 1,000 items", took["Next/10000_items"], took["Next/1000_items"], 2)
	return l.all, l.err
}

var initLine = regexp.MustCompile(`(?m)^init \S+ @\S+ ms, ([\d.]+) ms clock`)

func program(w *world) ([]figure, error) {
	l := &list{w: w}
	path := w.path("rtut")
	bytes, err := sizeOf(path)
	if err != nil {
		return nil, err
	}
	l.alone("the program, stripped", megabytes, 20, func() (float64, error) { return float64(bytes) / 1e6, nil })
	l.alone("package initialization", seconds, 0.003, func() (float64, error) {
		cmd := exec.CommandContext(w.ctx, path, "version")
		cmd.Env = append(w.env(), "GODEBUG=inittrace=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			return 0, fmt.Errorf("%w: %s", err, out)
		}
		sum := 0.0
		for _, m := range initLine.FindAllStringSubmatch(string(out), -1) {
			ms, _ := strconv.ParseFloat(m[1], 64)
			sum += ms / 1e3
		}
		return sum, nil
	})
	return l.all, l.err
}

// peakOf is the most memory that a process has had, in megabytes.
func peakOf(pid int) (float64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if kib, is := strings.CutPrefix(line, "VmHWM:"); is {
			n, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(kib), "kB")), 64)
			return n / 1024, err
		}
	}
	return 0, fmt.Errorf("the system does not say how much memory process %d has had", pid)
}

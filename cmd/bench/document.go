package main

import (
	_ "embed"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// notes say for each row what the time goes to, and what was tried: a heading `## row` and paragraphs.
//
//go:embed notes.txt
var notes string

// document is what was measured, and on what.
type document struct {
	machine string
	options options
	figures []figure
}

// machineNow says on what is measured, and how busy it is.
func machineNow() string {
	load, err := os.ReadFile("/proc/loadavg")
	words := strings.Fields(string(load))
	busy := "an unknown load"
	if err == nil && len(words) > 2 {
		busy = "a load of " + words[0] + " as it began"
	}
	return fmt.Sprintf("%d processors, %s/%s, %s, %s, %s", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(), busy, time.Now().UTC().Format("2006-01-02"))
}

// met reports whether all figures are within their goals.
func (d document) met() bool {
	for _, f := range d.figures {
		if !f.met() {
			return false
		}
	}
	return true
}

func (d document) table() string { return tableOf(d.figures) }

func tableOf(figures []figure) string {
	var b strings.Builder
	b.WriteString("| what | took | beside | took | ratio | goal | within |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	for _, f := range figures {
		b.WriteString("| " + strings.Join(f.cells(), " | ") + " |\n")
	}
	return b.String()
}

func (f figure) cells() []string {
	if f.fault != "" {
		first, _, _ := strings.Cut(f.fault, "\n")
		return []string{f.what, "not measured: " + strings.ReplaceAll(first, "|", "\\|"), f.peer, "", "", "", "no"}
	}
	within := "yes"
	if !f.met() {
		within = "**no**"
	}
	if f.peer == "" {
		return []string{f.what, f.spread(f.ours), "", "", "", f.amount(f.goal), within}
	}
	return []string{
		f.what, f.spread(f.ours), f.peer, f.spread(f.theirs),
		fmt.Sprintf("%.2fx (%.2f to %.2f)", f.ratio.median, f.ratio.low, f.ratio.high), f.goalText(), within,
	}
}

func (f figure) spread(s summary) string {
	return fmt.Sprintf("%s (%s to %s)", f.amount(s.median), f.amount(s.low), f.amount(s.high))
}

// text is docs/performance.md.
func (d document) text() string {
	var b strings.Builder
	head, told := readNotes(notes)
	fmt.Fprintf(&b, "%s\nMeasured on %s. %d samples, %d records, %d steps.\n", head, d.machine, d.options.samples, d.options.records, d.options.steps)
	for _, r := range rows {
		var of []figure
		for _, f := range d.figures {
			if f.row == r.name {
				of = append(of, f)
			}
		}
		if len(of) > 0 {
			fmt.Fprintf(&b, "\n## %s%s\n\n%s", strings.ToUpper(r.does[:1]), r.does[1:], tableOf(of))
			if said := told[r.name]; said != "" {
				b.WriteString("\n" + said)
			}
		}
	}
	if rest := told["rest"]; rest != "" {
		b.WriteString("\n" + rest)
	}
	return b.String()
}

// readNotes splits the notes at their headings.
func readNotes(text string) (head string, told map[string]string) {
	told = map[string]string{}
	parts := strings.Split("\n"+text, "\n## ")
	for _, part := range parts[1:] {
		name, said, _ := strings.Cut(part, "\n")
		told[name] = strings.Trim(said, "\n") + "\n"
	}
	return strings.Trim(parts[0], "\n") + "\n", told
}

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
)

// countedLines are the commands whose system calls are counted, in an order in which each comes to what it is for.
var countedLines = []string{
	"version", "pack validate packs/drill", "pack digest packs/drill",
	"run new packs/drill", "run status", "run next", "run show", "run log", "run list", "run audit",
	"run start measure", "run verify measure --yes", "run done measure", "run note hello", "run set spare=8 --reason counted", "run data", "run do actions",
	"run report --format json", "run mode auto-confirm", "run tick",
}

// countedActions are the file of actions.
const countedActions = "note one\nnote two\nnote three\n"

// calls are what a command asks of the system: calls on files of the repo and renames, and programs that are started.
type calls struct {
	line                                 string
	opens, reads, writes, syncs, renames int
	programs                             int // besides the first
	kibRead, kibWritten                  int // each rounded up
}

// fields are the columns of the table, with their names.
func (c *calls) fields() ([]string, []*int) {
	return []string{"opens", "reads", "writes", "syncs", "renames", "programs", "KiB read", "KiB written"},
		[]*int{&c.opens, &c.reads, &c.writes, &c.syncs, &c.renames, &c.programs, &c.kibRead, &c.kibWritten}
}

// TestCountsOfCommands holds what each command asks of the system to testdata/counts.txt. These counts do not depend on the load of the
// machine. One that grows is a regression, unless the command has more to do; -update writes the table, to be read in review.
func TestCountsOfCommands(t *testing.T) {
	startsManyPrograms(t)
	needsStrace(t)
	r := countedRepo(t)
	var got []calls
	for _, line := range countedLines {
		got = append(got, r.count(line, "rtut "+line))
	}
	golden := filepath.Join("testdata", "counts.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(callsTable(got)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, difference := range differentCalls(readCalls(t, golden), got) {
		t.Error(difference)
	}
}

// A command that reads its record once more than it should, or writes a file that it should not, is found by the table.
func TestCountsOfCommandsShowOneReadTooMany(t *testing.T) {
	startsManyPrograms(t)
	needsStrace(t)
	r := countedRepo(t)
	r.must("rtut", "run", "new", "packs/drill")
	r.must("rtut", "run", "note", "first")
	want := r.count("run note hello", "rtut run note hello")
	got := r.count("run note hello", "rtut run note hello && read line < .local/runbook-runs/20261130T004512.123456Z-9f2c4a.json")
	expected := fmt.Sprintf("run note hello: opens %d, expected %d", want.opens+1, want.opens)
	if differences := differentCalls([]calls{want}, []calls{got}); !slices.Contains(differences, expected) {
		t.Errorf("%q, expected %q among them", differences, expected)
	}
	if got := differentCalls([]calls{want}, nil); len(got) != 1 || got[0] != "the table has run note hello, which is not counted; run with -update" {
		t.Errorf("%q", got)
	}
}

func needsStrace(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("there is no strace here")
	}
}

// countedRepo is a repo with the pack drill and a file of actions.
func countedRepo(t *testing.T) *repo {
	t.Helper()
	r := newRepo(t)
	if err := os.WriteFile(filepath.Join(r.dir, "actions"), []byte(countedActions), 0o644); err != nil {
		t.Fatal(err)
	}
	return r
}

var (
	// tracedCall is a call with the file behind its descriptor: 12 read(3</path>, ...) = 100
	tracedCall = regexp.MustCompile(`^(\d+) +(\w+)\((?:\d+<([^>]*)>)?(.*)$`)
	// tracedEnd is the end of a call that another thread has interrupted in the trace.
	tracedEnd  = regexp.MustCompile(`^(\d+) +<\.\.\. (\w+) resumed>(.*)$`)
	openedPath = regexp.MustCompile(` = \d+<([^>]*)>$`)
	returned   = regexp.MustCompile(` = (\d+)$`)
)

// count runs a line of sh in the repo and counts what it asks of the system.
func (r *repo) count(name, line string) calls {
	r.t.Helper()
	trace := filepath.Join(r.t.TempDir(), "trace")
	cmd := exec.Command("strace", "-f", "--seccomp-bpf", "-qq", "-y", "-s", "0", "-e", "signal=none", "-o", trace,
		"-e", "trace=openat,read,pread64,readv,write,pwrite64,writev,fsync,fdatasync,rename,renameat,renameat2,execve", "sh", "-c", line)
	cmd.Dir, cmd.Env = r.dir, r.env
	if out, err := cmd.CombinedOutput(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() > exitNotPassed && cmd.ProcessState.ExitCode() != exitUnfinished {
		r.t.Fatalf("%s: %v\n%s", line, err, out)
	}
	text, err := os.ReadFile(trace)
	if err != nil {
		r.t.Fatal(err)
	}
	c := &callCounter{dir: r.dir + "/", inRepo: map[string]bool{}, calls: calls{line: name, programs: -2}}
	for l := range strings.Lines(string(text)) {
		c.line(strings.TrimSuffix(l, "\n"))
	}
	c.kibRead, c.kibWritten = (c.read+1023)/1024, (c.written+1023)/1024
	return c.calls
}

// callCounter counts the calls of a trace. The first two programs are sh and rtut.
type callCounter struct {
	calls
	dir           string
	inRepo        map[string]bool // calls that have not ended, by thread
	read, written int
}

func (c *callCounter) line(l string) {
	if m := tracedEnd.FindStringSubmatch(l); m != nil {
		c.ended(m[2], c.inRepo[m[1]], m[3])
		return
	}
	m := tracedCall.FindStringSubmatch(l)
	if m == nil {
		return
	}
	within := strings.HasPrefix(m[3]+"/", c.dir)
	if strings.HasSuffix(m[4], "<unfinished ...>") {
		c.inRepo[m[1]] = within
		return
	}
	c.ended(m[2], within, m[4])
}

// ended counts a call that has ended.
func (c *callCounter) ended(call string, within bool, rest string) {
	n := 0
	if m := returned.FindStringSubmatch(rest); m != nil {
		n, _ = strconv.Atoi(m[1])
	}
	switch {
	case call == "execve" && strings.HasSuffix(rest, " = 0"):
		c.programs++
	case strings.HasPrefix(call, "rename"):
		c.renames++
	case call == "openat":
		if m := openedPath.FindStringSubmatch(rest); m != nil && strings.HasPrefix(m[1], c.dir) {
			c.opens++
		}
	case !within:
	case call == "fsync" || call == "fdatasync":
		c.syncs++
	case strings.Contains(call, "read"):
		c.reads++
		c.read += n
	case strings.Contains(call, "write"):
		c.writes++
		c.written += n
	}
}

// callsTable writes counts as a table, a row for each command.
func callsTable(all []calls) string {
	var out strings.Builder
	w := tabwriter.NewWriter(&out, 0, 1, 1, ' ', 0)
	names, _ := (&calls{}).fields()
	fmt.Fprintf(w, "command\t| %s\n", strings.Join(names, "\t| "))
	for i := range all {
		fmt.Fprint(w, all[i].line)
		_, fields := all[i].fields()
		for _, n := range fields {
			fmt.Fprintf(w, "\t| %d", *n)
		}
		fmt.Fprintln(w)
	}
	_ = w.Flush() // of a strings.Builder, which takes all
	return out.String()
}

func readCalls(t *testing.T, name string) []calls {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var all []calls
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if strings.TrimSpace(cells[0]) == "command" {
			continue
		}
		c := calls{line: strings.TrimSpace(cells[0])}
		_, fields := c.fields()
		if len(cells) != len(fields)+1 {
			t.Fatalf("%s: %q has %d columns", name, line, len(cells))
		}
		for i, n := range fields {
			if *n, err = strconv.Atoi(strings.TrimSpace(cells[i+1])); err != nil {
				t.Fatalf("%s: %q: %v", name, line, err)
			}
		}
		all = append(all, c)
	}
	return all
}

// differentCalls says in what counts differ from those of the table. What is read and written may be a KiB more or less: how long a
// command took has more or fewer digits.
func differentCalls(want, got []calls) []string {
	var all []string
	for _, w := range want {
		if !slices.ContainsFunc(got, func(g calls) bool { return g.line == w.line }) {
			all = append(all, "the table has "+w.line+", which is not counted; run with -update")
		}
	}
	for i := range got {
		at := slices.IndexFunc(want, func(w calls) bool { return w.line == got[i].line })
		if at < 0 {
			all = append(all, "the table does not have "+got[i].line+"; run with -update")
			continue
		}
		names, is := got[i].fields()
		_, expected := want[at].fields()
		for n, name := range names {
			allowed := 0
			if strings.HasPrefix(name, "KiB") {
				allowed = 1
			}
			if apart := *is[n] - *expected[n]; max(apart, -apart) > allowed {
				all = append(all, fmt.Sprintf("%s: %s %d, expected %d", got[i].line, name, *is[n], *expected[n]))
			}
		}
	}
	return all
}

package store

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// passes is a shell in which every command ends well, and something happens meanwhile.
type passes struct {
	meanwhile func()
	missing   []string // tools
}

func (p *passes) Run(context.Context, run.Job, io.Writer) (run.Observation, error) {
	p.meanwhile()
	return run.Observation{}, nil
}
func (p *passes) Missing(pack.Needs) (tools, env []string) { return p.missing, nil }
func (*passes) Wait(context.Context, time.Duration) error  { return nil }

// counted is the real disk, and counts what is done to it.
type counted struct {
	Disk
	creates, writes, syncs, renames int
	bytes                           int
}

func (c *counted) Create(dir, pattern string, mode fs.FileMode) (*os.File, error) {
	c.creates++
	return c.Disk.Create(dir, pattern, mode)
}

func (c *counted) Write(file *os.File, data []byte) error {
	c.writes++
	c.bytes += len(data)
	return c.Disk.Write(file, data)
}

func (c *counted) Sync(file *os.File) error {
	c.syncs++
	return c.Disk.Sync(file)
}

func (c *counted) Rename(from, to string) error {
	c.renames++
	return c.Disk.Rename(from, to)
}

// night is a run that auto-confirm carries through, of so many steps whose checks pass.
type night struct {
	*run.Session
	t     testing.TB
	dir   string
	disk  *counted
	shell *passes
}

func newNight(t testing.TB, steps int) *night {
	t.Helper()
	var text strings.Builder
	text.WriteString("schema: runbook-pack/v0.2\nid: long\ntitle: Long\nsteps:\n")
	for i := range steps {
		fmt.Fprintf(&text, "  - { id: s%d, title: Step, effect: read-only, verify: { kind: exit-code, command: 'true' } }\n", i)
	}
	p, found := pack.Parse(pack.FileName, []byte(text.String()))
	if p == nil {
		t.Fatal(found)
	}
	n := &night{t: t, dir: filepath.Join(t.TempDir(), "runs")}
	n.shell = &passes{meanwhile: func() {}}
	n.disk = &counted{Disk: real(n.dir)}
	n.Session = &run.Session{
		Pack: p, Store: NewFile(n.dir).On(n.disk), Shell: n.shell, By: "ana", Host: "bastion", PID: 4711,
		Clock:        func() time.Time { return time.Unix(1_800_000_000, 0) },
		PackRevision: func() (pack.Revision, error) { return pack.Revision{Digest: "sha256:1"}, nil },
		Env:          func(string) ([]string, error) { return nil, nil },
	}
	if _, err := n.New(t.Context(), run.New{RunID: "r", PackPath: "pack.yaml", Mode: record.AutoConfirm}); err != nil {
		t.Fatal(err)
	}
	return n
}

// ticks lets auto-confirm go on so many times.
func (n *night) ticks(times int) {
	n.t.Helper()
	for range times {
		if tick, err := n.Tick(n.t.Context(), "r", io.Discard); err != nil || tick.Result != run.TickActed {
			n.t.Fatal(tick, err)
		}
	}
}

// What a run costs grows with its steps, and not with their square: four times the steps take four and a half times as many allocations at most.
func TestALongRunCostsAsMuchAStepAsAShortOne(t *testing.T) {
	allocations := func(steps int) float64 {
		var nights []*night
		for range 3 {
			nights = append(nights, newNight(t, steps))
		}
		return testing.AllocsPerRun(1, func() {
			nights[0].ticks(steps)
			nights = nights[1:]
		})
	}
	few, many := allocations(30), allocations(120)
	if many > 9*few/2 {
		t.Errorf("%.0f allocations for 30 steps, %.0f for 120", few, many)
	}
}

// What is told of a run, and an audit of it, cost as much for each of its steps, too.
func TestALongRunIsAuditedAndToldAsFastAStepAsAShortOne(t *testing.T) {
	for name, do := range map[string]func(n *night, data []byte, rec *record.Record){
		"audit":  func(_ *night, data []byte, _ *record.Record) { record.Audit(data, "") },
		"course": func(n *night, _ []byte, rec *record.Record) { run.CourseOf(n.Pack, rec) },
	} {
		allocations := func(steps int) float64 {
			n := newNight(t, steps)
			n.ticks(steps)
			data, err := os.ReadFile(filepath.Join(n.dir, "r.json"))
			if err != nil {
				t.Fatal(err)
			}
			rec := n.stored()
			return testing.AllocsPerRun(1, func() { do(n, data, rec) })
		}
		if few, many := allocations(30), allocations(120); many > 5*few {
			t.Errorf("%s: %.0f allocations for 30 steps, %.0f for 120", name, few, many)
		}
	}
}

// stored is the record as another process reads it.
func (n *night) stored() *record.Record {
	n.t.Helper()
	rec, err := NewFile(n.dir).Load(n.t.Context(), "r")
	if err != nil {
		n.t.Fatal(err)
	}
	return rec
}

// verbs are what the events of the record say after the first so many.
func verbs(rec *record.Record, from int) (all []string) {
	for _, e := range rec.Events[from:] {
		all = append(all, string(e.Action))
	}
	return all
}

// The start of a step is one write with the intent of its check, and its result one with its completion: nothing runs whose intent is not
// stored, and nothing is left out.
func TestATickStoresTheIntentWithTheStartAndTheCompletionWithTheResult(t *testing.T) {
	n := newNight(t, 2)
	ran := false
	n.shell.meanwhile = func() {
		ran = true
		rec := n.stored()
		if s := rec.Steps["s0"]; rec.Revision != 2 || s.State != record.Running || s.Intent == nil {
			t.Errorf("revision %d, the step is %+v", rec.Revision, *s)
		}
	}
	n.ticks(1)
	rec := n.stored()
	if got, want := verbs(rec, 1), []string{"start", "begin", "verify", "done"}; !ran || !slices.Equal(got, want) || rec.Revision != 3 {
		t.Errorf("%s with revision %d, expected %s", got, rec.Revision, want)
	}
	if found := rec.Audit(); !found.Intact() {
		t.Error(found)
	}
}

// Where the check can't run the start stands by itself.
func TestATickStoresAStartWithoutTheToolsOfItsCheck(t *testing.T) {
	n := newNight(t, 2)
	n.shell.missing = []string{"psql"}
	tick, err := n.Tick(t.Context(), "r", io.Discard)
	if err != nil || tick.Result != run.TickWaiting || !slices.Equal(tick.WaitsFor, []string{"the pack needs tools that are not on PATH: psql"}) {
		t.Errorf("%+v, %v", tick, err)
	}
	if rec := n.stored(); !slices.Equal(verbs(rec, 1), []string{"start"}) || rec.Revision != 2 {
		t.Errorf("%s with revision %d", verbs(rec, 1), rec.Revision)
	}
}

// What somebody else writes between two ticks is what the next one goes on with, be it as long as before.
func TestARecordThatSomebodyElseHasWrittenIsReadAnew(t *testing.T) {
	n := newNight(t, 3)
	n.ticks(1)
	path := filepath.Join(n.dir, "r.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	was, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	altered := strings.Replace(string(text), `"operator": "ana"`, `"operator": "ben"`, 1)
	if err := os.WriteFile(path, []byte(altered), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, was.ModTime(), was.ModTime()); err != nil {
		t.Fatal(err)
	}
	_, err = n.Tick(t.Context(), "r", io.Discard)
	if err == nil || !strings.Contains(err.Error(), "operator is not what the events lead to") {
		t.Errorf("%v, expected a refusal that names the operator", err)
	}
}

// A record that was written is known as the one that another process reads.
func TestARecordThatWasWrittenIsTheOneThatIsRead(t *testing.T) {
	n := newNight(t, 2)
	same := func(what string) {
		t.Helper()
		here, err := n.Store.Load(t.Context(), "r")
		if err != nil {
			t.Fatal(err)
		}
		for name, of := range map[string]func(*record.Record) record.Finding{"integrity": (*record.Record).Integrity, "audit": (*record.Record).Audit} {
			if diff := cmp.Diff(of(n.stored()), of(here)); diff != "" {
				t.Errorf("%s, %s:\n%s", what, name, diff)
			}
		}
		if diff := cmp.Diff(n.stored(), here, cmpopts.IgnoreUnexported(record.Record{}), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s:\n%s", what, diff)
		}
	}
	n.ticks(2)
	same("unfinished")
	if _, err := n.Do(t.Context(), "r", run.Finalize{Outcome: record.Succeeded}); err != nil {
		t.Fatal(err)
	}
	same("finished")
	if _, err := n.Do(t.Context(), "r", run.AddFeedback{Rating: record.Good}); err != nil {
		t.Fatal(err)
	}
	same("with feedback")
}

// What a caller does with a record that it was given is seen by no other.
func TestARecordThatIsReadAgainIsACopy(t *testing.T) {
	n := newNight(t, 2)
	first, err := n.Store.Load(t.Context(), "r")
	if err != nil {
		t.Fatal(err)
	}
	first.Operator = "eve"
	delete(first.Steps, "s0")
	again, err := n.Store.Load(t.Context(), "r")
	if err != nil || again.Operator != "ana" || len(again.Steps) != 2 {
		t.Errorf("%+v, %v", again, err)
	}
}

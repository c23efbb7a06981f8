package run_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"rtut/pack"
	"rtut/run"
	"rtut/run/interchange/interchangetest"
	"rtut/run/record"
	"rtut/run/report/reporttest"
	"rtut/run/store"
)

// sentence is a sentence of docs/run-spec.md and the test that holds the engine to it.
type sentence struct {
	name string // its tag, and what it says in a few words
	test func(t *testing.T)
}

// TestRunSpec has a subtest for every sentence of docs/run-spec.md that is the engine's. Those about files and commands are
// held in cmd/rtut.
func TestRunSpec(t *testing.T) {
	for _, chapter := range [][]sentence{
		recordSentences, chainSentences, stepSentences, confirmationSentences, executionSentences, limitSentences, captureSentences, flowSentences, gateSentences, datapointSentences,
		autoSentences, authoritySentences, changeSentences, endSentences, loopSentences,
	} {
		for _, s := range chapter {
			t.Run(s.name, func(t *testing.T) {
				t.Parallel()
				s.test(t)
			})
		}
	}
}

// dawn is when the runs of these tests begin.
var dawn = time.Date(2026, 11, 30, 0, 45, 12, 123456000, time.UTC)

// play is a run that is taken on action by action.
type play struct {
	t      testing.TB
	pack   *pack.Pack
	rec    *record.Record
	now    time.Time
	by     run.Actor
	shell  *cannedShell
	digest string // of the pack's directory
}

// parsePack loads a pack, or fails the test with its diagnostics.
func parsePack(t testing.TB, text string) *pack.Pack {
	t.Helper()
	p, diagnostics, err := pack.Load(fstest.MapFS{"pack.yaml": {Data: []byte(text)}}, "pack.yaml")
	if err != nil || p == nil {
		t.Fatal(err, diagnostics)
	}
	return p
}

// packText completes the text of a pack: body is what comes after the header.
func packText(version, body string) string {
	order := ""
	if version == "v0.2" {
		order = "order: sequential\n"
	}
	return "schema: runbook-pack/" + version + "\nid: drill\ntitle: Drill\n" + order + body
}

// begin makes a run of a pack. fill may add to what New is given.
func begin(t testing.TB, text string, fill ...func(*run.New)) *play {
	t.Helper()
	p := &play{t: t, pack: parsePack(t, text), now: dawn, by: run.Actor{Name: "ana"}, shell: &cannedShell{}, digest: "sha256:1"}
	p.does(p.birth(fill...))
	t.Cleanup(func() { reporttest.Valid(t, p.pack, p.rec, p.now) })
	t.Cleanup(func() { interchangetest.Valid(t, p.pack, p.rec) })
	return p
}

func (p *play) birth(fill ...func(*run.New)) run.New {
	n := run.New{RunID: "20261130T004512.123456Z-9f2c4a", PackPath: "packs/drill/pack.yaml", PackDigest: p.digest}
	for _, f := range fill {
		f(&n)
	}
	return n
}

// autoConfirmed begins a run in auto-confirm that pre-authorises some steps.
func autoConfirmed(steps ...run.Wanted) func(*run.New) {
	return func(n *run.New) { n.Mode, n.Preauthorize = record.AutoConfirm, steps }
}

// inBoth runs a test on a pack of either version that has these steps in sequence.
func inBoth(steps string, test func(p *play)) func(*testing.T) {
	return func(t *testing.T) {
		for _, version := range []string{"v0.1", "v0.2"} {
			t.Run(version, func(t *testing.T) { test(begin(t, packText(version, steps))) })
		}
	}
}

// inV02 runs a test on a pack of v0.2.
func inV02(body string, test func(p *play)) func(*testing.T) {
	return func(t *testing.T) { test(begin(t, packText("v0.2", body))) }
}

// does carries out actions that must be allowed.
func (p *play) does(acts ...run.Action) {
	p.t.Helper()
	for _, act := range acts {
		after, _, err := run.Transition(p.pack, p.rec, p.by, act, p.now)
		if err != nil {
			p.t.Fatalf("%s %+v: %v", act.Verb(), act, err)
		}
		p.rec = after
		p.encoded() // each action is a write of its own
	}
}

// refuses wants an action to be refused by a rule, and the record to stay as it was.
func (p *play) refuses(code run.Code, act run.Action) *run.Refusal {
	p.t.Helper()
	before := p.encoded()
	after, _, err := run.Transition(p.pack, p.rec, p.by, act, p.now)
	var refusal *run.Refusal
	switch {
	case !errors.As(err, &refusal):
		p.t.Fatalf("%s %+v: error %v, not %s", act.Verb(), act, err, code)
	case refusal.Code != code:
		p.t.Fatalf("%s %+v: %s (%s), not %s", act.Verb(), act, refusal.Code, refusal, code)
	case after != nil:
		p.t.Fatalf("%s %+v is refused and stored", act.Verb(), act)
	case p.encoded() != before:
		p.t.Fatalf("%s %+v is refused and changed the record", act.Verb(), act)
	}
	return refusal
}

// encoded is the record as its file holds it; "" before there is one.
func (p *play) encoded() string {
	p.t.Helper()
	if p.rec == nil {
		return ""
	}
	data, err := p.rec.Encode()
	if err != nil {
		p.t.Fatal(err)
	}
	return string(data)
}

// keys returns the keys of the record's file.
func (p *play) keys() []string {
	var all map[string]json.RawMessage
	if err := json.Unmarshal([]byte(p.encoded()), &all); err != nil {
		p.t.Fatal(err)
	}
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// wants fails the test unless got is want; what says of what.
func (p *play) wants(what string, want, got any) {
	p.t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		p.t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// stateOf returns the state of a step, gate or datapoint.
func (p *play) stateOf(id string) record.State {
	switch {
	case p.rec.Steps[id] != nil:
		return p.rec.Steps[id].State
	case p.rec.Gates[id] != nil:
		return p.rec.Gates[id].State
	case p.rec.Datapoints[id] != nil:
		return p.rec.Datapoints[id].State
	}
	return ""
}

// in wants an item or datapoint to be in a state.
func (p *play) in(id string, want record.State) {
	p.t.Helper()
	p.wants(id, want, p.stateOf(id))
}

// deviations are the kinds recorded so far.
// stands wants an item that claims something to hold, or not to.
func (p *play) stands(id string, want bool) {
	p.t.Helper()
	item := run.NewView(p.pack, p.rec, p.now).Item(id)
	if item.Holds == nil || *item.Holds != want {
		p.t.Fatalf("%s holds: %v, expected %t: %+v", id, item.Holds, want, item.Because)
	}
}

func (p *play) deviations() []record.DeviationKind {
	kinds := []record.DeviationKind{}
	for _, d := range p.rec.Deviations {
		kinds = append(kinds, d.Kind)
	}
	return kinds
}

func (p *play) next() run.Next { return run.NewView(p.pack, p.rec, p.now).Next() }

// completes starts steps and completes them by hand.
func (p *play) completes(steps ...string) {
	p.t.Helper()
	for _, id := range steps {
		p.does(run.Start{Item: id}, confirmed(id))
	}
}

// ran verifies an item by the observation of one command.
func (p *play) ran(item, check string, seen run.Observation) {
	p.t.Helper()
	p.does(run.Begin{Item: item, Host: "bastion", PID: 4711})
	seen.Attempts = 1
	p.does(run.Verify{Item: item, Intent: len(p.rec.Events), Observed: map[string]run.Observation{check: seen}})
}

func confirmed(step string) run.Complete {
	return run.Complete{Item: step, Answers: run.Answers{Confirm: true}}
}

func answered(item string) run.Verify {
	return run.Verify{Item: item, Answers: run.Answers{Confirm: true}}
}

func override() *run.Override {
	return &run.Override{Reason: "the site is down", AcknowledgeRisk: true}
}

// session drives the run through a store and the canned shell.
func (p *play) session(use func(*run.Session)) {
	p.t.Helper()
	memory, ctx := &store.Mem{}, context.Background()
	if err := memory.Create(ctx, p.rec); err != nil {
		p.t.Fatal(err)
	}
	use(&run.Session{
		Pack: p.pack, Store: memory, Shell: p.shell, Clock: func() time.Time { return p.now }, By: p.by.Name, Host: "bastion", PID: 4711,
		PackRevision: func() (pack.Revision, error) { return pack.Revision{Digest: p.digest}, nil },
		Env:          func(string) ([]string, error) { return nil, nil },
	})
	var err error
	if p.rec, err = memory.Load(ctx, p.rec.RunID); err != nil {
		p.t.Fatal(err)
	}
}

// ticks lets auto-confirm go on by one tick and returns what came of it.
func (p *play) ticks() *run.Tick {
	p.t.Helper()
	var tick *run.Tick
	p.session(func(s *run.Session) {
		var err error
		if tick, err = s.Tick(context.Background(), p.rec.RunID, io.Discard); err != nil {
			p.t.Fatal(err)
		}
	})
	return tick
}

// ticksTo wants a tick to come to a result.
func (p *play) ticksTo(want run.TickResult) {
	p.t.Helper()
	if tick := p.ticks(); tick.Result != want {
		p.t.Fatalf("tick: %+v, not %s", *tick, want)
	}
}

// cannedShell answers every command with the same observation, and keeps what it was asked to run.
type cannedShell struct {
	seen run.Observation
	of   map[string]run.Observation // of single commands, instead of seen
	err  error
	jobs []run.Job
}

func (s *cannedShell) Run(_ context.Context, job run.Job, _ io.Writer) (run.Observation, error) {
	s.jobs = append(s.jobs, job)
	seen, one := s.of[job.Script]
	if !one {
		seen = s.seen
	}
	seen.Contained = job.Want != "" && strings.Contains(seen.Head, job.Want)
	return seen, s.err
}

func (s *cannedShell) Missing(pack.Needs) (tools, env []string)        { return nil, nil }
func (s *cannedShell) Wait(ctx context.Context, _ time.Duration) error { return ctx.Err() }

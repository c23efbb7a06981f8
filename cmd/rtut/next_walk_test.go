package main

import (
	"context"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rtut/pack/value"
	"rtut/run"
	"rtut/run/operate"
)

// proposingPacks are walked by what rtut proposes and by chance. Between them they have every kind of check, phrase, value, evidence,
// alternative and rollback.
var proposingPacks = map[string]string{
	"linear": `
schema: runbook-pack/v0.1
id: p
title: Linear
steps:
  - { id: look, title: Look, effect: read-only }
  - { id: drop, title: Drop, effect: irreversible, confirm: drop it, command: echo drop, evidence: [{ id: ticket, title: Ticket }], verify: { kind: exit-code, command: 'test -e ../ok' }, rollback: { command: echo restore } }
  - { id: tell, title: Tell, effect: reversible, idempotent: true, rollback: { instruction: Take it back } }
`,
	"gates and values": `
schema: runbook-pack/v0.2
id: p
title: Gated
datapoints:
  - { id: lag, title: Lag, type: int, min: 0, initial: 3, confirmed_by: go }
  - { id: size, title: Size, type: int, max_age: 5m }
stages:
  - id: assess
    title: Assess
    steps:
      - { id: measure, title: Measure, produces: [size], accept: [{ id: small, expr: size < 100 }] }
    gates:
      - { id: go, title: Go, waivable: true, uses: [lag], evidence: [{ id: who, title: Who }], checks: [{ id: low, kind: expression, expr: lag < 10 }, { id: said, kind: manual, prompt: Was it said }] }
      - { id: seen, title: Seen, checks: [{ id: keys, kind: manual, command: 'echo keys', prompt: Are the keys there }, { id: up, kind: exit-code, command: 'test -e ../ok' }] }
  - id: act
    title: Act
    requires: [assess]
    steps:
      - { id: cut, title: Cut, effect: irreversible, confirm: 'cut at {{ lag }}', command: 'echo {{ size }}', uses: [size] }
    gates:
      - { id: quiet, title: Quiet, checks: [{ id: rest, kind: elapsed, since: cut, at_least: 10m }] }
`,
	"alternatives": `
schema: runbook-pack/v0.2
id: p
title: Ways
datapoints:
  - { id: up, title: Up, type: bool }
  - { id: read, title: Read, type: int }
steps:
  - id: fence
    title: Fence
    one_of:
      - { id: remote, title: Remote, recommended_when: up, verify: { kind: exit-code, command: 'test -e ../ok' } }
      - { id: by-hand, title: By hand, evidence: [{ id: rack, title: Rack }], recommended_when: not up }
  - { id: count, title: Count, effect: reversible, produces: [{ datapoint: read, extract: '(\d+)' }], verify: { kind: output-contains, command: 'echo 7', contains: '7' } }
  - { id: perhaps, title: Perhaps, when: up, requires: [fence], verify: { kind: manual, command: 'echo look', prompt: Is it so } }
gates:
  - { id: end, title: End, auto_confirm: manual-only, checks: [{ id: done, kind: manual, prompt: Is all done }] }
`,
	"stale": `
schema: runbook-pack/v0.2
id: p
title: Stale
datapoints: [{ id: v, title: V, type: int, initial: 1 }]
steps:
  - { id: one, title: One, effect: read-only, verify: { kind: exit-code, command: 'test {{ v }} -gt 0' } }
  - { id: two, title: Two, effect: read-only, verify: { kind: exit-code, command: 'test {{ v }} -lt 99' } }
  - { id: three, title: Three, effect: read-only, verify: { kind: manual, prompt: Is it three } }
`,
	"machine": `
schema: runbook-pack/v0.2
id: p
title: Machine
order: sequential
defaults: { timeout: 10m, on_timeout: push-through }
steps:
  - { id: one, title: One, verify: { kind: exit-code, command: 'test -e ../ok' } }
  - { id: sign, title: Sign, auto_confirm: manual-only }
  - { id: seal, title: Seal, confirm: seal, effect: irreversible, auto_confirm: manual-only }
  - { id: cut, title: Cut, confirm: cut, effect: irreversible }
  - { id: two, title: Two, effect: read-only, verify: { kind: exit-code, command: 'true' } }
  - { id: three, title: Three, effect: read-only, verify: { kind: exit-code, command: 'true' } }
  - { id: after, title: After, effect: read-only, evidence: [{ id: note, title: Note }] }
`,
}

// seeds is how many walks each pack is taken on; RTUT_LONG=1 says that there is time for more.
func seeds() uint64 {
	if os.Getenv("RTUT_LONG") == "1" {
		return 12
	}
	return 3
}

// proposer walks a run by its commands, as a shell would, in one process.
type proposer struct {
	t    testing.TB
	dir  string
	now  time.Time
	rand *rand.Rand
	path []string // what was typed so far
}

// typed runs a command and returns its exit code, and what it printed.
func (p *proposer) typed(words []string) (code int, out, err string) {
	var stdout, stderr strings.Builder
	a := newApp()
	a.in, a.out, a.err = strings.NewReader(""), &sink{to: &stdout}, &sink{to: &stderr}
	a.clock = func() time.Time { return p.now }
	a.getwd = func() (string, error) { return p.dir, nil }
	a.getenv = func(name string) string { return map[string]string{"RTUT_OPERATOR": "ana", "LANG": "C.UTF-8"}[name] }
	a.inTTY, a.outTTY, a.errTTY = false, false, false
	p.path = append(p.path, strings.Join(words, " "))
	code = a.execute(context.Background(), words)
	return code, stdout.String(), stderr.String()
}

// target is the run as it is now.
func (p *proposer) target() *target {
	p.t.Helper()
	a := newApp()
	a.out, a.err = &sink{to: io.Discard}, &sink{to: io.Discard}
	a.clock = func() time.Time { return p.now }
	a.getwd = func() (string, error) { return p.dir, nil }
	a.getenv = func(name string) string { return map[string]string{"RTUT_OPERATOR": "ana"}[name] }
	found, err := a.findRun(context.Background(), runFlags{}, "", orLatest)
	if err != nil {
		p.t.Fatal(err, p.path)
	}
	return found
}

// given fills in what an operator knows, for the words in capitals of a proposed command.
func given(t *target, a operate.Action, typed string) []string {
	var words []string
	for _, w := range strings.Fields(typed) {
		words = append(words, word4(t, a, w)...)
	}
	return words[1:] // without rtut
}

func word4(t *target, a operate.Action, w string) []string {
	name, _, v := strings.Cut(w, "="+run.ValuePlaceholder)
	switch {
	case v && t.pack.Datapoint(name) != nil && t.pack.Datapoint(name).Spec.Type == value.Bool:
		return []string{name + "=true"}
	case v:
		return []string{name + "=4"}
	case w == run.ReasonPlaceholder:
		return []string{"it has to be"}
	}
	for _, n := range a.Needs {
		if n.Kind == operate.NeedPhrase && w == run.PhrasePlaceholder {
			return []string{n.Ask}
		}
		if n.Kind == operate.NeedAlternative && w == run.AlternativePlaceholder {
			return n.Choices[:1]
		}
	}
	return []string{w}
}

// byChance is a command that somebody types, whether it makes sense or not.
func (p *proposer) byChance(t *target) []string {
	item := func() string { return pick(p.rand, t.pack.Graph().Items()) }
	words := [][]string{
		{"run", "fail", item(), "--reason", "it broke"},
		{"run", "redo", item(), "--reason", "again", "--acknowledge-partial"},
		{"run", "skip", item(), "--reason", "not today"},
		{"run", "waive", item(), "--reason", "the lead is away"},
		{"run", "verify", item(), "--yes", "--reject", "all"},
		{"run", "verify", item(), "--reject", "all"},
		{"run", "verify", item(), "--yes"},
		{"run", "rollback", "--done", item()},
		{"run", "note", item(), "seen"},
		{"run", "retry", item(), "--acknowledge-partial"},
		{"run", "mode", "auto-confirm"},
		{"run", "mode", "manual"},
		{"run", "tick"},
		{"run", "start", item()},
	}
	for _, d := range t.pack.Datapoints {
		words = append(words, []string{"run", "set", d.ID + "=" + pick(p.rand, []string{"3", "30", "true", "false"}), "--reason", "measured again"})
	}
	return pick(p.rand, words)
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// known reports whether a command that was proposed was refused by what rtut could have known. What a command shows first and then
// asks is no such refusal, nor is a check that did not pass.
func known(a operate.Action, code int, stderr string) bool {
	if code == exitDone || code == exitNotPassed || code == exitWaiting {
		return false
	}
	return code != exitRefused || a.Kind != operate.Check || !strings.Contains(stderr, "answer")
}

// TestWhatIsProposedCanBeTyped takes runs by what rtut proposes, and by commands at random, and types each proposal as it stands, with the
// words in capitals filled in. None is refused.
func TestWhatIsProposedCanBeTyped(t *testing.T) {
	kinds := map[operate.Kind]int{}
	for name, text := range proposingPacks {
		for seed := range seeds() {
			p := &proposer{t: t, dir: t.TempDir(), now: time.Date(2026, 11, 30, 0, 45, 0, 0, time.UTC), rand: rand.New(rand.NewPCG(seed, 7))}
			p.begin(text)
			for range 45 {
				p.now = p.now.Add(pick(p.rand, []time.Duration{0, time.Minute, 7 * time.Minute}))
				p.step(kinds)
			}
			if t.Failed() {
				t.Fatalf("%s, seed %d", name, seed)
			}
		}
	}
	for _, kind := range operate.Kinds() {
		if os.Getenv("RTUT_LONG") == "1" && kinds[kind] == 0 && !slices.Contains([]operate.Kind{operate.Confirm, operate.Anew, operate.FixPack, operate.Nothing, operate.Look}, kind) {
			t.Errorf("%s was never proposed", kind)
		}
	}
	t.Log(kinds)
}

func (p *proposer) begin(text string) {
	p.t.Helper()
	for _, dir := range []string{".git", "p"} {
		if err := os.Mkdir(filepath.Join(p.dir, dir), 0o755); err != nil {
			p.t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(p.dir, "p", "pack.yaml"), []byte(text), 0o644); err != nil {
		p.t.Fatal(err)
	}
	if code, _, stderr := p.typed([]string{"run", "new", "p"}); code != exitDone {
		p.t.Fatal(stderr)
	}
}

// edit changes the pack under the run: the titles, or what a check runs.
func (p *proposer) edit() {
	file := filepath.Join(p.dir, "p", "pack.yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		p.t.Fatal(err)
	}
	changed := strings.Replace(string(text), "test -e ../ok", "test  -e ../ok", 1)
	if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// step types what is proposed, or something else, and lets the world change now and then.
func (p *proposer) step(kinds map[operate.Kind]int) {
	p.t.Helper()
	ok := filepath.Join(p.dir, "ok")
	if p.rand.IntN(3) == 0 {
		_ = os.Remove(ok)
	} else if err := os.WriteFile(ok, nil, 0o644); err != nil {
		p.t.Fatal(err)
	}
	if p.rand.IntN(20) == 0 {
		p.edit()
	}
	run := p.target()
	a := run.nextAction()
	kinds[a.Kind]++
	if found := run.rec.Integrity(); !found.Intact() {
		p.t.Errorf("the record is not as rtut wrote it: %s\n%s", found, strings.Join(p.path, "\n"))
	}
	all := append([]operate.Action{a}, a.Beside...)
	for _, id := range run.view().Next().Running {
		all = append(all, operate.Of(run.view(), id))
	}
	if run.rec.Finished() && len(run.rec.Feedback) > 0 {
		p.typed([]string{"run", "new", "p"})
		return
	}
	if p.rand.IntN(5) == 0 && !run.rec.Finished() {
		p.typed(p.byChance(run))
		return
	}
	tried := a
	if p.rand.IntN(4) == 0 {
		tried = pick(p.rand, all)
	}
	line := run.line(tried)
	if line == "" || tried.Kind == operate.Wait || tried.Kind == operate.Close && p.rand.IntN(3) > 0 {
		return
	}
	kinds[tried.Kind]++
	if code, out, stderr := p.typed(given(run, tried, line)); known(tried, code, stderr) {
		p.t.Errorf("%s (%s): exit code %d: %s%s\n%s", line, tried.Kind, code, out, stderr, strings.Join(p.path, "\n"))
	}
}

package run

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
	"rtut/run/recordtest"
)

// start is when the runs of these tests begin.
var dawn = time.Date(2026, 11, 30, 0, 45, 12, 123456000, time.UTC)

// walkPacks are small enough for every reachable state to be tried.
var walkPacks = map[string]string{
	"v0.1": `
schema: runbook-pack/v0.1
id: two
title: Two steps
steps:
  - { id: look, title: Look, effect: read-only }
  - { id: drop, title: Drop, effect: irreversible, confirm: drop it, command: rm, evidence: [{ id: ticket, title: Ticket }], verify: { kind: exit-code, command: 'true' } }
`,
	"gate, datapoint and phrase": recordtest.Gated,
	"produced value": `
schema: runbook-pack/v0.2
id: made
title: Made
datapoints:
  - { id: lag, title: Lag, type: int, min: 0, confirmed_by: look }
steps:
  - { id: look, title: Look, effect: read-only, produces: [lag], accept: [{ id: low, expr: lag < 10 }] }
  - { id: act, title: Act, requires: [look], uses: [lag], idempotent: true, verify: { kind: expression, expr: lag < 10 } }
`,
	"alternatives": `
schema: runbook-pack/v0.2
id: ways
title: Ways
datapoints:
  - { id: up, title: Up, type: bool, initial: true }
steps:
  - id: fence
    title: Fence
    evidence: [{ id: who, title: Who }]
    one_of:
      - { id: remote, title: Remote, recommended_when: up }
      - { id: by-hand, title: By hand, effect: irreversible, confirm: pull it, evidence: [{ id: rack, title: Rack }], recommended_when: not up }
gates:
  - { id: end, title: End, checks: [{ id: fenced, kind: exit-code, command: 'true' }] }
`,
	"when": `
schema: runbook-pack/v0.2
id: perhaps
title: Perhaps
datapoints:
  - { id: up, title: Up, type: bool }
steps:
  - { id: ask, title: Ask, produces: [up], effect: read-only }
  - { id: tell, title: Tell, when: up, effect: irreversible, confirm: tell }
`,
	"push-through": `
schema: runbook-pack/v0.2
id: pushy
title: Pushy
order: sequential
defaults: { timeout: 10m, on_timeout: push-through }
datapoints:
  - { id: size, title: Size, type: int }
steps:
  - { id: measure, title: Measure, produces: [{ datapoint: size, extract: 'size=(\d+)' }], verify: { kind: exit-code, command: 'true' } }
  - { id: shrink, title: Shrink, verify: { kind: exit-code, command: 'test {{ size }} -lt 9' } }
`,
	"manual-only": `
schema: runbook-pack/v0.2
id: signed
title: Signed
steps:
  - { id: sign, title: Sign, auto_confirm: manual-only }
  - { id: seal, title: Seal, requires: [sign], confirm: seal, effect: irreversible }
`,
}

// smallest are the packs that are walked under the race detector, too.
var smallest = []string{"v0.1", "manual-only"}

// finely reports whether states of a pack count as different, too, in which items are out of date for different reasons: of the
// smallest pack always, of the others where RTUT_LONG=1 says that there is time (some minutes).
func finely(id string) bool { return id == "two" || os.Getenv("RTUT_LONG") == "1" }

// mostStates bounds the states of a pack that are walked where there is little time: those nearest to the beginning.
const mostStates = 600

// walker tries every action in every state that can be reached.
type walker struct {
	checker
	engine  engine
	seen    map[[32]byte]bool
	queue   []*record.Record
	applied int
	refused int
	endings endings
	limit   int
	most    int // states that are walked where there is little time
}

func newWalker(p *pack.Pack, e engine) *walker {
	return &walker{checker: checker{pack: p, oracle: newOracle(p)}, engine: e, seen: map[[32]byte]bool{}, limit: 20_000, most: mostStates}
}

// honest is the engine as it is.
func honest(p *pack.Pack) engine {
	return func(rec *record.Record, by Actor, act Action, now time.Time) (*record.Record, []record.Event, error) {
		return Transition(p, rec, by, act, now)
	}
}

// walk returns the first rule that is broken anywhere, or nil.
func (w *walker) walk(first *record.Record) error {
	w.visit(first)
	for len(w.queue) > 0 {
		rec := w.queue[0]
		w.queue = w.queue[1:]
		before := encoded(rec)
		for _, move := range moves(w.pack, rec) {
			after, events, err := w.engine(rec, move.by, move.act, move.at)
			if broken := w.check(rec, move.by, move.act, move.at, after, events, err); broken != nil {
				return broken
			}
			if after == nil {
				w.refused++
				continue
			}
			w.applied++
			w.visit(after)
			if broken := w.endings.ended(w.pack, rec, after); broken != nil {
				return broken
			}
		}
		if !bytes.Equal(before, encoded(rec)) {
			return fmt.Errorf("an action changed its input:\n%s\nwas\n%s", encoded(rec), before)
		}
		if len(w.seen) > w.limit {
			return fmt.Errorf("more than %d states: the pack is too large to walk", w.limit)
		}
	}
	return nil
}

func (w *walker) visit(rec *record.Record) {
	key := fingerprint(w.pack, rec)
	if !w.seen[key] && (len(w.seen) < w.most || os.Getenv("RTUT_LONG") == "1") {
		w.seen[key] = true
		w.queue = append(w.queue, rec)
	}
}

// fingerprint is the same for records in the same state: times, history and free text do not count.
func fingerprint(p *pack.Pack, rec *record.Record) [32]byte {
	var b strings.Builder
	fmt.Fprint(&b, rec.Mode)
	if rec.Outcome != nil { // whatever led here, everything but feedback is refused
		return sha256.Sum256(fmt.Appendf(nil, "%s %v", *rec.Outcome, len(rec.Deviations) > 0))
	}
	if rec.AutoConfirm != nil {
		fmt.Fprint(&b, rec.AutoConfirm.Stopped != nil, rec.AutoConfirm.Execute != nil && allowedByLog(rec), rec.AutoConfirm.Execute != nil)
	}
	authority := map[string]string{}
	for _, a := range rec.Authority {
		if authority[a.Step+"/"+a.Alternative] = "ended"; a.Ended == nil {
			authority[a.Step+"/"+a.Alternative] = a.Digest
		}
	}
	fmt.Fprint(&b, authority)
	for _, id := range record.SortedKeys(rec.Steps) {
		s := rec.Steps[id]
		seal := ""
		if s.Confirmation != nil {
			seal = s.Confirmation.CommandDigest
		}
		given := s.Confirmation != nil && s.Confirmation.Given != 0
		fmt.Fprint(&b, "\n", id, s.State, s.Alternative, s.Intent != nil, executionOf(s.Execution), outcomeOf(s.Verification), len(s.Evidence), seal, given, s.State == record.Running && Executes(p) && startedAlone(rec, id))
	}
	for _, id := range record.SortedKeys(rec.Gates) {
		g := rec.Gates[id]
		fmt.Fprint(&b, "\n", id, g.State, g.Intent != nil)
		for _, c := range record.SortedKeys(g.Results) {
			fmt.Fprint(&b, c, outcomeOf(g.Results[c]))
		}
	}
	for _, id := range record.SortedKeys(rec.Datapoints) {
		fmt.Fprint(&b, "\n", id, rec.Datapoints[id].State, rec.Datapoints[id].Value.Text())
	}
	for _, id := range p.Graph().Items() {
		if rec.Mode == record.AutoConfirm {
			fmt.Fprint(&b, min(failingOf(rec, id).times, leastFailures))
		}
	}
	v := judgeValidity(p, rec)
	for _, id := range p.Graph().Items() {
		if !finely(p.ID) {
			break
		}
		for _, c := range v.own(id) {
			fmt.Fprint(&b, "\n", id, c.Code)
		}
		fmt.Fprint(&b, v.breach(id))
	}
	fmt.Fprint(&b, len(rec.Deviations) > 0)
	return sha256.Sum256([]byte(b.String()))
}

func outcomeOf(r *record.Result) string {
	if r == nil {
		return "-"
	}
	return fmt.Sprint(r.Passed, r.Extracted)
}

// move is an action that somebody tries at some moment.
type move struct {
	by  Actor
	act Action
	at  time.Time
}

// moves returns every action worth trying on any item of a run, whether its state allows it or not.
func moves(p *pack.Pack, rec *record.Record) []move {
	ana, auto := Actor{Name: "ana"}, Actor{Auto: true}
	var all []move
	try := func(by Actor, act Action) { all = append(all, move{by, act, dawn}) }
	for _, id := range p.Graph().Items() {
		if p.Step(id) != nil {
			stepMoves(p, rec, id, try)
		} else {
			gateMoves(id, try)
		}
		try(ana, Redo{Item: id, Reason: "again", AcknowledgePartial: true})
		all = append(all, move{auto, Timeout{Item: id}, dawn.Add(time.Hour)}, move{auto, Timeout{Item: id}, dawn})
	}
	for _, d := range p.Datapoints {
		for _, text := range valuesFor(d.Spec) {
			try(ana, SetValues{Values: map[string]string{d.ID: text}, Reason: "measured again"})
			try(ana, SetValues{Values: map[string]string{d.ID: text}})
		}
	}
	try(ana, SwitchMode{To: record.AutoConfirm, Preauthorize: preauthorizable(p, rec)})
	try(ana, SwitchMode{To: record.AutoConfirm})
	if p.ID == "alone" { // packs of which auto-confirm may run commands
		try(ana, SwitchMode{To: record.AutoConfirm, AllowExecute: true})
		try(ana, SwitchMode{To: record.AutoConfirm, Preauthorize: preauthorizable(p, rec), AllowExecute: true})
		try(ana, SwitchMode{To: record.ManualMode, AllowExecute: true})
		try(auto, SwitchMode{To: record.AutoConfirm, AllowExecute: true})
	}
	for _, w := range preauthorizable(p, rec) {
		try(ana, SwitchMode{Withdraw: []string{w.Step}})
		try(ana, SwitchMode{Preauthorize: []Wanted{{w.Step, "yes"}}})
		try(ana, SwitchMode{Preauthorize: []Wanted{w}})
	}
	try(ana, HandOver{To: "ben", Reason: "the shift ends"})
	try(ana, HandOver{To: "ana", Reason: "the shift begins"})
	try(ana, SwitchMode{To: record.ManualMode})
	for _, o := range []record.Outcome{"", record.Succeeded, record.FailedRun, record.Abandoned} {
		try(ana, Finalize{Outcome: o})
	}
	try(ana, Finalize{Outcome: record.Succeeded, Exercise: true, PackDigest: rec.PackDigest})
	try(ana, AddFeedback{Rating: record.Good})
	try(ana, AddFeedback{Rating: "splendid"})
	return all
}

func stepMoves(p *pack.Pack, rec *record.Record, id string, try func(Actor, Action)) {
	ana, auto := Actor{Name: "ana"}, Actor{Auto: true}
	def := p.Step(id)
	override := &Override{Reason: "the site is down", AcknowledgeRisk: true}
	for _, alt := range append([]pack.Alternative{{}}, def.Alternatives...) {
		phrases := []string{"", "yes"}
		if alt.Confirm == nil {
			alt.Confirm = def.Alternatives[0].Confirm
		}
		if alt.Confirm != nil {
			phrases = append(phrases, alt.Confirm.Display(rec.Values()))
		}
		for _, phrase := range phrases {
			try(ana, Start{Item: id, Alternative: alt.ID, Phrase: phrase})
			try(ana, Start{Item: id, Alternative: alt.ID, Phrase: phrase, Override: override})
		}
	}
	try(ana, Start{Item: id, Override: &Override{AcknowledgeRisk: true}})
	try(ana, Start{Item: id, Override: &Override{Reason: "no risk seen"}})
	try(auto, Start{Item: id})
	probeMoves(rec, id, func(act Action) { try(ana, act) })
	executeMoves(p, rec, id, try)
	if def.Alternatives[0].Rollback != nil {
		try(ana, RollBack{Item: id})
	}
	for _, by := range []Actor{ana, auto} {
		verifyMoves(rec, id, "", func(act Action) { try(by, act) })
		try(by, Complete{Item: id})
	}
	for _, evidence := range []map[string]string{nil, {"ticket": "CHG1", "who": "bo", "rack": "7"}, {"who": "bo"}, {"ticket": "CHG1"}} {
		try(ana, Complete{Item: id, Answers: Answers{Confirm: true}, Evidence: evidence, Set: producedBy(def, "3")})
		try(ana, Complete{Item: id, Evidence: evidence, Set: producedBy(def, "nonsense")})
	}
	try(ana, Fail{Item: id, Reason: "it broke"})
	try(ana, Fail{Item: id})
	try(ana, RetryStep{Item: id})
	try(ana, RetryStep{Item: id, AcknowledgePartial: true})
	try(ana, Skip{Item: id, Reason: "not today"})
	try(ana, Waive{Item: id, Reason: "not today"})
}

func producedBy(def *pack.Step, text string) map[string]string {
	set := map[string]string{}
	for _, p := range def.Produces {
		if p.Extract == nil {
			set[p.Datapoint] = text
		}
	}
	return set
}

// verifyMoves tries the verification of an item with commands that pass, fail or print nonsense, under an intent and
// without one, and with each answer.
func verifyMoves(rec *record.Record, id, check string, try func(Action)) {
	try(Begin{Item: id, Host: "db3", PID: 4711})
	intent := 0
	if i := rec.Intent(id); i != nil {
		intent = i.Seq
	}
	for _, seq := range []int{0, intent, 9999} {
		for _, seen := range []Observation{
			{Attempts: 1, Contained: true, Head: "size=7"}, {Attempts: 1, ExitCode: 1}, {Attempts: 1, Head: "size=many"},
		} {
			try(Verify{Item: id, Intent: seq, Observed: map[string]Observation{check: seen}, Answers: Answers{}})
		}
	}
	try(Verify{Item: id, Answers: Answers{Confirm: true}})
	try(Verify{Item: id, Answers: Answers{RejectAll: true}})
}

// probeMoves tries to ask the check of a step before its start, with commands that pass, fail and can't be run.
func probeMoves(rec *record.Record, id string, try func(Action)) {
	try(Probe{Item: id, Host: "db3", PID: 4711})
	if i := rec.Intent(id); i != nil {
		for _, code := range []int{0, 1, 127} {
			try(Probe{Item: id, Intent: i.Seq, Observed: Observation{Attempts: 1, ExitCode: code}})
		}
	}
}

func gateMoves(id string, try func(Actor, Action)) {
	ana, auto := Actor{Name: "ana"}, Actor{Auto: true}
	try(ana, Start{Item: id})
	try(ana, Waive{Item: id, Reason: "the lead is away"})
	try(ana, Waive{Item: id})
	for _, by := range []Actor{ana, auto} {
		try(by, Verify{Item: id})
		try(by, Verify{Item: id, Answers: Answers{Confirm: true}})
		try(by, Verify{Item: id, Answers: Answers{RejectAll: true}})
		try(by, Verify{Item: id, Override: &Override{Reason: "now", AcknowledgeRisk: true}, Answers: Answers{Confirm: true}})
		try(by, Begin{Item: id, Host: "db3", PID: 4711})
		for _, code := range []int{0, 1} {
			for _, seq := range []int{0, 3} {
				try(by, Verify{Item: id, Intent: seq, Observed: map[string]Observation{"fenced": {Attempts: 1, ExitCode: code}}})
			}
		}
	}
}

func valuesFor(s value.Spec) []string {
	if s.Type == value.Bool {
		return []string{"true", "false", "maybe"}
	}
	return []string{"3", "30", "many"}
}

// preauthorizable asks for all that could be pre-authorised now.
func preauthorizable(p *pack.Pack, rec *record.Record) []Wanted {
	var all []Wanted
	for _, id := range p.Graph().Items() {
		s := p.Step(id)
		if s == nil || s.ManualOnly {
			continue
		}
		for _, alt := range s.Alternatives {
			if alt.Confirm != nil && alt.ID != pack.NotNeeded {
				all = append(all, Wanted{id, alt.Confirm.Display(rec.Values())})
			}
		}
	}
	return all
}

// begin makes a run of p.
func begin(t interface{ Fatal(...any) }, p *pack.Pack) *record.Record {
	rec, _, err := Transition(p, nil, Actor{Name: "ana"}, New{RunID: "20261130T004512.123456Z-9f2c4a", PackPath: "pack.yaml", PackDigest: "sha256:1"}, dawn)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func TestEveryReachableStateKeepsTheRules(t *testing.T) {
	for name, text := range walkPacks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if underRace && !slices.Contains(smallest, name) {
				t.Skip("the race detector makes this walk take many minutes; it runs without")
			}
			p := load(t, text)
			w := newWalker(p, honest(p))
			if err := w.walk(begin(t, p)); err != nil {
				t.Error(err)
			}
			t.Logf("%d states, %d actions carried out, %d refused", len(w.seen), w.applied, w.refused)
		})
	}
}

func TestFingerprintTellsStatesApart(t *testing.T) {
	p := load(t, walkPacks["v0.1"])
	rec := begin(t, p)
	after, _, err := Transition(p, rec, Actor{Name: "ana"}, Start{Item: "look"}, dawn)
	if err != nil {
		t.Fatal(err)
	}
	if fingerprint(p, rec) == fingerprint(p, after) {
		data, _ := json.Marshal(after.Steps)
		t.Errorf("the same fingerprint for another state: %s", data)
	}
}

package rtut_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"rtut/pack"
	"rtut/pack/extract"
	"rtut/pack/value"
	"rtut/run"
	"rtut/run/record"
)

// night is a run of an example that is played with a clock of its own: its checks pass, and measure values of which every
// condition of the pack holds.
type night struct {
	t      *testing.T
	pack   *pack.Pack
	values map[string]string // of the datapoints
	rec    *record.Record
	now    time.Time
	pace   time.Duration // between two actions
	aged   int           // starts that were refused for age
	proved int           // items that were proved anew
}

// TestEveryExampleCanBePlayedAtAnOperatorsPace plays every example with minutes, and with hours, between any two actions. Without
// a disturbance nothing goes out of date, and only a start is ever refused, for age. When a step is done again at the end, what
// rested on it is proved anew, and the run succeeds.
func TestEveryExampleCanBePlayedAtAnOperatorsPace(t *testing.T) {
	for _, text := range examples(t) {
		for _, pace := range []time.Duration{time.Minute, 3 * time.Hour} {
			n := newNight(t, text, pace)
			if n == nil {
				continue // a reference
			}
			t.Run(fmt.Sprintf("%s/%s", n.pack.ID, pace), func(t *testing.T) {
				n.t = t
				n.play()
				undisturbed := n.proved
				end := *n
				var again []string
				for _, id := range n.pack.Graph().Items() {
					if n.pack.Step(id) == nil {
						continue
					}
					*n = end
					n.proved = 0
					n.redo(id)
					again = append(again, fmt.Sprintf("%s %d", id, n.proved))
				}
				t.Logf("%d items; undisturbed: %d starts refused for age, %d items measured again; after a redo proved anew: %s",
					len(n.pack.Graph().Items()), n.aged, undisturbed, strings.Join(again, ", "))
			})
		}
	}
}

// newNight begins a run of an example; nil for a reference.
func newNight(t *testing.T, text []byte, pace time.Duration) *night {
	t.Helper()
	p, found, err := pack.Load(fstest.MapFS{"pack.yaml": {Data: text}}, "pack.yaml")
	if err != nil || p == nil {
		t.Fatal(err, found)
	}
	if p.Kind == pack.Reference {
		return nil
	}
	p = writtenOut(t, p)
	simplify(p)
	n := &night{t: t, pack: p, now: time.Date(2026, 11, 30, 22, 0, 0, 0, time.UTC), pace: pace}
	n.do(run.New{RunID: "night", PackPath: "pack.yaml", Params: paramsOf(t, p), Context: record.Context{Environment: firstOf(p.Environments)}})
	n.chooseValues()
	return n
}

func firstOf(environments []pack.Environment) pack.Environment {
	if len(environments) == 0 {
		return ""
	}
	return environments[0]
}

// simplify has every command of a check end as it should, and print what the step measures.
func simplify(p *pack.Pack) {
	simple := func(c *pack.Check) {
		if c.Command != nil && c.Kind != pack.Manual {
			c.Kind, c.Contains, c.Equals, c.Matches = pack.ExitCode, nil, nil, nil
		}
	}
	for _, id := range p.Graph().Items() {
		if gate := p.Gate(id); gate != nil {
			for i := range gate.Checks {
				simple(&gate.Checks[i])
			}
			continue
		}
		step := p.Step(id)
		for i := range step.Alternatives {
			simple(&step.Alternatives[i].Verify)
		}
		for i := range step.Produces {
			if made := &step.Produces[i]; made.Extract != nil {
				made.Extract = &extract.Way{Match: regexp.MustCompile(`(?m)^` + made.Datapoint + `=(.*)$`), Plain: true}
			}
		}
	}
}

// chooseValues looks for values of the datapoints of which every condition holds that must.
func (n *night) chooseValues() {
	candidates := map[string][]string{}
	for _, d := range n.pack.Datapoints {
		for _, c := range append([]string{"0", "1", "100", "true", "false", "primary", "2026-11-30T22:30:00Z", valueOf(n.t, d.ID, d.Spec)}, d.Spec.Choices...) {
			if _, err := d.Spec.Parse(c); err == nil {
				candidates[d.ID] = append(candidates[d.ID], c)
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		n.values = map[string]string{}
		parsed := map[string]value.Value{}
		for _, d := range n.pack.Datapoints {
			n.values[d.ID] = candidates[d.ID][random.IntN(len(candidates[d.ID]))]
			parsed[d.ID], _ = d.Spec.Parse(n.values[d.ID])
		}
		if n.allHold(func(name string) value.Value {
			if v, is := parsed[name]; is {
				return v
			}
			return n.rec.Params[name]
		}) {
			return
		}
	}
	n.t.Fatalf("no values were found of which every condition of %s holds", n.pack.ID)
}

// allHold reports whether every condition of the pack holds that an item passes by.
func (n *night) allHold(values value.Values) bool {
	holds := func(e *value.Expr) bool {
		yes, err := e.Eval(values)
		return err == nil && yes
	}
	for _, id := range n.pack.Graph().Items() {
		if gate := n.pack.Gate(id); gate != nil {
			for _, c := range gate.Checks {
				if c.Expr != nil && !holds(c.Expr) {
					return false
				}
			}
			continue
		}
		step := n.pack.Step(id)
		for _, a := range step.Accept {
			if !holds(a.Expr) {
				return false
			}
		}
		for _, alt := range step.Alternatives {
			if alt.ID != pack.NotNeeded && alt.Verify.Expr != nil && !holds(alt.Verify.Expr) {
				return false
			}
		}
	}
	return true
}

// do carries out an action that must be allowed.
func (n *night) do(act run.Action) {
	n.t.Helper()
	if err := n.try(act); err != nil {
		n.t.Fatalf("%s %+v at %s: %s", act.Verb(), act, n.now.Format(time.TimeOnly), err)
	}
}

// try carries out an action, if it is allowed.
func (n *night) try(act run.Action) error {
	after, _, err := run.Transition(n.pack, n.rec, run.Actor{Name: "ana"}, act, n.now)
	if err == nil {
		n.rec = after
	}
	return err
}

func (n *night) view() *run.View { return run.NewView(n.pack, n.rec, n.now) }

// play carries out every item in canonical order.
func (n *night) play() {
	for _, id := range n.pack.Graph().Items() {
		n.now = n.now.Add(n.pace)
		n.carryOut(id)
		for _, it := range n.view().Items() {
			if !it.Current {
				n.t.Fatalf("%s is out of date after %s, and nothing was done again: %+v", it.ID, id, it.Because)
			}
		}
	}
}

// carryOut takes one item to its end.
func (n *night) carryOut(id string) {
	if n.pack.Gate(id) != nil {
		n.freshen(id)
		n.verify(id)
		return
	}
	n.start(id)
	if n.rec.Steps[id].State == record.Done { // it was not needed
		return
	}
	n.now = n.now.Add(n.pace)
	n.verify(id)
	n.now = n.now.Add(n.pace)
	n.complete(id)
}

// start starts a step. What is refused for age alone is measured again first.
func (n *night) start(id string) {
	n.t.Helper()
	detail := n.view().Detail(id, "")
	act := run.Start{Item: id, Phrase: detail.Phrase}
	if !slices.ContainsFunc(detail.Alternatives, func(a run.AlternativeView) bool { return a.Recommended }) && len(detail.Alternatives) > 0 {
		act.Alternative = detail.Alternatives[0].ID
		act.Phrase = n.view().Detail(id, act.Alternative).Phrase
	}
	if n.freshen(id) {
		n.aged++
	}
	n.do(act)
}

// freshen measures again what an item waits for because it is too old; it reports whether there was anything.
func (n *night) freshen(id string) bool {
	waits := n.view().Item(id).Waits
	for _, why := range waits {
		if !strings.Contains(why, "older than") && !strings.Contains(why, "too old by now") {
			n.t.Fatalf("%s waits for something else than age: %s", id, why)
		}
	}
	if len(waits) > 0 {
		n.prove()
	}
	return len(waits) > 0
}

// prove proves anew all that is out of date, and measures again what is too old.
func (n *night) prove() {
	var tried []string
	for {
		list := slices.DeleteFunc(n.view().ToProve(), func(id string) bool { return slices.Contains(tried, id) })
		if len(list) == 0 {
			return
		}
		tried = append(tried, list[0])
		n.proved++
		n.verify(list[0])
	}
}

// verify verifies an item: its commands end well, its questions are answered with yes.
func (n *night) verify(id string) {
	n.t.Helper()
	act := run.Verify{Item: id, Observed: map[string]run.Observation{}}
	var head bytes.Buffer
	for name, value := range n.values {
		fmt.Fprintf(&head, "%s=%s\n", name, value)
	}
	manual := false
	for _, c := range n.view().Detail(id, "").Checks {
		manual = manual || c.Kind == pack.Manual
		if c.Command != "" {
			act.Observed[c.ID] = run.Observation{Attempts: 1, ExitCode: n.exitCode(id, c.ID), Head: head.String()}
		}
	}
	act.Answers.Confirm = manual
	if gate := n.pack.Gate(id); gate != nil {
		act.Evidence = n.facts(gate.Evidence)
	}
	if len(act.Observed) > 0 {
		n.do(run.Begin{Item: id, Host: "here", PID: 1})
		act.Intent = n.intent(id)
	}
	n.do(act)
	if it := n.view().Item(id); !it.Current || it.Kind == run.GateKind && it.State != record.Passed {
		n.t.Fatalf("%s did not pass: %+v", id, n.view().Detail(id, "").Results)
	}
}

// exitCode is the one that a check wants.
func (n *night) exitCode(id, check string) int {
	if gate := n.pack.Gate(id); gate != nil {
		for _, c := range gate.Checks {
			if c.ID == check {
				return c.ExitCode
			}
		}
	}
	return n.view().Alternative(n.pack.Step(id), "").Verify.ExitCode
}

func (n *night) intent(id string) int {
	if s := n.rec.Steps[id]; s != nil {
		return s.Intent.Seq
	}
	return n.rec.Gates[id].Intent.Seq
}

func (n *night) facts(list []pack.Fact) map[string]string {
	given := map[string]string{}
	for _, f := range list {
		given[f.ID] = valueOf(n.t, f.ID, f.Spec)
	}
	return given
}

// complete completes a step with all that it owes.
func (n *night) complete(id string) {
	n.t.Helper()
	step := n.pack.Step(id)
	act := run.Complete{Item: id, Evidence: n.facts(n.view().Alternative(step, "").Evidence), Set: map[string]string{}}
	for _, made := range step.Produces {
		if made.Extract == nil {
			act.Set[made.Datapoint] = n.values[made.Datapoint]
		}
	}
	n.do(act)
}

// redo does a step again at the end of the run, proves anew what rested on it, and closes the run.
func (n *night) redo(id string) {
	n.now = n.now.Add(n.pace)
	n.do(run.Redo{Item: id, Reason: "once more", AcknowledgePartial: true})
	n.carryOut(id)
	n.now = n.now.Add(n.pace)
	n.prove()
	for _, it := range n.view().Items() {
		if it.Holds != nil && !*it.Holds {
			n.t.Errorf("after a redo of %s: %s does not hold: %+v", id, it.ID, it.Because)
		}
	}
	var refusal *run.Refusal
	if err := n.try(run.Finalize{Outcome: record.Succeeded}); errors.As(err, &refusal) {
		n.t.Errorf("after a redo of %s: %s", id, refusal)
	}
}

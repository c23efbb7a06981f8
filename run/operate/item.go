package operate

import (
	"cmp"
	"errors"
	"slices"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

func (p *planner) refusedTo(by run.Actor, wanted run.Action) *run.Refusal {
	_, _, err := run.Transition(p.view.Pack(), p.rec, by, wanted, p.view.At().Time)
	var refusal *run.Refusal
	errors.As(err, &refusal)
	return refusal
}

// item returns what comes next for an item: what the operator does or, in auto-confirm, a tick where that goes on by itself.
func (p *planner) item(id string) Action {
	a := p.byHand(id)
	if p.rec.Mode != record.AutoConfirm || a.Kind == Wait || p.view.AutoWaits(id) != nil {
		return a
	}
	step := p.view.Item(id)
	var wanted run.Action = run.Begin{Item: id, Host: "localhost"}
	switch {
	case step.State == record.Failed && step.Kind == run.StepKind, step.State == record.Skipped:
		return a
	case step.State == record.Todo:
		wanted = run.Start{Item: id}
	case p.view.Verified(id):
		wanted = run.Complete{Item: id}
	}
	refusal := p.refusedTo(run.Actor{Auto: true}, wanted)
	if refusal != nil && refusal.Code == run.ConsentRequired { // it has no command to run
		refusal = p.refusedTo(run.Actor{Auto: true}, run.Verify{Item: id})
	}
	switch {
	case refusal == nil:
		return act(Tick, "")
	case refusal.Code == run.NotPreauthorized && step.State == record.Todo:
		return act(TakeOver, "")
	}
	return a
}

// byHand returns what the operator does next to an item.
func (p *planner) byHand(id string) Action {
	item := p.view.Item(id)
	switch {
	case item.Kind == run.GateKind:
		return p.check(id)
	case item.State == record.Failed:
		return p.failed(id)
	case item.State == record.Todo, item.State == record.Skipped:
		return p.start(id)
	case item.Lapsed:
		a := p.start(id)
		if a.Kind == Start {
			a.Kind = Confirm
		}
		return a
	case p.view.Verified(id):
		return p.complete(id)
	case p.rec.OutcomeUnknown(id):
		return p.unknown(id)
	case p.executable(id):
		return p.execute(id)
	}
	return p.check(id)
}

// start starts a step, with what that needs.
func (p *planner) start(id string) Action {
	a, wanted := act(Start, id), run.Start{Item: id}
	for range 3 { // an alternative, a phrase, and nothing more
		refusal := p.refused(wanted)
		switch {
		case refusal == nil:
			return a
		case wanted.Alternative == "" && (refusal.Code == run.NoAlternative || refusal.Code == run.NoValue && p.view.Detail(id, "").Unjudged != ""):
			choices := alternatives(p.view.Detail(id, ""))
			a = a.needing(Need{Kind: NeedAlternative, Choices: choices})
			wanted.Alternative = choices[0]
		case refusal.Code == run.PhraseRequired:
			wanted.Phrase = p.view.Detail(id, wanted.Alternative).Phrase
			a = a.needing(Need{Kind: NeedPhrase, Ask: run.TellPhrase(wanted.Phrase)})
		case refusal.Code == run.NoValue:
			return p.values(p.view.Valueless(id, wanted.Alternative))
		case refusal.Code == run.WrongMode:
			return act(TakeOver, "")
		default:
			return act(Look, id)
		}
	}
	return a
}

func alternatives(d run.StepDetail) []string {
	var ids []string
	for _, a := range d.Alternatives {
		ids = append(ids, a.ID)
	}
	return ids
}

// complete completes a verified step, with the evidence and the values that it still requires.
func (p *planner) complete(id string) Action {
	refusal := p.refused(run.Complete{Item: id})
	if refusal != nil && (refusal.Code == run.NoAlternative || refusal.Code == run.NotAccepted) {
		return p.unfinishable(id)
	}
	d := p.view.Detail(id, "")
	a := act(Complete, id)
	a = a.needing(p.evidence(d)...)
	for _, dp := range d.Produces {
		a = a.needing(p.value(dp))
	}
	return a
}

// unfinishable fails a running step that can't be completed as it is.
func (p *planner) unfinishable(id string) Action {
	a := act(Fail, id).needing(Need{Kind: NeedReason})
	if p.refused(run.Begin{Item: id, Host: "localhost"}) == nil {
		a.Beside = append(a.Beside, alone(p.verify(id, false)))
	}
	return a
}

// check verifies an item: by its commands, by an answer once they have shown what they print, or both.
func (p *planner) check(id string) Action {
	item := p.view.Item(id)
	if item.Kind == run.StepKind && item.State == record.Running && p.refused(run.Verify{Item: id}).HasCode(run.NoAlternative) {
		return p.unfinishable(id)
	}
	if from, why := p.view.NotBefore(id); from != nil {
		a := act(Wait, id)
		a.Until, a.Reason = from, why
		return a
	}
	if p.view.Declined(id) {
		return p.declined(id)
	}
	if empty := p.valueless(id); len(empty) > 0 {
		if a := p.values(empty); a.Kind != Look {
			return a
		}
	}
	if names := p.view.FalseNow(id); item.State == record.Failed && len(names) > 0 {
		if a := p.again(names); a.Kind != Look {
			a.Beside = append(a.Beside, p.ending(record.Abandoned))
			return a
		}
	}
	return p.verify(id, p.asks(id) && !p.refused(run.Verify{Item: id, Answers: run.Answers{Confirm: true}}).HasCode(run.ConsentRequired))
}

// valueless are the names without a value that the check of an item reads, except for what the item gives a value itself.
func (p *planner) valueless(id string) []string {
	step := p.view.Pack().Step(id)
	return slices.DeleteFunc(p.view.Valueless(id, ""), func(name string) bool {
		return step != nil && slices.ContainsFunc(step.Produces, func(made pack.Produce) bool { return made.Datapoint == name })
	})
}

// asks reports whether an item has a manual check.
func (p *planner) asks(id string) bool {
	return slices.ContainsFunc(p.view.Detail(id, "").Checks, func(c run.CheckView) bool { return c.Kind == pack.Manual })
}

// verify verifies an item; with answers where those come next: then there is no command, or what it printed has been seen.
func (p *planner) verify(id string, answers bool) Action {
	d := p.view.Detail(id, "")
	a := act(Check, id)
	for _, c := range d.Checks {
		if c.Command != "" && !answers {
			a.Runs = append(a.Runs, Command{Check: c.ID, Script: c.Command, Host: c.Host, Where: p.view.Where(c.Host)})
		}
	}
	if len(a.Runs) > 0 {
		a = a.needing(Need{Kind: NeedConsent})
	}
	if answers {
		a.Kind = Answer
		for _, c := range d.Checks {
			if c.Kind == pack.Manual {
				a = a.needing(Need{Kind: NeedAnswer, ID: c.ID, Ask: cmp.Or(c.Prompt, "Is it as it should be?")})
			}
		}
	}
	if d.Kind == run.GateKind {
		a = a.needing(p.evidence(d)...)
	}
	if d.Kind == run.StepKind && d.State == record.Running && !p.rec.Executed(id) {
		a.Work = p.work(d.Instruction, d.Command, d.Host)
	}
	return a
}

// work is what a person does for a step, or to go back from it.
func (p *planner) work(instruction, command, host string) *Work {
	w := &Work{Instruction: instruction, Command: command, Host: host}
	if command != "" {
		w.Where = p.view.Where(host)
	}
	return w
}

// declined goes on after a person has said no: never to the same question with a yes.
func (p *planner) declined(id string) Action {
	item := p.view.Item(id)
	reason := Need{Kind: NeedReason}
	switch {
	case item.Kind == run.StepKind && item.State == record.Running:
		a := act(Fail, id).needing(reason)
		d := p.view.Detail(id, "")
		a.Work = p.work(d.Instruction, d.Command, d.Host)
		return a
	case item.Kind == run.StepKind:
		return p.redo(id)
	}
	a := p.ending(record.Abandoned)
	if slices.ContainsFunc(p.view.Rollbacks(), run.RollbackView.Possible) {
		end := a
		a = act(Rollback, "")
		a.Beside = append(a.Beside, end)
	}
	a.Beside = append(a.Beside, act(Redo, id).needing(reason))
	return a
}

// failed goes back from a failure where the pack says how, else tries the step again.
func (p *planner) failed(id string) Action {
	again := act(Retry, id)
	if p.refused(run.RetryStep{Item: id}).HasCode(run.PartialUnconfirmed) {
		again = again.needing(Need{Kind: NeedAcknowledge})
	}
	for _, r := range p.view.Rollbacks() {
		if r.Item != id || !r.Possible() {
			continue
		}
		back := act(Rollback, id)
		back.Work = p.work(r.Instruction, r.Command, r.On)
		back.Beside = append(back.Beside, again)
		return back
	}
	return again
}

// redo puts a finished item back.
func (p *planner) redo(id string) Action {
	a := act(Redo, id).needing(Need{Kind: NeedReason})
	if p.view.Partial(id) {
		a = a.needing(Need{Kind: NeedAcknowledge})
	}
	return a
}

// values gives datapoints a value that have none; Look where none of the names is such a datapoint.
func (p *planner) values(names []string) Action {
	a := act(Value, "")
	for _, name := range names {
		d := p.rec.Datapoints[name]
		if d != nil && p.view.Pack().Datapoint(name) != nil && d.Value.IsZero() {
			a = a.needing(p.value(name))
		}
	}
	if len(a.Needs) == 0 {
		return act(Look, "")
	}
	return a
}

// again measures the first of some values again; Look where none of the names is a datapoint.
func (p *planner) again(names []string) Action {
	for _, name := range names {
		if p.rec.Datapoints[name] != nil && p.view.Pack().Datapoint(name) != nil {
			return p.measure(name)
		}
	}
	return act(Look, "")
}

// measure has a value measured again by the step that has produced it, or given again.
func (p *planner) measure(name string) Action {
	for _, id := range p.view.Pack().Graph().Items() {
		step := p.view.Pack().Step(id)
		if step == nil || p.rec.Steps[id] == nil || p.rec.Steps[id].State != record.Done {
			continue
		}
		if slices.ContainsFunc(step.Produces, func(made pack.Produce) bool { return made.Datapoint == name }) {
			return p.redo(id)
		}
	}
	a := act(Value, "").needing(p.value(name))
	if d := p.rec.Datapoints[name]; (d.State == record.Set || d.State == record.OK) && d.How != record.Initial {
		a = a.needing(Need{Kind: NeedReason})
	}
	return a
}

// value is the need of a value.
func (p *planner) value(name string) Need {
	n := Need{Kind: NeedValue, ID: name}
	if d := p.view.Pack().Datapoint(name); d != nil {
		n.Ask = d.Title + ": " + d.Spec.Describe()
	}
	return n
}

// evidence is the need of the facts that an item still requires.
func (p *planner) evidence(d run.StepDetail) []Need {
	facts := p.view.Pack().Item(d.ID).Evidence
	if step := p.view.Pack().Step(d.ID); step != nil {
		facts = p.view.Alternative(step, "").Evidence
	}
	var needs []Need
	for _, id := range d.Owes {
		n := Need{Kind: NeedEvidence, ID: id}
		if i := slices.IndexFunc(facts, func(f pack.Fact) bool { return f.ID == id }); i >= 0 {
			n.Ask = facts[i].Title + ": " + facts[i].Spec.Describe()
		}
		needs = append(needs, n)
	}
	return needs
}

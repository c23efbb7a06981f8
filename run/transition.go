package run

import (
	"errors"
	"slices"
	"time"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
)

// Transition is the one way in which a run changes. It judges act, as wanted by by at the moment now, against the pack
// and the record, and returns the changed record with the events that were added, or a *Refusal. It reads no clock and no
// file and starts nothing; rec is left as it was. rec is nil for New alone.
//
// A refusal changes nothing, with four exceptions in which both a record and a refusal are returned, and the record is to
// be stored: a value that SetValues refuses leaves its datapoint in state err, the commands of a manual check that ran
// without an answer leave a trace, and so does a probe that does not lead to a start; words of the pack that have changed are noted
// although what was said to the earlier ones is refused.
func Transition(p *pack.Pack, rec *record.Record, by Actor, act Action, now time.Time) (*record.Record, []record.Event, error) {
	return transit(p, rec, by, act, now, former{})
}

// transit is Transition where it is known what the run has followed so far.
func transit(p *pack.Pack, rec *record.Record, by Actor, act Action, now time.Time, was former) (*record.Record, []record.Event, error) {
	t := &transition{pack: p, by: by, now: record.At(now), former: was}
	err := t.run(rec, act)
	if err == nil || t.stored {
		if secret := t.guard(); secret != nil {
			return nil, nil, secret
		}
		t.rec.Revision++
		return t.rec, t.events, err
	}
	return nil, nil, err
}

// transition is one running action.
type transition struct {
	pack   *pack.Pack
	rec    *record.Record // a copy, changed by emit alone
	by     Actor
	now    record.Time
	events []record.Event
	stored bool   // the refusal that is about to be returned is to be stored
	found  string // what is wrong with the record; the next event says so
	former former // of a pack whose words have changed
}

// run judges the action and emits its events.
func (t *transition) run(rec *record.Record, act Action) error {
	if err := t.checkActor(); err != nil {
		return err
	}
	if err := t.checkPlaceholders(act); err != nil {
		return err
	}
	if n, ok := act.(New); ok {
		return t.new(n)
	}
	followed, err := Follow(t.pack, rec)
	if err != nil {
		return err
	}
	t.pack, t.rec = followed, rec.Clone()
	if err := t.checkWhole(act); err != nil {
		return err
	}
	if err := t.checkRun(act); err != nil {
		return err
	}
	return t.dispatch(act)
}

// dispatch hands the action to the function that knows its rules.
func (t *transition) dispatch(act Action) error {
	switch a := act.(type) {
	case Start:
		return t.start(a)
	case Begin:
		return t.begin(a)
	case Probe:
		return t.probe(a)
	case Verify:
		return t.verify(a)
	case Complete:
		return t.complete(a)
	case Execute:
		return t.execute(a)
	case Settle:
		return t.settle(a)
	case Fail:
		return t.fail(a)
	case RetryStep:
		return t.retry(a)
	case Redo:
		return t.redo(a)
	case Skip:
		return t.skip(a)
	case Waive:
		return t.waive(a)
	case SetValues:
		return t.set(a)
	case Timeout:
		return t.timeout(a)
	case SwitchMode:
		return t.switchMode(a)
	default:
		return t.dispatchRecord(act)
	}
}

// dispatchRecord hands on the actions that move no item.
func (t *transition) dispatchRecord(act Action) error {
	switch a := act.(type) {
	case Note:
		return t.note(a)
	case AddCapture:
		return t.capture(a)
	case RollBack:
		return t.rollBack(a)
	case HandOver:
		return t.handOver(a)
	case AcceptPackChange:
		return t.acceptPackChange(a)
	case Exercise:
		return t.exercise(a)
	case Finalize:
		return t.finalize(a)
	case AddFeedback:
		return t.feedback(a)
	}
	return errors.New("no such action: " + string(act.Verb()))
}

// checkRun refuses what no action may do to this run: a finished one takes feedback alone, a v0.1 one has no modes,
// gates and datapoints, and a changed pack must be accepted first.
func (t *transition) checkRun(act Action) error {
	_, feedback := act.(AddFeedback)
	if t.rec.Finished() && !feedback {
		return refuse(RunFinished, "", "the run has ended as %s and is read-only", *t.rec.Outcome).with("Feedback can still be given")
	}
	if err := t.checkVersion(act); err != nil {
		return err
	}
	if err := t.checkAuto(act); err != nil {
		return err
	}
	id := act.target()
	if id != "" && t.rec.State(id) == "" && t.pack.Item(id) == nil {
		return unknownItem(t.pack, id)
	}
	if err := t.checkPack(act); err != nil {
		return err
	}
	if err := t.checkItem(id); err != nil {
		return err
	}
	return t.checkSight(act)
}

// checkItem refuses to act on an item that the pack and the run do not both have: what was removed from the pack stays
// in the record, and nothing can be done with it any more; what is new in the pack must be accepted first.
func (t *transition) checkItem(id string) error {
	switch {
	case id == "":
		return nil
	case t.pack.Item(id) == nil:
		return refuse(UnknownItem, id, "is no longer in the pack; the record keeps its history, and it accepts no action")
	case t.rec.State(id) == "":
		return refuse(PackChanged, id, "is new in the pack").with("Accept the change first: accept-pack-change --reason REASON")
	}
	return nil
}

// checkAuto refuses what auto-confirm requires of a run that has not been handed over to it, or that it has stopped. The
// result of commands that it began is recorded nevertheless, if their intent still stands.
func (t *transition) checkAuto(act Action) error {
	result, _ := act.(Verify)
	execution, _ := act.(Execute)
	switch {
	case !t.by.Auto:
		return nil
	case execution.Execution != 0:
		return t.ownExecution(execution)
	case result.Intent != 0:
		return t.operatorAlone(act)
	case t.rec.Mode != record.AutoConfirm || t.rec.AutoConfirm == nil:
		return refuse(WrongMode, "", "the run is manual").with("Hand it over first: mode auto-confirm")
	case t.rec.AutoConfirm.Stopped != nil:
		return refuse(AutoStopped, "", "auto-confirm has stopped: %s", t.rec.AutoConfirm.Stopped.Reason).
			with("Take the run over with `mode manual`, or continue with `mode auto-confirm`")
	}
	return t.operatorAlone(act)
}

// checkVersion refuses on a v0.1 run what only v0.2 has.
func (t *transition) checkVersion(act Action) error {
	if t.rec.Schema != record.V01 {
		return nil
	}
	switch a := act.(type) {
	case Waive, SetValues, SwitchMode, Timeout:
		return notInV01(act.Verb())
	case Start:
		if a.Override != nil {
			return notInV01("override")
		}
	case Begin:
		if a.Override != nil {
			return notInV01("override")
		}
	case Verify:
		if a.Override != nil {
			return notInV01("override")
		}
	}
	return nil
}

func notInV01(what record.Verb) error {
	return refuse(NotInV01, "", "%s is not part of runbook-pack/v0.1, in which steps run strictly in order", what).
		with("A pack of runbook-pack/v0.2 has it")
}

// confirms reports whether manual checks are confirmed by auto-confirm: it acts, and the run is still its own.
func (t *transition) confirms() bool { return t.by.Auto && t.rec.Mode == record.AutoConfirm }

// emit adds an event and carries it out. to is the state that the item enters; "" where it stays.
func (t *transition) emit(verb record.Verb, item string, to record.State, d record.Detail) {
	if d.Deviation != nil {
		d.Deviation.Against = record.Against(t.rec.Events, d.Concerns())
		if verb == record.VerbSet {
			d.Deviation.Against = t.againstReaders(d.Datapoints)
		}
	}
	e := record.Event{Seq: len(t.rec.Events) + 1, At: t.now, By: t.by.name(), Action: verb, Item: item, Detail: d}
	if item != "" {
		e.From, e.To = t.move(item, to)
	}
	if e.From != e.To {
		e.Detail.Ended = append(e.Detail.Ended, t.movedOn(item, e.To)...)
	}
	if len(t.events) == 0 {
		e.Detail.Files = t.filesSeen()
	}
	e.Found, t.found = t.found, ""
	t.rec.Apply(e)
	if d.Datapoints != nil || d.PackChange != nil {
		if ended := t.readsAnew(); ended != nil {
			e.Detail.Ended = append(e.Detail.Ended, ended...)
			t.rec.Events[len(t.rec.Events)-1] = e
			t.rec.EndAuthority(ended)
		}
	}
	t.events = append(t.events, e)
}

// againstReaders returns the noes that values contradict: those of checks that read them.
func (t *transition) againstReaders(datapoints map[string]*record.Datapoint) []record.No {
	return slices.DeleteFunc(record.Against(t.rec.Events, t.readersOf(datapoints)), func(n record.No) bool {
		return n.Fail || !slices.ContainsFunc(checksOf(t.pack, t.rec, n.Item), func(c *pack.Check) bool {
			return slices.Contains(n.Checks, c.ID) && slices.ContainsFunc(namesOfCheck(c), func(name string) bool { return datapoints[name] != nil })
		})
	})
}

// namesOfCheck returns the names that the verdict of a check rests on.
func namesOfCheck(c *pack.Check) []string {
	names := namesOf(c.Command, c.On)
	if c.Expr != nil {
		names = append(names, c.Expr.Names()...)
	}
	for _, text := range []*value.Text{c.Contains, c.Equals, &c.Prompt} {
		if text != nil {
			names = append(names, text.Names()...)
		}
	}
	return names
}

// readersOf returns the items whose verdicts rest on datapoints.
func (t *transition) readersOf(datapoints map[string]*record.Datapoint) []string {
	var items []string
	for _, id := range t.pack.Graph().Items() {
		reads := t.pack.Reads(id, t.alternativeOf(id))
		if slices.ContainsFunc(reads, func(name string) bool { return datapoints[name] != nil }) {
			items = append(items, id)
		}
	}
	return items
}

// move says from which state an item goes to which. One that stays in a state which is not running does not move at all: its
// time of finishing is not touched.
func (t *transition) move(item string, to record.State) (from, into record.State) {
	from = t.rec.State(item)
	switch {
	case to != "":
		return from, to
	case from == record.Todo || from == record.Running || from == record.Open:
		return from, from
	}
	return "", ""
}

// filesSeen returns those of the pack's files that are not what they were when the run was written last.
func (t *transition) filesSeen() map[string]string {
	var seen map[string]string
	now := t.pack.Files()
	if now == nil {
		return nil
	}
	for _, file := range pack.ChangedFiles(t.rec.Files, now) {
		if seen == nil {
			seen = map[string]string{}
		}
		seen[file] = now[file]
	}
	return seen
}

// validity judges the run as it is now.
func (t *transition) validity() *validity { return judgeValidity(t.pack, t.rec) }

// step returns the step with this id, as the pack defines it and as the record has it.
func (t *transition) step(id string) (*pack.Step, *record.Step, error) {
	def, rec := t.pack.Step(id), t.rec.Steps[id]
	if def == nil || rec == nil {
		return nil, nil, refuse(WrongKind, id, "is a gate, which is never started, failed, retried or skipped").
			with("Verify the gate, or waive it if it is waivable")
	}
	return def, rec, nil
}

// inState refuses unless the item is in one of the states.
func (t *transition) inState(id string, verb record.Verb, states ...record.State) error {
	now := t.rec.State(id)
	for _, s := range states {
		if now == s {
			return nil
		}
	}
	return refuse(WrongState, id, "is %s; %s needs it to be %s", now, verb, either(states))
}

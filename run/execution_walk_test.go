package run

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rtut/pack"
	"rtut/run/record"
)

// executePacks have commands that rtut may run: one that is not idempotent and has a phrase, one that is, and one that the pack says
// nothing of.
var executePacks = map[string]string{
	"phrase": `
schema: runbook-pack/v0.2
id: executed
title: Executed
datapoints:
  - { id: lag, title: Lag, type: int, initial: 3 }
steps:
  - { id: cut, title: Cut, effect: irreversible, confirm: cut, command: 'cut {{ lag }}', execute: on-request, rollback: { instruction: Mend it }, verify: { kind: exit-code, command: 'true' } }
`,
	"idempotent": `
schema: runbook-pack/v0.2
id: again
title: Again
defaults: { timeout: 10m, on_timeout: push-through }
steps:
  - { id: read, title: Read, effect: read-only, idempotent: true, command: date, execute: on-request, verify: { kind: exit-code, command: 'true' } }
  - { id: hand, title: Hand, command: date, requires: [read] }
`,
	"auto, phrase": `
schema: runbook-pack/v0.2
id: alone
title: Alone
steps:
  - { id: cut, title: Cut, effect: irreversible, confirm: cut, command: date, execute: auto, verify: { kind: exit-code, command: 'true' } }
`,
	"auto, idempotent": `
schema: runbook-pack/v0.2
id: alone
title: Alone
defaults: { timeout: 10m, on_timeout: push-through }
steps:
  - { id: read, title: Read, idempotent: true, command: date, execute: auto, verify: { kind: exit-code, command: 'true' } }
`,
	"auto, manual-only": `
schema: runbook-pack/v0.2
id: alone
title: Alone
steps:
  - { id: sign, title: Sign, auto_confirm: manual-only, command: date, execute: auto, verify: { kind: exit-code, command: 'true' } }
`,
}

// executeMoves tries to run the own command of a step: with consent to what it is and to something else, once and once more, and with
// each way in which it can end; and to settle what is not known.
func executeMoves(p *pack.Pack, rec *record.Record, id string, try func(Actor, Action)) {
	ana, auto := Actor{Name: "ana"}, Actor{Auto: true}
	consents := []string{"", "sha256:0"}
	if x, err := NewView(p, rec, dawn).ToExecute(id); err == nil {
		consents = append(consents, x.Consent)
	}
	for _, consent := range consents {
		for _, again := range []bool{false, true} {
			act := Execute{Item: id, Consent: consent, AcknowledgePartial: again, Host: "db3", PID: 4711}
			try(ana, act)
			try(auto, act)
		}
	}
	seq := 0
	if e := rec.Execution(id); e != nil {
		seq = e.Seq
	}
	for _, under := range []int{seq, 9999} {
		if under == 0 {
			continue
		}
		for _, seen := range []Observation{
			{Attempts: 1},
			{Attempts: 1, ExitCode: 1},
			{Attempts: 1, TimedOut: true, ExitCode: -1},
			{Attempts: 1, NotStarted: true, Problem: "no such directory"},
			{Attempts: 1, ExitCode: 130, Signal: 2, Interrupted: true},
		} {
			try(ana, Execute{Item: id, Execution: under, Observed: seen})
			try(auto, Execute{Item: id, Execution: under, Observed: seen})
		}
	}
	for _, ran := range []bool{false, true} {
		try(ana, Settle{Item: id, Ran: ran, Reason: "the log has it"})
		try(ana, Settle{Item: id, Ran: ran})
		try(auto, Settle{Item: id, Ran: ran, Reason: "so it seems"})
	}
}

// executionOf is what the walk tells apart of an execution.
func executionOf(e *record.Execution) string {
	switch {
	case e == nil:
		return "-"
	case e.Result != nil:
		return fmt.Sprint("ended", e.Allowed != nil, e.Result.Succeeded(), e.Result.ExitCode == nil, e.Result.NotStarted != "")
	case e.Settled != nil:
		return fmt.Sprint("settled", e.Settled.Ran)
	}
	return fmt.Sprint("open", e.Allowed != nil, e.Proved != nil)
}

// executedByConsent: no command runs without the pack that says so, a step under way, the phrase that it was started by, and
// consent to just what it reads now; none twice in one attempt without acknowledgement, unless it is idempotent.
func (c *checker) executedByConsent(before *record.Record, by Actor, act Action, _ *record.Record, events []record.Event) error {
	for _, e := range events {
		if e.Detail.Execution == nil {
			continue
		}
		def, was := c.pack.Step(e.Item), before.Steps[e.Item]
		alt := def.Alternative(was.Alternative)
		wanted := act.(Execute)
		if by.Auto {
			if err := executedAlone(before, def, alt, wanted, e); err != nil {
				return err
			}
		}
		switch {
		case alt.Command == nil || alt.Execution.Execute == pack.ByHand:
			return fmt.Errorf("the command of %s ran, of which the pack says nothing", e.Item)
		case was.State != record.Running:
			return fmt.Errorf("the command of %s ran while that was %s", e.Item, was.State)
		case alt.Confirm != nil && (was.Confirmation == nil || shown(before, before, alt) != shown(asOf(before, startOf(before, e.Item)), before, alt)):
			return fmt.Errorf("the command of %s ran without its phrase, or with another", e.Item)
		case wanted.Consent == "sha256:0":
			return fmt.Errorf("the command of %s ran with consent to another", e.Item)
		}
		if !def.Idempotent && !wanted.AcknowledgePartial && c.ranBefore(before, e.Item) {
			return fmt.Errorf("the command of %s ran twice without acknowledgement", e.Item)
		}
	}
	return nil
}

// executedAlone: auto-confirm runs no command without `execute: auto`, the word of an operator that still stands, and a start of its own,
// by a pre-authorization where the step has a phrase; and the event says so.
func executedAlone(before *record.Record, def *pack.Step, alt *pack.Alternative, wanted Execute, e record.Event) error {
	why := e.Detail.Execution.Allowed
	switch {
	case alt.Execution.Execute != pack.Auto:
		return fmt.Errorf("auto-confirm ran the command of %s, of which the pack does not say auto", e.Item)
	case def.ManualOnly:
		return fmt.Errorf("auto-confirm ran the command of %s, which is manual-only", e.Item)
	case !allowedByLog(before):
		return fmt.Errorf("auto-confirm ran the command of %s, and nobody allowed that", e.Item)
	case !startedByLog(before, e.Item):
		return fmt.Errorf("auto-confirm ran the command of %s, which a person had started", e.Item)
	case wanted.AcknowledgePartial:
		return fmt.Errorf("auto-confirm acknowledged what the command of %s did", e.Item)
	case alt.Confirm != nil && before.Steps[e.Item].Confirmation.Given == 0:
		return fmt.Errorf("auto-confirm ran the command of %s without pre-authorization", e.Item)
	case why == nil || why.Pack != pack.Auto || why.Run == "" || why.Run == record.AutoConfirmName || why.Preauthorized != (alt.Confirm != nil):
		return fmt.Errorf("the execution of %s does not say why it was allowed: %+v", e.Item, why)
	}
	return nil
}

// allowedByLog reports whether the log has an operator who allowed execution, and neither a later switch, nor a handover, nor a change
// of the pack.
func allowedByLog(rec *record.Record) bool {
	allowed := false
	for _, e := range rec.Events {
		switch {
		case e.Detail.New != nil, e.Detail.Mode != nil:
			allowed = e.By != record.AutoConfirmName && e.Detail.AutoConfirm != nil && e.Detail.AutoConfirm.Execute != nil
		case e.Action == record.VerbHandover, e.Action == record.VerbAcceptPackChange:
			allowed = false
		}
	}
	return allowed
}

// startedByLog reports whether the last start of a step was auto-confirm's.
func startedByLog(rec *record.Record, id string) bool {
	by := ""
	for _, e := range rec.Events {
		if e.Item == id && e.Action == record.VerbStart {
			by = e.By
		}
	}
	return by == record.AutoConfirmName
}

// startOf is the event by which a step was confirmed last.
func startOf(rec *record.Record, id string) int {
	for _, e := range slices.Backward(rec.Events) {
		if e.Item == id && e.Detail.Confirmation != nil {
			return e.Seq
		}
	}
	return 0
}

// ranBefore reports whether the log says that the command of a step ran, or may have, since the step was started.
func (c *checker) ranBefore(rec *record.Record, id string) bool {
	ran := false
	for _, e := range rec.Events {
		switch {
		case e.Item != id:
		case e.Action == record.VerbStart:
			ran = false
		case e.Detail.Execution != nil:
			ran = true
		case e.Detail.Executed != nil:
			ran = e.Detail.Executed.NotStarted == ""
		case e.Detail.Settled != nil:
			ran = e.Detail.Settled.Ran
		}
	}
	return ran
}

// unknownStaysUnknown: while the log has no end of an execution, no passing verification since and no word of an operator, the step
// is neither executed again, nor done, skipped, pushed, retried nor redone.
func (c *checker) unknownStaysUnknown(before *record.Record, _ Actor, _ Action, _ *record.Record, events []record.Event) error {
	for _, e := range events {
		if c.pack.Step(e.Item) == nil || !c.unknownBy(before, e.Item) {
			continue
		}
		passedNow := slices.ContainsFunc(events, func(o record.Event) bool {
			return o.Item == e.Item && o.Detail.Verification != nil && o.Detail.Verification.Passed
		})
		if e.Detail.Execution != nil || !passedNow && (e.To == record.Done || e.To == record.Skipped || e.To == record.Pushed || e.To == record.Todo) {
			return fmt.Errorf("%s went on by %s while nothing is known of its execution", e.Item, e.Action)
		}
	}
	return nil
}

func (c *checker) unknownBy(rec *record.Record, id string) bool {
	unknown := false
	for _, e := range rec.Events {
		switch {
		case e.Item != id:
		case e.Detail.Execution != nil:
			unknown = true
		case e.To == record.Todo, e.Detail.Executed != nil, e.Detail.Settled != nil, e.Detail.Verification != nil && e.Detail.Verification.Passed:
			unknown = false
		}
	}
	return unknown
}

// workIsCheckedAfterwards: a step is not done by a verification from before its command ran, or ended.
func (c *checker) workIsCheckedAfterwards(before *record.Record, _ Actor, _ Action, after *record.Record, events []record.Event) error {
	for _, e := range events {
		if e.To != record.Done || c.pack.Step(e.Item) == nil {
			continue
		}
		for _, earlier := range slices.Backward(after.Events) {
			if earlier.Item != e.Item {
				continue
			}
			if earlier.Detail.Verification != nil {
				break
			}
			if earlier.Detail.Execution != nil || earlier.Detail.Executed != nil {
				return fmt.Errorf("%s is done by a check from before its command ran", e.Item)
			}
		}
	}
	return nil
}

func TestEveryReachableStateOfExecutionKeepsTheRules(t *testing.T) {
	for name, text := range executePacks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if underRace {
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

// TestTheWalkFindsBrokenRulesOfExecution breaks each rule once: the walk must see it.
func TestTheWalkFindsBrokenRulesOfExecution(t *testing.T) {
	if underRace {
		t.Skip("the race detector makes these walks take many minutes; they run without")
	}
	forced := func(t *transition, a Execute) {
		e := &record.Execution{Seq: len(t.rec.Events) + 1, By: t.by.name(), At: t.now}
		if t.by.Auto {
			e.Allowed = &record.Allowed{Pack: pack.Auto, Run: "ana", Preauthorized: t.pack.Step(a.Item).Alternatives[0].Confirm != nil}
		}
		t.emit(record.VerbExecute, a.Item, "", record.Detail{Execution: e})
	}
	instead := func(alone bool, code Code, consent, says string) func(*pack.Pack) engine {
		return func(p *pack.Pack) engine {
			return func(rec *record.Record, by Actor, act Action, now time.Time) (*record.Record, []record.Event, error) {
				after, events, err := Transition(p, rec, by, act, now)
				x, is := act.(Execute)
				var refusal *Refusal
				if alone && code == ExecutionRunning && (rec.ExecutionAllowed() == nil || !startedAlone(rec, act.target())) {
					return after, events, err
				}
				acts := by.Auto && rec.Mode == record.AutoConfirm && rec.AutoConfirm.Stopped == nil || !by.Auto
				if !is || !acts || by.Auto != alone || x.Consent != consent || x.Execution != 0 || !errors.As(err, &refusal) || refusal.Code != code || !strings.Contains(refusal.Message, says) || rec.Steps[x.Item] == nil {
					return after, events, err
				}
				broken := &transition{pack: p, rec: rec.Clone(), by: by, now: record.At(now)}
				forced(broken, x)
				broken.rec.Revision++
				return broken.rec, broken.events, nil
			}
		}
	}
	unsettled := func(p *pack.Pack) engine {
		return func(rec *record.Record, by Actor, act Action, now time.Time) (*record.Record, []record.Event, error) {
			after, events, err := Transition(p, rec, by, act, now)
			var refusal *Refusal
			if !errors.As(err, &refusal) || refusal.Code != ExecutionRunning || act.Verb() != record.VerbRedo {
				return after, events, err
			}
			broken := &transition{pack: p, rec: rec.Clone(), by: by, now: record.At(now)}
			broken.takeBack(record.VerbRedo, act.target(), record.Todo, record.Detail{Reason: "again"})
			broken.rec.Revision++
			return broken.rec, broken.events, nil
		}
	}
	changed := func(change func(before, after *record.Record, event *record.Event, act Action)) func(*pack.Pack) engine {
		return func(p *pack.Pack) engine {
			return func(rec *record.Record, by Actor, act Action, now time.Time) (*record.Record, []record.Event, error) {
				after, events, err := Transition(p, rec, by, act, now)
				if err == nil {
					change(rec, after, &after.Events[len(after.Events)-1], act)
					events[len(events)-1] = after.Events[len(after.Events)-1]
				}
				return after, events, err
			}
		}
	}
	kept := changed(func(before, after *record.Record, event *record.Event, act Action) {
		if act.Verb() == record.VerbHandover {
			after.AutoConfirm, event.Detail.TakenBack = before.AutoConfirm, false
		}
	})
	silent := changed(func(_, _ *record.Record, event *record.Event, act Action) {
		if x, is := act.(Execute); is && x.Execution == 0 {
			event.Detail.Execution.Allowed = nil
		}
	})
	ownWord := func(p *pack.Pack) engine {
		return func(rec *record.Record, by Actor, act Action, now time.Time) (*record.Record, []record.Event, error) {
			after, events, err := Transition(p, rec, by, act, now)
			var refusal *Refusal
			if !errors.As(err, &refusal) || refusal.Code != ExecutionNotAllowed || act.Verb() != record.VerbMode {
				return after, events, err
			}
			broken := &transition{pack: p, rec: rec.Clone(), by: by, now: record.At(now)}
			broken.emit(record.VerbMode, "", "", record.Detail{
				Mode:        &record.ModeChange{From: rec.Mode, To: record.AutoConfirm, By: by.name(), At: broken.now},
				AutoConfirm: &record.AutoConfirmState{Execute: &record.Allowance{By: by.name(), At: broken.now}},
			})
			broken.rec.Revision++
			return broken.rec, broken.events, nil
		}
	}
	for _, test := range []struct {
		name, pack, says string
		engine           func(*pack.Pack) engine
	}{
		{"no word of the pack", "idempotent", "of which the pack says nothing", instead(false, NotExecutable, "", "")},
		{"not under way", "phrase", "ran while that was", instead(false, WrongState, "", "")},
		{"lapsed", "phrase", "ran without its phrase, or with another", instead(false, ConfirmationLapsed, "", "")},
		{"consent to another", "idempotent", "ran with consent to another", instead(false, ConfirmationLapsed, "sha256:0", "")},
		{"twice", "phrase", "ran twice without acknowledgement", instead(false, AlreadyExecuted, "", "")},
		{"unknown, again", "idempotent", "while nothing is known of its execution", instead(false, ExecutionRunning, "", "")},
		{"alone, no word of the pack", "idempotent", "of which the pack does not say auto", instead(true, NotExecutable, "", "")},
		{"alone, manual-only", "auto, manual-only", "which is manual-only", instead(true, ManualOnly, "", "")},
		{"alone, not allowed", "auto, idempotent", "nobody allowed that", instead(true, ExecutionNotAllowed, "", "nobody has allowed")},
		{"alone, started by a person", "auto, idempotent", "which a person had started", instead(true, ExecutionNotAllowed, "", "was started by a person")},
		{"alone, no pre-authorization", "auto, phrase", "which a person had started", instead(true, NotPreauthorized, "", "")},
		{"alone, twice", "auto, phrase", "twice without acknowledgement", instead(true, AlreadyExecuted, "", "its command was executed already")},
		{"alone, acknowledged", "auto, phrase", "auto-confirm acknowledged", instead(true, AlreadyExecuted, "", "cannot say that")},
		{"alone, unknown", "auto, idempotent", "while nothing is known of its execution", instead(true, ExecutionRunning, "", "")},
		{"alone, kept in a handover", "auto, idempotent", "nobody allowed that", kept},
		{"alone, allowed by itself", "auto, idempotent", "nobody allowed that", ownWord},
		{"alone, without the reason", "auto, phrase", "does not say why it was allowed", silent},
		{"unknown, redone", "idempotent", "while nothing is known of its execution", unsettled},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := load(t, executePacks[test.pack])
			err := newWalker(p, test.engine(p)).walk(begin(t, p))
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("the walk says %v, not %q", err, test.says)
			}
		})
	}
}

// endedBadlyByLog reports whether auto-confirm ran the command of a step since the last switch of the mode, and that did not end with 0.
func endedBadlyByLog(rec *record.Record, id string) bool {
	alone, badly := false, false
	for _, e := range rec.Events {
		switch d := e.Detail; {
		case d.Mode != nil:
			badly = false
		case e.Item != id:
		case d.Execution != nil:
			alone = e.By == record.AutoConfirmName
			badly = alone
		case d.Executed != nil:
			badly = alone && (d.Executed.ExitCode == nil || *d.Executed.ExitCode != 0 || d.Executed.Signal != 0 || d.Executed.NotStarted != "" || d.Executed.Interrupted)
		case d.Settled != nil, e.To == record.Todo, d.Verification != nil && d.Verification.Passed && rec.Execution(id) != nil && rec.Execution(id).Proved != nil:
			badly = false
		}
	}
	return badly
}

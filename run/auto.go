package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"rtut/pack"
	"rtut/run/record"
)

// TickResult says what one tick of auto-confirm came to.
type TickResult string

// The results. Only Acted lets another tick make sense by itself.
const (
	TickActed    TickResult = "acted"
	TickWaiting  TickResult = "waiting"  // only the operator can go on
	TickStopped  TickResult = "stopped"  // an item's checks kept failing until its timeout
	TickComplete TickResult = "complete" // every item is finished
)

// Tick is what one tick of auto-confirm did.
type Tick struct {
	Result   TickResult   `json:"result"`
	Item     string       `json:"item"`
	Did      []string     `json:"did"`
	WaitsFor []string     `json:"waits_for"`
	Until    *record.Time `json:"until,omitempty"` // when what a gate waits for comes by itself, so that another tick makes sense then
}

// Tick lets auto-confirm take the recommended item one step on: it starts it if need be, runs its checks (manual ones are
// confirmed, and marked so) and completes it. The own command of a step it runs only where the pack says `execute: auto` and an operator
// allowed that for the run. What it may not do by itself makes it
// wait for the operator. Switching to auto-confirm was the operator's consent to run verify commands.
func (s *Session) Tick(ctx context.Context, id string, display io.Writer) (*Tick, error) {
	rec, err := s.Store.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := tickable(rec); err != nil {
		return nil, err
	}
	tick := &Tick{Did: []string{}, WaitsFor: []string{}}
	if stopped := rec.AutoConfirm.Stopped; stopped != nil {
		return tick.end(TickStopped, stopped.Item, stopped.Reason), nil
	}
	view, err := s.View(rec)
	if err != nil {
		return nil, err
	}
	if why := overTime(s.Pack, rec, record.At(s.Clock())); why != nil {
		return tick.end(TickWaiting, "", why.Message), nil
	}
	next := view.Next()
	if next.Recommended == nil {
		return s.nothingReady(tick, next), nil
	}
	tick.Item = *next.Recommended
	if changes := changesOf(s.Pack, rec, nil); len(changes) > 0 {
		return tick.end(TickWaiting, tick.Item, "the pack has changed: accept the change"), nil
	}
	if rec.State(tick.Item).Finished() {
		return s.tickAnew(ctx, rec, tick, display)
	}
	if s.Pack.Gate(tick.Item) != nil {
		return s.tickGate(ctx, rec, tick, display)
	}
	return s.tickStep(ctx, rec, tick, display)
}

// tickable refuses where auto-confirm has nothing to say.
func tickable(rec *record.Record) error {
	switch {
	case rec.Finished():
		return refuse(RunFinished, "", "the run has ended as %s and is read-only", *rec.Outcome)
	case rec.Schema == record.V01:
		return notInV01("tick")
	case rec.Mode != record.AutoConfirm || rec.AutoConfirm == nil:
		return refuse(WrongMode, "", "the run is manual").with("Hand it over first: mode auto-confirm")
	}
	return nil
}

// end fills the tick's result in.
func (t *Tick) end(result TickResult, item string, waitsFor ...string) *Tick {
	t.Result, t.Item = result, item
	t.WaitsFor = append(t.WaitsFor, waitsFor...)
	return t
}

// nothingReady is a tick for which no item can go on: all are finished, or the rest waits for what an operator must do.
func (s *Session) nothingReady(tick *Tick, next Next) *Tick {
	if len(next.Blocked) == 0 {
		return tick.end(TickComplete, "")
	}
	for _, b := range next.Blocked {
		for _, w := range b.WaitsFor {
			tick.WaitsFor = append(tick.WaitsFor, b.Item+" "+w)
		}
	}
	return tick.end(TickWaiting, "")
}

// tickStep takes a step on. Its start is one write with the intent of its check, and the result one with its completion.
func (s *Session) tickStep(ctx context.Context, rec *record.Record, tick *Tick, display io.Writer) (*Tick, error) {
	var err error
	begun := false
	if rec.State(tick.Item) == record.Todo {
		if rec, begun, err = s.doBoth(ctx, rec.RunID, Actor{Auto: true}, Start{Item: tick.Item}, s.intends(tick.Item)); err != nil {
			return tick.wait(err)
		}
		tick.Did = append(tick.Did, "started")
		if rec.State(tick.Item) == record.Done {
			tick.Did = append(tick.Did, "completed: not needed")
			return tick.end(TickActed, tick.Item), nil
		}
	}
	if s.isOver(rec, tick.Item) {
		if ended, err := s.stopAfter(ctx, rec, tick); ended || err != nil {
			return tick, err
		}
	}
	if why := autoWaits(s.Pack, rec, tick.Item); why != nil {
		return tick.end(TickWaiting, tick.Item, why...), nil
	}
	switch executes, err := s.executesAlone(rec, tick.Item); {
	case err != nil:
		return tick.wait(err)
	case executes:
		var ended bool
		if rec, ended, err = s.tickExecute(ctx, rec, tick, display); err != nil {
			return tick.wait(err)
		}
		if ended {
			return tick, nil
		}
		begun = false
	}
	if v := rec.Steps[tick.Item].Verification; v == nil || !v.Passed || s.outOfDate(rec, tick.Item) {
		if rec, err = s.tickVerify(ctx, rec, tick.Item, begun, display); err != nil {
			return tick.wait(err)
		}
		if done, err := s.judged(ctx, rec, tick); done || err != nil {
			return tick, err
		}
		if rec.State(tick.Item) == record.Done {
			tick.Did = append(tick.Did, "completed")
			return tick.end(TickActed, tick.Item), nil
		}
	}
	return s.tickComplete(ctx, rec, tick)
}

// intends returns what says, of a step that has been started, that its commands are about to run.
func (s *Session) intends(item string) func(*record.Record) Action {
	return func(rec *record.Record) Action {
		if rec.State(item) != record.Running || keptForOperator(s.Pack, rec, item) != nil || !s.hasCommands(rec, item) || s.checkNeeds(item) != nil || rec.ExecutionAllowed() != nil && executesNext(s.Pack.Step(item), rec.Steps[item]) {
			return nil
		}
		return s.begin(autoVerify(item))
	}
}

// tickVerify verifies a step and, if its checks pass, completes it. begun says that its intent is recorded already.
func (s *Session) tickVerify(ctx context.Context, rec *record.Record, item string, begun bool, display io.Writer) (*record.Record, error) {
	by, req := Actor{Auto: true}, autoVerify(item)
	if !s.hasCommands(rec, item) {
		return s.verify(ctx, rec.RunID, by, req, display)
	}
	if !begun {
		if err := s.checkNeeds(item); err != nil {
			return rec, err
		}
		var err error
		if rec, err = s.do(ctx, rec.RunID, by, s.begin(req)); err != nil {
			return rec, err
		}
	}
	req, err := s.proved(ctx, rec, req, display)
	if err != nil {
		return rec, err
	}
	after, _, err := s.doBoth(ctx, rec.RunID, by, req.Verify, func(rec *record.Record) Action {
		if tickable(rec) != nil || keepsFailing(rec, item) != "" {
			return nil
		}
		return Complete{Item: item}
	})
	return after, err
}

// tickComplete completes a verified step, unless something is missing.
func (s *Session) tickComplete(ctx context.Context, rec *record.Record, tick *Tick) (*Tick, error) {
	if _, err := s.do(ctx, rec.RunID, Actor{Auto: true}, Complete{Item: tick.Item}); err != nil {
		return tick.wait(err)
	}
	tick.Did = append(tick.Did, "completed")
	return tick.end(TickActed, tick.Item), nil
}

// tickGate evaluates a gate, unless a person must answer or supply something.
func (s *Session) tickGate(ctx context.Context, rec *record.Record, tick *Tick, display io.Writer) (*Tick, error) {
	def := s.Pack.Gate(tick.Item)
	if why := autoWaits(s.Pack, rec, tick.Item); why != nil {
		return tick.end(TickWaiting, tick.Item, why...), nil
	}
	if tick.waitUntil(clockResults(s.Pack, rec, def, record.At(s.Clock()))) {
		return tick, nil
	}
	rec, err := s.verify(ctx, rec.RunID, Actor{Auto: true}, autoVerify(tick.Item), display)
	if err != nil {
		return tick.wait(err)
	}
	if done, err := s.judged(ctx, rec, tick); done || err != nil {
		return tick, err
	}
	if tick.waitUntil(rec.Gates[tick.Item].Results) {
		return tick, nil
	}
	return tick.end(TickActed, tick.Item), nil
}

// waitUntil makes of a tick one that waits, if the time of a check has not come; it reports whether it has not.
func (t *Tick) waitUntil(results map[string]*record.Result) bool {
	for _, check := range record.SortedKeys(results) {
		if r := results[check]; r.Waits() {
			t.end(TickWaiting, t.Item, check+" cannot pass "+r.Error)
			if t.Until == nil || r.From.After(t.Until.Time) {
				t.Until = r.From
			}
		}
	}
	return t.Until != nil
}

// outOfDate reports whether what an item claims is out of date.
func (s *Session) outOfDate(rec *record.Record, id string) bool {
	p, err := s.withFiles(rec)
	return err == nil && len(judgeValidity(p, rec).own(id)) > 0
}

// mostProofs is how often auto-confirm verifies an item again between two starts.
const mostProofs = 2

// tickAnew verifies an item again that is out of date, if commands alone can. What asks a person, and what does not pass, waits for
// the operator; nothing is pushed through.
func (s *Session) tickAnew(ctx context.Context, rec *record.Record, tick *Tick, display io.Writer) (*Tick, error) {
	if why := autoWaits(s.Pack, rec, tick.Item); why != nil {
		return tick.end(TickWaiting, tick.Item, why...), nil
	}
	rec, err := s.verify(ctx, rec.RunID, Actor{Auto: true}, autoVerify(tick.Item), display)
	if err != nil {
		return tick.wait(err)
	}
	if s.outOfDate(rec, tick.Item) || !rec.State(tick.Item).Finished() {
		tick.Did = append(tick.Did, "checked again")
		return tick.end(TickWaiting, tick.Item, "is out of date, and its check did not pass"), nil
	}
	tick.Did = append(tick.Did, "verified again")
	return tick.end(TickActed, tick.Item), nil
}

// autoWaits says why auto-confirm leaves an item to the operator once it has been started, or need not be; nil where it goes on.
func autoWaits(p *pack.Pack, rec *record.Record, id string) []string {
	if rec.State(id).Finished() {
		switch {
		case slices.ContainsFunc(checksOf(p, rec, id), isManual):
			return []string{"is out of date; verifying it again needs an answer by a person"}
		case provedAnew(rec, id) >= mostProofs:
			return []string{fmt.Sprintf("is out of date, and was verified again %d times since the last start", mostProofs)}
		}
		return nil
	}
	if p.Gate(id) != nil || rec.State(id) == record.Running {
		if kept := keptForOperator(p, rec, id); kept != nil {
			return []string{kept.Message}
		}
	}
	if fellBack(rec, id) {
		return []string{"did not pass when it was verified again"}
	}
	return nil
}

// fellBack reports whether a gate that had passed failed when it was verified again. That is for an operator to see to.
func fellBack(rec *record.Record, id string) bool {
	for _, e := range slices.Backward(rec.Events) {
		if e.Item == id && e.To != "" && e.From != e.To {
			return e.From == record.Passed && e.To == record.Failed
		}
	}
	return false
}

// provedAnew counts how often auto-confirm has verified an item since anything was started.
func provedAnew(rec *record.Record, id string) int {
	n := 0
	for _, e := range slices.Backward(rec.Events) {
		if e.Action == record.VerbStart {
			break
		}
		if e.Item == id && e.Action == record.VerbVerify && e.By == record.AutoConfirmName {
			n++
		}
	}
	return n
}

func autoVerify(item string) VerifyRequest {
	return VerifyRequest{Verify: Verify{Item: item}, Consent: true}
}

// judged goes on from a verification that has just been recorded: one that failed ends the tick, and if its time is over
// stops the run or pushes the item through. It reports whether the tick has ended.
func (s *Session) judged(ctx context.Context, rec *record.Record, tick *Tick) (bool, error) {
	if err := tickable(rec); err != nil { // taken over while the commands ran
		return true, err
	}
	why := keepsFailing(rec, tick.Item)
	if why == "" {
		if rec.Proof(tick.Item) == record.Nobody {
			tick.Did = append(tick.Did, "answered by nobody")
		} else {
			tick.Did = append(tick.Did, "verified")
		}
		return false, nil
	}
	tick.Did = append(tick.Did, "checks failed: "+why)
	after, err := s.do(ctx, rec.RunID, Actor{Auto: true}, Timeout{Item: tick.Item})
	var refusal *Refusal
	switch {
	case errors.As(err, &refusal) && refusal.Code == TimeLeft:
		tick.end(TickActed, tick.Item, fmt.Sprintf("its checks, which may be tried until %s is over", s.Pack.Item(tick.Item).Timeout))
		return true, nil
	case err != nil:
		return true, err
	case after.AutoConfirm.Stopped != nil:
		tick.Did = append(tick.Did, "stopped the run")
		tick.end(TickStopped, tick.Item, after.AutoConfirm.Stopped.Reason)
	default:
		tick.Did = append(tick.Did, "pushed through")
		tick.end(TickActed, tick.Item)
	}
	return true, nil
}

// waitingCodes are the rules that only an operator can satisfy, so that auto-confirm waits where they refuse.
var waitingCodes = map[Code]bool{
	NoAlternative: true, NotPreauthorized: true, ManualOnly: true, EvidenceMissing: true, ValueMissing: true, NotAccepted: true,
	ConfirmationLapsed: true, NoValue: true, PackChanged: true, MissingTool: true, MissingEnv: true, LimitReached: true,
}

// overtakenCodes refuse a tick whose item somebody else has continued since the tick began. The next one looks again.
var overtakenCodes = map[Code]bool{
	WrongState: true, IntentGone: true, NotVerified: true, ExecutionRunning: true, AlreadyExecuted: true, AutoStopped: true,
}

// wait turns a refusal that only an operator can do something about into a tick that waits.
func (t *Tick) wait(err error) (*Tick, error) {
	var refusal *Refusal
	switch {
	case !errors.As(err, &refusal):
		return nil, err
	case overtakenCodes[refusal.Code]:
		return t.end(TickActed, t.Item, "another process acted on it at the same time"), nil
	case !waitingCodes[refusal.Code]:
		return nil, err
	}
	if len(refusal.Details) == 0 {
		return t.end(TickWaiting, t.Item, refusal.Message), nil
	}
	for _, detail := range refusal.Details {
		t.WaitsFor = append(t.WaitsFor, refusal.Message+": "+detail)
	}
	return t.end(TickWaiting, t.Item), nil
}

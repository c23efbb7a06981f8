package run

import (
	"context"
	"errors"
	"io"

	"rtut/run/record"
)

// byHandCodes are the rules by which auto-confirm leaves the work of a step to a person, and verifies it nevertheless.
var byHandCodes = map[Code]bool{NotExecutable: true, ExecutionNotAllowed: true, NotPreauthorized: true, AlreadyExecuted: true}

// executesAlone reports whether a tick is to run the command of a step. The refusal of what an operator has to see to is returned.
func (s *Session) executesAlone(rec *record.Record, item string) (bool, error) {
	if rec.State(item) != record.Running || !executesNext(s.Pack.Step(item), rec.Steps[item]) || rec.ExecutionAllowed() == nil {
		return false, nil
	}
	p, err := s.withFiles(rec)
	if err != nil {
		return false, err
	}
	_, _, err = Transition(p, rec, Actor{Auto: true}, Execute{Item: item, Host: s.Host, PID: s.PID}, s.Clock())
	var refusal *Refusal
	if errors.As(err, &refusal) && byHandCodes[refusal.Code] {
		return false, nil
	}
	return err == nil, err
}

// tickExecute runs the command of a step, and stops the run if that did not end with 0. It reports whether the tick has ended.
func (s *Session) tickExecute(ctx context.Context, rec *record.Record, tick *Tick, display io.Writer) (*record.Record, bool, error) {
	req := ExecuteRequest{Execute: Execute{Item: tick.Item}, Consent: true, About: s.Executing}
	rec, err := s.execute(ctx, rec, Actor{Auto: true}, req, display)
	var unknown *OutcomeUnknownError
	if err != nil && !errors.As(err, &unknown) {
		return rec, false, err
	}
	if e := rec.Execution(tick.Item); e != nil && e.Result != nil {
		tick.Did = append(tick.Did, "ran its command: "+e.Result.Words())
	} else {
		tick.Did = append(tick.Did, "began its command, outcome unknown")
	}
	if err := tickable(rec); err != nil { // taken over while the command ran
		return rec, true, err
	}
	ended, err := s.stopAfter(context.WithoutCancel(ctx), rec, tick)
	return rec, ended, err
}

// stopAfter stops the run where the command of a step that auto-confirm ran did not end with 0. It reports whether it did not.
func (s *Session) stopAfter(ctx context.Context, rec *record.Record, tick *Tick) (bool, error) {
	stopped := rec.AutoConfirm.Stopped
	if stopped == nil && stopsAfter(rec, tick.Item) != "" {
		after, err := s.do(ctx, rec.RunID, Actor{Auto: true}, Timeout{Item: tick.Item})
		if err != nil {
			return false, err
		}
		stopped = after.AutoConfirm.Stopped
	}
	if stopped == nil {
		return false, nil
	}
	tick.Did = append(tick.Did, "stopped the run")
	tick.end(TickStopped, stopped.Item, stopped.Reason)
	return true, nil
}

// isOver reports whether the command of a step cannot be running any more: its result is known, or its limit is over.
func (s *Session) isOver(rec *record.Record, item string) bool {
	e := rec.Execution(item)
	limit := chosen(s.Pack.Step(item), rec.Steps[item]).Execution.Timeout
	return e != nil && (!e.Unknown() || record.At(s.Clock()).Since(e.At) > limit)
}

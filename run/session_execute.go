package run

import (
	"context"
	"fmt"
	"io"

	"rtut/run/record"
)

// ExecuteRequest asks for the own command of a step to be run.
type ExecuteRequest struct {
	Execute
	Consent bool // run it; Execute.Consent says to what
	// About is told what is going to run, once that is recorded. nil: nobody is.
	About func(ToExecute)
}

// OutcomeUnknownError says that the command of a step was begun and nothing is known of its end.
type OutcomeUnknownError struct {
	Item  string
	Where string // the command was to run
	Why   string
}

func (e *OutcomeUnknownError) Error() string {
	return fmt.Sprintf("%s: nothing is known of the end of its command: %s. Look %s whether it ran, then verify the step, or say so: "+
		"settle --ran or --did-not-run, with --reason", e.Item, e.Why, e.Where)
}

// Execute runs the own command of a step, which the record says first. No lock is held meanwhile. Its output goes to display. Its
// result is in the record that is returned; where nothing is known of that, the error is an *OutcomeUnknownError.
func (s *Session) Execute(ctx context.Context, id string, req ExecuteRequest, display io.Writer) (*record.Record, error) {
	rec, err := s.Store.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	return s.execute(ctx, rec, s.actor(), req, display)
}

// execute is Execute of a record that has just been read.
func (s *Session) execute(ctx context.Context, rec *record.Record, by Actor, req ExecuteRequest, display io.Writer) (*record.Record, error) {
	id, act := rec.RunID, req.Execute
	act.Host, act.PID = s.Host, s.PID
	if err := s.mayExecute(rec, by, act, req.Consent); err != nil {
		return rec, err
	}
	begun, err := s.do(ctx, id, by, act)
	if err != nil {
		return begun, err
	}
	seen, err := s.runExecution(ctx, begun, req, display)
	if err != nil {
		return begun, err
	}
	act.Execution, act.Observed = begun.Execution(act.Item).Seq, seen
	return s.do(context.WithoutCancel(ctx), id, by, act) // it has ended, so that is recorded whatever else is to end
}

// mayExecute refuses, before anything is recorded, what would be refused then, and what nobody has consented to.
func (s *Session) mayExecute(rec *record.Record, by Actor, act Execute, consent bool) error {
	p, err := s.withFiles(rec)
	if err != nil {
		return err
	}
	if _, _, err := Transition(p, rec, by, act, s.Clock()); err != nil {
		return err
	}
	if !consent {
		x, err := s.toExecute(rec, act.Item)
		if err != nil {
			return err
		}
		return refuse(ConsentRequired, act.Item, "running its command needs your consent").listing(placed(x.Where, x.Command)).
			with("Read the command above, then add --yes")
	}
	return s.checkNeeds(act.Item)
}

func (s *Session) toExecute(rec *record.Record, item string) (*ToExecute, error) {
	view, err := s.View(rec)
	if err != nil {
		return nil, err
	}
	return view.In(s.Dir).ToExecute(item)
}

// runExecution runs the command as the record that says so has it.
func (s *Session) runExecution(ctx context.Context, begun *record.Record, req ExecuteRequest, display io.Writer) (Observation, error) {
	var seen Observation
	x, err := s.toExecute(begun, req.Item)
	if err != nil {
		return seen, err
	}
	env, err := s.environment(begun)
	if err != nil {
		return seen, err
	}
	if req.About != nil {
		req.About(*x)
	}
	job := Job{Script: x.Command, Shell: s.Pack.Shell, Dir: s.Pack.Dir, Remote: s.isRemote(begun, req.Item), On: x.On, Env: env, Timeout: x.Limit}
	if seen, err = s.Shell.Run(ctx, job, display); err != nil {
		return seen, &OutcomeUnknownError{Item: req.Item, Where: x.Where, Why: "rtut was interrupted"}
	}
	s.sayLeft(seen, display)
	if seen.Problem != "" && !seen.NotStarted {
		return seen, &OutcomeUnknownError{Item: req.Item, Where: x.Where, Why: seen.Problem}
	}
	return seen, nil
}

// isRemote reports whether the command of a step is for another host.
func (s *Session) isRemote(rec *record.Record, item string) bool {
	return chosen(s.Pack.Step(item), rec.Steps[item]).On != nil
}

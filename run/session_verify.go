package run

import (
	"context"
	"io"
	"time"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
)

// VerifyRequest is a verification that may run commands.
type VerifyRequest struct {
	Verify
	Consent  bool // run the commands
	Wait     bool // try again for as long as the checks' `poll` says
	Progress func(Attempt)
	// Answer, if not nil, is asked for answers to manual checks once the output of the commands has been seen. It is given
	// those of Verify. An error leaves the intent, as a canceled ctx does.
	Answer func(ctx context.Context, given Answers) (Answers, error)
}

// Attempt is what one attempt of a check that is polled came to.
type Attempt struct {
	Check   string
	Number  int
	Elapsed time.Duration // since the first attempt began
	Passed  bool
	Why     string // why it did not pass
}

// Verify verifies an item. Where that takes commands and there is consent, the record says first that they are about to
// run; no lock is held while they do. Their output goes to display. A canceled ctx leaves the intent: the item counts
// as interrupted and can be verified again.
func (s *Session) Verify(ctx context.Context, id string, req VerifyRequest, display io.Writer) (*record.Record, error) {
	return s.verify(ctx, id, s.actor(), req, display)
}

func (s *Session) verify(ctx context.Context, id string, by Actor, req VerifyRequest, display io.Writer) (*record.Record, error) {
	rec, err := s.Store.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	req.Dir = s.Dir
	if !req.Consent || req.Pasted != nil || !s.hasCommands(rec, req.Item) {
		return s.do(ctx, id, by, req.Verify)
	}
	if err := s.checkNeeds(req.Item); err != nil {
		return rec, err
	}
	begun, err := s.do(ctx, id, by, s.begin(req))
	if err != nil {
		return begun, err
	}
	req, err = s.proved(ctx, begun, req, display)
	if err != nil {
		return begun, err
	}
	return s.do(ctx, id, by, req.Verify)
}

// begin says that the commands of a verification are about to run.
func (s *Session) begin(req VerifyRequest) Begin {
	return Begin{Item: req.Item, Host: s.Host, PID: s.PID, Answers: req.Answers, Evidence: req.Evidence, Override: req.Override}
}

// proved runs the commands of a verification that has begun, and returns it with the result of them.
func (s *Session) proved(ctx context.Context, begun *record.Record, req VerifyRequest, display io.Writer) (VerifyRequest, error) {
	var err error
	req.Dir, req.Intent = s.Dir, begun.Intent(req.Item).Seq
	if req.Observed, err = s.observe(ctx, begun, req, display); err != nil {
		return req, err
	}
	if req.Answer != nil {
		given := req.Answers.none()
		if req.Answers, err = req.Answer(ctx, req.Answers); err != nil {
			return req, err
		}
		req.Seen = given && !req.Answers.none()
	}
	return req, nil
}

// environment are the variables that commands of a run are given.
func (s *Session) environment(rec *record.Record) ([]string, error) {
	extra, err := s.Env(rec.RunID)
	if err != nil {
		return nil, err
	}
	return append(value.Env(s.Pack.Scope(), rec.Values()), extra...), nil
}

// hasCommands reports whether verifying an item would run anything.
func (s *Session) hasCommands(rec *record.Record, item string) bool {
	if s.Pack.Item(item) == nil || rec.State(item) == "" {
		return false
	}
	for _, c := range commandsOf(rec, checksOf(s.Pack, rec, item)) {
		if c.Problem == "" {
			return true
		}
	}
	return false
}

// checkNeeds refuses to run commands where the tools or variables that the pack needs are missing.
func (s *Session) checkNeeds(item string) error {
	tools, env := s.Shell.Missing(s.Pack.Needs)
	switch {
	case len(tools) > 0:
		return refuse(MissingTool, item, "the pack needs tools that are not on PATH").listing(tools...).with("Install them")
	case len(env) > 0:
		return refuse(MissingEnv, item, "the pack needs environment variables that are not set").listing(env...).with("Set them")
	}
	return nil
}

// observe runs the commands of an item, those that are polled again and again where the request says so.
func (s *Session) observe(ctx context.Context, rec *record.Record, req VerifyRequest, display io.Writer) (map[string]Observation, error) {
	seen := map[string]Observation{}
	env, err := s.environment(rec)
	if err != nil {
		return nil, err
	}
	for _, c := range commandsOf(rec, checksOf(s.Pack, rec, req.Item)) {
		if c.Problem != "" {
			continue
		}
		if seen[c.Check], err = s.attempts(ctx, rec, req, c, s.job(rec, req.Item, c, env), display); err != nil {
			return nil, err
		}
	}
	return seen, nil
}

// job returns a command of an item that is about to run, and tells of it.
func (s *Session) job(rec *record.Record, item string, c CommandRun, env []string) Job {
	if s.Running != nil {
		s.Running(item, c, s.Where(rec, c.On))
	}
	return Job{Script: c.Script, Shell: s.Pack.Shell, Dir: s.Pack.Dir, Remote: c.Remote, On: c.On, Env: env, Timeout: c.Timeout, Want: c.Want}
}

// attempts runs one command until its check passes, its time to poll is over, or, where it is not polled, once. The last
// attempt is made at the end of the time.
func (s *Session) attempts(ctx context.Context, rec *record.Record, req VerifyRequest, c CommandRun, job Job, display io.Writer) (Observation, error) {
	began, last := s.Clock(), false
	for n := 1; ; n++ {
		seen, err := s.Shell.Run(ctx, job, display)
		if err != nil {
			return seen, err
		}
		seen.Attempts = n
		s.sayLeft(seen, display)
		if !req.Wait || c.Poll == nil {
			return seen, nil
		}
		attempt := s.attempt(rec, req, c.Check, seen)
		attempt.Number, attempt.Elapsed = n, s.Clock().Sub(began)
		if req.Progress != nil {
			req.Progress(attempt)
		}
		left := c.Poll.For - attempt.Elapsed
		if attempt.Passed || last || left <= 0 {
			return seen, nil
		}
		last = left <= c.Poll.Every
		if err := s.Shell.Wait(ctx, min(c.Poll.Every, left)); err != nil {
			return seen, err
		}
	}
}

// sayLeft tells what a command has left running.
func (s *Session) sayLeft(seen Observation, display io.Writer) {
	for _, process := range seen.Left {
		if s.Leaving != nil {
			s.Leaving(process)
		} else {
			_, _ = io.WriteString(display, "left running: "+process+"\n") // a display that fails is its own affair
		}
	}
}

// attempt judges what was observed, without recording anything. A manual check with a command has nothing to wait for.
func (s *Session) attempt(rec *record.Record, req VerifyRequest, check string, seen Observation) Attempt {
	t := &transition{pack: s.Pack, rec: rec, by: Actor{Name: s.By}, now: record.At(s.Clock())}
	for _, c := range checksOf(s.Pack, rec, req.Item) {
		if c.ID != check || c.Kind == pack.Manual {
			continue
		}
		result := t.judge(c, seen, Answers{})
		if def := s.Pack.Step(req.Item); def != nil {
			t.extract(def, seen, result)
		}
		return Attempt{Check: check, Passed: result.Passed, Why: result.Error}
	}
	return Attempt{Check: check, Passed: true}
}

package run

import (
	"context"
	"io"

	"rtut/pack"
	"rtut/run/record"
)

// ProbeRequest is a probe of a step's check, before its start.
type ProbeRequest struct {
	Probe
	Consent bool // run the command
}

// Probe asks the check of a step once, before the step is started. Its output goes to display. It is nil where the check is red, so
// that the step has something to do, else a *Refusal.
func (s *Session) Probe(ctx context.Context, id string, req ProbeRequest, display io.Writer) (*record.Record, error) {
	rec, err := s.Store.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	by := s.actor()
	req.Host, req.PID = s.Host, s.PID
	if _, _, err := Transition(s.Pack, rec, by, req.Probe, s.Clock()); err != nil {
		return rec, err // before anybody is asked for consent
	}
	alt, err := s.probed(rec, req.Probe)
	if err != nil {
		return rec, err
	}
	command := commandsOf(rec, []*pack.Check{&alt.Verify})[0]
	if !req.Consent {
		return rec, refuse(ConsentRequired, req.Item, "probing it runs a command, which needs your consent").listing(s.Where(rec, command.On) + ": " + command.Script).
			with("Read the command above, then add --yes")
	}
	if err := s.checkNeeds(req.Item); err != nil {
		return rec, err
	}
	begun, err := s.do(ctx, id, by, req.Probe)
	if err != nil {
		return begun, err
	}
	req.Intent = begun.Intent(req.Item).Seq
	env, err := s.environment(begun)
	if err != nil {
		return begun, err
	}
	if req.Observed, err = s.Shell.Run(ctx, s.job(begun, req.Item, command, env), display); err != nil {
		return begun, err
	}
	s.sayLeft(req.Observed, display)
	req.Observed.Attempts = 1
	return s.do(ctx, id, by, req.Probe)
}

// probed returns the alternative that a probe asks about.
func (s *Session) probed(rec *record.Record, p Probe) (*pack.Alternative, error) {
	t := &transition{pack: s.Pack, rec: rec, by: Actor{Name: s.By}, now: record.At(s.Clock())}
	return t.alternative(s.Pack.Step(p.Item), p.Alternative)
}

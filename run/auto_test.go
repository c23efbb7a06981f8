package run

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"rtut/pack"
	"rtut/run/record"
)

// oneRun is a store of one record.
type oneRun struct{ rec *record.Record }

func (o *oneRun) Create(context.Context, *record.Record) error         { return errors.New("not here") }
func (o *oneRun) Load(context.Context, string) (*record.Record, error) { return o.rec, nil }

func (o *oneRun) Admit(_ context.Context, _ string, _ time.Time, begin func(int) error) error {
	return begin(0)
}

func (o *oneRun) Update(_ context.Context, _ string, change func(*record.Record) (*record.Record, error)) error {
	next, err := change(o.rec)
	if next != nil {
		o.rec = next
	}
	return err
}

// meddler is a shell in which something else happens while a command runs.
type meddler struct{ meddle func() }

func (m meddler) Run(context.Context, Job, io.Writer) (Observation, error) {
	m.meddle()
	return Observation{Attempts: 1}, nil
}

func (meddler) Missing(pack.Needs) (tools, env []string)  { return nil, nil }
func (meddler) Wait(context.Context, time.Duration) error { return nil }

// meddled ticks a run of a pack in auto-confirm, while an operator does something to it.
func meddled(t *testing.T, text string, act Action) (*record.Record, *Tick, error) {
	t.Helper()
	p := load(t, text)
	store := &oneRun{on(t, p, begin(t, p), SwitchMode{To: record.AutoConfirm})}
	s := &Session{
		Pack: p, Store: store, Clock: func() time.Time { return dawn }, By: "ana",
		Shell: meddler{func() { store.rec = on(t, p, store.rec, act) }},
		Env:   func(string) ([]string, error) { return nil, nil },
	}
	tick, err := s.Tick(context.Background(), store.rec.RunID, io.Discard)
	return store.rec, tick, err
}

const checkedStep = `
schema: runbook-pack/v0.2
id: checked
title: Checked
steps: [{ id: one, title: One, verify: { kind: exit-code, command: 'true' } }]
`

const askingGate = `
schema: runbook-pack/v0.2
id: asking
title: Asking
gates: [{ id: go, title: Go, checks: [{ id: up, kind: exit-code, command: 'true' }, { id: said, kind: manual, prompt: Was it said }] }]
`

func TestAutoConfirmDoesNotGoOnWithARunThatWasTakenOver(t *testing.T) {
	var refusal *Refusal
	rec, _, err := meddled(t, checkedStep, SwitchMode{To: record.ManualMode})
	if !errors.As(err, &refusal) || refusal.Code != WrongMode {
		t.Errorf("the tick ended with %v", err)
	}
	if one := rec.Steps["one"]; one.State != record.Running {
		t.Errorf("the step is %s: auto-confirm has completed it in manual mode", one.State)
	}
	rec, _, err = meddled(t, askingGate, SwitchMode{To: record.ManualMode})
	if !errors.As(err, &refusal) || refusal.Code != WrongMode {
		t.Errorf("the tick ended with %v", err)
	}
	if g := rec.Gates["go"]; g.State != record.Open || g.Results["said"] != nil || !g.Results["up"].Passed {
		t.Errorf("the gate is %s: auto-confirm has answered for a person in manual mode", g.State)
	}
}

func TestATickThatIsOvertakenLetsTheNextOneLookAgain(t *testing.T) {
	for _, act := range []Action{Fail{Item: "one", Reason: "r"}, Redo{Item: "one", Reason: "r", AcknowledgePartial: true}, Begin{Item: "one"}} {
		_, tick, err := meddled(t, checkedStep, act)
		if err != nil || tick.Result != TickActed || len(tick.WaitsFor) != 1 {
			t.Errorf("%s: %v, %+v", act.Verb(), err, tick)
		}
	}
}

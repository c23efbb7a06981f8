package run

import (
	"errors"
	"strings"
	"testing"
	"time"

	"rtut/pack"
	"rtut/run/record"
)

const showing = `
schema: runbook-pack/v0.2
id: showing
title: Showing
datapoints:
  - { id: host, title: Host, type: string, initial: db1 }
steps:
  - { id: look, title: Look, effect: read-only, verify: { kind: manual, prompt: 'Is {{ host }} well?', command: 'ask {{ host }}' } }
  - { id: other, title: Other, effect: read-only }
stages:
  - id: decide
    title: Decide
    gates:
      - { id: go, title: Go, checks: [{ id: small, kind: exit-code, command: 'test lag' }, { id: lead, kind: manual, prompt: Go }] }
`

// shownAt runs the commands of an item and leaves its questions open.
func shownAt(t *testing.T, p *pack.Pack, rec *record.Record, id string, code int) *record.Record {
	t.Helper()
	rec = on(t, p, rec, Begin{Item: id})
	v := Verify{Item: id, Intent: rec.Intent(id).Seq, Observed: map[string]Observation{}}
	for _, c := range commandsOf(rec, checksOf(p, rec, id)) {
		v.Observed[c.Check] = Observation{Attempts: 1, ExitCode: code, OutputBytes: 1}
	}
	next, _, err := Transition(p, rec, Actor{Name: "ana"}, v, dawn)
	var refusal *Refusal
	if err != nil && (!errors.As(err, &refusal) || refusal.Code != AnswerRequired) {
		t.Fatal(err)
	}
	return next
}

func TestWhatWasShownIsAnsweredInASecondCall(t *testing.T) {
	p := load(t, showing)
	rec := shownAt(t, p, on(t, p, begin(t, p), Start{Item: "look"}), "look", 3)
	rec = on(t, p, rec, Note{Text: "it looks well"})
	yes := on(t, p, rec, Verify{Item: "look", Answers: byHand})
	proofIs(t, yes, "look", record.Seen)
	if r := yes.Steps["look"].Verification; !r.Passed || *r.ExitCode != 3 || r.Source != record.FromOperator || r.Words.Text != "Is db1 well?" {
		t.Errorf("it came to %+v", r)
	}
	no := on(t, p, rec, Verify{Item: "look", Answers: Answers{RejectAll: true}}).Steps["look"].Verification
	if no.Passed || no.Error != "answered no" {
		t.Errorf("a no came to %+v", no)
	}
	done := on(t, p, rec, Complete{Item: "look", Answers: byHand})
	proofIs(t, done, "look", record.Seen)
	together := checked(t, p, on(t, p, begin(t, p), Start{Item: "look"}), "look", 0, Verify{Answers: byHand})
	proofIs(t, together, "look", record.Word)

	gate := on(t, p, shownAt(t, p, begin(t, p), "go", 0), Verify{Item: "go", Answers: byHand})
	if proofIs(t, gate, "go", record.Word); gate.Gates["go"].State != record.Passed || gate.Gates["go"].Results["small"].Proof != record.Ran {
		t.Errorf("the gate is %s", gate.Gates["go"].State)
	}
	refusedAs(t, p, shownAt(t, p, begin(t, p), "go", 1), Verify{Item: "go", Answers: byHand}, ConsentRequired)
}

func TestWhatWasShownIsNotAnsweredByAnybodyElseOrLater(t *testing.T) {
	p := load(t, showing)
	rec := shownAt(t, p, on(t, p, begin(t, p), Start{Item: "look"}), "look", 0)
	answer := Verify{Item: "look", Answers: byHand}
	for name, test := range map[string]struct {
		pack  string
		rec   *record.Record
		by    string
		later time.Duration
	}{
		"somebody else":      {showing, rec, "ben", 0},
		"much later":         {showing, rec, "ana", 16 * time.Minute},
		"much earlier":       {showing, rec, "ana", -16 * time.Minute}, // the clock was set back: how long ago it was is not known
		"another value":      {showing, on(t, p, rec, SetValues{Values: map[string]string{"host": "db2"}, Reason: "moved"}), "ana", 0},
		"something happened": {showing, on(t, p, rec, Start{Item: "other"}), "ana", 0},
		"answered already":   {showing, on(t, p, rec, answer), "ana", 0},
		"other words":        {strings.Replace(showing, "well?", "up?", 1), rec, "ana", 0},
	} {
		p := load(t, test.pack)
		_, _, err := Transition(p, test.rec, Actor{Name: test.by, Reads: true}, answer, dawn.Add(test.later))
		var refusal *Refusal
		if !errors.As(err, &refusal) || refusal.Code != ConsentRequired {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := Transition(p, rec, Actor{Name: "ana"}, answer, dawn.Add(15*time.Minute)); err != nil {
		t.Errorf("within its time: %v", err)
	}
}

// What printed nothing has shown nothing, by whichever way it is answered.
func TestAnAnswerToAnEmptyScreenIsAWord(t *testing.T) {
	p := load(t, showing)
	started := on(t, p, begin(t, p), Start{Item: "look"})
	begun := on(t, p, started, Begin{Item: "look"})
	silent := Verify{Item: "look", Intent: begun.Intent("look").Seq, Observed: map[string]Observation{"": {Attempts: 1}}}
	asked := silent
	asked.Answers, asked.Seen = byHand, true
	proofIs(t, on(t, p, begun, asked), "look", record.Word)
	shown, _, err := Transition(p, begun, Actor{Name: "ana"}, silent, dawn)
	refusal := new(Refusal)
	if !errors.As(err, &refusal) || refusal.Code != AnswerRequired {
		t.Fatal(err)
	}
	proofIs(t, on(t, p, shown, Verify{Item: "look", Answers: byHand}), "look", record.Word)
}

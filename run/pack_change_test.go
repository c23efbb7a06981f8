package run

import (
	"errors"
	"testing"

	"rtut/pack"
	"rtut/run/record"
)

// A pack, and what becomes of it during a run: `two` goes, `four` comes and `three` gets a phrase.
const beforeChange = `
schema: runbook-pack/v0.2
id: moving
title: Moving
steps:
  - { id: one, title: One, effect: read-only }
  - { id: two, title: Two, effect: read-only }
  - { id: three, title: Three }
`

const afterChange = `
schema: runbook-pack/v0.2
id: moving
title: Moving
steps:
  - { id: one, title: One, effect: read-only }
  - { id: three, title: Three, effect: irreversible, confirm: three it is }
  - { id: four, title: Four }
`

// on carries out actions of ana's and fails the test if one of them is refused.
func on(t testing.TB, p *pack.Pack, rec *record.Record, acts ...Action) *record.Record {
	t.Helper()
	for _, act := range acts {
		next, _, err := Transition(p, rec, Actor{Name: "ana"}, act, dawn)
		if err != nil {
			t.Fatalf("%s %+v: %s", act.Verb(), act, err)
		}
		rec = next
	}
	return rec
}

// refusedAs fails the test unless the action is refused by the rule.
func refusedAs(t testing.TB, p *pack.Pack, rec *record.Record, act Action, code Code) {
	t.Helper()
	after, _, err := Transition(p, rec, Actor{Name: "ana"}, act, dawn)
	var refusal *Refusal
	if !errors.As(err, &refusal) || refusal.Code != code || after != nil {
		t.Errorf("%s %+v: %v, expected a refusal %s", act.Verb(), act, err, code)
	}
}

// everyActionOn is all that can be done to one item.
func everyActionOn(id string) []Action {
	return []Action{
		Start{Item: id},
		Begin{Item: id},
		Verify{Item: id},
		Verify{Item: id, Intent: 1},
		Complete{Item: id},
		Fail{Item: id, Reason: "r"},
		RetryStep{Item: id},
		Redo{Item: id, Reason: "r", AcknowledgePartial: true},
		Skip{Item: id, Reason: "r"},
		Waive{Item: id, Reason: "r"},
		Note{Item: id, Text: "n"},
		AddCapture{Item: id, Command: "c"},
		Timeout{Item: id},
		RollBack{Item: id},
	}
}

func TestNothingIsDoneWithAnItemThatIsGoneFromThePack(t *testing.T) {
	old, now := load(t, beforeChange), load(t, afterChange)
	for _, state := range [][]Action{
		nil,
		{Start{Item: "two"}},
		{Start{Item: "two"}, Fail{Item: "two", Reason: "r"}},
		{Start{Item: "two"}, Complete{Item: "two", Answers: Answers{Confirm: true}}},
	} {
		rec := on(t, now, on(t, old, begin(t, old), state...), AcceptPackChange{Reason: "r"})
		for _, act := range everyActionOn("two") {
			refusedAs(t, now, rec, act, UnknownItem)
		}
		if rec.Steps["two"] == nil {
			t.Error("what was removed from the pack has left the record")
		}
	}
}

func TestNothingIsDoneWithAnItemThatIsNewInThePack(t *testing.T) {
	rec := begin(t, load(t, beforeChange))
	for _, act := range everyActionOn("four") {
		refusedAs(t, load(t, afterChange), rec, act, PackChanged)
	}
}

func TestAnItemThatIsGoneDoesNotKeepARunFromBeingComplete(t *testing.T) {
	old, now := load(t, beforeChange), load(t, afterChange)
	yes := Answers{Confirm: true}
	rec := on(t, now, begin(t, old), AcceptPackChange{Reason: "r"},
		Start{Item: "one"}, Complete{Item: "one", Answers: yes}, Start{Item: "four"}, Complete{Item: "four", Answers: yes},
		Start{Item: "three", Phrase: "three it is"}, Complete{Item: "three", Answers: yes})
	if record.StateOf(rec) != record.RunComplete {
		t.Errorf("the run is %s at %+v", record.StateOf(rec), record.ProgressOf(rec))
	}
}

func TestARunningStepThatIsGivenAPhraseIsNotDoneWithoutIt(t *testing.T) {
	old, now := load(t, beforeChange), load(t, afterChange)
	rec := on(t, now, on(t, old, begin(t, old), Start{Item: "three"}), AcceptPackChange{Reason: "r"})
	done := Complete{Item: "three", Answers: Answers{Confirm: true}}
	refusedAs(t, now, rec, done, ConfirmationLapsed)
	refusedAs(t, now, rec, Start{Item: "three"}, PhraseRequired)
	on(t, now, rec, Start{Item: "three", Phrase: "three it is"}, done)
}

func TestAChangeOfAnItemsKindIsNotAccepted(t *testing.T) {
	step := load(t, beforeChange)
	gate := load(t, `
schema: runbook-pack/v0.2
id: moving
title: Moving
steps: [{ id: one, title: One, effect: read-only }, { id: three, title: Three }]
gates: [{ id: two, title: Two, checks: [{ id: said, kind: manual, prompt: Was it said }] }]
`)
	refusedAs(t, gate, begin(t, step), AcceptPackChange{Reason: "r"}, PackChanged)
	refusedAs(t, step, begin(t, gate), AcceptPackChange{Reason: "r"}, PackChanged)
}

func TestARunningStepIsVerifiedByWhatThePackSaysNow(t *testing.T) {
	text := func(command string) string {
		return "schema: runbook-pack/v0.2\nid: checked\ntitle: Checked\nsteps:\n" +
			"  - { id: one, title: One, verify: { kind: exit-code, command: '" + command + "' } }\n" +
			"  - { id: two, title: Two, verify: { kind: exit-code, command: 'true' } }\n"
	}
	old, now := load(t, text("true")), load(t, text("false"))
	passed := map[string]Observation{"": {Attempts: 1}}
	rec := on(t, old, begin(t, old),
		Start{Item: "one"}, Begin{Item: "one"}, Verify{Item: "one", Intent: 3, Observed: passed},
		Start{Item: "two"}, Begin{Item: "two"}, Verify{Item: "two", Intent: 6, Observed: passed})
	rec = on(t, now, rec, AcceptPackChange{Reason: "r"})
	refusedAs(t, now, rec, Complete{Item: "one"}, NotVerified)
	on(t, now, rec, Complete{Item: "two"})

	rec = on(t, now, on(t, old, begin(t, old), Start{Item: "one"}, Begin{Item: "one"}), AcceptPackChange{Reason: "r"})
	refusedAs(t, now, rec, Verify{Item: "one", Intent: 3, Observed: passed}, IntentGone)
	if got := encoded(record.Replay(rec)); string(got) != string(encoded(rec)) {
		t.Error("the events do not give the same record")
	}
}

func TestAStepWhoseAlternativeIsGoneIsNotDoneByAnother(t *testing.T) {
	text := func(first string) string {
		return "schema: runbook-pack/v0.2\nid: ways\ntitle: Ways\nsteps:\n  - id: one\n    title: One\n    one_of:\n" +
			first + "      - { id: by-hand, title: By hand }\n      - { id: by-post, title: By post }\n"
	}
	old := load(t, text("      - { id: remote, title: Remote, effect: irreversible, confirm: pull it, evidence: [{ id: who, title: Who }] }\n"))
	now := load(t, text(""))
	rec := on(t, now, on(t, old, begin(t, old), Start{Item: "one", Phrase: "pull it"}), AcceptPackChange{Reason: "r"})
	yes := Answers{Confirm: true}
	refusedAs(t, now, rec, Verify{Item: "one", Answers: yes}, NoAlternative)
	refusedAs(t, now, rec, Complete{Item: "one", Answers: yes}, NoAlternative)
	on(t, now, rec, Redo{Item: "one", Reason: "r", AcknowledgePartial: true}, Start{Item: "one"}, Complete{Item: "one", Answers: yes})
}

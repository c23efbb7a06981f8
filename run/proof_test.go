package run

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rtut/pack"
	"rtut/run/record"
)

const proofs = `
schema: runbook-pack/v0.2
id: proofs
title: Proofs
datapoints:
  - { id: measured, title: M, type: int }
  - { id: typed, title: T, type: int, initial: 1 }
steps:
  - { id: ran, title: R, verify: { kind: exit-code, command: 'true' } }
  - { id: read, title: R, effect: read-only, produces: [{ datapoint: measured, extract: '(\d+)' }], verify: { kind: exit-code, command: 'echo 3' } }
  - { id: text, title: T, verify: { kind: output-contains, command: 'x', contains: yes } }
  - { id: hand, title: H }
  - { id: shown, title: S, verify: { kind: manual, prompt: Is it so, command: 'cat log' } }
  - { id: strong, title: S, verify: { kind: expression, expr: measured > 0 } }
  - { id: weak, title: W, verify: { kind: expression, expr: measured > 0 and typed > 0 } }
gates:
  - { id: go, title: Go, checks: [{ id: a, kind: exit-code, command: 'true' }, { id: b, kind: manual, prompt: Said }] }
`

// checked verifies an item whose command ended with a code.
func checked(t testing.TB, p *pack.Pack, rec *record.Record, id string, code int, seen Verify) *record.Record {
	t.Helper()
	rec = on(t, p, rec, Begin{Item: id})
	seen.Item, seen.Intent = id, rec.Intent(id).Seq
	seen.Observed = map[string]Observation{}
	for _, c := range commandsOf(rec, checksOf(p, rec, id)) {
		seen.Observed[c.Check] = Observation{Attempts: 1, ExitCode: code, Head: "3", OutputBytes: 1, Contained: true}
	}
	return on(t, p, rec, seen)
}

// proofIs fails the test unless that stands behind an item.
func proofIs(t testing.TB, rec *record.Record, id string, want record.Proof) {
	t.Helper()
	if got := rec.Proof(id); got != want {
		t.Errorf("%s is proved by %q, expected %q", id, got, want)
	}
}

func TestEveryCheckNamesItsProof(t *testing.T) {
	p := load(t, proofs)
	rec := on(t, p, begin(t, p), Start{Item: "ran"}, Start{Item: "hand"}, Start{Item: "shown"}, Start{Item: "text"})
	proofIs(t, checked(t, p, rec, "ran", 0, Verify{}), "ran", record.Ran)
	proofIs(t, checked(t, p, checked(t, p, rec, "ran", 1, Verify{}), "ran", 0, Verify{}), "ran", record.Turned)
	proofIs(t, on(t, p, rec, Verify{Item: "hand", Answers: byHand}), "hand", record.Word)
	proofIs(t, checked(t, p, rec, "shown", 0, Verify{Answers: byHand}), "shown", record.Word)
	proofIs(t, checked(t, p, rec, "shown", 0, Verify{Answers: byHand, Seen: true}), "shown", record.Seen)
	pasted := "yes"
	proofIs(t, on(t, p, rec, Verify{Item: "text", Pasted: &pasted}), "text", record.Pasted)

	auto := on(t, p, begin(t, p), Start{Item: "hand"}, SwitchMode{To: record.AutoConfirm})
	nobody, _, err := Transition(p, auto, Actor{Auto: true}, Verify{Item: "hand"}, dawn)
	if err != nil {
		t.Fatal(err)
	}
	proofIs(t, nobody, "hand", record.Nobody)

	gated := load(t, "schema: runbook-pack/v0.2\nid: gated\ntitle: Gated\n"+
		"gates: [{ id: go, title: Go, checks: [{ id: a, kind: exit-code, command: 'true' }, { id: b, kind: manual, prompt: Said }] }]\n")
	decided := checked(t, gated, begin(t, gated), "go", 0, Verify{Answers: byHand, Seen: true})
	proofIs(t, decided, "go", record.Word) // its weakest check's: what another check prints shows nothing of what is asked
	if a := decided.Gates["go"].Results["a"].Proof; a != record.Ran {
		t.Errorf("its command is proved by %q", a)
	}
	again := on(t, p, checked(t, p, rec, "ran", 1, Verify{}), Fail{Item: "ran", Reason: "r"}, RetryStep{Item: "ran", AcknowledgePartial: true}, Start{Item: "ran"})
	proofIs(t, checked(t, p, again, "ran", 0, Verify{}), "ran", record.Ran) // another attempt
}

func TestAJudgementIsAsGoodAsTheWeakestValue(t *testing.T) {
	p := load(t, proofs)
	rec := checked(t, p, on(t, p, begin(t, p), Start{Item: "read"}), "read", 0, Verify{})
	rec = on(t, p, rec, Complete{Item: "read"}, Start{Item: "strong"}, Start{Item: "weak"}, Verify{Item: "strong"}, Verify{Item: "weak"})
	proofIs(t, rec, "strong", record.Ran)
	proofIs(t, rec, "weak", record.Word)
}

func TestProofsOfAnEarlierRecordAreNotMadeStronger(t *testing.T) {
	for want, r := range map[record.Proof]record.Result{
		record.Nobody: {Kind: pack.Manual, AutoConfirmed: true, Source: record.FromOperator}, record.Pasted: {Kind: pack.OutputContains, Source: record.FromPaste},
		record.Ran: {Kind: pack.ExitCode, Source: record.FromCommand}, record.Word: {Kind: pack.Manual, Source: record.FromOperator}, record.Turned: {Kind: pack.ExitCode, Proof: record.Turned},
	} {
		if got := r.Behind(); got != want {
			t.Errorf("%+v is proved by %q, expected %q", r, got, want)
		}
	}
	if got := (&record.Result{Kind: pack.Expression, Source: record.FromValues}).Behind(); got != record.Word {
		t.Errorf("a judgement of which nothing is known is proved by %q", got)
	}
}

func TestTheTrustLineAddsUp(t *testing.T) {
	p := load(t, proofs)
	rec := checked(t, p, on(t, p, begin(t, p), Start{Item: "ran"}), "ran", 1, Verify{})
	rec = on(t, p, checked(t, p, rec, "ran", 0, Verify{}), Complete{Item: "ran"}, Start{Item: "hand"}, Complete{Item: "hand", Answers: byHand},
		Skip{Item: "read", Reason: "no time"}, SetValues{Values: map[string]string{"measured": "1"}})
	trust := NewView(p, rec, dawn).Trust()
	if got, want := trust.String(), "of 8 items: 1 turned green, 1 by word, 1 skipped, 5 not reached"; got != want {
		t.Errorf("%s\nexpected %s", got, want)
	}
	if got, want := (record.Trust{record.Standing(record.Ran): 1}).String(), "of 1 item: 1 ran"; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
}

// A no to other commands than those that say yes shows nothing of the work.
func TestOnlyTheSameCommandsTurn(t *testing.T) {
	const text = "schema: runbook-pack/v0.2\nid: one\ntitle: One\ndatapoints: [{ id: host, title: H, type: hostname, initial: db1 }]\n" +
		"steps: [{ id: b, title: B, verify: { kind: exit-code, command: 'test {{ host }} = db2' } }]\n"
	p := load(t, text)
	red := checked(t, p, on(t, p, begin(t, p), Start{Item: "b"}), "b", 1, Verify{})
	proofIs(t, checked(t, p, red, "b", 0, Verify{}), "b", record.Turned)

	other := on(t, p, red, SetValues{Values: map[string]string{"host": "db2"}, Reason: "a typo"})
	other = checked(t, p, other, "b", 0, Verify{})
	proofIs(t, other, "b", record.Ran)
	proofIs(t, checked(t, p, checked(t, p, other, "b", 1, Verify{}), "b", 0, Verify{}), "b", record.Turned)

	softer := load(t, strings.Replace(text, "test {{ host }} = db2", "true", 1))
	accepted := on(t, softer, red, AcceptPackChange{Reason: "too strict", Before: p})
	proofIs(t, checked(t, softer, accepted, "b", 0, Verify{}), "b", record.Ran)
}

// byNobody is a run of one step that auto-confirm has answered and completed.
func byNobody(t *testing.T) (*pack.Pack, *record.Record) {
	t.Helper()
	p := load(t, "schema: runbook-pack/v0.2\nid: one\ntitle: One\nsteps: [{ id: hand, title: Hand }]\n")
	rec := on(t, p, begin(t, p), SwitchMode{To: record.AutoConfirm}, Start{Item: "hand"})
	for _, act := range []Action{Verify{Item: "hand"}, Complete{Item: "hand"}} {
		next, _, err := Transition(p, rec, Actor{Auto: true}, act, dawn)
		if err != nil {
			t.Fatal(err)
		}
		rec = next
	}
	return p, rec
}

func TestARunAnsweredByNobodyExercisesNothing(t *testing.T) {
	p, rec := byNobody(t)
	refusedAs(t, p, rec, Finalize{Outcome: record.Succeeded, Exercise: true, PackDigest: rec.PackDigest}, ExerciseNotAllowed)
	closed := on(t, p, rec, Finalize{Outcome: record.Succeeded})
	if MayExercise(p, closed, closed.PackDigest) == nil {
		t.Error("a run that was answered by nobody exercises its pack")
	}
	if head := record.HeadOf(closed); head.Clean() {
		t.Error("it counts as a clean success")
	}
}

// A person who says yes afterwards, to the same item or to one that is done again, takes nothing back: the record is read as a whole, from
// its text, and skimmed.
func TestAnAnswerByNobodyStaysOneWhateverIsAnsweredLater(t *testing.T) {
	p, auto := byNobody(t)
	yes := Answers{Confirm: true}
	for name, later := range map[string][]Action{
		"proved anew": {Verify{Item: "hand", Answers: yes}},
		"done again":  {Redo{Item: "hand", Reason: "once more", AcknowledgePartial: true}, Start{Item: "hand"}, Verify{Item: "hand", Answers: yes}, Complete{Item: "hand"}},
	} {
		rec := on(t, p, on(t, p, auto, SwitchMode{To: record.ManualMode}), later...)
		proofIs(t, rec, "hand", record.Word)
		refusedAs(t, p, rec, Finalize{Outcome: record.Succeeded, Exercise: true, PackDigest: rec.PackDigest}, ExerciseNotAllowed)
		closed := on(t, p, rec, Finalize{Outcome: record.Succeeded})
		text, err := closed.Encode()
		if err != nil {
			t.Fatal(err)
		}
		read, err := record.DecodeHead(text)
		if err != nil {
			t.Fatal(err)
		}
		skimmed, err := record.SkimSummary(text)
		if head := record.HeadOf(closed); head.Clean() || !head.ByNobody() || read.Clean() || !read.ByNobody() || err != nil || skimmed.Clean || !skimmed.ByNobody {
			t.Errorf("%s: it counts as a clean success: %+v %+v %+v %v", name, head.Summary(), read.Summary(), skimmed, err)
		}
	}
}

func TestWhatWasNotCarriedOutIsNeitherRedNorGreen(t *testing.T) {
	for want, list := range map[bool][]Observation{
		true: {{ExitCode: 126}, {ExitCode: 127}, {ExitCode: 255}, {ExitCode: 137}, {ExitCode: 141}, {TimedOut: true}, {Problem: "ssh"}}, false: {{ExitCode: 1}, {ExitCode: 2}, {ExitCode: 125}, {ExitCode: 128}},
	} {
		for _, o := range list {
			if got := notCarriedOut(o); got != want {
				t.Errorf("%+v says nothing: %t, expected %t", o, got, want)
			}
		}
	}
	p := load(t, proofs)
	rec := checked(t, p, on(t, p, begin(t, p), Start{Item: "ran"}), "ran", 127, Verify{})
	proofIs(t, checked(t, p, rec, "ran", 0, Verify{}), "ran", record.Ran) // it had not been red
}

func TestACheckThatIsJudgedSaysSo(t *testing.T) {
	for _, c := range []struct {
		kind  pack.CheckKind
		proof record.Proof
		want  string
	}{
		{pack.ExitCode, record.Turned, "turned green"},
		{pack.Manual, record.Word, "by word"},
		{pack.Expression, "", ""},
		{pack.Expression, record.Ran, "judged"},
		{pack.Expression, record.Word, "judged, by word"},
		{pack.Expression, record.Pasted, "judged, pasted"},
		{pack.Elapsed, record.Ran, "judged"},
		{pack.WithinWindow, record.Ran, "judged"},
	} {
		if got := record.ProofWords(c.kind, c.proof); got != c.want {
			t.Errorf("%s, %q: %q, expected %q", c.kind, c.proof, got, c.want)
		}
	}
}

func TestAValueSaysHowItCameAbout(t *testing.T) {
	p := load(t, `
schema: runbook-pack/v0.2
id: values
title: Values
datapoints:
  - { id: read, title: R, type: int }
  - { id: told, title: T, type: int }
  - { id: given, title: G, type: int, initial: 1 }
  - { id: put, title: P, type: int }
steps:
  - { id: count, title: C, produces: [told, { datapoint: read, extract: '(\d+)' }], verify: { kind: output-contains, command: echo 3, contains: '3' } }
`)
	rec := on(t, p, begin(t, p), Start{Item: "count"}, SetValues{Values: map[string]string{"put": "4"}})
	measured := on(t, p, checked(t, p, rec, "count", 0, Verify{}), Complete{Item: "count", Set: map[string]string{"told": "2"}})
	paste := "3"
	pasted := on(t, p, rec, Verify{Item: "count", Pasted: &paste}, Complete{Item: "count", Set: map[string]string{"told": "2"}})
	for _, c := range []struct {
		rec  *record.Record
		read string
	}{{measured, "measured at count"}, {pasted, "pasted at count"}} {
		got := map[string]string{}
		for _, row := range NewView(p, c.rec, dawn).Datapoints() {
			got[row.ID] = row.CameBy()
		}
		want := map[string]string{"read": c.read, "told": "typed at count", "given": "initial", "put": "typed"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

func TestAJudgementOfWhatNobodyAnsweredIsByNobodyHoweverItIsRead(t *testing.T) {
	p := load(t, `
schema: runbook-pack/v0.2
id: judged
title: Judged
datapoints: [{ id: lag, title: Lag, type: int, initial: 1 }]
gates: [{ id: small, title: Small, checks: [{ id: low, kind: expression, expr: lag < 3 }] }]
`)
	rec := begin(t, p)
	rec.Datapoints["lag"].Proof = record.Nobody // as a check that auto-confirm answered leaves it
	rec = on(t, p, rec, Verify{Item: "small"})
	proofIs(t, rec, "small", record.Nobody)
	rec.Outcome = new(record.Succeeded)
	data, err := rec.Encode()
	if err != nil {
		t.Fatal(err)
	}
	head, err := record.DecodeHead(data)
	if err != nil {
		t.Fatal(err)
	}
	skimmed, err := record.SkimSummary(data)
	if of := record.HeadOf(rec); of.Clean() || head.Clean() || err != nil || skimmed.Clean || !of.ByNobody() || !head.ByNobody() || !skimmed.ByNobody {
		t.Errorf("it counts as clean: %t, %t, %t", of.Clean(), head.Clean(), skimmed.Clean)
	}
}

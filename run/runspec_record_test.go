package run_test

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"rtut/run"
	"rtut/run/record"
)

var recordSentences = []sentence{
	{"R01 a reference pack has no run", referencePackHasNoRun},
	{"R260 a pack that nobody has read has no run", unreviewedPackHasNoRun},
	{"R06 a record is read and written byte for byte", inBoth(lookAndDrop, recordIsStable)},
	{"R07 times are UTC with microseconds", inBoth(lookAndDrop, timesSort)},
	{"R08 unknown schemas and damaged records are refused", unknownSchemaIsRefused},
	{"R09 unknown keys survive", inBoth(lookAndDrop, unknownKeysSurvive)},
	{"R160 a record has a bound", recordHasABound},
	{"R161 unknown keys survive whatever their values", inV02(lookAndDrop, unknownValuesSurvive)},
	{"R10 v0.1 has no mode, gate or datapoint", v01HasNone},
	{"R223 every write counts and is an event", inBoth(lookAndDrop, everyWriteCounts)},
	{"R12 the events give the record", inBoth(lookAndDrop, eventsGiveTheRecord)},
	{"R13 an operator is one word", inBoth(lookAndDrop, operatorIsOneWord)},
	{"R14 params are checked and completed", paramsAreChecked},
	{"R15 the pack's digest is recorded", inBoth(lookAndDrop, digestIsRecorded)},
	{"R16 the context is optional and checked", contextIsChecked},
	{"R17 nothing secret is recorded", secretsAreRefused},
	{"R18 what is refused is not repeated", refusedIsNotRepeated},
	{"R170 the id of a key may be recorded", keyIDsAreRecorded},
	{"R203 a placeholder is no value", inV02(placeholding, placeholdersAreRefused)},
	{"R171 digests stand for a secret of the pack", secretsOfThePackAreDigests},
	{"R19 a handover keeps the history", inBoth(lookAndDrop, handoverKeepsHistory)},
}

// lookAndDrop is the body of a pack with a step that only reads and one that can't be undone.
const lookAndDrop = `
params: [{ id: db, title: Database, type: identifier, default: billing }]
steps:
  - { id: look, title: Look, effect: read-only }
  - id: drop
    title: Drop
    effect: irreversible
    confirm: drop {{ db }}
    command: dropdb {{ db }}
    verify: { kind: exit-code, command: 'true' }
    evidence: [{ id: ticket, title: Ticket, pattern: 'CHG\d+' }]
    rollback: { instruction: Restore it. }
`

// playAll takes a run of lookAndDrop through most of what v0.1 has.
func (p *play) playAll() {
	p.t.Helper()
	p.does(run.Skip{Item: "look", Reason: "seen already"}, run.Start{Item: "look"}, confirmed("look"))
	p.does(run.Start{Item: "drop", Phrase: "drop billing"})
	p.ran("drop", "", run.Observation{ExitCode: 2, OutputBytes: 7, Seconds: 0.5})
	p.does(run.AddCapture{Item: "drop", Command: "dropdb", Output: "busy"}, run.Fail{Item: "drop", Reason: "busy"})
	p.does(run.RetryStep{Item: "drop", AcknowledgePartial: true}, run.Start{Item: "drop", Phrase: "drop billing"})
	p.ran("drop", "", run.Observation{})
	p.does(run.Complete{Item: "drop", Evidence: map[string]string{"ticket": "CHG42"}})
	p.does(run.Note{Text: "all quiet"}, run.HandOver{To: "ben", Reason: "end of shift"})
	p.does(run.Finalize{}, run.AddFeedback{Rating: record.Good, Comment: "clear"})
}

func referencePackHasNoRun(t *testing.T) {
	for _, version := range []string{"v0.1", "v0.2"} {
		p := &play{t: t, by: run.Actor{Name: "ana"}, now: dawn}
		p.pack = parsePack(t, "schema: runbook-pack/"+version+"\nid: old\ntitle: Old\nkind: reference\nsource: https://example.com/old\n")
		if refusal := p.refuses(run.NotRunnable, p.birth()); !strings.Contains(refusal.Error(), "https://example.com/old") {
			t.Errorf("it does not say where to read it: %s", refusal)
		}
	}
}

func unreviewedPackHasNoRun(t *testing.T) {
	for _, version := range []string{"v0.1", "v0.2"} {
		text := "schema: runbook-pack/" + version + "\nid: new\ntitle: New\nimported: unreviewed\nsteps: [{ id: a, title: A }]\n"
		p := &play{t: t, by: run.Actor{Name: "ana"}, now: dawn, pack: parsePack(t, text)}
		if refusal := p.refuses(run.NotRunnable, p.birth()); !strings.Contains(refusal.Error(), "remove the line `imported: unreviewed`") {
			t.Errorf("it does not say what to do: %s", refusal)
		}
		p.pack = parsePack(t, strings.Replace(text, "imported: unreviewed\n", "", 1))
		p.does(p.birth())
	}
}

func recordIsStable(p *play) {
	p.playAll()
	text := p.encoded()
	if !strings.HasPrefix(text, "{\n  \"schema\": \"runbook-run/v0.") || !strings.HasSuffix(text, "\n}\n") {
		p.t.Errorf("not indented, or not one newline at the end:\n%s", text)
	}
	again, err := record.Decode([]byte(text))
	if err != nil {
		p.t.Fatal(err)
	}
	p.rec = again
	p.wants("written again", text, p.encoded())
}

func timesSort(p *play) {
	p.now = dawn.In(time.FixedZone("far", 5*3600)).Add(1999 * time.Nanosecond)
	p.does(run.Note{Text: "first"})
	p.now = p.now.Add(time.Microsecond)
	p.does(run.Note{Text: "second"})
	times := regexp.MustCompile(`"at": "([^"]*)"`).FindAllStringSubmatch(p.encoded(), -1)
	got := []string{}
	for _, m := range times {
		got = append(got, m[1])
	}
	p.wants("times", []string{"2026-11-30T00:45:12.123456Z", "2026-11-30T00:45:12.123457Z", "2026-11-30T00:45:12.123458Z"}, got)
}

func unknownSchemaIsRefused(t *testing.T) {
	var schema *record.SchemaError
	if _, err := record.Decode([]byte(`{"schema": "runbook-run/v9", "run_id": "x"}`)); !errors.As(err, &schema) || schema.Schema != "runbook-run/v9" {
		t.Errorf("an unknown schema: %v", err)
	}
	whole := begin(t, packText("v0.2", lookAndDrop)).encoded()
	for _, cut := range []int{0, 1, 60, len(whole) / 2, len(whole) - 3} {
		var damaged *record.DamagedError
		if _, err := record.Decode([]byte(whole[:cut])); !errors.As(err, &damaged) || damaged.Offset > int64(cut) {
			t.Errorf("cut after %d bytes: %v", cut, err)
		}
	}
}

func unknownKeysSurvive(p *play) {
	text := strings.Replace(p.encoded(), `"params": {`, `"mood": {"is": ["calm"]},`+"\n"+`  "params": {`, 1)
	text = strings.Replace(text, `"state": "todo"`, `"state": "todo", "colour": "red"`, 1)
	var err error
	if p.rec, err = record.Decode([]byte(text)); err != nil {
		p.t.Fatal(err)
	}
	p.does(run.Note{Text: "hello"})
	for _, kept := range []string{`"mood": {`, `"calm"`, `"colour": "red"`, `"hello"`} {
		if !strings.Contains(p.encoded(), kept) {
			p.t.Errorf("%s is lost:\n%s", kept, p.encoded())
		}
	}
}

func v01HasNone(t *testing.T) {
	p := begin(t, packText("v0.1", lookAndDrop))
	p.refuses(run.NotInV01, run.SwitchMode{To: record.AutoConfirm})
	p.refuses(run.NotInV01, run.SetValues{Values: map[string]string{"db": "x"}})
	p.refuses(run.NotInV01, run.Waive{Item: "look", Reason: "no time"})
	p.refuses(run.NotInV01, run.Start{Item: "drop", Override: override()})
	p.refuses(run.NotInV01, run.Begin{Item: "drop", Override: override()})
	p.refuses(run.NotInV01, run.Verify{Item: "drop", Override: override()})
	p.refuses(run.NotInV01, p.birth(autoConfirmed()))
	p.playAll()
	for _, key := range []string{"mode", "gates", "datapoints", "mode_history", "auto-confirm"} {
		if slices.Contains(p.keys(), key) {
			t.Errorf("a v0.1 record has %s", key)
		}
	}
	p.wants("schema", record.V01, p.rec.Schema)
	if p := begin(t, packText("v0.2", lookAndDrop)); p.rec.Schema != record.V02 || p.rec.Mode != record.ManualMode {
		t.Errorf("a v0.2 record has schema %s and mode %q", p.rec.Schema, p.rec.Mode)
	}
}

func everyWriteCounts(p *play) {
	p.wants("first revision", 1, p.rec.Revision)
	p.does(run.Start{Item: "look"}, confirmed("look"))
	p.refuses(run.WrongState, run.Fail{Item: "drop", Reason: "no"})
	p.does(run.Note{Text: "hello"})
	p.wants("revision", 4, p.rec.Revision)
	for i, e := range p.rec.Events {
		p.wants("seq", i+1, e.Seq)
	}
	if len(p.rec.Events) < p.rec.Revision {
		p.t.Errorf("%d events for %d writes", len(p.rec.Events), p.rec.Revision)
	}
}

func eventsGiveTheRecord(p *play) {
	p.playAll()
	want := p.encoded()
	forgotten := *p.rec
	forgotten.Steps, forgotten.Outcome, forgotten.Operator, forgotten.Feedback = nil, nil, "", nil
	p.rec = record.Replay(&forgotten)
	p.wants("replayed", want, p.encoded())
}

func operatorIsOneWord(p *play) {
	for _, bad := range []string{"", "two words", "a\nb", "auto-confirm", "-rf", strings.Repeat("a", 65)} {
		p.by.Name = bad
		p.refuses(run.OperatorInvalid, run.Note{Text: "hello"})
		p.by.Name = "ana"
		p.refuses(run.OperatorInvalid, run.HandOver{To: bad, Reason: "shift"})
		if bad != "" {
			p.refuses(run.OperatorInvalid, run.Start{Item: "look", AuthorizedBy: bad})
		}
	}
	p.by.Name = "ana.lee@ops"
	p.does(run.Note{Text: "hello"}, run.Start{Item: "look", AuthorizedBy: "änne"})
}

func paramsAreChecked(t *testing.T) {
	const body = `
params:
  - { id: db, title: Database, type: identifier }
  - { id: size, title: Size, type: int, default: 3 }
  - { id: note, title: Note, required: false }
steps: [{ id: look, title: Look }]
`
	with := func(params map[string]string) func(*run.New) { return func(n *run.New) { n.Params = params } }
	for _, version := range []string{"v0.1", "v0.2"} {
		p := begin(t, packText(version, body), with(map[string]string{"db": "billing"}))
		got, err := json.Marshal(p.rec.Params)
		if err != nil {
			t.Fatal(err)
		}
		p.wants("params", `{"db":"billing","size":3}`, string(got))
		p.refuses(run.ParamMissing, p.birth())
		p.refuses(run.ParamInvalid, p.birth(with(map[string]string{"db": "two words"})))
		p.refuses(run.ParamInvalid, p.birth(with(map[string]string{"db": "billing", "size": "many"})))
		p.refuses(run.UnknownParam, p.birth(with(map[string]string{"db": "billing", "sise": "3"})))
	}
}

func digestIsRecorded(p *play) {
	p.wants("digest", "sha256:1", p.rec.PackDigest)
	p.playAll()
	p.wants("digest at the end", "sha256:1", p.rec.PackDigest)
}

func contextIsChecked(t *testing.T) {
	in := func(c record.Context) func(*run.New) { return func(n *run.New) { n.Context = c } }
	const named = "environments: [rehearsal, staging]\n" + lookAndDrop
	for _, version := range []string{"v0.1", "v0.2"} {
		p := begin(t, packText(version, lookAndDrop))
		p.wants("no context", record.Context{}, p.rec.Context)
		for _, c := range []record.Context{{Environment: "rehearsal"}, {Environment: "staging"}, {Environment: "production", Project: "billing", Target: "db3"}} {
			p.wants("context", c, begin(t, packText(version, lookAndDrop), in(c)).rec.Context)
		}
		p.refuses(run.EnvironmentRefused, p.birth(in(record.Context{Environment: "moon"})))
		p.refuses(run.TextInvalid, p.birth(in(record.Context{Project: "two\nlines"})))
		p = begin(t, packText(version, named), in(record.Context{Environment: "staging"}))
		p.refuses(run.EnvironmentRequired, p.birth())
		p.refuses(run.EnvironmentRefused, p.birth(in(record.Context{Environment: "production"})))
	}
}

// token looks like a secret, and is none.
const token = "postgres://ana:hunter2pass@db3/billing"

const everywhere = `
datapoints: [{ id: url, title: URL }, { id: read, title: Read }]
params: [{ id: note, title: Note, default: none }]
steps:
  - { id: look, title: Look, effect: read-only, evidence: [{ id: fact, title: Fact }], produces: [url] }
  - { id: act, title: Act, verify: { kind: output-contains, command: 'cat x', contains: a }, produces: [{ datapoint: read, extract: '(post.*)' }] }
gates:
  - { id: go, title: Go, waivable: true, uses: [url], evidence: [{ id: fact, title: Fact }], checks: [{ id: said, kind: manual, prompt: Said }] }
`

func secretsAreRefused(t *testing.T) {
	p := begin(t, packText("v0.2", everywhere))
	p.refuses(run.SecretMarker, p.birth(func(n *run.New) { n.Params = map[string]string{"note": token} }))
	p.refuses(run.SecretMarker, p.birth(func(n *run.New) { n.Context.Target = token }))
	p.refuses(run.SecretMarker, run.SetValues{Values: map[string]string{"url": token}})
	p.does(run.SetValues{Values: map[string]string{"url": "a"}})
	p.refuses(run.SecretMarker, run.SetValues{Values: map[string]string{"url": "b"}, Reason: token})
	p.refuses(run.SecretMarker, run.Note{Text: token})
	p.refuses(run.SecretMarker, run.HandOver{To: "ben", Reason: token})
	p.refuses(run.SecretMarker, run.Skip{Item: "look", Reason: token})
	p.refuses(run.SecretMarker, run.Start{Item: "act", Override: &run.Override{Reason: token, AcknowledgeRisk: true}})
	p.does(run.Start{Item: "look"})
	p.refuses(run.SecretMarker, run.Verify{Item: "look", Answers: run.Answers{Confirm: true}, Evidence: map[string]string{"fact": token}})
	p.refuses(run.SecretMarker, run.Complete{Item: "look", Answers: run.Answers{Confirm: true}, Evidence: map[string]string{"fact": token}})
	p.refuses(run.SecretMarker, run.Complete{
		Item: "look", Answers: run.Answers{Confirm: true}, Evidence: map[string]string{"fact": "x"}, Set: map[string]string{"url": token},
	})
	p.refuses(run.SecretMarker, run.Fail{Item: "look", Reason: token})
	p.refuses(run.SecretMarker, run.Redo{Item: "look", Reason: token, AcknowledgePartial: true})
	p.refuses(run.SecretMarker, run.AddCapture{Item: "look", Output: token})
	p.refuses(run.SecretMarker, run.AddCapture{Item: "look", Command: "psql " + token})
	p.refuses(run.SecretMarker, run.AddFeedback{Rating: record.Good, Comment: token})
	p.refuses(run.SecretMarker, run.Finalize{Outcome: record.Abandoned, Reason: token})
	p.does(run.Complete{Item: "look", Answers: run.Answers{Confirm: true}, Evidence: map[string]string{"fact": "x"}, Set: map[string]string{"url": "b"}})
	p.refuses(run.SecretMarker, run.Waive{Item: "go", Reason: token})
	p.does(run.Start{Item: "act"})
	p.refuses(run.SecretMarker, run.Verify{Item: "act", Pasted: new("a " + token)})
	p.ran("act", "", run.Observation{Contained: true, Head: "a " + token})
	p.wants("a secret that was read passes", false, p.rec.Steps["act"].Verification.Passed)
	if strings.Contains(p.encoded(), "hunter2pass") {
		t.Errorf("the record holds it:\n%s", p.encoded())
	}
	old := begin(t, packText("v0.1", lookAndDrop))
	old.refuses(run.SecretMarker, old.birth(func(n *run.New) { n.Context.Project = token }))
	old.refuses(run.SecretMarker, run.Skip{Item: "look", Reason: token})
	old.refuses(run.SecretMarker, run.AddCapture{Item: "look", Output: token})
	old.refuses(run.SecretMarker, run.Note{Text: token})
}

func keyIDsAreRecorded(t *testing.T) {
	const id, key = "AK" + "IAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPx" + "RfiCYEXAMPLEKEY"
	for version, body := range map[string]string{"v0.1": lookAndDrop, "v0.2": everywhere} {
		p := begin(t, packText(version, body))
		p.does(run.Note{Text: "revoked " + id}, run.Note{Text: "commit 2476e001ac4950cf49d18824440d5e8c083f3989 for " + id})
		p.refuses(run.SecretMarker, run.Note{Text: id + " " + key})
		if version == "v0.2" {
			p.does(run.SetValues{Values: map[string]string{"url": id}})
			err := p.refuses(run.SecretMarker, run.SetValues{Values: map[string]string{"url": id}, Reason: "was " + key})
			if want := "what would be recorded looks like an AWS secret access key beside its id; nothing was recorded. Record where the secret is kept, not the secret"; err.Error() != want {
				t.Errorf("%s\nexpected\n%s", err, want)
			}
		}
		p.does(run.Start{Item: "look"}, run.AddCapture{Item: "look", Command: "aws iam list-access-keys", Output: id + " Inactive"})
		p.refuses(run.SecretMarker, run.AddCapture{Item: "look", Command: "export AWS_ACCESS_KEY_ID=" + id, Output: key})
	}
}

func secretsOfThePackAreDigests(t *testing.T) {
	body := strings.Replace(lookAndDrop, "drop {{ db }}", "the password is Gh7dk29sLq", 1)
	for _, version := range []string{"v0.1", "v0.2"} {
		p := begin(t, packText(version, body))
		p.does(run.Skip{Item: "look", Reason: "seen already"}, run.Start{Item: "drop", Phrase: "the password is Gh7dk29sLq"})
		p.ran("drop", "", run.Observation{})
		p.does(run.Complete{Item: "drop", Evidence: map[string]string{"ticket": "CHG42"}})
		if encoded := p.encoded(); strings.Contains(encoded, "Gh7dk29sLq") || !strings.Contains(encoded, `"phrase": "sha256:`) {
			t.Errorf("the record has it, or no digest:\n%s", encoded)
		}
	}
}

func refusedIsNotRepeated(t *testing.T) {
	p := begin(t, packText("v0.2", "datapoints: [{ id: lag, title: Lag, type: int }]\nparams: [{ id: size, title: Size, type: int, default: 1 }]\n"+
		"steps: [{ id: look, title: Look, evidence: [{ id: n, title: N, type: int }] }]\n"))
	_, _, err := run.Transition(p.pack, p.rec, p.by, run.SetValues{Values: map[string]string{"lag": "Xyzzy-1"}}, p.now)
	messages := []error{
		err, p.refuses(run.SecretMarker, run.Note{Text: token + " Xyzzy-1"}),
		p.refuses(run.ParamInvalid, p.birth(func(n *run.New) { n.Params = map[string]string{"size": "Xyzzy-1"} })),
	}
	p.does(run.Start{Item: "look"})
	messages = append(messages, p.refuses(run.EvidenceInvalid, run.Complete{Item: "look", Evidence: map[string]string{"n": "Xyzzy-1"}}))
	old := begin(t, packText("v0.1", "steps: [{ id: look, title: Look, evidence: [{ id: n, title: N, type: int }] }]\n"))
	old.does(run.Start{Item: "look"})
	messages = append(messages, old.refuses(run.EvidenceInvalid, run.Complete{Item: "look", Evidence: map[string]string{"n": "Xyzzy-1"}}),
		old.refuses(run.SecretMarker, run.Fail{Item: "look", Reason: token}))
	for _, message := range messages {
		if message == nil || strings.Contains(message.Error(), "Xyzzy") || strings.Contains(message.Error(), "hunter2") {
			t.Errorf("a message repeats what it refuses: %v", message)
		}
	}
}

func handoverKeepsHistory(p *play) {
	p.refuses(run.ReasonRequired, run.HandOver{To: "ben", Reason: " "})
	p.does(run.HandOver{To: "ben", Reason: "end of shift"}, run.HandOver{To: "cleo", Reason: "called away"})
	p.wants("operator", "cleo", p.rec.Operator)
	p.wants("handovers", 2, len(p.rec.Handovers))
	p.wants("first", record.Handover{From: "ana", To: "ben", Reason: "end of shift", By: "ana", At: record.At(dawn)}, p.rec.Handovers[0])
}

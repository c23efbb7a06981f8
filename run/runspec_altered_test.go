package run_test

import (
	"errors"
	"strings"
	"testing"

	"rtut/run"
	"rtut/run/record"
)

// alters changes a text in the record's file, as an editor does, and reads it again.
func (p *play) alters(from, to string) {
	p.t.Helper()
	was := p.encoded()
	text := strings.Replace(was, from, to, 1)
	if text == was {
		p.t.Fatalf("there is no %s in\n%s", from, was)
	}
	p.reads(text)
}

// reads takes text for the record's file.
func (p *play) reads(text string) {
	p.t.Helper()
	var err error
	if p.rec, err = record.Decode([]byte(text)); err != nil {
		p.t.Fatal(err)
	}
}

// writeJudges: whatever part of the record is another, the next write finds it.
func writeJudges(p *play) {
	p.does(run.Note{Text: "all quiet"}, run.Note{Text: "still quiet"})
	whole := p.encoded()
	for name, change := range map[string]struct{ from, to, found string }{
		"a state":  {`"state": "todo"`, `"state": "skipped"`, "steps.drop.state is not what the events lead to"},
		"an event": {`"note": "all quiet"`, `"note": "all well"`, "event 2 is not what was written: its hash does not match"},
		"the head": {`"head": {
    "seq": 3`, `"head": {
    "seq": 4`, "head.seq is 4, and the event that head names is 3"},
		"the params":       {`"db": "billing"`, `"db": "stock"`, "something outside the events is not what was written with event 1: one of schema, run_id, pack_id, pack_path, context, params, items"},
		"the context":      {`"context": {}`, `"context": {"environment": "production"}`, "something outside the events is not what was written with event 1: one of schema, run_id, pack_id, pack_path, context, params, items"},
		"the revision":     {`"revision": 3`, `"revision": 2`, "revision is 2, and the events are of 3 writes"},
		"an unknown key":   {`"context": {}`, `"context": {}, "zz": false`, "zz was not there when event 3 was written"},
		"with unknown key": {`"db": "billing"`, `"db": "stock", "zz": 1`, ""},
	} {
		p.reads(whole)
		p.alters(change.from, change.to)
		found := p.rec.Integrity()
		if found.Verdict != record.VerdictAltered || change.found != "" && found.Message != change.found {
			p.t.Errorf("%s: %s", name, found)
		}
		p.refuses(run.RecordAltered, run.Start{Item: "look"})
	}
	p.reads(whole)
	p.does(run.Start{Item: "look"}) // and nothing is wrong with what nobody has changed
}

// nothingIsBuilt: all but what leaves the state alone is refused, and the refusal names the way on.
func nothingIsBuilt(p *play) {
	p.does(run.Start{Item: "look"})
	p.alters(`"state": "running"`, `"state": "done"`)
	whole := p.encoded()
	refusal := p.refuses(run.RecordAltered, run.Finalize{Outcome: record.Succeeded})
	p.wants("message", "the record is not intact, so the run cannot continue: altered: steps.look.state is not what the events lead to. "+
		"Start a new run with `rtut run new --like 20261130T004512.123456Z-9f2c4a`. This run accepts only notes, a handover and `finalize --outcome abandoned`",
		refusal.Error())
	for _, act := range []run.Action{
		run.Start{Item: "drop", Phrase: "drop billing"},
		run.Begin{Item: "look"},
		answered("look"), confirmed("look"),
		run.Fail{Item: "look", Reason: "x"},
		run.RetryStep{Item: "look"},
		run.Redo{Item: "look", Reason: "x"},
		run.Skip{Item: "look", Reason: "x"},
		run.RollBack{Item: "drop"},
		run.AddCapture{Item: "look", Command: "ls"},
		run.AcceptPackChange{Reason: "x"},
		run.Exercise{PackDigest: p.digest},
		run.Finalize{Outcome: record.Succeeded},
		run.Finalize{Outcome: record.FailedRun},
		run.AddFeedback{Rating: record.Good},
		run.Waive{Item: "look", Reason: "x"},
		run.SetValues{Values: map[string]string{"db": "x"}},
		run.SwitchMode{To: record.AutoConfirm},
	} {
		p.refuses(run.RecordAltered, act)
	}
	for _, act := range []run.Action{
		run.Note{Text: "somebody has been at it"},
		run.Note{Item: "look", Text: "somebody has been at it"},
		run.HandOver{To: "bo", Reason: "to look at it"},
		run.Finalize{Outcome: record.Abandoned, Reason: "altered"},
	} {
		p.reads(whole)
		p.does(act)
	}
	p.reads(whole)
	status := run.NewView(p.pack, p.rec, p.now).Status()
	p.wants("shown", record.Finding{Verdict: record.VerdictAltered, Field: "steps.look.state", Message: "steps.look.state is not what the events lead to"}, status.Integrity)
}

// foundStays: the first write says what was found, for good; no later one washes it off, nor does the one who takes the edit back.
func foundStays(p *play) {
	p.does(run.Start{Item: "look"})
	whole := p.encoded()
	p.alters(`"state": "running"`, `"state": "done"`)
	p.does(run.Note{Text: "one"}, run.Note{Text: "two"})
	events := p.rec.Events
	p.wants("found", []string{"", "", "altered: steps.look.state is not what the events lead to", ""},
		[]string{events[0].Found, events[1].Found, events[2].Found, events[3].Found})
	const laundered = "when event 3 was written the record was already damaged: altered: steps.look.state is not what the events lead to"
	p.wants("audit", record.Finding{Verdict: record.VerdictAltered, Seq: 3, Message: laundered}, record.Audit([]byte(p.encoded()), "").Brief())

	p.reads(p.encoded())
	p.alters(`"state": "done"`, `"state": "running"`)
	p.refuses(run.RecordAltered, run.Fail{Item: "look", Reason: "x"})
	p.does(run.Note{Text: "taken back"}) // which is another change by another hand, and is said too
	p.wants("found again", true, p.rec.Events[4].Found != "")
	p.does(run.Finalize{Outcome: record.Abandoned})
	p.wants("audit", record.Finding{Verdict: record.VerdictAltered, Seq: 3, Message: laundered}, record.Audit([]byte(p.encoded()), "").Brief())

	p.reads(strings.Replace(whole, `"params": {`, `"zz": {"deep": []}, "params": {`, 1)) // an unknown key hides nothing
	p.alters(`"db": "billing"`, `"db": "stock"`)
	p.does(run.Note{Text: "one"}, run.HandOver{To: "bo", Reason: "to look at it"}, run.Note{Text: "two"})
	f := record.Audit([]byte(p.encoded()), "")
	if f.Verdict != record.VerdictAltered || f.Seq != 3 {
		p.t.Errorf("%+v", f)
	}
}

// alteredCountsForNothing: it marks no pack, and has no summary.
func alteredCountsForNothing(p *play) {
	p.does(run.Note{Text: "all quiet"})
	whole := p.encoded()
	if _, err := record.DecodeSummary([]byte(whole)); err != nil {
		p.t.Error(err)
	}
	text := strings.ReplaceAll(whole, `"state": "todo"`, `"state": "done"`)
	p.reads(text)
	var refusal *run.Refusal
	if err := run.MayExercise(p.pack, p.rec, p.digest); !errors.As(err, &refusal) || refusal.Code != run.RecordAltered {
		p.t.Errorf("may exercise: %v", err)
	}
	for name, text := range map[string]string{
		"a state":  text,
		"an event": strings.Replace(whole, "all quiet", "all well", 1),
		"cut": whole[:strings.Index(whole, `    {
      "seq": 2`)-2] + "\n" + whole[strings.Index(whole, "  ],\n  \"head\""):],
	} {
		var altered *record.AlteredError
		if _, err := record.DecodeSummary([]byte(text)); !errors.As(err, &altered) {
			p.t.Errorf("%s: %v", name, err)
		}
		if _, err := record.SkimSummary([]byte(text)); !errors.As(err, &altered) && name != "an event" {
			p.t.Errorf("%s, skimmed: %v", name, err)
		}
	}
}

func recordHasABound(t *testing.T) {
	p := begin(t, packText("v0.1", lookAndDrop))
	text := strings.Replace(p.encoded(), `"params": {`, `"zz": "`+strings.Repeat("x", record.MaxRecord)+`", "params": {`, 1)
	large, err := record.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	after, _, err := run.Transition(p.pack, large, p.by, run.Note{Text: "one more"}, p.now)
	if err != nil {
		t.Fatal(err)
	}
	var refusal *run.Refusal
	if _, err := run.Encode(after); !errors.As(err, &refusal) || refusal.Code != run.TooLong || !strings.Contains(refusal.Message, "may have 67108864") {
		t.Errorf("%v", err)
	}
	p.reads(strings.Replace(p.encoded(), `"params": {`, `"zz": `+strings.Repeat("[", 9000)+strings.Repeat("]", 9000)+`, "params": {`, 1))
	p.does(run.Note{Text: "one more"})
	if n := len(p.encoded()); n > 40_000 {
		t.Errorf("a value that is deep makes a record of %d bytes", n)
	}
	text = p.encoded()
	p.reads(text)
	p.wants("written again", text, p.encoded())
}

// unknownValuesSurvive: also those that say little, at every place.
func unknownValuesSurvive(p *play) {
	for _, value := range []string{"0", "false", `""`, "[]", "{}", "null", "1", "0.0", "[0]", `{"a": []}`, `{"a": null}`, "-0", "1e400"} {
		p = begin(p.t, packText("v0.2", lookAndDrop))
		text := p.encoded()
		text = strings.Replace(text, `"params": {`, `"zz": `+value+`, "params": {`, 1)
		text = strings.Replace(text, `"state": "todo"`, `"state": "todo", "zy": `+value, 1)
		text = strings.Replace(text, `"action": "new",`, `"action": "new", "zx": `+value+",", 1)
		p.reads(text)
		p.does(run.Note{Text: "hello"}, run.Note{Text: "again"})
		record, events := parsed(p.t, p.encoded())
		step := record["steps"].(map[string]any)["drop"].(map[string]any)
		want, _ := parsed(p.t, `{"v": `+value+`, "events": []}`)
		p.wants(value, []any{want["v"], want["v"], want["v"]}, []any{record["zz"], step["zy"], events[0]["zx"]})
		if _, kept := record["zz"]; !kept {
			p.t.Errorf("%s is dropped", value)
		}
	}
}

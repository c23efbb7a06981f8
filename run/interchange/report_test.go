package interchange

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

const drill = `
schema: runbook-pack/v0.2
id: drill
title: Drill
exercise_status: never
datapoints:
  - { id: lag, title: Lag, type: int, min: 0, confirmed_by: go }
  - { id: size, title: Size, type: int, initial: 1 }
steps:
  - { id: look, title: Look, produces: [lag] }
  - { id: act, title: Act, requires: [look] }
gates:
  - { id: go, title: Go, waivable: true, uses: [lag], checks: [{ id: low, kind: exit-code, command: 'true' }] }
`

// play is a run that is taken on action by action.
type play struct {
	t    testing.TB
	pack *pack.Pack
	rec  *record.Record
	now  time.Time
}

func begin(t testing.TB) *play {
	t.Helper()
	p, diagnostics := pack.Parse(pack.FileName, []byte(drill))
	if p == nil {
		t.Fatal(diagnostics)
	}
	play := &play{t, p, nil, time.Date(2026, 11, 30, 0, 45, 12, 0, time.UTC)}
	play.does(run.New{RunID: "r1", PackPath: "pack.yaml", PackDigest: "sha256:1"})
	return play
}

// does carries out an operator's actions; each must be allowed, or refused and stored.
func (p *play) does(acts ...run.Action) *play { return p.by(run.Actor{Name: "ana"}, acts...) }

func (p *play) by(who run.Actor, acts ...run.Action) *play {
	p.t.Helper()
	for _, act := range acts {
		after, _, err := run.Transition(p.pack, p.rec, who, act, p.now)
		if after == nil {
			p.t.Fatalf("%s: %v", act.Verb(), err)
		}
		p.rec, p.now = after, p.now.Add(time.Second)
	}
	return p
}

// report tells the run's status and diagnostics in brief.
func (p *play) told(known *pack.Pack) []string {
	p.t.Helper()
	r, err := Of(known, p.rec)
	if err != nil {
		p.t.Fatal(err)
	}
	brief := []string{string(r.Status)}
	for _, d := range r.Diagnostics {
		wave := ""
		if d.Wave != nil {
			wave = fmt.Sprint(*d.Wave)
		}
		brief = append(brief, strings.Join([]string{string(d.Code), wave, d.Path, d.Automation, d.Field}, " "))
	}
	return brief
}

func done(step string, set map[string]string) run.Complete {
	return run.Complete{Item: step, Answers: run.Answers{Confirm: true}, Set: set}
}

func TestStatusOfARun(t *testing.T) {
	lag := map[string]string{"lag": "3"}
	ready := []string{"approval_required  drill/act.md act ", "approval_required  drill/look.md look "}
	for name, test := range map[string]struct {
		acts []run.Action
		want []string
	}{
		"succeeded": {
			[]run.Action{run.Start{Item: "look"}, done("look", lag), run.Start{Item: "act"}, done("act", nil), run.Waive{Item: "go", Reason: "late"}, run.Finalize{}},
			[]string{"committed"},
		},
		"abandoned at once": {[]run.Action{run.Finalize{Outcome: record.Abandoned}}, []string{"aborted", ready[1]}},
		"abandoned after a note": {
			[]run.Action{run.Note{Text: "all quiet"}, run.HandOver{To: "bo", Reason: "shift"}, run.Finalize{Outcome: record.Abandoned}}, []string{"aborted", ready[1]},
		},
		"abandoned under way": {
			[]run.Action{run.Start{Item: "look"}, run.Finalize{Outcome: record.Abandoned}},
			[]string{"incomplete", "incomplete_commit    ", ready[1]},
		},
		"failed with a refused value": {
			[]run.Action{run.SetValues{Values: map[string]string{"size": "many"}}, run.Start{Item: "look"}, run.Fail{Item: "look", Reason: "no"}, run.Finalize{Outcome: record.FailedRun}},
			[]string{"incomplete", "incomplete_commit    ", "validation_failed 1 drill/data/size.md  value", "action_failed 3 drill/look.md look state"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := begin(t).does(test.acts...)
			if diff := cmp.Diff(test.want, p.told(p.pack)); diff != "" {
				t.Error(diff)
			}
		})
	}
	p := begin(t).does(run.Finalize{Outcome: record.Abandoned})
	if diff := cmp.Diff([]string{"aborted", "approval_required    "}, p.told(nil)); diff != "" {
		t.Errorf("without its pack: %s", diff)
	}
}

func TestAnUnfinishedRunHasNoReport(t *testing.T) {
	_, err := Of(nil, begin(t).rec)
	var refusal *run.Refusal
	if !errors.As(err, &refusal) || refusal.Code != run.RunUnfinished {
		t.Error(err)
	}
}

func TestARecordThatDoesNotSayEnoughIsRefused(t *testing.T) {
	for name, spoil := range map[string]func(*record.Record){
		"no events":      func(r *record.Record) { r.Events = nil },
		"a missing one":  without(t, `"seq": 1`),
		"an altered one": with(t, `"state": "todo"`, `"state": "done"`),
		"an odd pack":    func(r *record.Record) { r.PackID = "../etc" },
		"an odd item":    func(r *record.Record) { r.Steps["a/b"] = r.Steps["look"] },
		"an odd reading": func(r *record.Record) { r.Datapoints["../x"] = r.Datapoints["lag"] },
	} {
		p := begin(t).does(run.Finalize{Outcome: record.Abandoned})
		spoil(p.rec)
		var refusal *run.Refusal
		if _, err := Of(p.pack, p.rec); !errors.As(err, &refusal) || refusal.Code != run.NotReportable {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// with is a record with another text in the place of the first of a kind in its file.
func with(t *testing.T, from, to string) func(*record.Record) {
	return func(r *record.Record) {
		data, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := record.Decode([]byte(strings.Replace(string(data), from, to, 1)))
		if err != nil {
			t.Fatal(err)
		}
		*r = *again
	}
}

// without is a record without the event that a text is in.
func without(t *testing.T, text string) func(*record.Record) {
	return func(r *record.Record) {
		data, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		at := strings.Index(string(data), text)
		from := strings.LastIndex(string(data[:at]), "\n    {")
		to := at + strings.Index(string(data[at:]), "\n    },") + len("\n    },")
		again, err := record.Decode(append(data[:from:from], data[to:]...))
		if err != nil {
			t.Fatal(err)
		}
		*r = *again
	}
}

func TestATickHasOneWave(t *testing.T) {
	p := begin(t).does(run.Start{Item: "look"}, done("look", map[string]string{"lag": "3"}), run.SwitchMode{To: record.AutoConfirm})
	auto := run.Actor{Auto: true}
	gate := func() []record.Event {
		before := len(p.rec.Events)
		p.by(auto, run.Begin{Item: "go", Host: "h", PID: 1})
		p.by(auto, run.Verify{Item: "go", Intent: before + 1, Observed: map[string]run.Observation{"low": {Attempts: 1}}})
		return p.rec.Events[before:]
	}
	p.does(run.SwitchMode{To: record.ManualMode}, run.Start{Item: "act"}, done("act", nil), run.SwitchMode{To: record.AutoConfirm})
	for _, want := range []struct {
		status  Status
		changes []string
	}{
		{Committed, []string{"state", "checks", "state", "how"}},
		{NoChange, nil}, // the gate passes again, and what it had confirmed is confirmed again
	} {
		events := gate()
		r, err := OfTick(p.rec, Tick{Began: record.At(p.now), Events: events})
		if err != nil {
			t.Fatal(err)
		}
		var changes []string
		for _, c := range r.Waves[0].Changes {
			changes = append(changes, c.Field)
		}
		slices.Sort(changes)
		slices.Sort(want.changes)
		if r.Status != want.status || !slices.Equal(changes, want.changes) || len(r.Waves) != 1 || r.Waves[0].EventIDs[0] != "evt-"+r.RunID {
			t.Errorf("%+v", r)
		}
	}
}

func TestATickThatBreaksOffSaysSo(t *testing.T) {
	p := begin(t).does(run.SwitchMode{To: record.AutoConfirm}).by(run.Actor{Auto: true}, run.Start{Item: "look"})
	for _, test := range []struct {
		events []record.Event
		status Status
		code   DiagnosticCode
	}{
		{p.rec.Events[2:], Incomplete, IncompleteCommit},
		{nil, Aborted, ActionFailed},
	} {
		r, err := OfTick(p.rec, Tick{Events: test.events, Err: errors.New("no room")})
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != test.status || len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != test.code {
			t.Errorf("%+v", r)
		}
		if found := said(written(t, r)); found != "" {
			t.Error(found)
		}
	}
}

// TestTouchedNotesAreAllThatChange compares what is told of each event with all notes before and after it.
func TestTouchedNotesAreAllThatChange(t *testing.T) {
	p := begin(t).does(
		run.Start{Item: "look"}, done("look", map[string]string{"lag": "3"}), run.Start{Item: "act"}, run.Fail{Item: "act", Reason: "no"},
		run.RetryStep{Item: "act", AcknowledgePartial: true}, run.Start{Item: "act"}, done("act", nil), run.Waive{Item: "go", Reason: "late"},
		run.SetValues{Values: map[string]string{"lag": "4", "size": "2"}, Reason: "again"}, run.Redo{Item: "look", Reason: "again", AcknowledgePartial: true}, run.Finalize{Outcome: record.Abandoned},
	)
	told := turns(nil, p.rec)
	var want, got []string
	before := map[string]fields{}
	for e, now := range run.History(p.rec) {
		for _, n := range every(now) {
			for _, c := range changesBetween(note{n.is, n.path, before[n.path]}, n) {
				if e.Seq > 1 {
					want = append(want, fmt.Sprintln(e.Seq, c.Path, c.Field))
				}
			}
			before[n.path] = n.fields
		}
	}
	for turn := range told {
		for _, c := range turn.changes() {
			got = append(got, fmt.Sprintln(turn.event.Seq, c.Path, c.Field))
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" || len(got) < 10 {
		t.Error(diff, len(got))
	}
}

func every(rec *record.Record) []note {
	notes := []note{noteOfPack(rec)}
	for _, id := range append(slices.Sorted(maps.Keys(rec.Steps)), slices.Sorted(maps.Keys(rec.Gates))...) {
		n, _ := noteOf(rec, id)
		notes = append(notes, n)
	}
	for _, id := range slices.Sorted(maps.Keys(rec.Datapoints)) {
		n, _ := noteOfDatapoint(rec, id)
		notes = append(notes, n)
	}
	return notes
}

func TestCancelledChangesAreLeftOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := map[string]string{"a": "0", "b": "0"}
		var all []Change
		for range rapid.IntRange(0, 8).Draw(t, "changes") {
			field := rapid.SampledFrom([]string{"a", "b"}).Draw(t, "field")
			to := rapid.SampledFrom([]string{"0", "1", "2"}).Draw(t, "to")
			all = append(all, Change{"field", "n.md", field, json.RawMessage(now[field]), json.RawMessage(to)})
			now[field] = to
		}
		left := map[string]string{"a": "0", "b": "0"}
		kept := withoutCancelled(all)
		for _, c := range kept {
			if string(c.Before) != left[c.Field] {
				t.Fatalf("%v does not follow in %v", c, kept)
			}
			left[c.Field] = string(c.After)
		}
		if !maps.Equal(left, now) {
			t.Fatalf("%v ends in %v, not %v", kept, left, now)
		}
		report := Report{Version, "r", OneHop, NoChange, []string{"e"}, []Wave{{0, []string{"e"}, []string{}, kept}}, []Diagnostic{}}
		report.end(nil)
		if found := said(written(t, report)); found != "" {
			t.Fatalf("%s", found)
		}
	})
}

func TestOrderOfEventsIsFoundWhereTheyAreAtHand(t *testing.T) {
	event := func(id, at string) []byte {
		return written(t, jsonObject{
			"specification_version": "0.1.0", "event_id": id, "kind": "schedule.tick", "occurred_at": at, "origin": "schedule",
			"schedule": jsonObject{"automation": "a", "scheduled_for": at},
		})
	}
	report := func(ids ...any) []byte {
		return written(t, jsonObject{
			"specification_version": "0.1.0", "run_id": "r", "mode": "one_hop", "status": "no_change", "root_event_ids": ids,
			"waves": []any{jsonObject{"index": 0, "event_ids": ids, "automations": []any{}, "changes": []any{}}}, "diagnostics": []any{},
		})
	}
	events := slices.Concat(event("e-9", "2026-11-30T01:00:00Z"), event("e-10", "2026-11-30T02:00:00+01:00"), event("e-1", "2026-11-30T01:00:00.1Z"))
	for _, test := range []struct {
		ids  []any
		want []string
	}{
		{[]any{"e-10", "unknown", "e-9", "e-1"}, nil},
		{[]any{"e-9", "e-10"}, []string{"CR-66", "CR-78"}},
		{[]any{"e-1", "unknown", "e-10"}, []string{"CR-66", "CR-78"}},
	} {
		if got := rules(report(test.ids...), events); !slices.Equal(got, test.want) {
			t.Errorf("%v: %v", test.ids, got)
		}
	}
}

// TestWhatDocumentsAtHandTell: what only several documents, or several waves of one, give away.
func TestWhatDocumentsAtHandTell(t *testing.T) {
	event := func(id, origin, state string) string {
		cause := ""
		if origin == "automation" {
			cause = `"caused_by": {"run_id": "r", "event_id": "e1", "automation": "a"}, `
		}
		return `{"specification_version": "0.1.0", "event_id": "` + id + `", "kind": "note.updated", "occurred_at": "2026-11-30T00:45:12Z", "origin": "` + origin + `", ` + cause +
			`"before": {"path": "a.md", "frontmatter": {}}, "after": {"path": "a.md", "frontmatter": {"state": "` + state + `"}}, "changes": {"state": {"before": null, "after": "` + state + `"}}}` + "\n"
	}
	wave := func(index, id, changes string) string {
		return `{"index": ` + index + `, "event_ids": ["` + id + `"], "automations": [], "changes": [` + changes + `]}`
	}
	report := func(id string, waves ...string) string {
		return `{"specification_version": "0.1.0", "run_id": "` + id + `", "mode": "propagation", "status": "committed", "root_event_ids": ["e1"], "waves": [` +
			strings.Join(waves, ", ") + `], "diagnostics": []}` + "\n"
	}
	field := func(before, after string) string {
		return `{"kind": "field", "path": "a.md", "field": "n", "before": ` + before + `, "after": ` + after + `}`
	}
	note := func(operation string) string {
		return `{"kind": "note", "path": "a.md", "operation": "` + operation + `"}`
	}
	for name, tc := range map[string]struct{ text, want string }{
		"a wave's event from outside that is no root": {
			event("e1", "user", "x") + event("e2", "user", "y") + report("r", wave("0", "e1", field("1", "2")), wave("1", "e2", "")),
			`line 3, waves[1].event_ids[0]: found "e2", expected one of root_event_ids: its event did not come of an automation (CR-51)`,
		},
		"a wave's event of an automation": {event("e1", "user", "x") + event("e2", "automation", "y") + report("r", wave("0", "e1", field("1", "2")), wave("1", "e2", "")), ""},
		"values that follow each other":   {report("r", wave("0", "e1", field("1", "2")), wave("1", "e2", field("2", "1"))), ""},
		"values that do not": {
			report("r", wave("0", "e1", field("1", "2")), wave("1", "e2", ""), wave("2", "e3", field("7", "8"))),
			`waves[2].changes[0]: found another value before it than wave 0 has left, expected the values to follow each other (CR-69)`,
		},
		"a note created twice": {
			report("r", wave("0", "e1", note("create")+", "+note("create"))),
			`waves[0].changes[1]: found the same operation on the note once more in this wave, expected it once (CR-64)`,
		},
		"a note created and deleted": {
			report("r", wave("0", "e1", note("create")+", "+note("hard_delete"))),
			`waves[0].changes[1]: found a note that this wave has created, deleted, expected neither of them (CR-64)`,
		},
		"a report twice": {report("r", wave("0", "e1", field("1", "2"))) + report("r", wave("0", "e1", field("1", "2"))), ""},
		"two reports of one id": {
			report("r", wave("0", "e1", field("1", "2"))) + report("r", wave("0", "e1", field("1", "3"))),
			`line 2, run_id: found "r", which another report at hand has, with other contents, expected an id of its own (CR-80)`,
		},
		"two events of one id": {
			event("e1", "user", "x") + event("e1", "user", "y"),
			`line 2, event_id: found "e1", which another event at hand has, with other contents, expected an id of its own (MN-136)`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			var found []string
			for _, f := range Check(File{"f", []byte(tc.text)}) {
				found = append(found, f.String())
			}
			if got := strings.TrimPrefix(strings.Join(found, "\n"), "f: "); got != tc.want {
				t.Errorf("found %q, not %q", got, tc.want)
			}
		})
	}
}

func TestWhatIsNoDocumentIsFound(t *testing.T) {
	for name, text := range map[string]string{
		"nothing": "", "blanks": " \n", "a number": "1", "a list": "[]", "an empty object": "{}", "half": `{"run_id": "`, "a comma": `{"run_id": 1,}`,
		"no UTF-8": "{\"run_id\": \"\xff\"}", "deep": strings.Repeat("[", 5_000_000), "deep objects": strings.Repeat(`{"a":`, 100_000), "a byte order mark": "\ufeff{}",
		"NUL": "\x00", "huge": strings.Repeat(" ", MaxBytes+1), "a huge number": `{"waves": [{"index": 1e` + strings.Repeat("9", 1_000_000) + `}]}`,
		"many faults": `{"waves": [` + strings.Repeat("0,", 100_000) + `0]}`,
	} {
		found := Check(File{"f.json", []byte(text)})
		if len(found) == 0 || len(found) > maxFindings+1 {
			t.Errorf("%s: %d findings", name, len(found))
		}
		for _, f := range found {
			if line := f.String(); len(line) > 500 || strings.ContainsAny(line, "\n\x00") {
				t.Errorf("%s: %q", name, line)
			}
		}
	}
}

package run

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/google/go-cmp/cmp"
	"rtut/run/record"
)

var update = flag.Bool("update", false, "write golden files instead of comparing with them")

// golden compares got with a file in testdata.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got; -update writes it):\n%s", path, diff)
	}
}

// tablePack has an item of each kind.
const tablePack = `
schema: runbook-pack/v0.2
id: table
title: Table
defaults: { timeout: 10m, on_timeout: push-through }
steps:
  - { id: read, title: Read, effect: read-only, idempotent: true, command: date, execute: auto, verify: { kind: exit-code, command: 'true' }, rollback: { instruction: Forget it } }
  - { id: cut, title: Cut, effect: irreversible, confirm: cut, command: date, execute: auto, verify: { kind: exit-code, command: 'true' }, rollback: { instruction: Mend it } }
stages:
  - { id: decide, title: Decide, gates: [{ id: go, title: Go, waivable: true, checks: [{ id: said, kind: exit-code, command: 'true' }] }] }
`

// journey plays actions one after the other and returns the record that they lead to.
type journey struct {
	t   *testing.T
	rec *record.Record
	now time.Time
}

func (j *journey) do(by Actor, acts ...Action) *journey {
	j.t.Helper()
	for _, act := range acts {
		if v, ok := act.(Verify); ok && v.Intent < 0 {
			v.Intent = j.rec.Intent(v.Item).Seq
			act = v
		}
		next, _, err := Transition(load(j.t, tablePack), j.rec, by, act, j.now)
		if err != nil {
			j.t.Fatal(err)
		}
		j.rec = next
	}
	return j
}

// verifyWith is a verification whose command ended with a code.
func verifyWith(id, check string, code int) []Action {
	return []Action{
		Begin{Item: id, Host: "db3", PID: 1},
		Verify{Item: id, Intent: -1, Observed: map[string]Observation{check: {Attempts: 1, ExitCode: code}}},
	}
}

func TestTransitionTable(t *testing.T) {
	ana, auto := Actor{Name: "ana"}, Actor{Auto: true}
	begun := func() *journey { return &journey{t, begin(t, load(t, tablePack)), dawn} }
	var out bytes.Buffer
	for _, id := range []string{"read", "cut"} {
		phrase := map[string]string{"cut": "cut"}[id]
		running := func() *journey { return begun().do(ana, Start{Item: id, Phrase: phrase}) }
		verified := func(code int) *journey { return running().do(ana, verifyWith(id, "", code)...) }
		executed := func() *journey { return running().do(ana, Execute{Item: id, Host: "db3", PID: 1}) }
		result := func(j *journey, seen Observation) *record.Record {
			return j.do(ana, Execute{Item: id, Execution: j.rec.Execution(id).Seq, Observed: seen}).rec
		}
		settled := func(ran bool) *record.Record {
			return executed().do(ana, Settle{Item: id, Ran: ran, Reason: "seen"}).rec
		}
		alone := func(allowed bool) *journey {
			return begun().do(ana, SwitchMode{To: record.AutoConfirm, Preauthorize: []Wanted{{"cut", "cut"}}, AllowExecute: allowed}).do(auto, Start{Item: id})
		}
		aloneBegun := func() *journey { return alone(true).do(auto, Execute{Item: id, Host: "db3", PID: 1}) }
		aloneEnded := func(seen Observation) *record.Record {
			j := aloneBegun()
			return j.do(auto, Execute{Item: id, Execution: j.rec.Execution(id).Seq, Observed: seen}).rec
		}
		states := []struct {
			name string
			rec  *record.Record
		}{
			{"todo", begun().rec},
			{"running", running().rec},
			{"running, interrupted", running().do(ana, Begin{Item: id, Host: "db3", PID: 1}).rec},
			{"running, check passed", verified(0).rec},
			{"running, check failed", verified(1).rec},
			{"running, execution unknown", executed().rec},
			{"running, executed", result(executed(), Observation{})},
			{"running, executed, exit code 1", result(executed(), Observation{ExitCode: 1})},
			{"running, execution not started", result(executed(), Observation{NotStarted: true, Problem: "no shell"})},
			{"running, settled: ran", settled(true)},
			{"running, settled: did not run", settled(false)},
			{"running, unknown, check passed", executed().do(ana, verifyWith(id, "", 0)...).rec},
			{"failed, execution unknown", executed().do(ana, Fail{Item: id, Reason: "broke"}).rec},
			{"done", verified(0).do(ana, Complete{Item: id}).rec},
			{"failed", running().do(ana, Fail{Item: id, Reason: "broke"}).rec},
			{"pushed", pushed(t, id).rec},
			{"todo, auto-confirm", begun().do(ana, SwitchMode{To: record.AutoConfirm}).rec},
			{"todo, pre-authorised", begun().do(ana, SwitchMode{To: record.AutoConfirm, Preauthorize: []Wanted{{"cut", "cut"}}}).rec},
			{"running, started by auto-confirm", alone(false).rec},
			{"running, execution allowed", alone(true).rec},
			{"running, allowed, taken over", alone(true).do(ana, SwitchMode{To: record.ManualMode}).rec},
			{"running, allowed, handed over", alone(true).do(ana, HandOver{To: "ben", Reason: "shift"}).rec},
			{"running, executed by auto-confirm", aloneEnded(Observation{})},
			{"running, executed by auto-confirm, exit code 1", aloneEnded(Observation{ExitCode: 1})},
			{"running, execution by auto-confirm unknown", aloneBegun().rec},
			{"finished run", begun().do(ana, Finalize{Outcome: record.Abandoned}).rec},
		}
		if id == "read" {
			states = append(states, struct {
				name string
				rec  *record.Record
			}{"skipped", begun().do(ana, Skip{Item: id, Reason: "why not"}).rec})
		}
		fmt.Fprintf(&out, "%s\n\n", map[string]string{"read": "A read-only, idempotent step", "cut": "An irreversible step that is not idempotent"}[id])
		table(&out, func(row func(cells ...string)) {
			row("state", "start", "start by auto-confirm", "begin", "verify", "done", "fail", "retry", "redo", "skip", "waive", "timeout", "rollback", "execute", "execute, acknowledged", "execute by auto-confirm", "its result", "settle")
			for _, s := range states {
				row(append([]string{s.name}, tried(s.rec, id, []tryout{
					{ana, Start{Item: id, Phrase: phrase}},
					{auto, Start{Item: id}},
					{ana, Begin{Item: id, Host: "db3", PID: 2}},
					{ana, Verify{Item: id, Intent: seqOf(s.rec, id), Observed: map[string]Observation{"": {Attempts: 1}}}},
					{ana, Complete{Item: id}},
					{ana, Fail{Item: id, Reason: "broke"}},
					{ana, RetryStep{Item: id}},
					{ana, Redo{Item: id, Reason: "again", AcknowledgePartial: true}},
					{ana, Skip{Item: id, Reason: "not now"}},
					{ana, Waive{Item: id, Reason: "not now"}},
					{auto, Timeout{Item: id}},
					{ana, RollBack{Item: id}},
					{ana, Execute{Item: id, Host: "db3", PID: 2}},
					{ana, Execute{Item: id, Host: "db3", PID: 2, AcknowledgePartial: true}},
					{auto, Execute{Item: id, Host: "db3", PID: 2}},
					{ana, Execute{Item: id, Execution: max(1, executionSeq(s.rec, id))}},
					{ana, Settle{Item: id, Ran: true, Reason: "seen"}},
				})...)...)
			}
		})
	}
	gateTable(t, &out, begun)
	golden(t, "transitions.golden", out.Bytes())
}

// pushed is a run in which auto-confirm has passed over an item.
func pushed(t *testing.T, id string) *journey {
	ana, auto := Actor{Name: "ana"}, Actor{Auto: true}
	j := (&journey{t, begin(t, load(t, tablePack)), dawn}).do(ana, SwitchMode{To: record.AutoConfirm, Preauthorize: []Wanted{{"cut", "cut"}}})
	check := ""
	if id == "go" {
		check = "said"
	} else {
		j.do(auto, Start{Item: id})
	}
	j.do(auto, verifyWith(id, check, 1)...)
	j.now = dawn.Add(time.Hour)
	j.do(auto, verifyWith(id, check, 1)...)
	return j.do(auto, Timeout{Item: id}).do(ana, SwitchMode{To: record.ManualMode})
}

func gateTable(t *testing.T, out *bytes.Buffer, begun func() *journey) {
	ana, auto, id := Actor{Name: "ana"}, Actor{Auto: true}, "go"
	states := []struct {
		name string
		rec  *record.Record
	}{
		{"open", begun().rec},
		{"open, interrupted", begun().do(ana, Begin{Item: id, Host: "db3", PID: 1}).rec},
		{"passed", begun().do(ana, verifyWith(id, "said", 0)...).rec},
		{"failed", begun().do(ana, verifyWith(id, "said", 1)...).rec},
		{"failed, auto-confirm", begun().do(ana, SwitchMode{To: record.AutoConfirm}).do(auto, verifyWith(id, "said", 1)...).rec},
		{"failed, auto-confirm, twice", begun().do(ana, SwitchMode{To: record.AutoConfirm}).do(auto, verifyWith(id, "said", 1)...).do(auto, verifyWith(id, "said", 1)...).rec},
		{"waived", begun().do(ana, Waive{Item: id, Reason: "why not"}).rec},
		{"pushed", pushed(t, id).rec},
		{"finished run", begun().do(ana, Finalize{Outcome: record.Abandoned}).rec},
	}
	fmt.Fprint(out, "A waivable gate\n\n")
	table(out, func(row func(cells ...string)) {
		row("state", "start", "begin", "verify, passing", "verify, failing", "done", "fail", "retry", "redo", "skip", "waive", "timeout")
		for _, s := range states {
			row(append([]string{s.name}, tried(s.rec, id, []tryout{
				{ana, Start{Item: id}},
				{ana, Begin{Item: id, Host: "db3", PID: 2}},
				{ana, Verify{Item: id, Intent: seqOf(s.rec, id), Observed: map[string]Observation{"said": {Attempts: 1}}}},
				{ana, Verify{Item: id, Intent: seqOf(s.rec, id), Observed: map[string]Observation{"said": {Attempts: 1, ExitCode: 1}}}},
				{ana, Complete{Item: id}},
				{ana, Fail{Item: id, Reason: "broke"}},
				{ana, RetryStep{Item: id}},
				{ana, Redo{Item: id, Reason: "again", AcknowledgePartial: true}},
				{ana, Skip{Item: id, Reason: "not now"}},
				{ana, Waive{Item: id, Reason: "not now"}},
				{auto, Timeout{Item: id}},
			})...)...)
		}
	})
}

// seqOf is the intent that stands for an item; where none does, none is given, and what was observed counts for nothing.
func seqOf(rec *record.Record, id string) int {
	if i := rec.Intent(id); i != nil {
		return i.Seq
	}
	return 0
}

// executionSeq is the execution that an item has; 0 for none.
func executionSeq(rec *record.Record, id string) int {
	if e := rec.Execution(id); e != nil {
		return e.Seq
	}
	return 0
}

type tryout struct {
	by  Actor
	act Action
}

// tried says for each action what the item becomes, or which rule refuses it.
func tried(rec *record.Record, id string, tries []tryout) []string {
	p := load(&testing.T{}, tablePack)
	var cells []string
	for _, try := range tries {
		after, events, err := Transition(p, rec, try.by, try.act, dawn.Add(2*time.Hour))
		var refusal *Refusal
		switch {
		case errors.As(err, &refusal):
			cells = append(cells, "- "+string(refusal.Code))
		case err != nil:
			cells = append(cells, err.Error())
		case len(after.Deviations) > len(rec.Deviations):
			cells = append(cells, string(events[len(events)-1].To)+" + deviation")
		default:
			cells = append(cells, string(after.State(id)))
		}
	}
	return cells
}

// table writes aligned columns.
func table(out *bytes.Buffer, fill func(row func(cells ...string))) {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fill(func(cells ...string) {
		for i, cell := range cells {
			if i > 0 {
				fmt.Fprint(w, "\t")
			}
			fmt.Fprint(w, cell)
		}
		fmt.Fprintln(w)
	})
	w.Flush()
	fmt.Fprintln(out)
}

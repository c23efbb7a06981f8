package run

import (
	"strings"
	"testing"
	"time"

	"rtut/pack"
)

// with loads a pack with one rule in its text replaced.
func with(t *testing.T, text, rule, instead string) *pack.Pack {
	t.Helper()
	if !strings.Contains(text, rule) {
		t.Fatalf("the pack has no %q", rule)
	}
	return load(t, strings.Replace(text, rule, instead, 1))
}

// after returns an engine that does something to every record that it returns.
func after(p *pack.Pack, spoil func(before, rec *Record)) engine {
	return func(rec *Record, by Actor, act Action, now time.Time) (*Record, []Event, error) {
		next, events, err := Transition(p, rec, by, act, now)
		if next != nil {
			spoil(rec, next)
		}
		return next, events, err
	}
}

// The walk over every state would be worth nothing if it let a broken engine pass: each rule is broken in turn, and the
// walk must say so.
func TestWalkCatchesAnEngineWithoutARule(t *testing.T) {
	for name, tc := range map[string]struct{ pack, rule, instead, want string }{
		"preconditions":   {"produced value", ", requires: [look]", "", "is unmet"},
		"uses":            {"produced value", ", uses: [lag], idempotent: true, verify: { kind: expression, expr: lag < 10 }", "", "unmet"},
		"phrase":          {"v0.1", "effect: irreversible, confirm: drop it, ", "", "started by"},
		"evidence":        {"v0.1", ", evidence: [{ id: ticket, title: Ticket }]", "", "without evidence ticket"},
		"produced values": {"when", "produces: [up], ", "", "has no value"},
		"manual-only":     {"manual-only", ", auto_confirm: manual-only", "", "which is manual-only"},
		"verify command":  {"v0.1", ", verify: { kind: exit-code, command: 'true' }", "", "passed by nothing that was seen"},
		"skipping":        {"produced value", "title: Act,", "title: Act, effect: read-only,", "act was skipped"},
		"waiving":         {"alternatives", "title: End,", "title: End, waivable: true,", "end was waived"},
		"retrying":        {"v0.1", "title: Drop,", "title: Drop, idempotent: true,", "drop was retried without acknowledgement"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lax := with(t, walkPacks[tc.pack], tc.rule, tc.instead)
			err := newWalker(load(t, walkPacks[tc.pack]), honest(lax)).walk(begin(t, lax))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an error that says %q", err, tc.want)
			}
		})
	}
}

func TestWalkCatchesAnEngineThatSpoilsRecords(t *testing.T) {
	for name, tc := range map[string]struct {
		spoil func(before, rec *Record)
		want  string
	}{
		"a state without an event":  {func(_, rec *Record) { rec.Steps["look"].State = Done }, "look is done without"},
		"a deviation is dropped":    {func(_, rec *Record) { rec.Deviations = nil }, "replayed"},
		"an event is dropped":       {func(_, rec *Record) { rec.Events = rec.Events[:len(rec.Events)-1] }, "replayed"},
		"a revision is not counted": {func(before, rec *Record) { rec.Revision = before.Revision }, "does not count"},
		"a finished run opens again": {func(before, rec *Record) {
			if before.Finished() {
				rec.Outcome = nil
			}
		}, "changed more than the feedback"},
		"the input is changed": {func(before, _ *Record) { before.PackPath = "elsewhere" }, "changed its input"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := load(t, walkPacks["v0.1"])
			if name == "a deviation is dropped" {
				p = load(t, walkPacks["gate, datapoint and phrase"])
			}
			err := newWalker(p, after(p, tc.spoil)).walk(begin(t, p))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an error that says %q", err, tc.want)
			}
		})
	}
}

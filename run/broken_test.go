package run

import (
	"slices"
	"strings"
	"testing"
	"time"

	"rtut/pack"
	"rtut/run/record"
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
func after(p *pack.Pack, spoil func(before, rec *record.Record)) engine {
	return func(rec *record.Record, by Actor, act Action, now time.Time) (*record.Record, []record.Event, error) {
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
		"evidence":        {"v0.1", "{ id: ticket, title: Ticket }", "{ id: who, title: Who }", "without evidence ticket"},
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
		spoil func(before, rec *record.Record)
		want  string
	}{
		"a state without an event":  {func(_, rec *record.Record) { rec.Steps["look"].State = record.Done }, "look is done without"},
		"a deviation is dropped":    {func(_, rec *record.Record) { rec.Deviations = nil }, "replayed"},
		"an event is dropped":       {func(_, rec *record.Record) { rec.Events = rec.Events[:len(rec.Events)-1] }, "replayed"},
		"a revision is not counted": {func(before, rec *record.Record) { rec.Revision = before.Revision }, "does not count"},
		"a finished run opens again": {func(before, rec *record.Record) {
			if before.Finished() {
				rec.Outcome = nil
			}
		}, "changed more than the feedback"},
		"the input is changed": {func(before, _ *record.Record) { before.PackPath = "elsewhere" }, "changed its input"},
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

// Each rule about what auto-confirm may do by itself is broken in turn, too.
func TestWalkCatchesAutoConfirmThatGoesTooFar(t *testing.T) {
	lax := func(text, rule, instead string) func(*testing.T) (*pack.Pack, engine) {
		return func(t *testing.T) (*pack.Pack, engine) {
			p := with(t, text, rule, instead)
			return p, honest(p)
		}
	}
	changed := func(name string, change func(rec *record.Record, by Actor, act Action)) func(*testing.T) (*pack.Pack, engine) {
		return func(t *testing.T) (*pack.Pack, engine) {
			p := load(t, walkPacks[name])
			return p, func(rec *record.Record, by Actor, act Action, now time.Time) (*record.Record, []record.Event, error) {
				rec = rec.Clone()
				change(rec, by, act)
				return Transition(p, rec, by, act, now)
			}
		}
	}
	byAuto := func(text, rule string) func(*testing.T) (*pack.Pack, engine) {
		return func(t *testing.T) (*pack.Pack, engine) {
			p, without := load(t, text), with(t, text, rule, "")
			return p, func(rec *record.Record, by Actor, act Action, now time.Time) (*record.Record, []record.Event, error) {
				if _, judges := act.(Verify); by.Auto && judges {
					rec = rec.Clone()
					rec.Items = without.ItemDigests()
					return Transition(without, rec, by, act, now)
				}
				return Transition(p, rec, by, act, now)
			}
		}
	}
	const gated = "gate, datapoint and phrase"
	for name, tc := range map[string]struct {
		pack   string
		engine func(*testing.T) (*pack.Pack, engine)
		want   string
	}{
		"what is rendered": {
			gated, lax(walkPacks[gated], "'cut at {{ lag }}', command: 'cut {{ lag }}'", "'cut at 3', command: cut"), "which was pre-authorised as",
		},
		"one start": {"manual-only", changed("manual-only", func(rec *record.Record, by Actor, act Action) {
			if _, starts := act.(Start); starts && by.Auto {
				for i := range rec.Authority {
					rec.Authority[i].Ended = nil
				}
			}
		}), "without pre-authorisation"},
		"nothing given": {"manual-only", changed("manual-only", func(rec *record.Record, by Actor, act Action) {
			if start, ok := act.(Start); ok && by.Auto && start.Item == "seal" && rec.Authority == nil {
				seal := load(t, walkPacks["manual-only"]).Step("seal")
				words := wordsSum(seal, &seal.Alternatives[0], rec, nil)
				rec.Authority = []record.Preauthorization{{Given: 1, Step: "seal", Digest: pack.Digest("seal", "", ""), Words: words, AuthorizedBy: "ana"}}
			}
		}), "without pre-authorisation"},
		"questions of a person's step": {"manual-only", changed("manual-only", func(rec *record.Record, by Actor, _ Action) {
			if c := rec.Steps["seal"].Confirmation; c != nil && by.Auto {
				seal := *rec.Steps["seal"]
				seal.Confirmation = &record.Confirmation{CommandDigest: c.CommandDigest, Given: 1}
				rec.Steps["seal"] = &seal
			}
		}), "auto-confirm answered for seal, which ana started"},
		"evidence of a step": {"alternatives", byAuto(walkPacks["alternatives"], "    evidence: [{ id: who, title: Who }]\n"), "went on with fence, which declares evidence"},
		"two failures": {"push-through", changed("push-through", func(rec *record.Record, _ Actor, act Action) {
			if _, ok := act.(Timeout); ok {
				rec.Events = append(slices.Clip(rec.Events), rec.Events[len(rec.Events)-1])
			}
		}), "was given up after 1 failures"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			born, broken := tc.engine(t)
			err := newWalker(load(t, walkPacks[tc.pack]), broken).walk(begin(t, born))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an error that says %q", err, tc.want)
			}
		})
	}
}

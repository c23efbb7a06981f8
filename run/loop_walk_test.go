package run

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"rtut/run/record"
)

// loopPack has a loop between two steps, one on a stage with a gate, and a gate over all.
const loopPack = `
schema: runbook-pack/v0.2
id: looping
title: Looping
params: [{ id: members, type: list, items: string, %[1]s }]
datapoints: [{ id: lag, type: int, each: member }]
order: sequential
steps:
  - { id: look, title: Look, effect: read-only }
  - { id: restart, for_each: { member: members, empty: true }, title: 'Restart {{ member }}', effect: irreversible, confirm: 'restart {{ member }}', produces: [lag], idempotent: true }
  - { id: tell, title: Tell, when: "all(members, lag[#] < 10)", effect: read-only }
stages:
  - id: after
    for_each: { member: members, empty: true }
    steps: [{ id: greet, title: 'Greet {{ member }}', effect: read-only }]
    gates: [{ id: met, title: Met, waivable: true, checks: [{ id: low, kind: expression, expr: lag < 10 }] }]
`

// The walk over every state with loops of 0, 1 and 3 elements. The engine is given the template, and the pack that is written out: both
// do the same.
func TestEveryReachableStateOfLoopsKeepsTheRules(t *testing.T) {
	if underRace {
		t.Skip("the race detector makes this walk take many minutes; it runs without")
	}
	for _, list := range []string{"required: false", "default: [m1]", "default: [m1, M2, m3]"} {
		t.Run(list, func(t *testing.T) {
			t.Parallel()
			template := load(t, fmt.Sprintf(loopPack, list))
			first := begin(t, template)
			p, err := Follow(template, first)
			if err != nil {
				t.Fatal(err)
			}
			w := newWalker(p, func(rec *record.Record, by Actor, act Action, now time.Time) (*record.Record, []record.Event, error) {
				after, events, err := Transition(p, rec, by, act, now)
				again, _, refused := Transition(template, rec, by, act, now)
				if fmt.Sprint(err) != fmt.Sprint(refused) || (after == nil) != (again == nil) || after != nil && !bytes.Equal(encoded(after), encoded(again)) {
					t.Errorf("%s %+v: written out: %v, the template: %v", act.Verb(), act, err, refused)
				}
				return after, events, err
			})
			w.most = 100
			if err := w.walk(first); err != nil {
				t.Error(err)
			}
			if w.applied == 0 {
				t.Error("nothing was carried out")
			}
			t.Logf("%d states, %d actions carried out, %d refused", len(w.seen), w.applied, w.refused)
		})
	}
}

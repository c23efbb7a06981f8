package report

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rtut/run"
	"rtut/run/record"
)

const inOrder = `schema: runbook-pack/v0.2
id: order
title: In order
order: sequential
steps:
  - { id: a, title: A, expected: 2m, verify: { kind: manual, prompt: It is so. } }
  - { id: b, title: B, effect: reversible }
gates:
  - { id: go, title: Go, waivable: true, checks: [{ id: lead, kind: manual, prompt: The lead said go. }] }
`

// played is a run in which a minute passes between any two actions, and before one of them the clock is set by some time.
func played(t *testing.T, at int, back time.Duration) *play {
	p := beginText(t, inOrder, nil)
	for i, act := range []run.Action{
		run.Start{Item: "a"},
		run.Complete{Item: "a", Answers: run.Answers{Confirm: true}},
		run.Start{Item: "b"},
		run.Fail{Item: "b", Reason: "it broke"},
		run.RetryStep{Item: "b", AcknowledgePartial: true},
		run.Start{Item: "b"},
		run.Complete{Item: "b", Answers: run.Answers{Confirm: true}},
		run.Waive{Item: "go", Reason: "late"},
		run.Finalize{Outcome: record.Succeeded},
	} {
		if p.after(time.Minute); i == at {
			p.now = p.now.Add(-back)
		}
		p.does(act)
	}
	return p
}

// TestTheOrderIsThatOfTheEvents: a clock that goes back makes nobody a cheat and no timeline empty. What differs from a run whose clock
// went on is the minute that it did not show, and the moments.
func TestTheOrderIsThatOfTheEvents(t *testing.T) {
	steady := Of(played(t, -1, 0).pack, played(t, -1, 0).rec, dawn)
	for at := range 9 {
		for _, back := range []time.Duration{65 * time.Second, time.Hour, 400 * 24 * time.Hour} {
			p := played(t, at, back)
			r := Of(p.pack, p.rec, p.now)
			if diff := cmp.Diff(told(steady), told(r)); diff != "" {
				t.Errorf("set back by %s before action %d:\n%s", back, at, diff)
			}
			if lost := steady.Result.Seconds - r.Result.Seconds; lost != 60 {
				t.Errorf("set back by %s before action %d: %g s are lost, of a minute that the clock did not show", back, at, lost)
			}
			if len(r.ClockSteps) != 1 || r.ClockSteps[0].Seconds != (back-time.Minute).Seconds() {
				t.Errorf("set back by %s before action %d: %+v", back, at, r.ClockSteps)
			}
			if chart := newChart(r); len(chart.Rows) != 3 || len(chart.Ticks) == 0 || !strings.HasPrefix(chart.Ticks[0].Label, "+") {
				t.Errorf("set back by %s before action %d: the timeline is %+v", back, at, chart)
			}
		}
	}
	p := played(t, 3, time.Hour)
	page := string(htmlOf(t, Of(p.pack, p.rec, p.now)))
	const said = `The clock went back 59 min at event 6, from <time datetime="2026-11-30T00:48:12.123456Z">2026-11-30 00:48:12</time> to `
	if !strings.Contains(page, said) {
		t.Errorf("the page does not say: %s", said)
	}
}

// told is what a report says of the order.
func told(r Report) []string {
	var all []string
	for _, row := range r.Plan {
		place := 0
		if row.Done != nil {
			place = row.Done.Position
		}
		all = append(all, row.Item, strings.Join(row.Differences, ", "), string(rune('0'+place)))
	}
	last := -1.0
	for _, s := range r.Timeline.Spells {
		if s.AfterSeconds < last || s.Seconds < 0 {
			all = append(all, "out of order")
		}
		last = s.AfterSeconds
	}
	for _, d := range r.Detours {
		all = append(all, string(d.Kind))
	}
	return all
}

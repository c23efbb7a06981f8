package tui

import (
	"testing"
	"time"

	"rtut/run"
	"rtut/run/record"
)

// lagPack has a gate that judges a value which ages.
const lagPack = `schema: runbook-pack/v0.2
id: lag
title: Judge the lag
datapoints:
  - { id: lag, title: Lag, type: int, unit: bytes, max_age: 5m }
  - { id: quota, title: Quota, type: int, initial: 16777216 }
steps:
  - id: measure
    title: Measure the lag
    effect: read-only
    produces: [lag]
    verify: { kind: manual, prompt: It is measured. }
gates:
  - id: go
    title: Go or no-go
    uses: [lag]
    evidence: [{ id: lead, title: Incident lead }]
    checks:
      - { id: small, kind: expression, expr: lag < quota * 0.8 }
      - { id: said, kind: manual, prompt: The lead said go. }
  - id: other
    title: Not now
    checks: [{ id: said, kind: manual, prompt: It is. }]
`

func TestGateShowsTheValuesThatItJudgesBeforeAnybodyIsAsked(t *testing.T) {
	onTable(t, lagPack, 80, 24, func(b *bench) {
		b.newRun(run.New{Context: record.Context{Environment: "rehearsal"}})
		b.meanwhile(run.Start{Item: "measure"})
		b.meanwhile(run.Verify{Item: "measure", Answers: run.Answers{Pass: []string{""}}})
		b.meanwhile(run.Complete{Item: "measure", Set: map[string]string{"lag": "48000000"}})
		b.clock = b.clock.Add(3*time.Minute + 12*time.Second)
		b.open()
		for _, key := range []string{"enter", "v"} {
			b.press("n", key)
			b.shows("now ✗ lag 48000000 < quota * 0.8 = 13421772.8 is false", "lag 48000000 bytes (45.8 MiB), 3m1", "old, good for 1m4")
		}
		b.shows("Evidence for go")
		b.press("esc", "2")
		b.shows("48000000 bytes (45.8 MiB)", ", good 1m4")
		b.clock = b.clock.Add(time.Hour)
		b.second()
		b.shows("1h03m, too old")
		b.press("1")
		b.press("/")
		b.write("measure")
		b.press("enter", "enter")
		b.shows("lag, which it produced, is too old by now: R does the step again")
		b.press("esc")
		b.shows("… lag is too old")
	})
}

func TestReferencePackShowsItsReferenceFirst(t *testing.T) {
	onTable(t, "schema: runbook-pack/v0.2\nid: wiki\ntitle: The old page\nkind: reference\nsource: https://wiki.example.com/restore\nsummary: How a restore goes.\n", 80, 24, func(b *bench) {
		b.shows("→ https://wiki.example.com/restore", "How a restore goes.")
		b.showsNot("New run")
		b.press("c")
		b.shows("it was sent to the terminal's clipboard")
		if len(b.sent) != 1 {
			t.Errorf("copied %v", b.sent)
		}
	})
}

func TestKeyLineNeverCutsALabel(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.press("s")
		b.shows("Space do the next thing  v verify  d done  f fail  q leave")
		b.showsNot("~")
	})
}

package run

import (
	"testing"
	"time"

	"pgregory.net/rapid"
	"rtut/run/record"
)

// clockSteps are what may lie between two looks at a clock: nothing, a moment, an hour either way as a clock that is set
// again or a machine on local time does twice a year.
var clockSteps = []time.Duration{0, 0, time.Microsecond, time.Second, time.Hour, -time.Hour, -time.Second}

// TestWhateverTheClockDoesOrderStays walks through drawn packs while the clock jumps. The rules must hold at every step, events
// keep the order in which they were made, the record proves itself, and no view counts backwards.
func TestWhateverTheClockDoesOrderStays(t *testing.T) {
	if underRace {
		t.Skip("walks through many states; nothing in it is concurrent")
	}
	t.Parallel()
	back := 0
	rapid.Check(t, func(t *rapid.T) {
		p := loadDrawn(t, drawPack(t))
		if p == nil {
			t.Skip("a cycle was drawn")
		}
		c := checker{pack: p, oracle: newOracle(p)}
		rec, now := begin(t, p), dawn
		kept := begin(t, p) // the same run as the store has it, with its chain
		data := stored(t, kept)
		for range 30 {
			now = now.Add(rapid.SampledFrom(clockSteps).Draw(t, "step"))
			move := rapid.SampledFrom(moves(p, rec)).Draw(t, "move")
			after, events, err := Transition(p, rec, move.by, move.act, now)
			if broken := c.check(rec, move.by, move.act, now, after, events, err); broken != nil {
				t.Fatal(broken)
			}
			if after != nil && after.Outcome == nil {
				rec = after
				if kept, _, _ = Transition(p, kept, move.by, move.act, now); kept == nil {
					t.Fatalf("%s is refused where there is a chain", move.act.Verb())
				}
				data = stored(t, kept)
			}
		}
		ordered(t, rec)
		if last := rec.Events[len(rec.Events)-1]; last.At.Before(rec.CreatedAt.Time) {
			back++
		}
		if found := record.Audit(data, ""); found.Verdict != record.VerdictUnfinished {
			t.Fatalf("audit: %+v", found)
		}
		if status := NewView(p, rec, now).Status(); status.LastEvent.Seq != len(rec.Events) {
			t.Fatalf("the last event is %d of %d", status.LastEvent.Seq, len(rec.Events))
		}
	})
	t.Logf("%d runs ended before they began", back)
}

// stored is a record as it is written, which adds to its chain.
func stored(t *rapid.T, rec *record.Record) []byte {
	data, err := rec.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func ordered(t *rapid.T, rec *record.Record) {
	for i, e := range rec.Events {
		if e.Seq != i+1 {
			t.Fatalf("event %d has the number %d", i+1, e.Seq)
		}
	}
}

package run_test

import (
	"context"
	"testing"
	"time"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
	"rtut/run/store"
)

var limitSentences = []sentence{
	{"R270 limits are not overridden", limitsAreNotOverridden},
	{"R271 auto-confirm begins nothing after its time", autoConfirmEndsInTime},
	{"R272 steps running at once", inV02(limited("parallel: 1"), stepsAtOnce)},
	{"R273 runs in 24 hours", runsInADay},
	{"R274 starts in a run", inV02(limited("starts: 3"), startsOfARun)},
	{"R275 retries of a step", inV02(limited("retries: 2"), retriesOfAStep)},
	{"R276 bytes of what a step produces", inV02(limited("result_bytes: 5"), bytesOfAStep)},
}

// limited is a pack with a limit, of steps that wait for nothing.
func limited(limit string) string {
	return `
limits: { ` + limit + ` }
datapoints: [{ id: need, title: Need, type: bool, initial: false }, { id: name, title: Name, type: string }, { id: also, title: Also, type: list, items: string }]
stages:
  - id: all
    title: All
    order: parallel
    steps:
      - { id: one, title: One, idempotent: true }
      - { id: two, title: Two, idempotent: true, produces: [name, also] }
      - { id: idle, title: Idle, effect: read-only, when: need }
      - { id: look, title: Look, effect: read-only, verify: { kind: exit-code, command: look } }
`
}

func limitsAreNotOverridden(t *testing.T) {
	p := begin(t, packText("v0.2", limited("parallel: 1")))
	p.does(run.Start{Item: "one"})
	over := &run.Override{Reason: "now", AcknowledgeRisk: true}
	p.refuses(run.LimitReached, run.Start{Item: "two", Override: over})
}

func autoConfirmEndsInTime(t *testing.T) {
	p := begin(t, packText("v0.2", limited("run: 1h, report: 5m")), autoConfirmed())
	p.now = p.now.Add(time.Hour)
	p.ticksTo(run.TickActed)
	p.in("one", record.Done)
	p.now = p.now.Add(time.Second)
	tick := p.ticks()
	p.wants("result", run.TickWaiting, tick.Result)
	p.wants("reason", []string{"the run began more than 1h ago (limits.run), and auto-confirm begins nothing after that"}, tick.WaitsFor)
	auto := run.Actor{Auto: true}
	for _, act := range []run.Action{run.Start{Item: "look"}, run.Begin{Item: "look"}, run.Execute{Item: "look"}, run.Verify{Item: "look"}} {
		_, _, err := run.Transition(p.pack, p.rec, auto, act, p.now)
		p.isRefused(run.LimitReached, err)
	}
	p.does(run.SwitchMode{To: record.ManualMode}, run.Start{Item: "look"}) // a person goes on
}

func stepsAtOnce(p *play) {
	p.does(run.Start{Item: "one"})
	refusal := p.refuses(run.LimitReached, run.Start{Item: "two"})
	p.wants("refusal", "two: 1 of at most 1 steps are running (limits.parallel): one. Complete or fail one first", refusal.Error())
	p.does(run.Start{Item: "idle"}) // it was not needed, so it never runs
	p.does(run.Complete{Item: "one", Answers: run.Answers{Confirm: true}}, run.Start{Item: "two"}, run.Fail{Item: "two", Reason: "it broke"}, run.Start{Item: "look"})
}

func runsInADay(t *testing.T) {
	text := packText("v0.2", limited("runs_per_day: 1"))
	p := &play{t: t, pack: parsePack(t, text), now: dawn, by: run.Actor{Name: "ana"}}
	full := p.birth(func(n *run.New) { n.Recent = 1 })
	p.wants("refusal", "1 of at most 1 runs of this pack began in the last 24 hours (limits.runs_per_day). Wait, or raise the limit in the pack",
		p.refuses(run.LimitReached, full).Error())
	for name, kept := range map[string]run.Store{"files": store.NewFile(t.TempDir()), "memory": &store.Mem{}} {
		t.Run(name, func(t *testing.T) {
			at := dawn
			session := &run.Session{Pack: p.pack, Store: kept, Clock: func() time.Time { return at }, By: "ana", PackRevision: func() (pack.Revision, error) { return pack.Revision{}, nil }}
			id := func(n string) run.New {
				return run.New{RunID: "20261130T004512.12345" + n + "Z-9f2c4a", PackPath: "packs/drill/pack.yaml"}
			}
			_, err := session.New(context.Background(), id("1"))
			p.wants("the first run", nil, err)
			at = dawn.Add(24*time.Hour - time.Second)
			_, err = session.New(context.Background(), id("2"))
			p.isRefused(run.LimitReached, err)
			at = dawn.Add(24 * time.Hour)
			_, err = session.New(context.Background(), id("3"))
			p.wants("the run of the next day", nil, err)
		})
	}
}

func startsOfARun(p *play) {
	again := run.Redo{Item: "one", Reason: "again"}
	p.does(run.Start{Item: "idle"}, run.Start{Item: "one"}, again, run.Start{Item: "one"}, again, run.Start{Item: "one"}, again)
	refusal := p.refuses(run.LimitReached, run.Start{Item: "two"})
	p.wants("refusal", "two: 3 of at most 3 starts of steps are used (limits.starts). End the run", refusal.Error())
}

func retriesOfAStep(p *play) {
	for range 2 {
		p.does(run.Start{Item: "one"}, run.Fail{Item: "one", Reason: "it broke"}, run.RetryStep{Item: "one"})
	}
	p.does(run.Start{Item: "one"}, run.Fail{Item: "one", Reason: "it broke"})
	refusal := p.refuses(run.LimitReached, run.RetryStep{Item: "one"})
	p.wants("refusal", "one: 2 of at most 2 retries are used (limits.retries). Skip it, or end the run", refusal.Error())
	p.does(run.Start{Item: "two"}, run.Fail{Item: "two", Reason: "it broke"}, run.RetryStep{Item: "two"}) // another step has its own
}

func bytesOfAStep(p *play) {
	p.does(run.Start{Item: "two"})
	give := func(name, also string) run.Complete {
		return run.Complete{Item: "two", Answers: run.Answers{Confirm: true}, Set: map[string]string{"name": name, "also": also}}
	}
	refusal := p.refuses(run.LimitReached, give("é12", "ab"))
	p.wants("refusal", "two: its values have 6 bytes together, and at most 5 are allowed (limits.result_bytes): also, name. Put what is long into a file, and give its path", refusal.Error())
	p.does(give("123", "ab"))
}

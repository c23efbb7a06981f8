package run_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/fstest"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

var confirmationSentences = []sentence{
	{"R34 an irreversible step needs its exact phrase", inBoth(lookAndDrop, irreversibleNeedsPhrase)},
	{"R107 a confirmation lapses with what it confirmed", confirmationLapses},
	{"R265 commands here run in the directory of the pack", commandsRunInTheDirectory},
	{"R266 a confirmation holds for the directory", confirmationHoldsForTheDirectory},
	{"R245 a step's own command runs only where the pack says so", inBoth(ownCommand, ownCommandNeverRuns)},
	{"R37 an interrupted verification has no result", inBoth(checked, interruptedHasNoResult)},
	{"R38 a result needs its intent", inBoth(checked, resultNeedsIntent)},
}

const (
	cutAtLag = `
datapoints: [{ id: lag, title: Lag, type: int, initial: 3 }]
steps:
  - { id: cut, title: Cut, effect: irreversible, confirm: cut it, command: 'cut {{ lag }}' }
`
	ownCommand = `
steps:
  - { id: wipe, title: Wipe, command: rm -rf data, verify: { kind: exit-code, command: test -d data } }
`
)

// refusedPack wants a pack to be invalid.
func refusedPack(t *testing.T, text string) {
	t.Helper()
	p, diagnostics, err := pack.Load(fstest.MapFS{"pack.yaml": {Data: []byte(text)}}, "pack.yaml")
	if err != nil || p != nil || len(diagnostics) == 0 {
		t.Errorf("accepted, or without a diagnostic (%v):\n%s", err, text)
	}
}

const cutIn = `
steps:
  - { id: cut, title: Cut, effect: irreversible, confirm: cut it, command: cut, execute: on-request, verify: { kind: exit-code, command: look } }
  - { id: far, title: Far, command: cut, on: db3, execute: on-request, verify: { kind: exit-code, command: look, on: db3 } }
`

func packIn(dir, body string) string {
	if dir != "" {
		dir = "dir: " + dir + "\n"
	}
	return packText("v0.2", dir+body)
}

func commandsRunInTheDirectory(t *testing.T) {
	for _, dir := range []string{"", "/srv/shop"} {
		p := begin(t, packIn(dir, cutIn))
		p.does(run.Start{Item: "cut", Phrase: "cut it"})
		if _, err := p.executes("cut"); err != nil {
			t.Fatal(err)
		}
		p.session(func(s *run.Session) {
			if _, err := s.Verify(context.Background(), p.rec.RunID, run.VerifyRequest{Verify: run.Verify{Item: "cut"}, Consent: true}, io.Discard); err != nil {
				t.Fatal(err)
			}
		})
		p.wants("commands", 2, len(p.shell.jobs))
		for _, job := range p.shell.jobs {
			p.wants("directory of "+job.Script, dir, job.Dir)
		}
		where := "here, in packs/drill"
		if dir != "" {
			where = "here, in /srv/shop"
		}
		view := run.NewView(p.pack, p.rec, p.now)
		p.wants("where, here", where, view.Where(""))
		p.wants("where, on a host", "on db3, in the login directory", view.Where("db3"))
	}
	for _, text := range []string{"srv", "./srv", "/srv/", "/srv//shop", "/srv/../etc", "/srv/.", "''", "'/a\tb'", "'/srv/{{ run_id }}'", "[/srv]"} {
		refusedPack(t, packIn(text, cutIn))
	}
	refusedPack(t, packText("v0.1", "dir: /srv\nsteps: [{ id: a, title: A }]\n"))
}

func confirmationHoldsForTheDirectory(t *testing.T) {
	for _, now := range []string{"", "/srv/other"} {
		p := begin(t, packIn("/srv/shop", cutIn))
		p.does(run.Start{Item: "cut", Phrase: "cut it"})
		consent := func() string {
			x, err := run.NewView(p.pack, p.rec, p.now).ToExecute("cut")
			if err != nil {
				t.Fatal(err)
			}
			return x.Consent
		}
		shown := consent()
		p.does(run.Execute{Item: "cut", Host: "bastion", PID: 1, Consent: shown})
		p = begin(t, packIn("/srv/shop", cutIn))
		p.does(run.Start{Item: "cut", Phrase: "cut it"})
		p.pack = parsePack(t, packIn(now, cutIn))
		p.refuses(run.PackChanged, run.Begin{Item: "cut"})
		p.does(run.AcceptPackChange{Reason: "it has moved"})
		p.refuses(run.ConfirmationLapsed, run.Begin{Item: "cut"})
		p.does(run.Start{Item: "cut", Phrase: "cut it"})
		if consent() == shown {
			t.Errorf("what was shown for /srv/shop is consented to for %q", now)
		}
		p.refuses(run.ConfirmationLapsed, run.Execute{Item: "cut", Host: "bastion", PID: 1, Consent: shown})
	}
}

func irreversibleNeedsPhrase(p *play) {
	p.completes("look")
	p.refuses(run.PhraseRequired, run.Start{Item: "drop"})
	for _, wrong := range []string{"drop", "drop Billing", "drop billing ", "drop {{ db }}", "yes"} {
		p.refuses(run.PhraseWrong, run.Start{Item: "drop", Phrase: wrong})
	}
	p.does(run.Start{Item: "drop", Phrase: "drop billing", AuthorizedBy: "boss"})
	p.wants("authorized by", "boss", p.rec.Steps["drop"].AuthorizedBy)
	p.does(run.Redo{Item: "drop", Reason: "again", AcknowledgePartial: true}, run.Start{Item: "drop", Phrase: "drop billing"})
	p.wants("authorized by", "ana", p.rec.Steps["drop"].AuthorizedBy)
	for _, version := range []string{"v0.1", "v0.2"} {
		refusedPack(p.t.(*testing.T), packText(version, "steps: [{ id: cut, title: Cut, effect: irreversible }]\n"))
	}
}

func confirmationLapses(t *testing.T) {
	const body = "steps: [{ id: cut, title: Cut, effect: irreversible, confirm: 'cut as {{ operator }}', verify: { kind: output-contains, command: x, contains: y } }]\n"
	inBoth(body, func(p *play) {
		p.does(run.Start{Item: "cut", Phrase: "cut as ana"}, run.Verify{Item: "cut", Pasted: new("y")})
		p.does(run.HandOver{To: "ben", Reason: "shift"})
		p.refuses(run.ConfirmationLapsed, run.Verify{Item: "cut", Pasted: new("y")})
		p.refuses(run.ConfirmationLapsed, run.Begin{Item: "cut"})
		p.refuses(run.ConfirmationLapsed, run.Complete{Item: "cut"})
		p.does(run.Start{Item: "cut", Phrase: "cut as ben"})
		p.refuses(run.NotVerified, run.Complete{Item: "cut"})
	})(t)
	inV02(cutAtLag, commandLapses)(t)
}

func commandLapses(p *play) {
	p.does(run.Start{Item: "cut", Phrase: "cut it"}, answered("cut"))
	p.refuses(run.WrongState, run.Start{Item: "cut", Phrase: "cut it"}) // nothing has lapsed
	p.does(run.SetValues{Values: map[string]string{"lag": "9"}})
	p.refuses(run.ConfirmationLapsed, answered("cut"))
	p.refuses(run.ConfirmationLapsed, run.Complete{Item: "cut"})
	p.refuses(run.PhraseWrong, run.Start{Item: "cut", Phrase: "cut"})
	p.does(run.Start{Item: "cut", Phrase: "cut it"})
	p.in("cut", record.Running)
	p.refuses(run.NotVerified, run.Complete{Item: "cut"})
	p.does(answered("cut"), run.Complete{Item: "cut"})
}

func ownCommandNeverRuns(p *play) {
	p.session(func(s *run.Session) {
		ctx, id := context.Background(), p.rec.RunID
		for _, act := range []run.Action{run.Start{Item: "wipe"}, run.Complete{Item: "wipe"}} {
			if _, isDone := act.(run.Complete); isDone {
				if _, err := s.Verify(ctx, id, run.VerifyRequest{Verify: run.Verify{Item: "wipe"}, Consent: true}, io.Discard); err != nil {
					p.t.Fatal(err)
				}
			}
			if _, err := s.Do(ctx, id, act); err != nil {
				p.t.Fatal(err)
			}
		}
	})
	p.in("wipe", record.Done)
	for _, job := range p.shell.jobs {
		p.wants("run", "test -d data", job.Script)
	}
	p.wants("commands", 1, len(p.shell.jobs))
}

func interruptedHasNoResult(p *play) {
	p.does(run.Start{Item: "one"})
	p.ran("one", "", run.Observation{Contained: true})
	p.shell.err = context.Canceled
	p.session(func(s *run.Session) {
		_, err := s.Verify(context.Background(), p.rec.RunID, run.VerifyRequest{Verify: run.Verify{Item: "one"}, Consent: true}, io.Discard)
		if !errors.Is(err, context.Canceled) {
			p.t.Errorf("interrupted: %v", err)
		}
	})
	step := p.rec.Steps["one"]
	if step.Intent == nil || step.Verification != nil || step.State != record.Running {
		p.t.Fatalf("after an interruption: %+v", *step)
	}
	p.wants("shown as interrupted", true, run.NewView(p.pack, p.rec, p.now).Item("one").Interrupted)
	p.refuses(run.NotVerified, run.Complete{Item: "one"})
	p.wants("commands run", 1, len(p.shell.jobs))
	p.ran("one", "", run.Observation{Contained: true})
	p.does(run.Complete{Item: "one"})
	p.wants("shown as interrupted", false, run.NewView(p.pack, p.rec, p.now).Item("one").Interrupted)
}

func resultNeedsIntent(p *play) {
	p.does(run.Start{Item: "one"}, run.Begin{Item: "one", Host: "bastion", PID: 1})
	first := len(p.rec.Events)
	passed := map[string]run.Observation{"": {Attempts: 1, Contained: true}}
	p.does(run.Begin{Item: "one", Host: "bastion", PID: 2})
	p.refuses(run.IntentGone, run.Verify{Item: "one", Intent: first, Observed: passed})
	second := len(p.rec.Events)
	p.does(run.Note{Text: "something else"}, run.Verify{Item: "one", Intent: second, Observed: passed})
	p.refuses(run.IntentGone, run.Verify{Item: "one", Intent: second, Observed: passed})
	p.does(run.Begin{Item: "one", Host: "bastion", PID: 3})
	third := len(p.rec.Events)
	p.does(run.Fail{Item: "one", Reason: "it broke"})
	p.refuses(run.IntentGone, run.Verify{Item: "one", Intent: third, Observed: passed})
}

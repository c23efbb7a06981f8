package tui

import (
	"fmt"
	"strings"
	"testing"

	"rtut/run"
	"rtut/run/record"
)

func TestSpaceDoesTheNextThing(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.press("space")
		if got := b.state("measure"); got != record.Running {
			t.Fatalf("space did not start it: %s", got)
		}
		b.press("space", "y")
		if got := b.state("measure"); got != record.Done {
			t.Fatalf("space did not verify and complete it: %s", got)
		}
		b.shows("passed, and the step is done")
		b.press("esc")
		if got := b.m.run().flow.selected; got != "warn" {
			t.Errorf("the selection went to %s, not to the recommended item", got)
		}
	})
}

func TestSpaceDoesNothingToAnItemThatIsNotLookedAt(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.press("G", "space")
		if got := b.m.run().flow.selected; got != "measure" || b.record().Revision != 1 {
			t.Errorf("at %s, revision %d", got, b.record().Revision)
		}
	})
}

func TestBlockedItemAsksForAnOverride(t *testing.T) {
	drill(t, 100, 30, func(b *bench) {
		b.press("j", "j", "j", "s")
		b.shows("Override: promote", "requires decide, in which go-no-go is open", "I accept the risk")
		b.write("the fence is broken")
		b.press("enter", "enter")
		b.write("promote db3 at ") // it has no value yet, so the phrase can't be right
		b.press("enter")
		b.shows("refused")
		if len(b.record().Deviations) != 0 {
			t.Errorf("a refused override left a deviation")
		}
	})
}

func TestOverrideIsRecordedWithItsReason(t *testing.T) {
	drill(t, 100, 30, func(b *bench) {
		b.press("G", "t", "enter", "s")
		b.write("no time")
		b.press("enter", "enter")
		b.shows("risk_not_acknowledged", "Tick to accept the risk")
		b.press("space", "enter")
		rec := b.record()
		if len(rec.Deviations) != 1 || rec.Deviations[0].Reason != "no time" || b.state("route") != record.Running {
			t.Errorf("%+v, route is %s", rec.Deviations, b.state("route"))
		}
	})
}

func TestRefusalSaysTheRuleAndChangesNothing(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.press("d")
		b.shows("refused: measure: ", "[wrong_state]")
		if rev := b.record().Revision; rev != 1 {
			t.Errorf("revision %d", rev)
		}
		b.press("j", "w")
		b.shows("[wrong_kind]", "only gates are waived")
		if b.m.dialog != nil {
			t.Error("a form was opened that can't be submitted")
		}
	})
}

func TestAnotherProcessShowsWithinASecond(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.meanwhile(run.Start{Item: "measure"})
		b.second()
		b.shows("▶ measure")
	})
}

func TestActionOnAStaleScreenIsRefused(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.meanwhile(run.Note{Text: "look out"})
		b.send(keyPress("s"))
		b.settle()
		b.shows("the run has changed meanwhile: note by you, elsewhere. Nothing was done;")
		if got := b.state("measure"); got != record.Todo {
			t.Errorf("a stale screen started it: %s", got)
		}
		b.press("s")
		if got := b.state("measure"); got != record.Running {
			t.Errorf("a fresh screen did not: %s", got)
		}
	})
}

func TestDialogOnAStaleScreenIsRefused(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.press("space", "f")
		b.write("smoke")
		b.meanwhile(run.Note{Text: "look out"})
		b.second()
		b.press("enter")
		b.shows("the run has changed meanwhile")
		if got := b.state("measure"); got != record.Running {
			t.Errorf("got %s", got)
		}
	})
}

func TestVerifyIsStoppedByCtrlC(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.shell.hang["echo lag=512"] = true
		b.press("space", "v", "y")
		b.shows("lag=512", "Ctrl+C stop it")
		b.press("ctrl+c")
		b.shows("stopped: it has neither passed nor failed")
		b.press("esc", "enter")
		b.shows("interrupted")
		if b.quit {
			t.Error("Ctrl-C left the program")
		}
	})
}

func TestOutputIsGoneWhenThePaneCloses(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.shell.outputs["echo lag=512"] = "xyzzy lag=512\n"
		b.press("space", "v", "y")
		b.shows("xyzzy")
		b.press("esc", "enter")
		b.showsNot("xyzzy")
		data, err := b.record().Encode()
		if err != nil || strings.Contains(string(data), "xyzzy") {
			t.Errorf("output is in the record (%v)", err)
		}
	})
}

func TestFailedStepIsRetriedWithItsAcknowledgement(t *testing.T) {
	restart(t, func(b *bench) {
		b.press("s")
		b.write("restart nginx")
		b.press("enter", "f")
		b.write("port in use")
		b.press("enter")
		b.shows("✗ restart")
		b.press("enter")
		b.shows("reason: port in use", "Rollback", "Start the old version.")
		b.press("r", "enter")
		b.shows("partial_not_acknowledged")
		b.press("space", "enter")
		if got := b.state("restart"); got != record.Todo {
			t.Errorf("got %s", got)
		}
	})
}

// A step that has failed is not done with: its stage does not count it, and what can't be undone stays marked.
func TestFailedStepIsNotCounted(t *testing.T) {
	restart(t, func(b *bench) {
		b.press("s")
		b.write("restart nginx")
		b.press("enter", "f")
		b.write("port in use")
		b.press("enter")
		b.shows("!✗ restart")
		for _, r := range b.m.run().snap.rows {
			if r.item == nil && r.done.Done != 0 {
				t.Errorf("%s counts %d", r.stage, r.done.Done)
			}
		}
	})
	drill(t, 100, 30, func(b *bench) {
		b.press("space", "f")
		b.write("smoke")
		b.press("enter")
		b.shows("Assess                                   0/2")
	})
}

func TestAutoConfirmGoesOnUntilItWaits(t *testing.T) {
	drill(t, 100, 30, func(b *bench) {
		b.press("m", "space", "enter", "enter", "enter")
		if got := b.record().Mode; got != record.AutoConfirm {
			t.Fatalf("mode %s\n%s", got, b.plainFrame())
		}
		b.press("A")
		b.shows("measure: acted, started, verified, completed", "warn: acted", "waits for evidence lead")
		b.press("esc")
		b.shows("auto-confirm")
	})
}

func TestClosedRunTakesFeedback(t *testing.T) {
	drill(t, 100, 30, func(b *bench) {
		b.press("x", "enter")
		b.write("the window closed")
		b.press("enter")
		rec := b.record()
		if !rec.Finished() || *rec.Outcome != record.Abandoned || rec.Reason != "the window closed" {
			t.Fatalf("%v %q", rec.Outcome, rec.Reason)
		}
		b.shows("Feedback", "The run has ended as abandoned")
		b.press("right", "right", "enter")
		b.write("step 3 needs a picture")
		b.press("enter")
		if f := b.record().Feedback; len(f) != 1 || f[0].Rating != record.Neutral || f[0].Comment != "step 3 needs a picture" {
			t.Errorf("%+v", f)
		}
	})
}

func TestEveryActingKeyDoesSomething(t *testing.T) {
	m := newKeyMap()
	for _, g := range m.groups()[:4] {
		for _, binding := range g.keys {
			drill(t, 100, 30, func(b *bench) {
				before := b.plainFrame()
				b.press(binding.Keys()[0])
				if b.plainFrame() == before && !b.m.bare {
					t.Errorf("%s (%s) does nothing", binding.Help().Key, binding.Help().Desc)
				}
			})
		}
	}
}

func TestNoKeyHasTwoMeanings(t *testing.T) {
	seen := map[string]string{}
	for _, g := range newKeyMap().groups() {
		for _, binding := range g.keys {
			for _, k := range binding.Keys() {
				if other, taken := seen[k]; taken {
					t.Errorf("%s is both %s and %s", k, other, binding.Help().Desc)
				}
				seen[k] = binding.Help().Desc
			}
		}
	}
}

func TestResizeStormLosesNothing(t *testing.T) {
	drill(t, 120, 40, func(b *bench) {
		b.press("j", "j", "v")
		b.write("ben")
		before := b.plainFrame()
		for _, s := range [][2]int{{40, 10}, {20, 5}, {1, 1}, {200, 60}, {60, 15}, {120, 40}} {
			b.resize(s[0], s[1])
			b.straight()
		}
		if after := b.plainFrame(); after != before {
			t.Errorf("got\n%s\nwant\n%s", after, before)
		}
	})
}

func TestCopyIsTheWholeCommand(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.press("j", "j", "j", "c")
		b.shows("the command was sent to the terminal's clipboard")
		if len(b.sent) != 1 || fmt.Sprint(b.sent[0]) != "pg_ctl promote -D \"$RTUT_RUN_DIR\" 'db3'" {
			t.Errorf("sent %q", b.sent)
		}
	})
}

func TestThereIsNothingToCopyOfAnItemWithoutACommand(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.press("c")
		if len(b.sent) != 0 {
			t.Errorf("sent %q", b.sent)
		}
		b.showsNot("was sent")
	})
}

func TestWhatCameOfAnEarlierActionClosesNoDialog(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.send(keyPress("s"))
		b.send(keyPress("o"))
		b.settle()
		b.shows("Note")
		b.write("it was late")
		b.shows("it was late")
	})
}

// The run may be read again between an action of ours and its answer; the selection goes on all the same.
func TestSelectionGoesOnWhenAPollIsFaster(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.meanwhile(run.Skip{Item: "measure", Reason: "seen"})
		snap := newSnapshot(b.place, b.m.work.reads.Add(1), b.record(), b.clock)
		b.send(polledMsg{id: snap.rec.RunID, snap: snap})
		if got := b.m.run().flow.selected; got != "measure" {
			t.Fatalf("what somebody else did moved the selection to %s", got)
		}
		b.m.work.owed++
		b.send(actedMsg{snap: snap, said: "measure: skipped"})
		if got := b.m.run().flow.selected; got != "warn" {
			t.Errorf("the selection stayed at %s", got)
		}
	})
}

func TestFoundItemStaysFound(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.press("/")
		b.write("the")
		b.shows("find: the")
		b.press("enter")
		if got := b.m.run().flow.selected; got != "measure" {
			t.Errorf("Enter went on to %s", got)
		}
		b.press("/")
		b.write("the")
		b.press("down", "down", "esc")
		if got := b.m.run().flow.selected; got != "route" {
			t.Errorf("the second after it is %s", got)
		}
	})
}

// What is asked for a person's judgement has no answer before there is one.
func TestFeedbackHasNoDefault(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.press("x", "enter")
		b.write("enough")
		b.press("enter")
		b.shows("How was it?", "(none)  good   neutral   poor")
		b.press("enter", "enter")
		b.shows("refused: unknown rating [rating_invalid]", "The ratings are good, neutral and poor")
		if n := len(b.record().Feedback); n != 0 {
			t.Errorf("%d were recorded", n)
		}
	})
}

func TestPresentModeIsNotSwitchedTo(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		was := b.record().Revision
		b.press("m")
		b.shows("now: manual", "(manual)  auto-confirm")
		b.press("enter")
		b.shows("the run is manual as before")
		if got := b.record().Revision; got != was {
			t.Errorf("revision %d, was %d", got, was)
		}
	})
}

func TestFirstEscAfterARefusalTakesItAway(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.press("d")
		b.shows("refused")
		b.press("esc")
		b.showsNot("refused")
		b.shows("measure")
		b.press("esc")
		b.shows("New run")
	})
}

// What can't be undone and what a check came to are seen however long the title is.
func TestSignsAreNotCutByALongTitle(t *testing.T) {
	long := strings.ReplaceAll(readPack(t, "linear"), "title: Restart {{ service }}", "title: "+strings.Repeat("Restart it ", 20))
	onTable(t, long, 60, 15, func(b *bench) {
		b.resize(60, 15)
		b.newRun(run.New{})
		b.meanwhile(run.Skip{Item: "look", Reason: "seen"})
		b.open()
		b.shows("▸!· restart  Restart it Restart")
		b.meanwhile(run.Start{Item: "restart", Phrase: "restart nginx"})
		b.second()
		b.shell.exits["test -e ok"] = 1
		b.press("v", "y", "esc")
		b.shows("▸!▶ restart  Restart it Restart", "✗ did not pass\n")
		b.resize(120, 20)
		b.shows("verify restart, did not pass,")
	})
}

// wayPack has a step that can be carried out in two ways and not be undone.
const wayPack = `schema: runbook-pack/v0.2
id: fence
title: Fence a node
steps:
  - id: fence
    title: Fence node-7
    effect: irreversible
    confirm: fence node-7
    verify: { kind: manual, prompt: It is off. }
    one_of:
      - { id: power, title: Power off, command: echo power off }
      - { id: plug, title: Pull the plug, instruction: "Rack 12, the red one." }
`

func TestAlternativeIsChosenFromAListAndThePhraseNamesIt(t *testing.T) {
	onTable(t, wayPack, 80, 24, func(b *bench) {
		b.newRun(run.New{Context: record.Context{Environment: "rehearsal", Project: "shop", Target: "node-7"}})
		b.open()
		b.press("t")
		b.shows("▌ power  Power off", "  plug  Pull the plug", "echo power off")
		b.press("down")
		b.shows("▌ plug  Pull the plug", "Rack 12, the red one.")
		b.press("enter")
		b.shows("fence: by plug")
		b.press("s")
		b.shows("by: plug, Pull the plug", "Rack 12, the red one.", "environment: rehearsal", "project: shop", "target: node-7", "you: ana", "the way back: none is declared")
		b.write("fence n")
		b.shows("7 of 12, right so far")
		b.write("x")
		b.shows("this is not the phrase")
	})
}

func TestDialogThatCannotSucceedDoesNotOpen(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		for _, key := range []string{"f", "r", "R", "w"} {
			b.press(key)
			if b.m.dialog != nil {
				t.Errorf("%s opened %T for a step that is todo:\n%s", key, b.m.dialog, b.plainFrame())
			}
			b.shows("refused: measure: ")
			b.press("esc")
		}
		b.press("x", "enter")
		b.write("enough")
		b.press("enter", "esc")
		for _, key := range []string{"f", "r", "R", "K", "w", "o", "p", "m", "h", "e"} {
			b.press(key)
			if b.m.dialog != nil {
				t.Errorf("%s opened %T on a run that has ended:\n%s", key, b.m.dialog, b.plainFrame())
			}
			b.shows("the run has ended as abandoned")
			b.press("esc")
		}
	})
}

func TestHeadSaysWhoActsInWhoseRunOnWhat(t *testing.T) {
	onTable(t, wayPack, 80, 24, func(b *bench) {
		b.newRun(run.New{Context: record.Context{Environment: "production", Project: "shop", Target: "node-7"}})
		b.place.Session.By = "bo"
		b.open()
		b.shows("shop / node-7  you: bo, in the run of ana  PRODUCTION")
	})
}

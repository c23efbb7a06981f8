package tui

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"rtut/run"
	"rtut/run/record"
)

// burst sends keys as fast as they come, without letting anything come to rest between them.
func (b *bench) burst(keys ...string) {
	for _, k := range keys {
		b.send(keyPress(k))
	}
	b.settle()
}

func TestKeysFromBeforeTheFirstFrameDoNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, readPack(t, "drill"), 80, 24)
		b.newRun(run.New{})
		ctx, cancel := context.WithCancel(context.Background())
		b.m = New(ctx, b.world, Start{Pack: b.place.Path, Run: b.record().RunID})
		b.run(b.m.Init())
		b.send(keyPress("s"))
		b.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		b.send(keyPress("s"))
		synctest.Wait()
		for len(b.msgs) > 0 {
			b.send(<-b.msgs)
			b.send(keyPress("s"))
			synctest.Wait()
		}
		b.shows("measure", "one moment: keys typed before this screen was visible were ignored")
		b.settle()
		if got := b.record().Revision; got != 1 {
			t.Errorf("a key from before the first frame acted: revision %d", got)
		}
		b.showsNot("one moment")
		b.press("s")
		if got := b.state("measure"); got != record.Running {
			t.Errorf("a key that was typed after it did not: %s", got)
		}
		cancel()
		<-time.After(time.Minute)
	})
}

func TestNoKeyActsWhileThereIsNoRoomForTheFrame(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.press("space", "v")
		b.shows("Run this? Press y")
		b.resize(59, 15)
		b.shows("rtut needs 60x15; this is 59x15", "q leaves")
		b.press("y", "space", "enter", "esc", "f", "x")
		b.resize(80, 14)
		b.press("y")
		b.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		b.burst("y")
		b.shows("Run this? Press y")
		if n := len(b.shell.ran()); n != 0 || b.record().Revision != 2 {
			t.Errorf("%d commands ran, revision %d", n, b.record().Revision)
		}
		b.press("y")
		if n := len(b.shell.ran()); n != 1 {
			t.Errorf("%d commands ran once it was seen again", n)
		}
		b.resize(20, 5)
		b.press("q")
		if !b.quit {
			t.Error("q did not leave")
		}
	})
}

func TestCtrlCStopsACheckForWhichThereIsNoRoom(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.shell.hang["echo lag=512"] = true
		b.press("space", "v", "y")
		b.resize(40, 10)
		b.press("ctrl+c")
		if b.quit {
			t.Error("it left instead")
		}
		b.resize(80, 24)
		b.shows("stopped: it has neither passed nor failed")
	})
}

// Keys that follow one that acts wait for its answer: they are about what it brings.
func TestKeysWaitForTheAnswerToTheOneBefore(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.burst("space", "space", "y")
		b.shows("Run this? Press y")
		b.showsNot("has changed meanwhile")
		if got := b.state("measure"); got != record.Running || len(b.shell.ran()) != 0 {
			t.Errorf("measure is %s, and %d commands ran", got, len(b.shell.ran()))
		}
	})
}

func TestKeysThatFollowARefusedOneAreDropped(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.meanwhile(run.AddFeedback{Rating: record.Poor})
		b.burst("s", "s", "s")
		b.shows("the run has changed meanwhile: feedback by you, elsewhere.")
		if got := b.state("measure"); got != record.Todo {
			t.Errorf("measure is %s", got)
		}
	})
}

// What a key brings may be another item: the next key is not for that one, until it has been seen.
func TestKeyIsNotForAnItemThatTheOneBeforeHasBrought(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.press("K")
		b.write("seen")
		b.burst("enter", "s")
		if got := b.m.run().flow.selected; got != "warn" || b.state("warn") != record.Todo {
			t.Errorf("%s is %s", got, b.state("warn"))
		}
		b.press("s")
		if got := b.state("warn"); got != record.Running {
			t.Errorf("warn is %s", got)
		}
	})
}

// What somebody else has changed is on the screen, but nobody can have read it yet.
func TestKeyThatActsIsNotForAChangeThatNobodyHasSeen(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.meanwhile(run.AddFeedback{Rating: record.Poor})
		b.send(b.m.work.poll(b.m.run().snap)())
		b.burst("j", "s")
		b.shows("the run has changed meanwhile: feedback by you, elsewhere. Nothing was done;")
		if got := b.m.run().flow.selected; got != "warn" || b.state("warn") != record.Todo {
			t.Errorf("%s is %s", got, b.state("warn"))
		}
		b.press("s")
		if got := b.state("warn"); got != record.Running {
			t.Errorf("warn is %s", got)
		}
	})
}

func TestFormOfAPackThatHasChangedIsDrawnAnew(t *testing.T) {
	onTable(t, truthPack, 80, 24, func(b *bench) {
		b.press("enter")
		b.shows("New run of truth")
		b.press("down")
		b.write("shop")
		b.disk.write(newVersion(truthPack))
		b.press("ctrl+d")
		b.shows("The NEW pack", "New run of truth", "shop", "refused: the pack changed after it was read; nothing was done", "[pack_stale]")
		if len(b.records(context.Background())) != 0 {
			t.Error("a run was made")
		}
		b.press("ctrl+d")
		b.shows("Begun NEW")
		if now, _ := b.disk.revision(); b.begun().PackDigest != now.Digest {
			t.Errorf("the run has the digest %s, the pack %s", b.begun().PackDigest, now.Digest)
		}
	})
}

func TestPackThatCantBeReadIsSaidForAsLongAsItIsSo(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		text := readPack(t, "drill")
		b.disk.remove()
		b.second()
		b.shows("file does not exist")
		b.disk.write(text)
		b.second()
		b.showsNot("file does not exist")
		b.disk.remove()
		b.press("s")
		b.shows("refused: the pack cannot be read any more: file does not exist", "[pack_stale]")
		b.disk.write(text)
		b.press("s")
		if got := b.state("measure"); got != record.Running {
			t.Errorf("got %s", got)
		}
	})
}

func TestRollbacksAreAListThatRecordsNothing(t *testing.T) {
	restart(t, func(b *bench) {
		b.press("s")
		b.write("restart nginx")
		b.press("enter", "b")
		b.shows("Rollbacks, the latest first", "▶ restart", "Start the old version.", "c copy  y it was rolled back")
		was := b.record().Revision
		b.press("enter", "space", "down", "up", "tab", "ctrl+d")
		if got := b.record().Revision; got != was {
			t.Fatalf("it recorded something: %s", b.plainFrame())
		}
		b.press("enter")
		b.shows("Enter does nothing here")
		b.press("c")
		b.shows("it has no command")
		b.press("y")
		b.shows("Rolled back: restart")
		b.press("enter")
		b.shows("refused: restart: a reason is needed [reason_required]")
		b.write("the new one leaks")
		b.press("enter")
		b.shows("restart: rolled back")
		last := b.record().Events[len(b.record().Events)-1]
		if last.Action != record.VerbRollback || last.Detail.Reason != "the new one leaks" || b.state("restart") != record.Todo {
			t.Errorf("%+v, restart is %s", last, b.state("restart"))
		}
		b.press("b")
		b.showsNot("y it was rolled back")
		b.press("y")
		b.shows("restart is todo")
	})
}

func TestRollbackCommandIsCopied(t *testing.T) {
	onTable(t, truthPack, 80, 24, func(b *bench) {
		b.newRun(run.New{})
		b.meanwhile(run.Start{Item: "begun"})
		b.meanwhile(run.Start{Item: "failed"})
		b.m.work.owed++
		b.send(openedMsg{path: b.place.Path, place: b.place, run: newSnapshot(b.place, 0, b.record(), b.clock)})
		b.settle()
		b.press("b", "down")
		b.shows("▌ ▶ begun", "number: 2 of 2", "echo OLD back")
		b.press("c")
		b.shows("the command was sent to the terminal's clipboard")
		if len(b.sent) != 1 || fmt.Sprint(b.sent[0]) != "echo OLD back" {
			t.Errorf("copied %v", b.sent)
		}
	})
}

func TestRollbacksOfAnEndedRunAreOnlyShown(t *testing.T) {
	restart(t, func(b *bench) {
		b.press("s")
		b.write("restart nginx")
		b.press("enter", "x", "enter")
		b.write("enough")
		b.press("enter", "esc", "b")
		b.shows("Rollbacks, the latest first", "Start the old version.")
		b.showsNot("y it was rolled back")
		was := b.record().Revision
		b.press("y")
		b.shows("the run has ended as abandoned")
		if got := b.record().Revision; got != was {
			t.Errorf("revision %d", got)
		}
	})
}

func TestPackThatHasNotChangedIsNotAccepted(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.press("P")
		b.shows("The pack has not changed in what the engine enforces.")
		b.press("enter")
		if strings.Contains(b.plainFrame(), "refused") || b.m.dialog != nil {
			t.Errorf("a form was open:\n%s", b.plainFrame())
		}
	})
}

func TestKeysMoveInTheOutputOfACheck(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		var out strings.Builder
		for i := range 100 {
			fmt.Fprintf(&out, "line %d lag=512\n", i)
		}
		b.shell.outputs["echo lag=512"] = out.String()
		b.press("space", "v", "y")
		b.shows("line 99 ")
		for _, c := range [][2]string{{"g", "line 0 "}, {"G", "line 99 "}, {"home", "line 0 "}, {"end", "line 99 "}, {"pgup", "line 85 "}} {
			b.press(c[0])
			b.shows(c[1])
		}
	})
}

func TestCtrlZStopsTheProgramAndNoKeyActsUntilItGoesOn(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		stops := 0
		b.m.suspend = func() tea.Msg { stops++; return nil }
		b.press("ctrl+z")
		b.press("s")
		if stops != 1 || b.state("measure") != record.Todo {
			t.Errorf("stopped %d times, measure is %s", stops, b.state("measure"))
		}
		b.send(tea.ResumeMsg{})
		b.settle()
		b.press("s")
		if got := b.state("measure"); got != record.Running {
			t.Errorf("measure is %s", got)
		}
	})
}

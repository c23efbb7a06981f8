package tui

import (
	"testing"

	"rtut/run"
	"rtut/run/record"
)

func TestProbeThatSaysNoLeadsToThePhrase(t *testing.T) {
	restart(t, func(b *bench) {
		b.shell.exits["test -e ok"] = 1
		b.press("S")
		b.shows("Ask the check of restart before its start", "test -e ok", "runs", "Run this? Press y")
		if got := len(b.shell.ran()); got != 0 {
			t.Fatalf("%d commands ran without consent", got)
		}
		b.press("y")
		b.shows("Type this phrase to start it")
		if got := b.state("restart"); got != record.Todo {
			t.Fatalf("the probe alone started it: %s", got)
		}
		b.write("restart nginx")
		b.press("enter")
		if got := b.state("restart"); got != record.Running {
			t.Errorf("got %s", got)
		}
	})
}

func TestProbeThatSaysYesStartsNothing(t *testing.T) {
	restart(t, func(b *bench) {
		b.shell.outputs["test -e ok"] = "it is there\n"
		b.press("S", "y")
		b.shows("it is there", "refused: restart: the check already passes: the work is done", "Start it without asking: s")
		b.press("esc")
		if got := b.state("restart"); got != record.Todo {
			t.Errorf("got %s", got)
		}
	})
}

func TestProbeOfAGateIsRefused(t *testing.T) {
	drill(t, 100, 30, func(b *bench) {
		b.press("j", "j", "S")
		b.shows("is a gate, which is never started, failed, retried or skipped")
	})
}

func TestSpaceNamesTheKeyThatGoesOn(t *testing.T) {
	restart(t, func(b *bench) {
		b.meanwhile(run.Start{Item: "restart", Phrase: "restart nginx"})
		b.meanwhile(run.Fail{Item: "restart", Reason: "it did not come up"})
		b.second()
		b.press("space", "space")
		b.shows("restart is to be gone back from: b shows how; r retries what failed")
	})
}
